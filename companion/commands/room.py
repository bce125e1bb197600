"""`fantan room`, which lists, exports, deletes and opens again the tables that a room keeps."""

import asyncio
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from companion.commands.evenings import lines_in, room_folder
from companion.commands.streams import complain, in_one_line, print_table
from companion.core.log import Log
from companion.core.sheet import dumps
from companion.desk.ports import Lines, LinesFailedError
from companion.room.tables import (
    KeptTable,
    NoTableError,
    delete_table,
    list_tables,
    read_table,
    reopen_table,
)

NO_TABLE = 1
CANNOT_OPEN = 3
_SHORTEST: Final = 4
"""Fewest letters of a table's name that are taken for the whole."""
_Done = TypeVar("_Done")


def room(
    *,
    deed: str,
    tables: list[str],
    folder: Path | None,
    postgres: str | None,
    as_json: bool,
) -> int:
    """List, export, delete or open again the shared tables that a room keeps.

    `list` prints the tables, the latest first: the first letters of its name, its last day, the
    series, the players and the round. `export` prints the score sheet of each table named.
    `delete` deletes tables for good. `reopen` opens tables again that their host has closed. A
    table is named by the first letters of its name, at least four.

    A room may run meanwhile, except that a room on a folder is the only one to change it: stop it
    before you delete or open again. The environment variable FANTAN_HOME names the data folder, and
    FANTAN_POSTGRES is a DSN for --postgres.

    exit codes:
      0  done
      1  there is no such table, or it cannot be read
      2  the command line is wrong
      3  the folder or the database cannot be opened
    """
    deeds: dict[str, Callable[[Lines], Awaitable[int]]] = {
        "list": lambda lines: _list(lines, as_json=as_json),
        "export": lambda lines: _each(lines, tables, _export),
        "delete": lambda lines: _each(lines, tables, _delete),
        "reopen": lambda lines: _each(lines, tables, _reopen),
    }
    where = room_folder(folder)
    try:
        lines = lines_in(postgres, where, only_reads=deed in {"list", "export"})
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
    series = table.log.log.series if table.log else None
    return {
        "table": table.name,
        "last": datetime.fromtimestamp(table.last).astimezone().isoformat(timespec="seconds"),
        "lines": table.lines,
        "closed": table.log.closed if table.log else None,
        "name": series.name if series else None,
        "players": [player.name for player in series.players] if series else None,
        "round": series.round_number if series else None,
    }


def _row(table: KeptTable) -> tuple[str, ...]:
    day = datetime.fromtimestamp(table.last).astimezone().date().isoformat()
    if table.log is None:
        return table.name[:8], day, "", "cannot be read", ""
    series = table.log.log.series
    players = ", ".join(player.name for player in series.players)
    state = "closed" if table.log.closed else "open"
    return table.name[:8], day, *map(in_one_line, (series.name, players)), _round_of(table), state


def _round_of(table: KeptTable) -> str:
    assert table.log
    return f"round {table.log.log.round_number}"


async def _each(
    lines: Lines, asked: list[str], work: Callable[[Lines, str], Awaitable[None]]
) -> int:
    """Do some work for each table named, and return the exit code."""
    names = [stream.name for stream in await lines.streams()]
    code = 0
    for start in asked:
        found = [name for name in names if "." not in name and name.startswith(start.lower())]
        if len(start) < _SHORTEST or len(found) != 1:
            reason = "several tables begin so" if len(found) > 1 else "there is no such table"
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


async def _reopen(lines: Lines, table: str) -> None:
    done = await reopen_table(lines, table, secrets.token_hex(8))
    print(f"{table[:8]} is open again." if done else f"{table[:8]} is open.")
