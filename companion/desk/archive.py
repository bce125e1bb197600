"""The archive: all series in short, and a table for each that is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from companion.core.backup import Backup, BroughtSheet
from companion.core.forecast import Entry
from companion.core.kinship import Match
from companion.core.log import Log
from companion.core.names import Player, handle_for, numbered, tidy, uncased
from companion.core.objections import Objection
from companion.core.presets import SavedRules, preset
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.series import Series, to_join, to_name
from companion.core.steps import Dealt
from companion.desk.backups import Backups, Restored, SavedBackup, archiving, carry_on
from companion.desk.people import People
from companion.desk.ports import Choices, Clock, Finding, RemovedError, Runner, Store
from companion.desk.table import Table

_Done = TypeVar("_Done")
USUAL_RULES = preset("bicycle")


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What there is: all series in short, the newest first, of which those with `archived` numbers
    were archived; what was found wrong with what is stored; the rules that a new series begins
    with, and those that were saved under a name; and the deleted series that can be put back. The
    usual rules are `usual_chosen` once somebody chose them. `played` is the series that the device
    that looks at this played last.
    """

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...] = ()
    usual: Rules = USUAL_RULES
    archived: frozenset[int] = frozenset()
    saved: SavedRules = ()
    removed: tuple[Entry, ...] = ()
    usual_chosen: bool = False
    played: int = 0

    @property
    def played_first(self) -> tuple[Entry, ...]:
        """All series, the one played last on this device before the others."""
        return tuple(sorted(self.entries, key=lambda entry: entry.number != self.played))

    @property
    def to_resume(self) -> Entry | None:
        """The series to go on with: the one played last on this device, else the newest in play."""
        shown = (entry for entry in self.played_first if entry.number not in self.archived)
        return next((entry for entry in shown if not entry.over), None)


class Archive:
    """All series, shared by all sessions. What changes something raises `StoreFailedError` when it
    could not be saved; nothing has changed then.
    """

    def __init__(self, store: Store, clock: Clock, run: Runner) -> None:
        """The archive of an open store, whose work is done where `run` runs it."""
        self._store, self._clock, self._run = store, clock, run
        self._backups = Backups(store, run, self)
        self._tables: dict[int, Table] = {}
        self._kept: set[int] = set()
        self._listeners: list[Callable[[], None]] = []
        self.catalogue = self._told_of = self._read()
        self.people = People(store, run, self, self._tell_all)

    @property
    def today(self) -> date:
        """The date of a series that begins now."""
        return self._clock()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Has the listener called on the event loop after what is listed has changed; gives
        what ends that.
        """
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    async def open(self, number: int) -> Table:
        """The table of a series; the same for all who ask.

        :raises StoreFailedError: when it cannot be opened
        """
        self._kept.add(number)  # before it is there, so that nobody lets go of it meanwhile
        return await self._opened(number)

    @asynccontextmanager
    async def borrow(self, number: int) -> AsyncGenerator[Table, None]:
        """The table of a series for as long as it is needed; the same for all who ask.

        :raises StoreFailedError: when it cannot be opened
        """
        table = await self._opened(number)
        try:
            yield table
        finally:
            await self._release(number)

    async def _opened(self, number: int) -> Table:
        if number in self._tables:
            return self._tables[number]
        return await self._told(lambda: self._table(number))

    async def _release(self, number: int) -> None:
        """Let go of a series that nobody opened: whoever did may look at its table for good."""
        if number in self._tables and number not in self._kept:
            del self._tables[number]
            await self._run(lambda: self._store.release(number))

    async def start(
        self, name: str, names: Sequence[str], dealer: int, rules: Rules
    ) -> Table | Objection:
        """A new series with its first round, or why it cannot begin."""
        players = seat_players(names)
        setup = Setup.dealt(rules, tuple(player.handle for player in players), dealer)
        head = Series(tidy(name), self.today.isoformat(), rules, players)
        refusal = to_join(players) or (to_name(head.name) if head.name else None)
        if refusal := refusal or Log.begin(head).objection(Dealt(setup)):
            return refusal
        return await self.adopt(Log.of(head, [Dealt(setup)]))

    async def adopt(self, log: Log) -> Table:
        """Takes in a series that has a round, such as one read from a score sheet."""

        def created() -> Table:
            number = self._store.create(log)
            self._kept.add(number)
            return self._table(number)

        return await self._told(created)

    async def prefer(self, rules: Rules) -> None:
        """Has a new series begin with these rules unless they are changed for it."""
        await self._choose(lambda now: replace(now, usual=rules))

    async def back_up(self) -> SavedBackup:
        """All series in one file, with the house rules that were kept and what was archived."""
        return await self._backups.make()

    async def match(self, sheets: Sequence[BroughtSheet]) -> tuple[Match, ...]:
        """Compare each of these series with those that are here."""
        return await self._backups.match(sheets)

    async def carry_on(self, number: int, log: Log) -> int:
        """Continue a series with a log that goes on further; return the number of the series."""
        await carry_on(self, number, log)
        return number

    async def restore(
        self, backup: Backup, shown: Sequence[Match], added: Collection[int]
    ) -> Restored:
        """Adds the series of a backup at the places `added` that are not here. `shown` is how they
        compared with what is here when somebody chose them.
        """

        async def done() -> Restored:
            try:
                return await self._backups.restore(backup, shown, added)
            finally:
                await self._told(lambda: None)

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def archive(self, number: int, *, whether: bool) -> None:
        """Archive a series, or take it out again."""
        await self._choose(lambda now: archiving(now, number, whether=whether))

    async def remove(self, number: int) -> None:
        """Delete a series so that it can be put back. Its table stays what it is, and refuses."""

        def without(now: Choices) -> Choices:
            if all(entry.number != number for entry in self.catalogue.entries):
                raise RemovedError(number)
            return replace(now, removed=now.removed | {number})

        await self._choose(without)

    async def put_back(self, number: int) -> None:
        """Put back a series that was deleted, unless that was for good."""

        def back(now: Choices) -> Choices:
            deleted = {entry.number for entry in self.catalogue.removed}
            return replace(now, removed=now.removed - (deleted & {number}))

        await self._choose(back)

    async def forget(self, number: int) -> None:
        """Delete a series for good that was deleted before."""
        await self._told(lambda: self._store.forget(number))

    async def change_saved(self, change: Callable[[SavedRules], SavedRules]) -> None:
        """Change which house rules are saved, from those that are saved at that moment."""
        await self._choose(lambda now: replace(now, saved=change(now.saved)))

    async def _choose(self, change: Callable[[Choices], Choices]) -> None:
        """Change the choices, from those that hold at that moment; `change` asks the store for
        nothing, for it may read then what it could not read before.
        """
        await self._told(lambda: self._store.choose(change(self._store.choices)))

    def _table(self, number: int) -> Table:
        if number not in self._tables:
            table = Table(number, self._store, self._run, self._refresh)
            table.subscribe(self._tell)
            self._tables[number] = table
        return self._tables[number]

    async def _told(self, act: Callable[[], _Done]) -> _Done:
        """Do it to its end, even if the sender is gone by then, and tell the listeners."""

        async def done() -> _Done:
            try:
                return await self._run(lambda: self._refreshed(act))
            finally:
                self._tell()

        return await asyncio.shield(asyncio.ensure_future(done()))

    def _tell(self) -> None:
        """Tell the listeners, if the catalogue is not what they were told last."""
        if self.catalogue != self._told_of:
            self._told_of = self.catalogue
            self._tell_all()

    def _tell_all(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    def _refreshed(self, act: Callable[[], _Done]) -> _Done:
        try:
            return act()
        finally:
            self._refresh()

    def _refresh(self) -> None:
        """Note what the store has; called where its work is done."""
        self.catalogue = self._read()

    def _read(self) -> Catalogue:
        store, now = self._store, self._store.choices
        chosen = now.usual or USUAL_RULES, now.archived, now.saved, store.removed()
        return Catalogue(store.entries(), store.findings(), *chosen, now.usual is not None)


def seat_players(names: Sequence[str]) -> tuple[Player, ...]:
    """The players of these names; a name that comes again is numbered: Ann, Ann 2."""
    players: list[Player] = []
    for name in _told_apart(list(map(tidy, names))):
        taken = [player.handle for player in players]
        players.append(Player(handle_for(name, taken), name))
    return tuple(players)


def _told_apart(names: list[str]) -> Iterator[str]:
    for place, name in enumerate(names):
        before = [uncased(one) for one in names[:place]].count(uncased(name))
        yield numbered(name, before + 1) if before else name
