"""`fantan room`: what the person who runs a room can do with the tables that it keeps."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TypeVar

from companion.commands.evenings import lines_in, room_folder
from companion.commands.host import WRONG_OPTIONS
from companion.commands.streams import complain, in_one_line, print_table
from companion.core.log import Log
from companion.core.sheet import dumps
from companion.desk.company import seat_of
from companion.desk.ports import Lines, LinesFailedError
from companion.desk.shared_log import SharedLog
from companion.room.tables import KeptTable, NoTableError, delete_table, list_tables, read_table

NO_TABLE = 1
CANNOT_OPEN = 3
_SHORTEST = 4
"""Fewest letters of a table's name that are taken for the whole."""
_Done = TypeVar("_Done")


def room(*, deed: str, tables: list[str], postgres: str | None, as_json: bool) -> int:
    """List, export or delete the shared tables that a room keeps.

    `list` prints the tables, the latest first: the first letters of its name, the time of its last
    line, the series, the players, the round, the host, how many phones have joined, and whether it
    is open. `export` prints the score sheet of each table named. `delete` deletes tables for good.
    A table is named by the first letters of its name, four or more.

    A room may run meanwhile, except that a room on a folder is the only one to change it: stop it
    before you delete. The environment variable FANTAN_HOME names the data folder, and
    FANTAN_POSTGRES is a DSN for --postgres.

    exit codes:
      0  done
      1  there is no such table, or it cannot be read
      2  the command line is wrong
      3  the folder or the database cannot be opened
    """
    if deed != "list" and not tables:
        text = "name a table by the first letters that `fantan room list` shows"
        return complain(f"fantan room {deed}: {text}", WRONG_OPTIONS)
    deeds: dict[str, Callable[[Lines], Awaitable[int]]] = {
        "list": lambda lines: _list(lines, as_json=as_json),
        "export": lambda lines: _each(lines, tables, _export),
        "delete": lambda lines: _each(lines, tables, _delete),
    }
    try:
        lines = lines_in(postgres, room_folder(), only_reads=deed != "delete")
        return asyncio.run(_opened(lines, deeds[deed]))
    except (LinesFailedError, ModuleNotFoundError) as problem:
        return complain(f"fantan: {in_one_line(str(problem))}", CANNOT_OPEN)


async def _opened(lines: Lines, work: Callable[[Lines], Awaitable[_Done]]) -> _Done:
    await lines.open()
    try:
        return await work(lines)
    finally:
        await lines.close()


async def _list(lines: Lines, *, as_json: bool) -> int:
    found = await list_tables(lines)
    if as_json:
        for table in found:
            print(json.dumps(_facts(table), ensure_ascii=False))
    elif found:
        print_table([_row(table) for table in found])
    else:
        print("no shared tables")
    return 0


def _facts(table: KeptTable) -> dict[str, object]:
    log = table.log
    series = log.log.series if log else None
    return {
        "table": table.name,
        "last": datetime.fromtimestamp(table.last).astimezone().isoformat(timespec="seconds"),
        "lines": table.lines,
        "closed": log.closed if log else None,
        "host": _host_of(log) if log else None,
        "phones": len(log.members - log.removed) if log else None,
        "name": series.name if series else None,
        "players": [player.name for player in series.players] if series else None,
        "round": series.round_number if series else None,
    }


def _row(table: KeptTable) -> tuple[str, ...]:
    last = datetime.fromtimestamp(table.last).astimezone().strftime("%Y-%m-%d %H:%M")
    log = table.log
    if log is None:
        return table.name[:8], last, "", "cannot be read", "", "", "", ""
    series = log.log.series
    players = ", ".join(player.name for player in series.players)
    phones = len(log.members - log.removed)
    return (
        table.name[:8],
        last,
        *map(in_one_line, (series.name, players)),
        f"round {series.round_number}",
        f"host {in_one_line(_host_of(log))}",
        f"{phones} {'phone' if phones == 1 else 'phones'}",
        "closed" if log.closed else "open",
    )


def _host_of(log: SharedLog) -> str:
    handle = seat_of(log.host, log.seats)
    return log.log.series.name_of(handle) if handle else f"phone {log.host}"


async def _each(
    lines: Lines, asked: list[str], work: Callable[[Lines, str], Awaitable[None]]
) -> int:
    """Do some work for each table named, and return the exit code."""
    names = [stream.name for stream in await lines.streams()]
    code = 0
    for start in asked:
        found = [name for name in names if "." not in name and name.startswith(start.lower())]
        if len(start) < _SHORTEST or len(found) != 1:
            reason = "several tables begin so" if found else "there is no such table"
            if len(start) < _SHORTEST:
                reason = "give at least four letters of the table's name"
            code = complain(f"fantan: {in_one_line(start)}: {reason}", NO_TABLE)
            continue
        try:
            await work(lines, found[0])
        except NoTableError as problem:
            code = complain(f"fantan: {in_one_line(str(problem))}", NO_TABLE)
    return code


async def _export(lines: Lines, table: str) -> None:
    log: Log = (await read_table(lines, table)).log
    sys.stdout.write(dumps(log))


async def _delete(lines: Lines, table: str) -> None:
    await delete_table(lines, table)
    print(f"{table[:8]} is deleted.")
