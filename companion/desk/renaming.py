"""Another name for a player: what it would change, and what was done of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.names import LONGEST, is_short, tidy
from companion.core.objections import Objection, Why
from companion.core.standings.entry import Entry
from companion.core.statistics.evenings import Evenings
from companion.desk.ports import Trouble


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another name for a player, before it is given: in these series, and whether a player has that
    name already, so that two become one. `together` is a series in which both sat, and `objection`
    why nobody can be called so; then it cannot be done.
    """

    old: str
    new: str
    series: tuple[Entry, ...] = ()
    merges: bool = False
    together: Entry | None = None
    objection: Objection | None = None

    @property
    def possible(self) -> bool:
        """Whether it can be done."""
        return bool(self.series) and self.together is None and self.objection is None


@dataclass(frozen=True, slots=True)
class Renaming:
    """What was done of a proposal: in so many series. `refused` are the series that did not take
    it; `trouble` says what cut it off, and to go on does the rest. One that was `taken_back` and is
    still told was not taken back in all series.
    """

    old: str
    new: str
    done: int = 0
    refused: tuple[Entry, ...] = ()
    trouble: Trouble | None = None
    taken_back: bool = False


def propose(evenings: Evenings, old: str, name: str) -> Proposal:
    """What another name for a player would change."""
    new = tidy(name)
    if not new:
        return Proposal(old, new, objection=Objection(Why.NAMELESS))
    if not is_short(new):
        return Proposal(old, new, objection=Objection(Why.NAME_TOO_LONG, expected=LONGEST))
    if new == old:
        return Proposal(old, new)
    series = tuple(evening.entry for evening in evenings.with_player(old))
    both = evenings.together(old, new)
    return Proposal(old, new, series, new in evenings.players, both.entry if both else None)
