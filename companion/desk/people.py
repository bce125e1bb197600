"""The players of all series: what they did, and other names for them.

A player is a name. Who gets another name gets it in each series by a step of that series; the name
of another player makes one player of two, unless both sat in the same series.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeVar

from companion.core.log import Log
from companion.core.names import LONGEST, is_short, tidy
from companion.core.objections import Objection, Why
from companion.core.standings.entry import Entry
from companion.core.statistics.evenings import Evening, Evenings
from companion.desk.commands import rename_player
from companion.desk.ports import Runner, SealedError, Store, StoreFailedError, Trouble
from companion.desk.table import Table

_Done = TypeVar("_Done")
_TOLD = 20
"""So many times it is told how far adding up is."""
_TRIES = 5
"""So often a series is asked for, if somebody plays on in it at the same moment."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the evenings add up to, None before that was asked for; while it is worked out, how many
    of how many series are done; and how many could not be read. `renaming` says that names are
    changed just now, in so many of so many series.
    """

    evenings: Evenings | None = None
    done: int = 0
    of: int = 0
    unread: int = 0
    renaming: bool = False

    @property
    def under_way(self) -> bool:
        """Whether it is being worked out."""
        return self.done < self.of


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
class _Changed:
    """A player in a series, by handle, and what that was before and after."""

    number: int
    handle: str
    revision: int


@dataclass(frozen=True, slots=True)
class Renaming:
    """What was done of a proposal: in so many series. `refused` are series that do not take it, and
    `trouble` says what kept it from being done to its end; to do it again ends it.
    """

    old: str
    new: str
    done: int = 0
    refused: tuple[Entry, ...] = ()
    trouble: Trouble | None = None
    taken_back: bool = False

    def ends(self, proposal: Proposal) -> bool:
        """Whether the proposal would end what was cut off."""
        asked = self.trouble is not None and not self.taken_back
        return asked and (self.old, self.new) == (proposal.old, proposal.new)


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


class Tables(Protocol):
    """Where the table of a series is had from."""

    def borrow(self, number: int) -> AbstractAsyncContextManager[Table]:
        """The table of a series for as long as it is needed; the same for all who ask."""
        ...


@dataclass(eq=False)
class People:
    """The players of an archive, shared by all sessions. `told` is called when `statistics` or
    `renamed`, the last change of a name, are others than before.
    """

    store: Store
    run: Runner
    tables: Tables
    told: Callable[[], None]
    statistics: Statistics = Statistics()
    renamed: Renaming | None = None
    _changed: list[_Changed] = field(default_factory=list[_Changed])
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def add_up(self) -> Evenings:
        """What all evenings add up to now. What is kept is there at once; each other series is
        worked out by itself, so that no tap waits for more than one of them.
        """
        return await self._whole(self._add_up)

    async def rename(self, old: str, name: str) -> Renaming | Proposal:
        """Give a player another name in all series, or say why not. Where it was cut off, it is
        ended by doing it again.
        """
        return await self._whole(lambda: self._rename_in_all(old, name))

    async def undo(self) -> Renaming | None:
        """Take the last change of a name back in all series, None where there was none: as if it
        had never been where nothing else was done since, else by the former name.
        """
        return await self._whole(self._undo_in_all)

    async def _whole(self, act: Callable[[], Awaitable[_Done]]) -> _Done:
        """Do it to its end, one after the other, even if who asked for it is gone by then."""

        async def done() -> _Done:
            async with self._one_by_one:
                return await act()

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def _add_up(self) -> Evenings:
        summaries = self.store.summaries
        entries, kept = await self.run(lambda: (self.store.entries(), dict(summaries.kept())))
        missing, unread = [one.number for one in entries if one.number not in kept], 0
        for place, number in enumerate(missing):
            self._progress(len(entries) - len(missing) + place, len(entries))
            await asyncio.sleep(0)  # where there are no threads, the screen has to be drawn
            try:
                kept[number] = await self.run(partial(summaries.sum_up, number))
            except StoreFailedError:
                unread += 1
        if missing:
            await self.run(summaries.write)
        found = Evenings.of(Evening(one, kept[one.number]) for one in entries if one.number in kept)
        before = self.statistics.evenings
        evenings = before if before and before.all == found.all else found
        self._tell(Statistics(evenings, unread=unread))
        return evenings

    def _progress(self, done: int, of: int, *, renaming: bool = False) -> None:
        now = self.statistics
        same = now.under_way and (now.of, now.renaming) == (of, renaming)
        if not same or done * _TOLD // of > now.done * _TOLD // of:
            self._tell(replace(now, done=done, of=of, renaming=renaming))

    def _tell(self, statistics: Statistics) -> None:
        if statistics != self.statistics:
            self.statistics = statistics
            self.told()

    async def _rename_in_all(self, old: str, name: str) -> Renaming | Proposal:
        proposal = propose(await self._add_up(), old, name)
        if not proposal.possible:
            return proposal
        before = self.renamed
        if before is None or not before.ends(proposal):
            self._changed = []
        self.renamed = Renaming(old, proposal.new, len(self._changed))
        await self._through(proposal.series, self._rename)
        await self._add_up()
        return self.renamed

    async def _undo_in_all(self) -> Renaming | None:
        if self.renamed is None:
            return None
        self.renamed = Renaming(self.renamed.old, self.renamed.new, taken_back=True)
        entries = {entry.number: entry for entry in self.store.entries()}
        there = [one.number for one in self._changed if one.number in entries]
        await self._through([entries[number] for number in there], self._take_back)
        await self._add_up()
        done = self.renamed
        if done.trouble is None:
            self._changed, self.renamed = [], None
        return done

    async def _through(
        self, series: Sequence[Entry], act: Callable[[Table, Renaming], Awaitable[bool]]
    ) -> None:
        """Have it done in each series. One that does not take it is noted, and what keeps all of
        them from being written ends it.
        """
        for place, entry in enumerate(series):
            now = self.renamed
            assert now
            self._progress(place, len(series), renaming=True)
            await asyncio.sleep(0)  # as in adding up
            try:
                agreed = await self._at(entry.number, act, now)
            except StoreFailedError as failed:
                self.renamed = replace(now, trouble=failed.trouble)
                return
            self.renamed = replace(
                now,
                done=now.done + agreed,
                refused=now.refused if agreed else (*now.refused, entry),
            )

    async def _at(
        self, number: int, act: Callable[[Table, Renaming], Awaitable[bool]], now: Renaming
    ) -> bool:
        """Whether the series took it; one that cannot be opened or changed does not.

        :raises StoreFailedError: when it could not be written
        """
        async with AsyncExitStack() as borrowed:
            try:
                table = await borrowed.enter_async_context(self.tables.borrow(number))
            except StoreFailedError:
                return False
            try:
                return await act(table, now)
            except SealedError:
                return False

    async def _rename(self, table: Table, now: Renaming) -> bool:
        """Whether the series has the new name; somebody may play on in it at the same moment."""
        for _ in range(_TRIES):
            seen, handles = table.snapshot.revision, _called(table.snapshot.log, now.old)
            if len(handles) != 1:
                return not handles
            refusal = await table.do(rename_player(handles[0], now.new), seen)
            if refusal is None:
                self._changed.append(_Changed(table.snapshot.number, handles[0], seen + 1))
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False

    async def _take_back(self, table: Table, now: Renaming) -> bool:
        """Whether the series has the former name again."""
        changed = next(one for one in self._changed if one.number == table.snapshot.number)
        for _ in range(_TRIES):
            seen, refusal = table.snapshot.revision, None
            if seen == changed.revision:
                refusal = await table.undo(seen)
            elif table.snapshot.series.name_of(changed.handle) == now.new:
                refusal = await table.do(rename_player(changed.handle, now.old), seen)
            if refusal is None:
                self._changed.remove(changed)
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False


def _called(log: Log, name: str) -> list[str]:
    """The handles of that name which have sat at the table."""
    seated = {handle for round_ in log.series.rounds for handle in round_.setup.players}
    return [one.handle for one in log.series.players if one.name == name and one.handle in seated]
