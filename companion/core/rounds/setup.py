"""Setup of a round, and the events that can happen in it.

A round is stored as its setup and its events; everything else about it is computed from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from companion.core.cards import NO_CARDS, Card, Cards, Pack, spread
from companion.core.names import is_handle, tidy
from companion.core.objections import Objection, Why
from companion.core.rules import Rules

FEWEST_PLAYERS, MOST_PLAYERS = 2, 10


def cut(pack: Pack, players: int, chance: Random) -> tuple[Seat, tuple[Card, ...]]:
    """Return the first dealer, and the card that each seat drew in the first cut.

    The highest card deals; tied players cut again (R1).
    """
    drawn = tuple(chance.sample(spread(pack.cards), players))
    highest = max(card.rank for card in drawn)
    tied = [seat for seat, card in enumerate(drawn) if card.rank is highest]
    return tied[0 if len(tied) == 1 else cut(pack, len(tied), chance)[0]], drawn


@dataclass(frozen=True, slots=True)
class Setup:
    """Setup of a round: rules, handles in clockwise order, dealer and hand sizes."""

    rules: Rules
    players: tuple[str, ...]
    dealer: Seat
    hand_sizes: tuple[int, ...]

    @staticmethod
    def dealt(rules: Rules, players: tuple[str, ...], dealer: Seat) -> Setup:
        """Return the setup of an honest deal, one card at a time from the dealer's left (R1)."""
        seats = len(players)
        least, more = divmod(rules.pack.size, seats or 1)
        sizes = (least + ((seat - dealer - 1) % seats < more) for seat in range(seats))
        return Setup(rules, players, dealer, tuple(sizes))

    @property
    def finishers(self) -> int:
        """Number of players who go out before the round ends: one, or all but one (R7, R11)."""
        return len(self.players) - 1 if self.rules.play_on else 1

    def objection(self) -> Objection | None:
        """Return why no round can be played with this setup, or None (R1, Readings)."""
        count, dealt, size = len(self.players), sum(self.hand_sizes), self.rules.pack.size
        if count < FEWEST_PLAYERS:
            return Objection(Why.TOO_FEW_PLAYERS)
        if count > MOST_PLAYERS:
            return Objection(Why.TOO_MANY_PLAYERS)
        twice = next((name for name in self.players if self.players.count(name) > 1), None)
        if twice:
            return Objection(Why.SAME_PLAYER_TWICE, player=twice)
        strange = next((name for name in self.players if not is_handle(name)), None)
        if strange is not None:
            return Objection(Why.NO_HANDLE, player=strange)
        if not 0 <= self.dealer < count:
            return Objection(Why.NO_DEALER)
        if min(self.hand_sizes) < 1:
            return Objection(Why.EMPTY_HAND)
        if dealt != size or len(self.hand_sizes) != count:
            return Objection(Why.SIZES_MISS_PACK, number=dealt, expected=size)
        return None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Known cards by seat.

    `hands` are complete hands as dealt, `seen` single cards of a hand as dealt, and `shown` the
    cards shown after the round.
    """

    hands: tuple[Cards | None, ...]
    seen: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    silent: bool = field(init=False, compare=False, repr=False)
    """True if no card is known."""

    def __post_init__(self) -> None:
        known = any(self.hands) or any(self.seen) or any(self.shown)
        object.__setattr__(self, "silent", not known)

    def held(self, seat: Seat) -> Cards:
        """Return the cards noted as dealt to the seat, or shown; played cards do not count."""
        return self.noted(seat) | self.shown[seat]

    def noted(self, seat: Seat) -> Cards:
        """Return the cards noted as dealt to the seat."""
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
    """Decisions of the table; `waived` and `paid` fines are given by the turn of the pass."""

    waived: frozenset[int] = frozenset()
    paid: frozenset[int] = frozenset()
    payments: tuple[Paid, ...] = ()
    points: tuple[PointsCorrected, ...] = ()
    called_off: bool = False

    @property
    def events(self) -> Iterator[Deciding]:
        """Decisions in the order of the score sheet."""
        yield from (Waived(turn) for turn in sorted(self.waived))
        yield from self.payments
        yield from (FinePaid(turn) for turn in sorted(self.paid))
        yield from self.points
        if self.called_off:
            yield CalledOff()


Seat = int
"""Place at the table in one round, 0 to n - 1, clockwise in the order of the columns."""

Account = int
"""Holder of chips: a seat, or the pot."""

POT: Final[Account] = -1


@dataclass(frozen=True, slots=True)
class Played:
    """Turn in which a card was laid on the table (R3)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Passed:
    """Turn in which no card was laid (R3)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandEntered:
    """Complete hand as dealt."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Seen:
    """Some cards of a hand as dealt; its other cards are unknown."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Shown:
    """All cards left in a player's hand, shown after the round."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Waived:
    """Decision to waive the fine for the pass at a turn."""

    turn: int


@dataclass(frozen=True, slots=True)
class Charged:
    """Withdrawal of a waiver or of a tick: the fine is owed again."""

    turn: int


@dataclass(frozen=True, slots=True)
class FinePaid:
    """Tick that the fines for the pass at a turn were paid; the tick itself moves no chip."""

    turn: int


@dataclass(frozen=True, slots=True)
class PointsCorrected:
    """Correction of a player's points in this round, decided by the table."""

    seat: Seat
    points: int
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))


@dataclass(frozen=True, slots=True)
class Paid:
    """Correction of chips between two accounts; counts at whatever time it is recorded."""

    source: Account
    target: Account
    chips: int
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "note", tidy(self.note))


@dataclass(frozen=True, slots=True)
class CalledOff:
    """Decision to void the round: all of its chips are returned, and no points count."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Withdrawal of the note that these cards were in a hand.

    `instead` is the event that contradicts the note and is recorded together with the withdrawal:
    one of the cards laid by another player, or noted for another player.
    """

    seat: Seat
    cards: Cards
    instead: Played | Seen | None = None


@dataclass(frozen=True, slots=True)
class PassRun:
    """Passes of two or more players in a row, recorded and taken back together."""

    seats: tuple[Seat, ...]

    @property
    def turns(self) -> tuple[Passed, ...]:
        """Turns of the run, in order."""
        return tuple(map(Passed, self.seats))


Turn = Played | Passed
Knowing = HandEntered | Seen | Shown
Deciding = Waived | Charged | FinePaid | Paid | PointsCorrected | CalledOff
Fact = Turn | Knowing | Deciding
Event = Fact | Forgotten | PassRun
