"""Setup of a round, and the events that can happen in it.

A round is stored as its setup and these; everything else about it is worked out from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.core.cards import CARDS, NO_CARDS, Card, Cards
from companion.core.names import is_handle, tidy
from companion.core.objections import Objection, Why
from companion.core.rules import Rules

FEWEST_PLAYERS, MOST_PLAYERS, PACK_SIZE = 2, 10, 52


def honest_deal(players: int, dealer: Seat) -> tuple[int, ...]:
    """Hand sizes when one card at a time is dealt from the dealer's left (R1)."""
    if not players:
        return ()
    least, more = divmod(PACK_SIZE, players)
    return tuple(least + ((seat - dealer - 1) % players < more) for seat in range(players))


def cut(players: int, chance: Random) -> tuple[Seat, tuple[Card, ...]]:
    """The first dealer, and the card that each seat drew in the first cut: everybody draws one,
    the highest deals, ties cut again (R1).
    """
    drawn = tuple(chance.sample(CARDS, players))
    return _highest(range(players), drawn, chance), drawn


def _highest(seats: Sequence[Seat], drawn: Sequence[Card], chance: Random) -> Seat:
    top = max(card.rank for card in drawn)
    tied = [seat for seat, card in zip(seats, drawn, strict=True) if card.rank is top]
    if len(tied) == 1:
        return tied[0]
    return _highest(tied, chance.sample(CARDS, len(tied)), chance)


@dataclass(frozen=True, slots=True)
class Setup:
    """What stands before the first card: the rules, handles clockwise, the dealer, hand sizes."""

    rules: Rules
    players: tuple[str, ...]
    dealer: Seat
    hand_sizes: tuple[int, ...]

    @staticmethod
    def dealt(rules: Rules, players: tuple[str, ...], dealer: Seat) -> Setup:
        """The setup of an honest deal."""
        return Setup(rules, players, dealer, honest_deal(len(players), dealer))

    @property
    def finishers(self) -> int:
        """How many must go out to end the round: one, or with `play_on` all but one (R7, R11)."""
        return len(self.players) - 1 if self.rules.play_on else 1

    def objection(self) -> Objection | None:
        """Why no round can be played so, or None (R1, Readings)."""
        count, dealt = len(self.players), sum(self.hand_sizes)
        if count < FEWEST_PLAYERS:
            return Objection(Why.TOO_FEW_PLAYERS)
        if count > MOST_PLAYERS:
            return Objection(Why.TOO_MANY_PLAYERS)
        twice = next((one for one in self.players if self.players.count(one) > 1), None)
        if twice:
            return Objection(Why.SAME_PLAYER_TWICE, player=twice)
        strange = next((one for one in self.players if not is_handle(one)), None)
        if strange is not None:
            return Objection(Why.NO_HANDLE, player=strange)
        if not 0 <= self.dealer < count:
            return Objection(Why.NO_DEALER)
        if min(self.hand_sizes) < 1:
            return Objection(Why.EMPTY_HAND)
        if dealt != PACK_SIZE or len(self.hand_sizes) != count:
            return Objection(Why.SIZES_MISS_PACK, number=dealt, expected=PACK_SIZE)
        return None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """By seat: hands that were entered, as dealt; cards of a hand as dealt that were seen; and
    cards shown after the end.
    """

    hands: tuple[Cards | None, ...]
    seen: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    silent: bool = field(init=False, compare=False, repr=False)
    """Whether nothing was told yet."""

    def __post_init__(self) -> None:
        told = any(self.hands) or any(self.seen) or any(self.shown)
        object.__setattr__(self, "silent", not told)

    def held(self, seat: Seat) -> Cards:
        """The cards known to be in the hand of a seat, as far as that was told."""
        return self.noted(seat) | self.shown[seat]

    def noted(self, seat: Seat) -> Cards:
        """Return the cards that somebody noted as dealt to the seat."""
        return (self.hands[seat] or NO_CARDS) | self.seen[seat]

    def with_hand(self, seat: Seat, hand: Cards | None) -> Knowledge:
        """Return the knowledge with this hand of the seat."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def with_seen(self, seat: Seat, seen: Cards) -> Knowledge:
        """Return the knowledge with these cards of the seat as all that were seen."""
        return replace(self, seen=(*self.seen[:seat], seen, *self.seen[seat + 1 :]))

    def with_shown(self, seat: Seat, shown: Cards) -> Knowledge:
        """Return the knowledge with these cards of the seat shown after the end."""
        return replace(self, shown=(*self.shown[:seat], shown, *self.shown[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Decisions:
    """What the table decided: fines let go, fines ticked off as paid, both by the turn of the
    pass; corrections of chips and of points; the round called off.
    """

    waived: frozenset[int] = frozenset()
    paid: frozenset[int] = frozenset()
    payments: tuple[Paid, ...] = ()
    points: tuple[PointsCorrected, ...] = ()
    called_off: bool = False

    @property
    def events(self) -> Iterator[Deciding]:
        """The decisions in the order of the score sheet."""
        yield from (Waived(turn) for turn in sorted(self.waived))
        yield from self.payments
        yield from (FinePaid(turn) for turn in sorted(self.paid))
        yield from self.points
        if self.called_off:
            yield CalledOff()


Seat = int
"""A place in one round, 0 to n - 1 clockwise in the order of the columns."""

Account = int
"""Who holds chips: a seat, or the pot."""

POT: Final[Account] = -1


@dataclass(frozen=True, slots=True)
class Played:
    """A card was laid on the table (R3)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """The player laid nothing (R3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandEntered:
    """A hand as dealt became known to the companion."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Seen:
    """Some cards of a hand as dealt were seen by the table; what else is in it is not known."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Shown:
    """All cards that the player still held were shown after the round."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Waived:
    """The table lets the fine of the pass at that turn go."""

    turn: int


@dataclass(frozen=True, slots=True)
class Charged:
    """A fine is owed again: the table takes back that it let it go, or that it was paid."""

    turn: int


@dataclass(frozen=True, slots=True)
class FinePaid:
    """The fines of the pass at that turn have changed hands: a tick, it moves no chip."""

    turn: int


@dataclass(frozen=True, slots=True)
class PointsCorrected:
    """A correction of a player's points by the table, counted in the round it stands in."""

    seat: Seat
    points: int
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))


@dataclass(frozen=True, slots=True)
class Paid:
    """A correction in chips between two accounts; it counts whenever it was written down."""

    source: Account
    target: Account
    chips: int
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))


@dataclass(frozen=True, slots=True)
class CalledOff:
    """The round is void: every chip of it goes back, no points are written."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A note that these cards were in a hand was withdrawn. `instead` is the event that contradicts
    the note and was recorded together with its withdrawal: the card laid by another player, or
    noted for one.
    """

    seat: Seat
    cards: Cards
    instead: Played | Seen | None = None


Turn = Played | Passed
Knowing = HandEntered | Seen | Shown
Deciding = Waived | Charged | FinePaid | Paid | PointsCorrected | CalledOff
Fact = Turn | Knowing | Deciding
Event = Fact | Forgotten
