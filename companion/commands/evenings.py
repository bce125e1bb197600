"""The evenings of this computer's shared tables, as series of its own to go on with.

A job that only reads shows them beside the stored series. The start of the app and the jobs that
write take them in.
"""

import asyncio
import json
import logging
import os
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, cast

from companion.core.log import Log
from companion.core.outside import read_json
from companion.desk.company import series_id
from companion.desk.ports import Lines, LinesFailedError, StoreFailedError
from companion.room.tables import KeptTable, list_tables
from storage import files
from storage.paths import ROOM, data_folder
from storage.sqlite_lines import DATABASE, SqliteLines
from storage.store import FolderStore

_TAKEN = "room.taken"
"""File in the data folder with the number of lines that were taken in, by table.

The number is negative where no more will be: the table is closed. It is 0 where the series was
played on here: that may be taken back.
"""
_POSTGRES = "FANTAN_POSTGRES"
_log = logging.getLogger(__name__)


class _NewTables(NamedTuple):
    """Tables with lines that were not taken in, the oldest first, and why others are missing."""

    tables: list[KeptTable]
    problems: list[str]


def room_folder() -> Path:
    """Return the folder of the lines of shared tables."""
    return data_folder() / ROOM


def lines_in(postgres: str | None, folder: Path, *, only_reads: bool = False) -> Lines:
    """Return the lines in a database, also that of FANTAN_POSTGRES, or else in a folder.

    :raises LinesFailedError: when the address of the database is malformed
    :raises ModuleNotFoundError: when the package for the database is not installed
    """
    postgres = postgres or os.environ.get(_POSTGRES)
    if not postgres:
        return SqliteLines(folder, only_reads=only_reads)
    from storage.postgres import PostgresLines  # noqa: PLC0415 - an extra

    return PostgresLines(postgres, only_reads=only_reads)


def take_in_evenings(root: Path, *more: Lines) -> None:
    """Take in what the tables of a data folder, and of `more` lines, have said since the last time.

    A series that was played on here stays as it is, and a deleted one stays deleted. Nothing
    happens while the app has the data folder open: it took in the evenings at its start.
    """
    taken = _read_taken(root)
    tables, problems = asyncio.run(_find_new(root, taken, more))
    try:
        if tables:
            with closing(FolderStore(root)) as store:
                for table in tables:
                    taken[table.name] = _take_in(store, table)
            with suppress(OSError):
                files.put(root / _TAKEN, json.dumps(taken).encode())
    except StoreFailedError as cause:
        problems.append(str(cause))
    for problem in problems:
        _log.info("evenings of shared tables are not taken in: %s", problem)


def read_ids(root: Path) -> frozenset[str]:
    """Return the ids of the series that were taken in from tables of a room that may go on."""
    return frozenset(series_id(name) for name, lines in _read_taken(root).items() if lines > 0)


def lend_evenings(store: FolderStore) -> list[str]:
    """Show in a store that only reads what was not taken in yet, with the numbers it will have.

    :return: the reasons why something is missing
    """
    tables, problems = asyncio.run(_find_new(store.root, _read_taken(store.root), ()))
    for table in tables:
        if table.log is None:
            problems.append(f"the shared table {table.name[:8]} cannot be read")
            continue
        known = _id_of(table.log.log, table.name)
        number = store.number_of(known)
        if number in store.choices.removed:
            continue
        with suppress(StoreFailedError):  # which is reported like any other series
            if number is None or _goes_on(store.look_at(number).log, table.log.log):
                store.lend(table.log.log, known)
    return problems


def _read_taken(root: Path) -> dict[str, int]:
    try:
        kept = files.try_to_read(root / _TAKEN) or b"{}"
        taken = read_json(kept.decode(), len(kept))
    except ValueError:
        taken = {}  # everything is compared again
    return cast("dict[str, int]", taken) if isinstance(taken, dict) else {}


async def _find_new(root: Path, taken: Mapping[str, int], more: tuple[Lines, ...]) -> _NewTables:
    known = {name: abs(lines) for name, lines in taken.items()}
    found = _NewTables([], [])
    engines = list(more)
    if files.exists(root / ROOM / DATABASE):
        engines.append(SqliteLines(root / ROOM, only_reads=True))
    try:
        if os.environ.get(_POSTGRES) and root == data_folder():
            engines.append(lines_in(None, root, only_reads=True))
    except (LinesFailedError, ModuleNotFoundError) as failed:
        found.problems.append(str(failed))
    for lines in engines:
        try:
            await lines.open()
            found.tables.extend(await list_tables(lines, known))
        except LinesFailedError as failed:  # which hides no table of another engine
            found.problems.append(str(failed))
        finally:
            await lines.close()
    found.tables.sort(key=lambda table: (table.first, table.name))
    return found


def _take_in(store: FolderStore, table: KeptTable) -> int:
    """Make a series of a table, or go on with the one that it had become before.

    Return the number to keep of its lines.
    """
    if table.log is None:
        return -table.lines
    theirs = table.log.log
    known = _id_of(theirs, table.name)
    number = store.number_of(known)
    if number is None:
        store.create(theirs.known_as(known))
    elif number not in store.choices.removed:
        ours = store.load(number).log
        if not _goes_on(ours, theirs):
            return 0
        for step in theirs.steps[len(ours.steps) :]:
            ours = ours.after(step)
            store.save(number, ours)
    return -table.lines if table.log.closed else table.lines


def _id_of(log: Log, table: str) -> str:
    """Return the id of the series of a table, which the sheets of former versions did not have."""
    return log.series.id or series_id(table)


def _goes_on(ours: Log, theirs: Log) -> bool:
    return ours.steps == theirs.steps[: len(ours.steps)]
