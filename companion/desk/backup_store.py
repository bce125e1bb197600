"""Backups of all series in one file, made and restored while others play.

The store works series by series, so that a tap waits for at most one series; sheets are read and
written in other threads.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.backup import About, Backup, BroughtSheet, Packing, distinct, packed, packing
from companion.core.kinship import (
    Kin,
    Match,
    Take,
    evening_of,
    is_here,
    kin,
    more_in,
    steps_to,
)
from companion.core.log import Log
from companion.core.objections import IllegalEventError
from companion.core.people import shown
from companion.core.series import Series
from companion.core.sheet.taken import SheetTaken, rename_players
from companion.core.steps import Step
from companion.core.tables import order_players
from companion.desk.people import OpenTables
from companion.desk.ports import Problem, Runner, Store, Stored, StoreFailedError, Trouble


@dataclass(frozen=True)
class SavedBackup:
    """Backup as bytes, with the numbers of saved and of unreadable series."""

    content: bytes
    count: int
    left_out: int = 0


@dataclass(frozen=True)
class Restored:
    """Result of a restore.

    `added`, `continued` and `replaced` are numbers of series; `rules` is true if house rules were
    added.
    """

    added: int
    continued: int = 0
    rules: bool = False
    replaced: int = 0


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
        for entry in reversed(await self._run(self._store.entries)):
            stored = await read_stored(self._store, self._run, entry.number)
            if stored is None:
                left_out += 1
            else:
                packings.append(await asyncio.to_thread(packing, stored.log))
        about = await self._run(lambda: about_of(self._store))
        content = await asyncio.to_thread(packed, packings, about)
        return SavedBackup(content, len(distinct(packings)), left_out)

    async def match(self, sheets: Sequence[BroughtSheet]) -> tuple[Match, ...]:
        """Compare score sheets with the series of the store."""
        importer = await SeriesImport.begin(self._store, self._run, self._tables)
        return tuple([await importer.match(sheet) for sheet in sheets])

    async def restore(
        self, backup: Backup, seen: Sequence[Match], answers: Mapping[int, Take]
    ) -> Restored:
        """Take the series at the places in `answers`, and the house rules with free names.

        The restore runs to the end, even if the caller is cancelled. A series similar to a stored
        one is taken only if `seen`, the matches on the screen, has the same match. A second call
        adds nothing.

        :raises StoreFailedError: when a series cannot be stored; earlier ones stay
        """

        async def done() -> Restored:
            try:
                return await self._restore(backup, seen, answers)
            finally:
                await self._notify()

        return await asyncio.shield(asyncio.ensure_future(done()))

    async def _restore(
        self, backup: Backup, seen: Sequence[Match], answers: Mapping[int, Take]
    ) -> Restored:
        async with self._one_by_one:  # two devices may restore the same backup
            importer = await SeriesImport.begin(self._store, self._run, self._tables)
            taken = Counter[Take]()
            for place, sheet in enumerate(backup.sheets):
                match = await importer.match(sheet)
                as_seen = place < len(seen) and match == seen[place]
                how = answers.get(place, Take.LEAVE)
                if how is Take.LEAVE or not (as_seen or match.kin is Kin.NEW):
                    continue
                how = how if as_seen else Take.ADD
                await importer.take(sheet, match, how)
                taken[how] += 1

            def keep_rules() -> bool:
                before = self._store.choices
                take_rules(self._store, backup.about)
                return self._store.choices != before

            rules = await self._run(keep_rules)
            return Restored(taken[Take.ADD], taken[Take.CONTINUE], rules, taken[Take.REPLACE])


class SeriesImport:
    """Import of series into a store, one by one.

    Each is compared with the series here that have the id of its evening, or else its date.
    """

    def __init__(self, store: Store, run: Runner, tables: OpenTables) -> None:
        self._store = store
        self._run = run
        self._tables = tables
        self._evenings: dict[str, list[int]] = {}
        self._dates: dict[str, list[int]] = {}
        self._closed: tuple[int, ...] = ()
        self._added: list[tuple[int, BroughtSheet]] = []

    @staticmethod
    async def begin(store: Store, run: Runner, tables: OpenTables) -> "SeriesImport":
        """Prepare a comparison with the present series of the store."""
        importer = SeriesImport(store, run, tables)
        ids, entries, found = await run(lambda: (store.ids(), store.entries(), store.findings()))
        closed = (one.series for one in found if one.problem is Problem.SERIES_CLOSED)
        importer._closed = tuple(number for number in closed if number and number not in ids)
        for number in sorted(ids):
            importer._evenings.setdefault(evening_of(ids[number]), []).append(number)
        for entry in reversed(entries):
            importer._dates.setdefault(entry.date, []).append(entry.number)
        return importer

    async def match(self, sheet: BroughtSheet) -> Match:
        """Return the closest match of a series in the store.

        Of the copies of an evening, the first counts that has all of the sheet, or goes on to it. A
        new series has the number of one that cannot be read and may be the same.
        """
        if not sheet.id:
            return await self._match_without_id(sheet)
        found = dict[Kin, Match]()
        closed = self._closed
        for number in self._evenings.get(evening_of(sheet.id), ()):
            ours = await self._stored(number)
            if ours is None:
                closed = (number, *closed)
                continue
            match = await asyncio.to_thread(self._compare, number, sheet, ours)
            found.setdefault(match.kin, match)
        kinds = (kind for kind in (Kin.SAME, Kin.FURTHER, Kin.BOTH) if kind in found)
        return found[kind] if (kind := next(kinds, None)) else Match(Kin.NEW, next(iter(closed), 0))

    async def _match_without_id(self, sheet: BroughtSheet) -> Match:
        for number in self._dates.get(sheet.entry.date, ()):
            ours = await self._stored(number)
            if ours is None:
                continue
            theirs = log_here(self._store, number, sheet.log).series
            if await asyncio.to_thread(is_here, ours.log, theirs):
                return Match(Kin.SAME, number, more_in(ours.log.series, theirs))
        return Match(Kin.NEW, next(iter(self._closed), 0))

    async def _stored(self, number: int) -> Stored | None:
        return await read_stored(self._store, self._run, number)

    async def take(self, sheet: BroughtSheet, match: Match, how: Take) -> int:
        """Do with the series of the sheet as chosen, and return the number of that here.

        :raises StoreFailedError: when it cannot be stored
        """
        number = match.number
        if how is Take.ADD:
            return await self._create(sheet)
        if how is Take.CONTINUE:
            await change(
                self._tables,
                number,
                lambda ours: steps_to(ours, self._as_here(number, sheet, ours.series)),
            )
        elif how is Take.REPLACE:
            await change(
                self._tables,
                number,
                lambda ours: (SheetTaken(self._as_here(number, sheet, ours.series)),),
            )
        return number

    def _compare(self, number: int, sheet: BroughtSheet, ours: Stored) -> Match:
        """Return the match of a sheet with a series of its evening."""
        theirs = self._as_here(number, sheet, ours.log.series).series
        kind = kin(ours.log, theirs, of_scores=sheet.of_scores)
        if kind is Kin.FURTHER and ours.sealed in _NOT_WHOLE:
            kind = Kin.BOTH
        here = ours.log.series
        return Match(kind, number, more_in(here, theirs), more_in(theirs, here))

    def _as_here(self, number: int, sheet: BroughtSheet, ours: Series) -> Log:
        """Return the log of a sheet with the names here, and that of a table in the order here."""
        log = log_here(self._store, number, sheet.log)
        return order_players(log, ours) if sheet.of_scores else log

    async def _create(self, sheet: BroughtSheet) -> int:
        """Add a series, and return the number.

        :raises StoreFailedError: when the series cannot be stored
        """

        def create() -> int:
            number = self._store.create(sheet.log)
            self._store.release(number)
            return number

        number = await self._run(create)
        self._added.append((number, sheet))
        return number

    def settle(self) -> None:
        """Include the added series in further comparisons."""
        ids = self._store.ids()
        for number, sheet in self._added:
            self._evenings.setdefault(evening_of(ids[number]), []).append(number)
            self._dates.setdefault(sheet.entry.date, []).append(number)
        self._added.clear()


_NOT_WHOLE = frozenset({Trouble.NEWER, Trouble.UNCLEAR, Trouble.OTHER})
"""Reasons why only a part of a series can be read, and nothing be added to it."""


async def change(tables: OpenTables, number: int, to_do: Callable[[Log], tuple[Step, ...]]) -> None:
    """Do the steps that a series here needs.

    :raises StoreFailedError: when a step cannot follow, before any is stored; or when a step cannot
        be stored, while earlier steps stay
    """
    async with tables.borrow(number) as table:
        log = table.snapshot.log
        seen = table.snapshot.revision
        steps = await asyncio.to_thread(to_do, log)
        try:
            for step in steps:
                log = log.after(step)
        except IllegalEventError as refused:
            says = refused.objection.english
            raise StoreFailedError(f"series {number} cannot be continued: {says}") from refused
        for revision, step in enumerate(steps, seen):
            if await table.do(step, revision):
                break  # another device changed the series meanwhile


async def read_stored(store: Store, run: Runner, number: int) -> Stored | None:
    """Return a series as it is stored, None if unreadable or without a round."""

    def look() -> Stored | None:
        try:
            stored = store.look_at(number)
        except StoreFailedError:
            return None
        return stored if stored.log.series.rounds else None

    return await run(look)


def log_here(store: Store, number: int, log: Log) -> Log:
    """Return the log of a sheet with the names that its people have in the series here."""
    renamings = store.renamings_of(number)
    return rename_players(log, lambda name: shown(renamings, name, number))


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
