"""`fantan stats`: what each player did in all series of the data folder."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.streams import in_one_line
from companion.core.names import seen_length
from companion.core.statistics.summary import total
from companion.core.statistics.tally import Tally

_HEAD: Final = (
    *("player", "series", "rounds", "wins", "cards left"),
    *("passes", "false", "chips", "points", "in rounds"),
)


def stats(*, as_json: bool) -> int:
    """Prints all players by their names; gives the exit code."""
    return in_folder("stats", _print_objects if as_json else _print_table)


def _totals(folder: Folder) -> Mapping[str, Tally]:
    return {name: record.tally for name, record in total(folder.summaries()).items()}


def _print_objects(folder: Folder) -> int:
    for name, tally in _totals(folder).items():
        print(json.dumps(_object(name, tally), ensure_ascii=False))
    return DONE


def _object(name: str, tally: Tally) -> dict[str, Any]:
    return {
        "name": name,
        "series": tally.series,
        "rounds": tally.rounds,
        "wins": tally.wins,
        "cards_left": tally.cards_left,
        "passes": tally.passes,
        "false_passes": tally.false_passes,
        "chips": tally.chips,
        "points": tally.points,
    }


def _print_table(folder: Folder) -> int:
    rows = [(in_one_line(name), *_cells(tally)) for name, tally in _totals(folder).items()]
    if not rows:
        return DONE
    columns = zip(_HEAD, *rows, strict=True)
    widths = [max(map(seen_length, column)) for column in columns]
    for name, *cells in (_HEAD, *rows):
        filled = [f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True)]
        print(name + " " * (widths[0] - seen_length(name)), *filled, sep="  ")
    return DONE


def _cells(tally: Tally) -> tuple[str, ...]:
    counts = (tally.series, tally.rounds, tally.wins, tally.cards_left)
    passes = (tally.passes, tally.false_passes)
    points = (tally.points, tally.scored)
    return (*map(str, (*counts, *passes)), f"{tally.chips:+d}", *map(str, points))
