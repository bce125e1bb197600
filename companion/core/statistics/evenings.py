"""All series with their summaries, by date, and what they add up to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.core.standings.entry import Entry
from companion.core.statistics.summary import Record, Summary, total


class Evening(NamedTuple):
    """A series in short, and what each player did in it."""

    entry: Entry
    summary: Summary


@dataclass(frozen=True, eq=False)
class Evenings:
    """All evenings by date, those without one first, and then by number."""

    all: tuple[Evening, ...] = ()

    @staticmethod
    def of(evenings: Iterable[Evening]) -> Evenings:
        """These evenings, in any order."""
        return Evenings(tuple(sorted(evenings, key=lambda one: (one.entry.date, one.entry.number))))

    @cached_property
    def players(self) -> dict[str, Record]:
        """What each player did on all evenings, by name, in the order of names."""
        return total(evening.summary for evening in self.all)

    @cached_property
    def met(self) -> tuple[str, ...]:
        """All players in the order in which they first sat at a table; who begins together by
        their seats.
        """
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
        """The evenings on which the player sat at the table."""
        return tuple(evening for evening in self.all if name in evening.summary)

    def together(self, name: str, other: str) -> Evening | None:
        """The first evening on which both sat at the table, so that they are two people."""
        both = (one for one in self.with_player(name) if other in one.summary)
        return next(both, None)
