"""`fantan stats`, which lists the figures of all players."""

import json
from functools import partial
from typing import Final

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.series import say_nothing
from companion.commands.streams import in_one_line, print_table
from companion.core.statistics import Tally, total

_COUNTS: Final = ("series", "rounds", "wins", "cards_left", "passes", "false_passes")
_HEAD: Final = (
    *("player", "series", "rounds", "wins", "cards left"),
    *("passes", "false", "chips", "points", "in rounds"),
)


def stats(*, as_json: bool) -> int:
    """Print a line for each player, by name: the same name is the same player in all series.

    With --json each line is an object: name, series, rounds, wins, cards_left, passes,
    false_passes, chips, points.

      series        series in which the player sat at the table
      rounds        rounds played to the end and not called off; all other figures count these
      wins          rounds in which the player went out first
      cards left    cards left in hand when somebody went out first
      passes        all passes; "false": those judged illegal, waived or not
      chips         chips won or lost
      points        with corrections, without the points on joining; "in rounds": the number of
                    rounds that count points and whose points are known

    exit codes:
      0  everything was read
      1  something cannot be read and is missing from the answer; standard error has the reason
      2  nothing can be printed, or the command line is wrong
      3  the data folder cannot be read
    """
    return in_folder("stats", partial(_print, as_json=as_json))


def _print(folder: Folder, *, as_json: bool) -> int:
    summaries = (one.summary for sittings in folder.sittings() for one in sittings)
    tallies = {name: record.tally for name, record in total(summaries).items()}
    if not tallies:
        say_nothing("stats")
    elif not as_json:
        rows = [(in_one_line(name), *_cells(tally)) for name, tally in tallies.items()]
        print_table([_HEAD, *rows], numbers=True)
    for name, tally in tallies.items() if as_json else ():
        figures = {figure: getattr(tally, figure) for figure in (*_COUNTS, "chips", "points")}
        print(json.dumps({"name": name, **figures}, ensure_ascii=False))
    return DONE


def _cells(tally: Tally) -> tuple[str, ...]:
    counts = (str(getattr(tally, count)) for count in _COUNTS)
    return (*counts, f"{tally.chips:+d}", str(tally.points), str(tally.scored))
