"""Statistics and renaming of the players of all series.

A player is identified by name. Renaming adds a step to each series of the player; two players with
the same name become one, which is refused for players of the same series.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Protocol, TypeVar

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import renamed, tidy
from companion.core.objections import Objection, Why
from companion.core.series import to_name
from companion.core.statistics import Evening, Evenings, sittings
from companion.core.steps import PlayerRenamed
from companion.desk.ports import Runner, SealedError, Store, StoreFailedError, SummaryAt, Trouble
from companion.desk.table import Table


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Renaming:
    """Result of a renaming.

    `done` is the number of changed series, `refused` are the series that refused the name, and
    `trouble` is the reason for an interruption. `taken_back` marks an undo.
    """

    old: str
    new: str
    done: int = 0
    refused: tuple[Entry, ...] = ()
    trouble: Trouble | None = None
    taken_back: bool = False


def propose(evenings: Evenings, old: str, name: str) -> Proposal:
    """Propose a new name for a player."""
    new = tidy(name)
    if refusal := to_name(new, Why.NAMELESS):
        return Proposal(old, new, objection=refusal)
    if new == old:
        return Proposal(old, new)
    both = evenings.together(old, new)
    return Proposal(old, new, evenings.series_of(old), new in evenings.players, both)


_Done = TypeVar("_Done")
_REPORTS = 20
"""Number of reports of progress."""
_TRIES = 5
"""Number of attempts to rename a player in a series that others play."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of all evenings, None before the first request.

    `done` out of `of` series are finished in a computation, or with `renaming` in a renaming.
    `unread` is the number of unreadable series.
    """

    evenings: Evenings | None = None
    done: int = 0
    of: int = 0
    unread: int = 0
    renaming: bool = False

    @property
    def under_way(self) -> bool:
        """True during a computation or a renaming."""
        return self.done < self.of


class Tables(Protocol):
    """Source of tables."""

    def borrow(self, number: int) -> AbstractAsyncContextManager[Table]:
        """Provide the table of a series for a block, the same table for all callers."""
        ...


@dataclass(eq=False)
class People:
    """Players of an archive, shared by all sessions.

    `changed` is called after a change of `statistics` or of `renamed`, the last renaming.
    """

    store: Store
    run: Runner
    tables: Tables
    changed: Callable[[], None]
    statistics: Statistics = Statistics()
    renamed: Renaming | None = None
    _changed: dict[int, str] = field(default_factory=dict[int, str])
    _fresh: dict[int, SummaryAt] = field(default_factory=dict[int, SummaryAt])
    _merges: bool = False
    _one_by_one: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_cut_off(self) -> bool:
        """True if the last process ended in the middle of changing a name."""
        return self.renamed is None and bool(self.store.choices.renaming)

    async def add_up(self) -> Evenings:
        """Compute the statistics of all evenings.

        Series without a valid summary are read one by one, so that a tap waits for at most one
        series.
        """
        return await self._whole(self._add_up_and_finish)

    async def rename(self, seen: Proposal) -> Renaming | Proposal:
        """Rename a player in all series.

        Return a new proposal if the name would now merge other players, or is no longer possible.
        """
        return await self._whole(lambda: self._rename_as_seen(seen))

    async def go_on(self, seen: Renaming) -> Renaming | Proposal | None:
        """Continue an interrupted renaming.

        Return None if another renaming followed, or a new proposal if the name would now merge two
        players without consent.
        """
        return await self._whole(lambda: self._rename_the_rest(seen))

    async def undo(self, seen: Renaming) -> Renaming | None:
        """Restore the former name in all series of a renaming.

        Return None if another renaming followed.
        """
        return await self._whole(lambda: self._undo_in_all(seen))

    async def _whole(self, act: Callable[[], Awaitable[_Done]]) -> _Done:
        """Run an action alone and to the end, even if the caller is cancelled."""

        async def done() -> _Done:
            async with self._one_by_one:
                return await act()

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def _add_up_and_finish(self) -> Evenings:
        """Compute the statistics, after finishing a renaming that the last process left."""
        evenings, names = await self._add_up(), self.store.choices.renaming
        if self.renamed is None and len(names) == 2:  # noqa: PLR2004 - the former and the new name
            proposal = propose(evenings, *names)
            self._merges = proposal.merges
            await (self._rename_in_all(proposal) if proposal.possible else self._intend(()))
            return await self._add_up()
        return evenings

    async def _intend(self, names: tuple[str, ...]) -> None:
        """Save the former and the new name, and the colour of the new name.

        The saved names let the next start finish the renaming.
        """
        store = self.store

        def choose() -> None:
            now = store.choices
            colours = renamed(now.colours, *names) if names else now.colours
            store.choose(replace(now, renaming=names, colours=colours))

        await self.run(choose)

    async def _add_up(self) -> Evenings:
        store, new = self.store, dict[int, SummaryAt]()
        if fresh := self._fresh:
            self._fresh = {}
            await self.run(lambda: store.keep_summaries(fresh))
        entries, kept = await self.run(lambda: (store.entries(), dict(store.summaries())))
        missing, unread = [entry.number for entry in entries if entry.number not in kept], 0
        for place, number in enumerate(missing):
            self._progress(len(entries) - len(missing) + place, len(entries))
            await asyncio.sleep(0)  # allows drawing where there are no threads
            try:
                new[number] = await self.run(partial(summed_up, store, number))
            except StoreFailedError:
                unread += 1
        if new:
            await self.run(lambda: store.keep_summaries(new))
            kept |= {number: sittings for number, (_, sittings) in new.items()}
        known = (Evening.of(entry, kept[entry.number]) for entry in entries if entry.number in kept)
        found = Evenings.of(chain.from_iterable(known))
        before = self.statistics.evenings
        evenings = before if before and before.all == found.all else found
        self._publish(Statistics(evenings, unread=unread))
        return evenings

    def _progress(self, done: int, of: int, *, renaming: bool = False) -> None:
        now = self.statistics
        same = now.under_way and (now.of, now.renaming) == (of, renaming)
        if not same or done * _REPORTS // of > now.done * _REPORTS // of:
            self._publish(replace(now, done=done, of=of, renaming=renaming))

    def _publish(self, statistics: Statistics) -> None:
        if statistics != self.statistics:
            self.statistics = statistics
            self.changed()

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
        others = [entry.number for entry in evenings.series_of(seen.new)]
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
        deleted = tuple(removed[k] for k in self._changed if k in removed)
        self.renamed = Renaming(seen.old, seen.new, refused=deleted, taken_back=True)
        await self._through([there[k] for k in self._changed if k in there], self._take_back)
        await self._add_up()
        done = self.renamed
        if not self._changed:
            self.renamed = None
        return done

    async def _through(
        self, series: Sequence[Entry], act: Callable[[Table, Renaming], Awaitable[bool]]
    ) -> None:
        """Run an action in each series, recording refusals, up to the first failed write.

        After the last series the intention to change a name is withdrawn.
        """
        for place, entry in enumerate(series):
            now = self.renamed
            assert now
            self._progress(place, len(series), renaming=True)
            await asyncio.sleep(0)  # allows drawing where there are no threads
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
        with suppress(StoreFailedError):  # the next start recognises a finished renaming
            await self._intend(())

    async def _at(
        self, number: int, act: Callable[[Table, Renaming], Awaitable[bool]], now: Renaming
    ) -> bool:
        """Run an action at the table of a series, and return whether the series accepts.

        :raises StoreFailedError: when the series cannot be written
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
            seen = table.snapshot  # reading the series again takes ten times as long
            self._fresh[number] = await self.run(lambda: (seen.revision, sittings(seen.series)))
            return agreed

    async def _rename(self, table: Table, now: Renaming) -> bool:
        """Rename the player in a series, and return whether the series has the new name."""
        for _ in range(_TRIES):
            seen, handles = table.snapshot.revision, _called(table.snapshot.log, now.old)
            if len(handles) != 1:
                return not handles
            refusal = await table.do(PlayerRenamed(handles[0], now.new), seen)
            if refusal is None:
                self._changed[table.snapshot.number] = handles[0]
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False

    async def _take_back(self, table: Table, now: Renaming) -> bool:
        """Restore the former name in a series, and return whether the series has the name."""
        number = table.snapshot.number
        handle = self._changed[number]
        for _ in range(_TRIES):
            seen, refusal = table.snapshot.revision, None
            if table.snapshot.series.name_of(handle) == now.new:
                refusal = await table.do(PlayerRenamed(handle, now.old), seen)
            if refusal is None:
                del self._changed[number]
            if refusal is None or refusal.why is not Why.QUICKER:
                return refusal is None
        return False


def summed_up(store: Store, number: int) -> SummaryAt:
    """Compute the summaries of a series.

    :raises StoreFailedError: when the series cannot be read
    """
    stored = store.look_at(number)
    return stored.revision, sittings(stored.log.series)


def _called(log: Log, name: str) -> list[str]:
    """Return the handles of a name that were dealt cards."""
    seated = {handle for round_ in log.series.rounds for handle in round_.setup.players}
    return [
        player.handle
        for player in log.series.players
        if player.name == name and player.handle in seated
    ]
