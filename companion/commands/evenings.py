"""The evenings of this computer's room, taken in as series of its own to go on with."""

import asyncio
import logging
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from companion.core.log import Log
from companion.desk.company import series_id
from companion.desk.ports import LinesFailedError, StoreFailedError
from companion.room.tables import KeptTable, list_tables
from storage.sqlite_lines import DATABASE, SqliteLines
from storage.store import FolderStore

_TAKEN: Final = "taken"
"""File in the folder of the room with the time of the last line that was taken in."""
_log = logging.getLogger(__name__)


def take_in_evenings(root: Path) -> None:
    """Take in what the tables of the room in a data folder have said since the last time.

    A series that was played on here stays as it is. Nothing happens while the app has the data
    folder open: it took in the evenings at its start.
    """
    room = root / "room"
    if not (room / DATABASE).exists():
        return
    mark = room / _TAKEN
    try:
        since = float(mark.read_text("ascii"))
    except (OSError, ValueError):
        since = 0.0
    try:
        tables = asyncio.run(_read(room, since))
        if not tables:
            return
        with closing(FolderStore(root)) as store:
            for table in tables:
                if table.log:
                    _take_in(store, series_id(table.name), table.log.log)
    except (LinesFailedError, StoreFailedError) as cause:
        _log.info("the evenings of the room are not taken in: %s", cause)
        return
    with suppress(OSError):
        mark.write_text(str(max(table.last for table in tables)), "ascii")


async def _read(room: Path, since: float) -> list[KeptTable]:
    lines = SqliteLines(room, only_reads=True)
    await lines.open()
    try:
        return await list_tables(lines, since)
    finally:
        await lines.close()


def _take_in(store: FolderStore, known: str, log: Log) -> None:
    """Make a series of a table, or go on with the one that it had become before."""
    numbers = {known_as: number for number, known_as in store.ids().items()}
    number = numbers.get(known)
    if number is None:
        store.create(log, known)
        return
    ours = store.load(number).log
    if ours.steps == log.steps[: len(ours.steps)]:
        for step in log.steps[len(ours.steps) :]:
            ours = ours.after(step)
            store.save(number, ours)
