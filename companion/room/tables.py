"""Shared tables as a room keeps them: for lists, exports and deletion."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.objections import SheetError
from companion.desk.ports import Lines
from companion.desk.rights import Admitted
from companion.desk.shared_log import SharedLog, read_first
from companion.room.keys import read_between

_DOOR = ".door"


class NoTableError(Exception):
    """There is no such table, or its lines cannot be read; the message names it."""


@dataclass(frozen=True)
class KeptTable:
    """A table at a room: its name, its number of lines, and the times of the first and last one.

    Times are in seconds since 1970. `log` is None if the first line cannot be read.
    """

    name: str
    lines: int
    first: float
    last: float
    log: SharedLog | None


async def list_tables(lines: Lines, known: Mapping[str, int] | None = None) -> list[KeptTable]:
    """Return the tables, the latest first; those with the `known` number of lines are left out.

    :raises LinesFailedError: when the engine fails
    """
    streams = {stream.name: stream for stream in await lines.streams()}
    found: list[KeptTable] = []
    for name, stream in streams.items():
        if f"{name}{_DOOR}" in streams and stream.lines != (known or {}).get(name):
            try:
                log = await read_table(lines, name)
            except NoTableError:
                log = None
            found.append(KeptTable(*stream, log))
    return sorted(found, key=lambda table: -table.last)


async def read_table(lines: Lines, table: str) -> SharedLog:
    """Return the log of a table after all its lines.

    :raises NoTableError: when there is none, or its first line cannot be read
    :raises LinesFailedError: when the engine fails
    """
    log: SharedLog | None = None
    count = await lines.count(table)
    async for _, line in read_between(lines, table, 0, count):
        member, _, text, *admitted = json.loads(line)
        try:
            if log is None:
                log = read_first(text)
                continue
        except (ValueError, SheetError) as fault:
            raise NoTableError(f"{table}: {fault}") from fault
        log = log.after(member, text, Admitted.read(admitted[0] if admitted else None))
    if log is None:
        raise NoTableError(f"{table}: there is no such table")
    return log


async def delete_table(lines: Lines, table: str) -> None:
    """Delete a table for good, its door last, so that a phone can't open half of it.

    :raises NoTableError: when there is no such table
    :raises LinesFailedError: when the engine fails
    """
    if not await lines.count(f"{table}{_DOOR}"):
        raise NoTableError(f"{table}: there is no such table")
    await lines.delete(table)
    await lines.delete(f"{table}{_DOOR}")


async def delete_older(lines: Lines, before: float) -> list[str]:
    """Delete tables and codes whose last line is older than a time, and return the tables' names.

    :raises LinesFailedError: when the engine fails
    """
    streams = {stream.name: stream for stream in await lines.streams()}
    old = [name for name, stream in streams.items() if stream.last < before]
    gone = [name for name in old if not name.endswith(_DOOR) and name != "key"]
    for name in gone:
        await lines.delete(name)
        await lines.delete(f"{name}{_DOOR}")
    return [name for name in gone if f"{name}{_DOOR}" in streams]
