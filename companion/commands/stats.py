"""`fantan stats`, which lists the figures of all players."""

import csv
import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.series import Wanted, say_nothing
from companion.commands.streams import in_one_line, print_table
from companion.core.statistics import Summary, Tally, total
from companion.core.tables import harmless

_COUNTS = ("series", "rounds", "wins", "cards_left", "passes", "false_passes")
_FIGURES = (*_COUNTS, "chips", "points")
_HEAD = (
    *("player", "series", "rounds", "wins", "cards left"),
    *("passes", "false", "chips", "points", "in rounds"),
)


def stats(
    *,
    as_json: bool,
    as_csv: bool = False,
    since: str | None = None,
    until: str | None = None,
    player: str | None = None,
) -> int:
    """Print a line for each player, by name: the same name is the same player in all series.

    With --json each line is an object: name, series, rounds, wins, cards_left, passes,
    false_passes, chips, points. With --csv each line is a row of a table, below a row of titles.
    --since and --until leave out the evenings of other days, --player all others.

      series        series in which the player sat at the table
      rounds        rounds played to the end and not called off; all other figures count these
      wins          rounds in which the player went out first, or was left over by hands laid out
      cards left    cards left when somebody went out first, or where nobody did, at the end
      passes        all passes; "false": those judged illegal, waived or not
      chips         chips won or lost
      points        with corrections, without the points on joining; "in rounds": the number of
                    rounds that count points and whose points are known; --json and --csv have
                    no points where there are rounds, but none of these

    exit codes:
      0  everything was read
      1  something cannot be read and is missing from the answer; standard error has the reason
      2  nothing can be printed, or the command line is wrong
      3  the data folder cannot be read
    """
    wanted = Wanted(since or "", until or "", player or "")
    form = _print_objects if as_json else _print_rows if as_csv else _print_lines
    return in_folder("stats", partial(_print, form=form, wanted=wanted))


def _print(folder: Folder, form: Any, wanted: Wanted) -> int:
    totals = _totals(folder, wanted)
    if not totals:
        say_nothing("stats", wanted)
    form(totals)
    return DONE


def _totals(folder: Folder, wanted: Wanted) -> dict[str, Tally]:
    """Return the figures of the players and evenings asked for, by name."""
    parts = list[Summary]()
    series = Counter[str]()
    for sittings in folder.sittings():
        chosen = [one.summary for one in sittings if wanted.is_day(one.date)]
        parts += chosen
        series.update({name for summary in chosen for name in summary})
    return {
        name: tally._replace(series=series[name])
        for name, tally in total(parts).items()
        if wanted.is_name(name)
    }


def _print_objects(totals: Mapping[str, Tally]) -> None:
    for name, tally in totals.items():
        figures = dict(zip(_FIGURES, _figures(tally), strict=True))
        print(json.dumps({"name": name, **figures}, ensure_ascii=False))


def _print_rows(totals: Mapping[str, Tally]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("name", *_FIGURES))
    for name, tally in totals.items():
        table.writerow((harmless(name), *_figures(tally)))


def _figures(tally: Tally) -> tuple[int | None, ...]:
    """Return the figures; points are None where they are known of no round."""
    points = None if tally.rounds and not tally.scored else tally.points
    return (*(getattr(tally, figure) for figure in _FIGURES[:-1]), points)


def _print_lines(totals: Mapping[str, Tally]) -> None:
    rows = [
        (
            in_one_line(name),
            *(str(getattr(tally, count)) for count in _COUNTS),
            f"{tally.chips:+d}",
            str(tally.points),
            str(tally.scored),
        )
        for name, tally in totals.items()
    ]
    if rows:
        print_table([_HEAD, *rows], numbers=True)
