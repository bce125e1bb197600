"""What stands before a round's first card, and what a table knows and decides besides turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.core.cards import CARDS, NO_CARDS, Card, Cards
from companion.core.house_rules.rules import Rules
from companion.core.names import is_handle
from companion.core.objections import Objection, Why
from companion.core.rounds.events import (
    CalledOff,
    Deciding,
    FinePaid,
    Paid,
    PointsCorrected,
    Seat,
    Waived,
)

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
