"""`fantan series`, which lists the series of the data folder."""

import json
from functools import partial

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.streams import complain, in_one_line, print_table
from companion.core.forecast import Entry


def series(*, as_json: bool) -> int:
    """Print a line for each series.

    It has the number, date, name, players of the last round, and the winner or the round. With
    --json each line is an object: the keys of `series` in `fantan replay --json`, and number, date
    (or null), called (the full name behind each handle), dealt and played (the number of rounds
    dealt, and of rounds played to the end and not called off).

    exit codes:
      0  everything was read
      1  something cannot be read and is missing from the answer; standard error has the reason
      2  nothing can be printed, or the command line is wrong
      3  the data folder cannot be read

    The environment variable FANTAN_HOME names the data folder. A missing folder has no series.
    """
    return in_folder("series", partial(_print, as_json=as_json))


def _print(folder: Folder, *, as_json: bool) -> int:
    if not folder.entries:
        say_nothing("series")
    if as_json:
        _print_objects(folder)
    else:
        print_table([_row(entry) for entry in folder.entries])
    return DONE


def say_nothing(command: str) -> None:
    """Say that there is no series, where nobody reads for a program."""
    complain(f"fantan {command}: no series is here yet")


def _row(entry: Entry) -> tuple[str, ...]:
    number = f"{entry.number:>5}"
    cells = entry.date, entry.name, ", ".join(entry.players), _state(entry)
    return number, *map(in_one_line, cells)


def _state(entry: Entry) -> str:
    """Return the winners of the series, or its last round."""
    if entry.over:
        return f"won by {', '.join(entry.leaders)}" if entry.leaders else "over"
    if entry.dealt > entry.rounds:
        return f"round {entry.dealt} in play"
    return f"round {entry.rounds} over"


def _print_objects(folder: Folder) -> None:
    reports = folder.store.reports()
    for entry in folder.entries:
        if entry.number in reports:
            print(json.dumps(reports[entry.number], ensure_ascii=False))
