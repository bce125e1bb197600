"""`fantan series`: lists the series of the data folder, a line each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.streams import in_one_line
from companion.core.log import Log
from companion.core.names import seen_length
from companion.core.sheet import series_report
from companion.core.standings.entry import Entry


def series(*, as_json: bool) -> int:
    """Prints all series by their numbers; gives the exit code."""
    return in_folder("series", _print_objects if as_json else _print_lines)


def _print_lines(folder: Folder) -> int:
    rows = [_row(entry) for entry in folder.entries]
    widths = [max(map(seen_length, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(in_columns(row, widths))
    return DONE


def _row(entry: Entry) -> tuple[str, ...]:
    number = f"{entry.number:>5}"
    cells = entry.date, entry.name, ", ".join(entry.players), _state(entry)
    return number, *map(in_one_line, cells)


def _state(entry: Entry) -> str:
    """Who won, or how far it went."""
    if entry.over:
        return f"won by {', '.join(entry.leaders)}" if entry.leaders else "over"
    if entry.dealt > entry.rounds:
        return f"round {entry.dealt} in play"
    return f"round {entry.rounds} over"


def in_columns(cells: Iterable[str], widths: Iterable[int]) -> str:
    """The cells of a row, two blanks apart, as people see their lengths."""
    filled = (
        cell + " " * (width - seen_length(cell)) for cell, width in zip(cells, widths, strict=True)
    )
    return "  ".join(filled).rstrip()


def _print_objects(folder: Folder) -> int:
    entries = {entry.number: entry for entry in folder.entries}
    for number, log in folder.logs(entries):
        folder.waiting.clear()
        print(json.dumps(_object(entries[number], log), ensure_ascii=False))
    return DONE


def _object(entry: Entry, log: Log) -> dict[str, Any]:
    told = log.series
    return {
        "number": entry.number,
        "date": told.date or None,
        **series_report(told),
        "called": {player.handle: player.name for player in told.players},
        "dealt": len(told.rounds),
        "played": told.standing.played,
    }
