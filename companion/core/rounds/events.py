"""What can happen in a round: frozen facts in the past tense.

A round is stored as its setup and these; everything else about it is worked out from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.cards import Card, Cards
from companion.core.names import tidy

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
