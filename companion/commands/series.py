"""`fantan series`, which lists the series of the data folder."""

import csv
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from companion.commands.folder import DONE, Folder, in_folder
from companion.commands.streams import complain, in_one_line, print_table
from companion.core.entries import Entry
from companion.core.names import uncased
from companion.core.tables import harmless


@dataclass(frozen=True)
class Wanted:
    """Series and evenings that are asked for: first and last day, and a player."""

    since: str = ""
    until: str = ""
    player: str = ""

    @property
    def all(self) -> bool:
        """True if nothing is left out."""
        return self == Wanted()

    def is_day(self, date: str) -> bool:
        """Return whether the day is asked for; an unknown day only if all days are."""
        if not date:
            return not (self.since or self.until)
        return self.since <= date and (not self.until or date <= self.until)

    def is_name(self, name: str) -> bool:
        """Return whether the player is asked for."""
        return not self.player or uncased(name) == uncased(self.player)

    def takes(self, entry: Entry) -> bool:
        """Return whether a part of the series is asked for."""
        first = entry.date or entry.latest
        last = entry.latest
        days = self.is_day(first) or self.is_day(last) or (first < self.since <= last)
        return days and any(map(self.is_name, entry.everybody))


def series(
    *,
    as_json: bool,
    as_csv: bool = False,
    since: str | None = None,
    until: str | None = None,
    player: str | None = None,
) -> int:
    """Print a line for each series.

    It has the number, date, name, players of the last round, and the winner or the round. With
    --json each line is an object: the keys of `series` in `fantan replay --json`, and number, date
    (or null), called (the full name behind each handle), dealt and played (the number of rounds
    dealt, and of rounds played to the end and not called off). With --csv each line is a row of a
    table, below a row of titles.

    --since, --until and --player leave out the series without an evening of these days, or without
    the player.

    exit codes:
      0  everything was read
      1  something cannot be read and is missing from the answer; standard error has the reason
      2  nothing can be printed, or the command line is wrong
      3  the data folder cannot be read

    The environment variable FANTAN_HOME names the data folder. A missing folder has no series.
    """
    wanted = Wanted(since or "", until or "", player or "")
    form = _print_objects if as_json else _print_rows if as_csv else _print_lines
    return in_folder("series", partial(_print, form=form, wanted=wanted))


def _print(folder: Folder, form: Any, wanted: Wanted) -> int:
    chosen = [entry for entry in folder.entries if wanted.takes(entry)]
    if not chosen:
        say_nothing("series", wanted)
    form(folder, chosen)
    return DONE


def say_nothing(command: str, wanted: Wanted) -> None:
    """Say that there is no series, where nobody reads for a program."""
    asked = "no series is here yet" if wanted.all else "no series here is asked for"
    complain(f"fantan {command}: {asked}")


def _print_lines(_folder: Folder, entries: Sequence[Entry]) -> None:
    print_table([_row(entry) for entry in entries])


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


def _print_rows(_folder: Folder, entries: Sequence[Entry]) -> None:
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("number", "date", "last", "name", "players", "dealt", "over", "leaders"))
    for entry in entries:
        players = ", ".join(entry.players)
        leaders = ", ".join(entry.leaders)
        dates = entry.date, entry.latest
        row = (entry.number, *dates, entry.name, players, entry.dealt, int(entry.over), leaders)
        table.writerow([harmless(cell) for cell in row])


def _print_objects(folder: Folder, entries: Sequence[Entry]) -> None:
    reports = folder.store.reports()
    for entry in entries:
        if entry.number in reports:
            print(json.dumps(reports[entry.number], ensure_ascii=False))
