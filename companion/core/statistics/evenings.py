"""Summaries of all series by date, and their totals by player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.core.standings.entry import Entry
from companion.core.statistics.summary import Record, Summary, total


class Evening(NamedTuple):
    """Entry and summary of one series."""

    entry: Entry
    summary: Summary


@dataclass(frozen=True, eq=False)
class Evenings:
    """All evenings, sorted by date and then by number; those without a date come first."""

    all: tuple[Evening, ...] = ()

    @staticmethod
    def of(evenings: Iterable[Evening]) -> Evenings:
        """Sort these evenings."""
        return Evenings(tuple(sorted(evenings, key=_by_date)))

    @cached_property
    def players(self) -> dict[str, Record]:
        """Record of each player over all evenings, sorted by name."""
        return total(evening.summary for evening in self.all)

    @cached_property
    def met(self) -> tuple[str, ...]:
        """Names of all players by their first evening, and then by seat."""
        seated = (
            name
            for evening in self.all
            for name in (
                *filter(evening.summary.__contains__, evening.entry.players),
                *evening.summary,
            )
        )
        return tuple(dict.fromkeys(seated))

    def with_player(self, name: str) -> tuple[Evening, ...]:
        """Return the evenings on which this player was seated."""
        return tuple(evening for evening in self.all if name in evening.summary)

    def together(self, name: str, other: str) -> Evening | None:
        """Return the first evening on which both players were seated; None if there is none."""
        both = (evening for evening in self.with_player(name) if other in evening.summary)
        return next(both, None)


def _by_date(evening: Evening) -> tuple[str, int]:
    return evening.entry.date, evening.entry.number
