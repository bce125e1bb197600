"""Backups of all series in one file, made and restored while others play.

The store works series by series, so that a tap waits for at most one series; sheets are read and
written in other threads.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.core.backup import About, Backup, BroughtSheet, Packing, distinct, packed, packing
from companion.core.kinship import (
    Beginning,
    Kin,
    Match,
    Story,
    could_be_same,
    kin,
    steps_beyond,
    story_of,
)
from companion.core.log import Log
from companion.core.objections import IllegalEventError
from companion.core.sheet import loads
from companion.desk.people import OpenTables
from companion.desk.ports import Runner, Store, StoreFailedError


@dataclass(frozen=True, slots=True)
class SavedBackup:
    """Backup as bytes, with the numbers of saved and of unreadable series."""

    content: bytes
    count: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of a restore.

    `added` and `continued` are numbers of series; `rules` is true if house rules were added.
    """

    added: int
    continued: int = 0
    rules: bool = False


class Backups:
    """Backups of a store, with `run` for the work of the store.

    `notify` is called after a change of the store.
    """

    def __init__(
        self, store: Store, run: Runner, tables: OpenTables, notify: Callable[[], Awaitable[None]]
    ) -> None:
        self._store = store
        self._run = run
        self._tables = tables
        self._notify = notify
        self._one_by_one = asyncio.Lock()

    async def make(self) -> SavedBackup:
        """Make a backup of all series, by number."""
        packings: list[Packing] = []
        left_out = 0
        entries, ids = await self._run(lambda: (self._store.entries(), self._store.ids()))
        for entry in reversed(entries):
            log = await read_log(self._store, self._run, entry.number)
            if log is None:
                left_out += 1
            else:
                packings.append(await asyncio.to_thread(packing, log, known_as=ids[entry.number]))
        about = await self._run(lambda: about_of(self._store))
        content = await asyncio.to_thread(packed, packings, about)
        return SavedBackup(content, len(distinct(packings)), left_out)

    async def match(self, sheets: Sequence[BroughtSheet]) -> tuple[Match, ...]:
        """Compare score sheets with the series of the store."""
        importer = await SeriesImport.begin(self._store, self._run, self._tables)
        return tuple([await importer.match(sheet) for sheet in sheets])

    async def restore(
        self, backup: Backup, shown: Sequence[Match], added: Collection[int]
    ) -> Restored:
        """Add the missing series at the places `added`, and the house rules with free names.

        The restore runs to the end, even if the caller is cancelled. A series similar to a stored
        one is added only if `shown`, the matches on the screen, has the same match. A second call
        adds nothing.

        :raises StoreFailedError: when a series cannot be stored; earlier ones stay
        """

        async def done() -> Restored:
            try:
                return await self._restore(backup, shown, added)
            finally:
                await self._notify()

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def _restore(
        self, backup: Backup, shown: Sequence[Match], added: Collection[int]
    ) -> Restored:
        async with self._one_by_one:  # two devices may restore the same backup
            importer = await SeriesImport.begin(self._store, self._run, self._tables)
            taken = Counter[Kin]()
            for place, sheet in enumerate(backup.sheets):
                match = await importer.match(sheet)
                seen = shown[place].kin if place < len(shown) else Kin.NEW
                if place in added and match.kin in {Kin.NEW, seen} - {Kin.SAME}:
                    await importer.take(sheet, match, await asyncio.to_thread(loads, sheet.text))
                    taken[match.kin] += 1

            def keep_rules() -> bool:
                before = self._store.choices
                take_rules(self._store, backup.about)
                return self._store.choices != before

            continued = taken.pop(Kin.FURTHER, 0)
            return Restored(taken.total(), continued, await self._run(keep_rules))


class SeriesImport:
    """Import of series into a store, one by one.

    Each series is compared with the series of the store that begin with the same cards.
    """

    def __init__(self, store: Store, run: Runner, tables: OpenTables) -> None:
        self._store = store
        self._run = run
        self._tables = tables
        self._beginnings: dict[int, Beginning] = {}
        self._stories: dict[int, Story | None] = {}
        self._added: list[tuple[int, BroughtSheet]] = []

    @staticmethod
    async def begin(store: Store, run: Runner, tables: OpenTables) -> "SeriesImport":
        """Prepare a comparison with the present series of the store."""
        importer = SeriesImport(store, run, tables)
        importer._beginnings.update(await run(store.beginnings))
        return importer

    async def match(self, sheet: BroughtSheet) -> Match:
        """Return the closest match of a series in the store; an unreadable series never matches."""
        found: dict[Kin, int] = {}
        for number, beginning in self._beginnings.items():
            if not could_be_same(beginning, sheet.first):
                continue
            if number not in self._stories:
                log = await read_log(self._store, self._run, number)
                self._stories[number] = story_of(log.series) if log else None
            if ours := self._stories[number]:
                found.setdefault(kin(ours, sheet.story), number)
        kinds = (kind for kind in (Kin.SAME, Kin.FURTHER) if kind in found)
        kind = next(kinds, Kin.NEW)
        return Match(kind, found.get(kind, 0))

    async def take(self, sheet: BroughtSheet, match: Match, log: Log) -> int:
        """Store the log of the sheet, and return the number of the series.

        The log continues a series that it extends; any other log becomes a new series.

        :raises StoreFailedError: when the series cannot be stored
        """
        if match.kin is not Kin.FURTHER:
            return await self._create(sheet, log)
        carried_on = await carry_on(self._tables, match.number, log)
        self._stories[match.number] = await asyncio.to_thread(story_of, carried_on.series)
        return match.number

    async def _create(self, sheet: BroughtSheet, log: Log) -> int:
        """Add a series, and return the number.

        :raises StoreFailedError: when the series cannot be stored
        """

        def create() -> int:
            number = self._store.create(log, sheet.id)
            self._store.release(number)
            return number

        number = await self._run(create)
        self._added.append((number, sheet))
        return number

    def settle(self) -> None:
        """Include the added series in further comparisons."""
        for number, sheet in self._added:
            self._beginnings[number] = sheet.first
            self._stories[number] = sheet.story
        self._added.clear()


async def carry_on(tables: OpenTables, number: int, theirs: Log) -> Log:
    """Continue a series with the further steps of a log, and return the new log.

    :raises StoreFailedError: when a step cannot follow, before any is stored; or when a step cannot
        be stored, while earlier steps stay
    """
    async with tables.borrow(number) as table:
        log = table.snapshot.log
        seen = table.snapshot.revision
        steps = tuple(steps_beyond(log.series, theirs.series))
        try:
            for step in steps:
                log = log.after(step)
        except IllegalEventError as refused:
            says = refused.objection.english
            raise StoreFailedError(f"series {number} cannot be continued: {says}") from refused
        for revision, step in enumerate(steps, seen):
            if await table.do(step, revision):
                break  # another device changed the series meanwhile
        return table.snapshot.log


async def read_log(store: Store, run: Runner, number: int) -> Log | None:
    """Return the log of a series, None if unreadable or without a round."""

    def look() -> Log | None:
        try:
            log = store.look_at(number).log
        except StoreFailedError:
            return None
        return log if log.series.rounds else None

    return await run(look)


def about_of(store: Store) -> About:
    """Return the house rules for a backup."""
    return About(store.choices.usual)


def take_rules(store: Store, about: About) -> bool:
    """Take the usual rules of a backup where none were chosen; return whether others stay."""
    now = store.choices
    if about.usual in {None, now.usual}:
        return False
    if now.usual is None:
        store.choose(replace(now, usual=about.usual))
        return False
    return True
