"""A screen that is to be drawn on one device, and what that device marked on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from companion.core.judging.change import Change
from companion.desk.table import Snapshot
from companion.preferences import Preferences
from companion.ui.routes.screens import Room, Screen
from companion.ui.session import Session
from companion.views.at_table.slips import Denied
from companion.views.backing_up import NOT_ITS_OWN, Keeping
from companion.views.of_series.payments import PaymentKey

_Mark = TypeVar("_Mark")


@dataclass(frozen=True, slots=True)
class Stage:
    """A screen that is to be drawn on one device."""

    session: Session
    screen: Screen
    room: Room
    refusal: str
    preferences: Preferences
    deleted: int | None = None
    denied: frozenset[tuple[int, int, Change]] = frozenset()
    handed_over: frozenset[tuple[int, int, PaymentKey]] = frozenset()
    keeping: Keeping = NOT_ITS_OWN
    since: str | None = None

    def round_number(self, series: Snapshot) -> int:
        """The round that the route speaks of, else the last one."""
        named = (one.number for one in self.screen.stack if one.name in {"turns", "cards", "pay"})
        number = next((number for number in named if number), series.round_number)
        return min(number, series.round_number)

    def denied_of(self, series: Snapshot, number: int) -> Denied:
        """The changes of that round of which somebody said here that they are no slips."""
        return _of_round(self.denied, series, number)

    def handed_over_of(self, series: Snapshot) -> frozenset[PaymentKey]:
        """The payments of the last round that were ticked off here."""
        return _of_round(self.handed_over, series, series.round_number)


def _of_round(
    marks: frozenset[tuple[int, int, _Mark]], series: Snapshot, number: int
) -> frozenset[_Mark]:
    """What was marked on this device in that round of the series."""
    of_round = (series.number, number)
    return frozenset(mark for *at, mark in marks if tuple(at) == of_round)
