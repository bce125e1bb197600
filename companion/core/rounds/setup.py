"""Setup of a round, and the events that can happen in it.

A round is stored as its setup and its events; everything else about it is computed from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import Final, TypeVar

from companion.core.cards import NO_CARDS, Card, Cards, Pack, spread
from companion.core.names import is_handle, tidy
from companion.core.objections import Objection, Why
from companion.core.rules import Rules

FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def cut(pack: Pack, players: int, chance: Random) -> tuple[Seat, tuple[Card, ...]]:
    """Return the first dealer, and the card that each seat drew in the first cut.

    The highest card deals; tied players cut again (R1).
    """
    drawn = tuple(chance.sample(spread(pack.cards), players))
    highest = max(card.rank for card in drawn)
    tied = [seat for seat, card in enumerate(drawn) if card.rank is highest]
    return tied[0 if len(tied) == 1 else cut(pack, len(tied), chance)[0]], drawn


def is_date(text: str) -> bool:
    """Return whether the text is a day of the calendar, as `YYYY-MM-DD`."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Setup:
    """Setup of a round: rules, handles in clockwise order, dealer and hand sizes.

    `date` is the day of the deal as `YYYY-MM-DD`, empty for the day of the round before.
    """

    rules: Rules
    players: tuple[str, ...]
    dealer: Seat
    hand_sizes: tuple[int, ...]
    date: str = ""

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
        return Objection(Why.NO_DATE) if self.date and not is_date(self.date) else None


_Item = TypeVar("_Item")


def with_item(items: tuple[_Item, ...], place: int, item: _Item) -> tuple[_Item, ...]:
    """Return the items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


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


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of the table.

    `waived` are turns of passes, and `paid` the ticks in order of the passes, one a pass.
    `after_void` are the corrections made after the round was called off, which stay when the others
    are returned.
    """

    waived: frozenset[int] = frozenset()
    paid: tuple[FinePaid, ...] = ()
    payments: tuple[Paid, ...] = ()
    points: tuple[PointsCorrected, ...] = ()
    owed: tuple[Owed, ...] = ()
    called_off: bool = False
    after_void: tuple[Paid | PointsCorrected, ...] = ()

    @property
    def events(self) -> Iterator[Deciding]:
        """Decisions in the order of the score sheet."""
        yield from (Waived(turn) for turn in sorted(self.waived))
        yield from self.payments
        yield from self.paid
        yield from self.points
        yield from self.owed
        if self.called_off:
            yield CalledOff()
        yield from self.after_void

    @property
    def corrections(self) -> tuple[Paid | PointsCorrected, ...]:
        """Corrections that count: of a round called off, those made since then."""
        return self.after_void if self.called_off else (*self.payments, *self.points)

    def tick(self, turn: int) -> FinePaid | None:
        """Return the tick of the fine for the pass at a turn."""
        return next((tick for tick in self.paid if tick.turn == turn), None)


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
    """Tick that the fine for the pass at a turn was paid; the tick moves no chip.

    The parts of a fine are those that become certain at the same moment. A tick is for the whole
    fine, or for so many `parts`, the earliest of those that have no tick yet.
    """

    turn: int
    parts: int | None = None


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
class Owed:
    """Chips of this round that one seat should have handed to another and still owes (R18)."""

    source: Seat
    target: Seat
    chips: int


@dataclass(frozen=True, slots=True)
class HandedOver:
    """Withdrawal of all that one seat was marked to owe another in this round."""

    source: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class CalledOff:
    """Decision to void the round: all of its chips are returned, and no points count.

    Corrections recorded later count.
    """


@dataclass(frozen=True, slots=True)
class Dated:
    """Day on which the round was dealt, as `YYYY-MM-DD`."""

    date: str


@dataclass(frozen=True, slots=True)
class Result:
    """Round by its result alone, in place of its turns: cards left and passes of each seat (R19).

    Exactly one seat, the winner, has no cards left.
    """

    cards_left: tuple[int, ...]
    passes: tuple[int, ...]


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
Deciding = Waived | Charged | FinePaid | Paid | PointsCorrected | Owed | CalledOff
Fact = Turn | Result | Knowing | Deciding
Event = Fact | Forgotten | PassRun | HandedOver | Dated
