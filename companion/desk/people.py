"""Statistics and renaming of the players of all series.

A player is identified by name. A renaming is one change of the choices, and no series is written;
two players with the same name become one, which is refused for players of the same series.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol

from companion.core import people
from companion.core.entries import Entry
from companion.core.names import renamed, tidy, uncased
from companion.core.objections import Objection, Why
from companion.core.series import to_name
from companion.core.statistics import Evening, Evenings
from companion.desk.ports import Runner, Store, StoreFailedError, Trouble
from companion.desk.table import Table


@dataclass(frozen=True)
class Proposal:
    """Proposed name of a player, with the series to change.

    `merges` is true if another player has the name. A series of both players (`together`) or an
    `objection` prevents the change.
    """

    old: str
    new: str
    series: tuple[Entry, ...] = ()
    merges: bool = False
    together: Entry | None = None
    objection: Objection | None = None

    @property
    def possible(self) -> bool:
        """True if the player can be renamed."""
        return bool(self.series) and self.together is None and self.objection is None


@dataclass(frozen=True)
class NameChange:
    """Result of a renaming: the number of series, or the reason for a failure."""

    old: str
    new: str
    done: int = 0
    trouble: Trouble | None = None
    taken_back: bool = False


def propose(evenings: Evenings, old: str, name: str) -> Proposal:
    """Propose a new name for a player."""
    new = tidy(name)
    if refusal := to_name(new, Why.NO_NAME):
        return Proposal(old, new, objection=refusal)
    if new == old:
        return Proposal(old, new)
    series = evenings.series_of(old)
    both = next((entry for entry in series if _seats_alike(entry, old, new)), None)
    return Proposal(old, new, series, new in evenings.players, both)


def _seats_alike(entry: Entry, old: str, new: str) -> bool:
    """Return whether a series has a player called `old`, and another one called like `new`."""
    others = [name for name in entry.everybody if name != old]
    return old in entry.everybody and any(uncased(name) == uncased(new) for name in others)


@dataclass(frozen=True)
class Statistics:
    """Statistics of all evenings, None before the first request.

    `unread` is the number of unreadable series.
    """

    evenings: Evenings | None = None
    unread: int = 0


class OpenTables(Protocol):
    """Source of tables."""

    def borrow(self, number: int) -> AbstractAsyncContextManager[Table]:
        """Provide the table of a series for a block, the same table for all callers."""
        ...

    def show_names(self) -> None:
        """Read the names in all open series again, blocking."""
        ...

    def tell_tables(self) -> None:
        """Call the listeners of all open series, on the event loop."""
        ...


class People:
    """Players of an archive, shared by all sessions.

    `changed` is called after a change of `statistics` or of `renamed`, the last renaming.
    """

    def __init__(
        self, store: Store, run: Runner, tables: OpenTables, changed: Callable[[], None]
    ) -> None:
        self.store = store
        self.run = run
        self.tables = tables
        self.changed = changed
        self.statistics = Statistics()
        self.renamed = None
        self._one_by_one = asyncio.Lock()

    renamed: NameChange | None

    async def add_up(self) -> Evenings:
        """Compute the statistics of all evenings."""
        async with self._one_by_one:
            return await self._add_up()

    async def rename(self, seen: Proposal) -> NameChange | Proposal:
        """Rename a player in all series.

        Return a new proposal if the name would now merge other players, or is no longer possible.
        """
        async with self._one_by_one:
            proposal = propose(await self._add_up(), seen.old, seen.new)
            names = proposal.old, proposal.new
            for entry in await self.run(self.store.removed):  # it may be put back
                if proposal.together is None and _seats_alike(entry, *names):
                    proposal = replace(proposal, together=entry)
            if not proposal.possible or seen.merges != proposal.merges:
                return proposal
            last = max(entry.number for entry in proposal.series)

            def choose() -> None:
                now = self.store.choices
                renamings = (*now.renamings, people.Renaming(*names, last))
                colours = renamed(now.colours, *names)
                self.store.choose(replace(now, renamings=renamings, colours=colours))

            done = NameChange(*names, len(proposal.series))
            return await self._changed(choose, done, after=done)

    async def undo(self, seen: NameChange) -> NameChange | None:
        """Take the renaming back; return None if another renaming followed."""
        async with self._one_by_one:
            never_done = seen.trouble is not None and not seen.taken_back
            if self.renamed != seen or never_done:
                return None

            def choose() -> None:
                now = self.store.choices
                self.store.choose(replace(now, renamings=now.renamings[:-1]))

            return await self._changed(choose, replace(seen, taken_back=True), after=None)

    async def _changed(
        self, choose: Callable[[], None], done: NameChange, after: NameChange | None
    ) -> NameChange:
        def change() -> None:
            choose()
            self.tables.show_names()

        try:
            await self.run(change)
        except StoreFailedError as failed:
            self.renamed = replace(done, done=0, trouble=failed.trouble)
            return self.renamed
        self.renamed = after
        self.tables.tell_tables()
        await self._add_up()
        return done

    async def _add_up(self) -> Evenings:
        store = self.store
        await asyncio.sleep(0)  # allows drawing where there are no threads
        entries, kept = await self.run(lambda: (store.entries(), store.summaries()))
        known = [Evening.of(entry, kept[entry.number]) for entry in entries if entry.number in kept]
        found = Evenings.of(chain.from_iterable(known))
        before = self.statistics.evenings
        evenings = before if before and before.all == found.all else found
        self._publish(Statistics(evenings, unread=len(entries) - len(known)))
        return evenings

    def _publish(self, statistics: Statistics) -> None:
        if statistics != self.statistics:
            self.statistics = statistics
            self.changed()
