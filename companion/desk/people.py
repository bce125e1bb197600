"""Players of all series: their statistics, and new names for them.

A player is a name. Who gets another name gets it in each series by a step of that series; the name
of another player makes one player of two, unless both sat in the same series.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Protocol, TypeVar

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import LONGEST, is_short, tidy
from companion.core.objections import Objection, Why
from companion.core.statistics import Evening, Evenings, summary
from companion.desk.commands import rename_player
from companion.desk.ports import Runner, SealedError, Store, StoreFailedError, SummaryAt, Trouble
from companion.desk.table import Table


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


_Done = TypeVar("_Done")
_TOLD = 20
"""So many times it is told how far adding up is."""
_TRIES = 5
"""So often a series is tried again where somebody plays on in it at the same moment."""


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
    _changed: dict[int, str] = field(default_factory=dict[int, str])
    _fresh: dict[int, SummaryAt] = field(default_factory=dict[int, SummaryAt])
    _merges: bool = False
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_cut_off(self) -> bool:
        """Return whether the last process ended in the middle of changing a name."""
        return self.renamed is None and bool(self.store.choices.renaming)

    async def add_up(self) -> Evenings:
        """What all evenings add up to now. What is kept is there at once; each other series is
        worked out by itself, so that no tap waits for more than one of them.
        """
        return await self._whole(self._add_up_and_finish)

    async def rename(self, seen: Proposal) -> Renaming | Proposal:
        """Do what was proposed, in all series. A new proposal where the same name would change
        something else by now, or cannot be given any more.
        """
        return await self._whole(lambda: self._rename_as_seen(seen))

    async def go_on(self, seen: Renaming) -> Renaming | Proposal | None:
        """Do the rest of a change that was cut off. None where it is not the last change any more;
        a new proposal where it would now make one player of two, which nobody agreed to.
        """
        return await self._whole(lambda: self._rename_the_rest(seen))

    async def undo(self, seen: Renaming) -> Renaming | None:
        """Give the former name back in all series where that change gave the new one; None where it
        is not the last change any more.
        """
        return await self._whole(lambda: self._undo_in_all(seen))

    async def _whole(self, act: Callable[[], Awaitable[_Done]]) -> _Done:
        """Do it to its end, one after the other, even if who asked for it is gone by then."""

        async def done() -> _Done:
            async with self._one_by_one:
                return await act()

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def _add_up_and_finish(self) -> Evenings:
        """Finish a change of a name that the end of the process cut off, before adding up."""
        evenings, names = await self._add_up(), self.store.choices.renaming
        if self.renamed is None and len(names) == 2:  # noqa: PLR2004 - the former and the new name
            proposal = propose(evenings, *names)
            self._merges = proposal.merges
            await (self._rename_in_all(proposal) if proposal.possible else self._intend(()))
            return await self._add_up()
        return evenings

    async def _intend(self, names: tuple[str, ...]) -> None:
        """Record which name is being changed, so that the next start can finish the change."""
        store = self.store
        await self.run(lambda: store.choose(replace(store.choices, renaming=names)))

    async def _add_up(self) -> Evenings:
        store, new = self.store, dict[int, SummaryAt]()
        if fresh := self._fresh:
            self._fresh = {}
            await self.run(lambda: store.keep_summaries(fresh))
        entries, kept = await self.run(lambda: (store.entries(), dict(store.summaries())))
        missing, unread = [one.number for one in entries if one.number not in kept], 0
        for place, number in enumerate(missing):
            self._progress(len(entries) - len(missing) + place, len(entries))
            await asyncio.sleep(0)  # where there are no threads, the screen has to be drawn
            try:
                new[number] = await self.run(partial(summed_up, store, number))
            except StoreFailedError:
                unread += 1
        if new:
            await self.run(lambda: store.keep_summaries(new))
            kept |= {number: told for number, (_, told) in new.items()}
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

    async def _rename_as_seen(self, seen: Proposal) -> Renaming | Proposal:
        proposal = propose(await self._add_up(), seen.old, seen.new)
        agreed = seen.possible and seen.merges == proposal.merges
        if not (agreed and proposal.possible):
            return proposal
        before = self.renamed
        if before is None or (before.old, before.new) != (proposal.old, proposal.new):
            self._changed = {}
        self._merges = proposal.merges
        return await self._rename_in_all(proposal)

    async def _rename_the_rest(self, seen: Renaming) -> Renaming | Proposal | None:
        if self.renamed != seen:
            return None
        evenings = await self._add_up()
        proposal = propose(evenings, seen.old, seen.new)
        others = [one.entry.number for one in evenings.with_player(seen.new)]
        merges = not self._changed.keys() >= {*others}
        if not proposal.possible or (merges and not self._merges):
            return proposal
        return await self._rename_in_all(proposal)

    async def _rename_in_all(self, proposal: Proposal) -> Renaming:
        try:
            await self._intend((proposal.old, proposal.new))
        except StoreFailedError as failed:
            done = len(self._changed)
            self.renamed = Renaming(proposal.old, proposal.new, done, trouble=failed.trouble)
            return self.renamed
        self.renamed = Renaming(proposal.old, proposal.new, len(self._changed))
        await self._through(proposal.series, self._rename)
        with suppress(StoreFailedError):  # a finished change is found to be so at the next start
            if self.renamed.trouble is None:
                await self._intend(())
        await self._add_up()
        return self.renamed

    async def _undo_in_all(self, seen: Renaming) -> Renaming | None:
        if self.renamed != seen:
            return None
        with suppress(StoreFailedError):  # the next start cannot tell a merge's two players apart
            await self._intend(() if self._merges else (seen.new, seen.old))
        there = {entry.number: entry for entry in self.store.entries()}
        removed = {entry.number: entry for entry in self.store.removed()}
        known = there.keys() | removed.keys()
        self._changed = {k: handle for k, handle in self._changed.items() if k in known}
        gone = tuple(removed[k] for k in self._changed if k in removed)
        self.renamed = Renaming(seen.old, seen.new, refused=gone, taken_back=True)
        await self._through([there[k] for k in self._changed if k in there], self._take_back)
        with suppress(StoreFailedError):
            if self.renamed.trouble is None:
                await self._intend(())
        await self._add_up()
        done = self.renamed
        if not self._changed:
            self.renamed = None
        return done

    async def _through(
        self, series: Sequence[Entry], act: Callable[[Table, Renaming], Awaitable[bool]]
    ) -> None:
        """Do it in each series. A series that refuses it is noted; the first one that cannot be
        written ends it.
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
                agreed = await act(table, now)
            except SealedError:
                return False
            seen = table.snapshot  # at hand now; reading the series again takes ten times as long
            self._fresh[number] = await self.run(lambda: (seen.revision, summary(seen.series)))
            return agreed

    async def _rename(self, table: Table, now: Renaming) -> bool:
        """Whether the series has the new name; somebody may play on in it at the same moment."""
        for _ in range(_TRIES):
            seen, handles = table.snapshot.revision, _called(table.snapshot.log, now.old)
            if len(handles) != 1:
                return not handles
            refusal = await table.do(rename_player(handles[0], now.new), seen)
            if refusal is None:
                self._changed[table.snapshot.number] = handles[0]
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False

    async def _take_back(self, table: Table, now: Renaming) -> bool:
        """Whether the series has the former name again."""
        number = table.snapshot.number
        handle = self._changed[number]
        for _ in range(_TRIES):
            seen, refusal = table.snapshot.revision, None
            if table.snapshot.series.name_of(handle) == now.new:
                refusal = await table.do(rename_player(handle, now.old), seen)
            if refusal is None:
                del self._changed[number]
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False


def summed_up(store: Store, number: int) -> SummaryAt:
    """What each player did in a series, worked out anew.

    :raises StoreFailedError: when the series cannot be read
    """
    stored = store.look_at(number)
    return stored.revision, summary(stored.log.series)


def _called(log: Log, name: str) -> list[str]:
    """The handles of that name which have sat at the table."""
    seated = {handle for round_ in log.series.rounds for handle in round_.setup.players}
    return [one.handle for one in log.series.players if one.name == name and one.handle in seated]
