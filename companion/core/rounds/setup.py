"""Setup of a round, and the events that can happen in it.

A round is stored as its setup and its events; everything else about it is computed from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from companion.core.cards import NO_CARDS, Cards, Suit
from companion.core.names import LONGEST, is_handle, is_short
from companion.core.objections import Objection, Why
from companion.core.rules import Laid, Rules

FEWEST_PLAYERS = 2
MOST_PLAYERS = 10
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_HOURS = 24
_MINUTES = 60
_LONGEST = 16 * _MINUTES
"""The longest evening, in minutes."""


Seat = int
"""Place at the table in one round, 0 to n - 1, clockwise in the order of the columns."""

Account = int
"""Holder of chips: a seat, or the pot."""

POT: Account = -1


def is_date(text: str) -> bool:
    """Return whether the text is a day of the calendar, as `YYYY-MM-DD`."""
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_time(text: str) -> bool:
    """Return whether the text is a time of day, as `HH:MM`."""
    return _TIME.fullmatch(text) is not None


def minutes_between(start: str, end: str) -> int | None:
    """Return the minutes from one time of day to the next, None where either is unknown.

    Nobody plays for so long that the clock must have gone back.
    """
    if not start or not end:
        return None
    hours, minutes = (int(end[part]) - int(start[part]) for part in (slice(2), slice(3, None)))
    passed = (hours * _MINUTES + minutes) % (_HOURS * _MINUTES)
    return passed if passed <= _LONGEST else None


@dataclass(frozen=True)
class Setup:
    """Setup of a round: rules, handles in clockwise order, dealer and hand sizes.

    `date` is the day of the deal as `YYYY-MM-DD`, empty for the day of the round before.
    `dealt_at` and `ended_at` are the times of day as `HH:MM`, empty where they are not known.
    """

    rules: Rules
    players: tuple[str, ...]
    dealer: Seat
    hand_sizes: tuple[int, ...]
    date: str = ""
    dealt_at: str = ""
    ended_at: str = ""

    @staticmethod
    def dealt(rules: Rules, players: tuple[str, ...], dealer: Seat) -> Setup:
        """Return the setup of an honest deal, one card at a time from the dealer's left (R1)."""
        seats = len(players)
        least, more = divmod(rules.pack.size, seats or 1)
        sizes = (least + ((seat - dealer - 1) % seats < more) for seat in range(seats))
        return Setup(rules, players, dealer, tuple(sizes))

    def ends(self, out: Sequence[Seat], left: Sequence[int]) -> bool:
        """Return whether a round with these players out and these cards left is over.

        It is with the first player out, with `play_on` when one player alone holds cards, and in
        any case when hands that are laid out leave one player over (R7, R11, R25).
        """
        if 0 not in left:
            return False
        return (bool(out) and not self.rules.play_on) or len(left) - left.count(0) <= 1

    def objection(self) -> Objection | None:  # noqa: PLR0911 - a reason each
        """Return why no round can be played with this setup, or None (R1, Readings)."""
        count = len(self.players)
        dealt = sum(self.hand_sizes)
        size = self.rules.pack.size
        if count < FEWEST_PLAYERS:
            return Objection(Why.TOO_FEW_PLAYERS)
        if count > MOST_PLAYERS:
            return Objection(Why.TOO_MANY_PLAYERS)
        twice = next((name for name in self.players if self.players.count(name) > 1), None)
        if twice:
            return Objection(Why.SAME_PLAYER_TWICE, player=twice)
        strange = next((name for name in self.players if not is_handle(name)), None)
        if strange is not None:
            return _to_handle(strange)
        if not 0 <= self.dealer < count:
            return Objection(Why.NO_DEALER)
        if min(self.hand_sizes) < 1:
            return Objection(Why.EMPTY_HAND)
        if self.rules.laid is Laid.STARTERS and min(self.hand_sizes) <= len(Suit):
            return Objection(Why.NOTHING_BUT_STARTERS)
        if dealt != size or len(self.hand_sizes) != count:
            return Objection(Why.SIZES_MISS_PACK, number=dealt, expected=size)
        if self.date and not is_date(self.date):
            return Objection(Why.NO_DATE)
        times = (self.dealt_at, self.ended_at) if self.ended_at else (self.dealt_at or "00:00",)
        return None if all(map(is_time, times)) else Objection(Why.NO_TIME)

    @property
    def minutes(self) -> int | None:
        """Length of the round, None where it is not known."""
        return minutes_between(self.dealt_at, self.ended_at)


def _to_handle(text: str) -> Objection:
    """Return why the text cannot head a column."""
    if not is_short(text):
        return Objection(Why.NAME_TOO_LONG, player=text, expected=LONGEST)
    return Objection(Why.NO_HANDLE, player=text)


_Item = TypeVar("_Item")


def with_item(items: tuple[_Item, ...], place: int, item: _Item) -> tuple[_Item, ...]:
    """Return the items with another one at a place."""
    return (*items[:place], item, *items[place + 1 :])


@dataclass(frozen=True)
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
