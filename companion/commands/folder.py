"""The data folder as commands read it, and the lists `fantan series` and `fantan stats`."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

from companion.commands.streams import Progress, complain, in_one_line
from companion.core.backup import About
from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import seen_length
from companion.core.sheet import series_report
from companion.core.statistics import Summary, Tally, total
from companion.desk.backups import about_of
from companion.desk.people import summed_up
from companion.desk.ports import Finding, Problem, Store, StoreFailedError, SummaryAt, Trouble
from storage.doctor import NOTES, says
from storage.paths import data_folder
from storage.store import FolderStore

_Read = TypeVar("_Read")
DONE, NOT_ALL, CANNOT_OPEN = 0, 1, 3
_ONLY_READ: Final = frozenset({Trouble.IN_USE, Trouble.FORBIDDEN, Trouble.UNLOCKABLE})
_OF_THE_DISK: Final = frozenset({Problem.RESERVE_FREED})
_OF_SERIES: Final = frozenset({Problem.SERIES_NEWER, Problem.SERIES_UNCLEAR})
LOST: Final = frozenset(
    {
        *(Problem.SERIES_MISSING, Problem.SERIES_UNREADABLE, Problem.SERIES_UNCLEAR),
        *(Problem.SERIES_MISPLACED, Problem.SERIES_COPIED, Problem.SERIES_OLDER),
        *(Problem.SERIES_READ_ONLY, Problem.HEAD_DAMAGED, Problem.ROUND_DAMAGED),
        *(Problem.STEPS_LOST, Problem.STEP_REFUSED),
    }
)
"""What is found where something of a series cannot be read."""


class Waiting:
    """How many series were looked over, told on a terminal when it takes long."""

    def __init__(self) -> None:
        stream: TextIO | None = sys.stderr  # so it is where it is closed
        terminal = stream if stream and stream.isatty() else None
        self._progress = Progress(terminal, time.monotonic) if terminal else None

    def step(self) -> None:
        """One more was looked over."""
        if self._progress:
            self._progress.step()

    def clear(self) -> None:
        """Make room for a line."""
        if self._progress:
            self._progress.clear()


class FindingReporter:
    """Tells what a store found, each finding once; `lost` where something could not be read."""

    def __init__(self, command: str, notes: frozenset[Problem] = _OF_THE_DISK) -> None:
        """Of the doctor's notes only these are told."""
        self._command, self._notes = command, notes
        self._findings: set[Finding] = set()

    @property
    def lost(self) -> bool:
        """Whether something of a series could not be read."""
        return any(finding.problem in LOST for finding in self._findings)

    def has_told(self, number: int) -> bool:
        """Whether it was told already what is wrong with that series."""
        return any(
            finding.series == number for finding in self._findings if finding.problem in LOST
        )

    def tell(self, findings: Iterable[Finding]) -> None:
        """Say what a person wants to know of it, and was not told yet."""
        new = [finding for finding in findings if finding not in self._findings]
        self._findings.update(new)
        wanted = [one for one in new if one.problem not in NOTES or one.problem in self._notes]
        for finding in wanted:
            line = ": ".join(filter(None, (finding.where, says(finding))))
            complain(f"fantan {self._command}: {in_one_line(line)}")


class Folder:
    """An open data folder, or one that is not there and has no series."""

    def __init__(self, command: str, store: Store | None) -> None:
        self.waiting = Waiting()
        self._command, self._store = command, store
        self._told = FindingReporter(command, _OF_THE_DISK | _OF_SERIES)
        self._unreadable = False

    @property
    def code(self) -> int:
        """The exit code of what was read so far."""
        return NOT_ALL if self._told.lost or self._unreadable else DONE

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All series in short, by their numbers."""
        return tuple(reversed(self._store.entries())) if self._store else ()

    @property
    def about(self) -> About:
        """What was chosen for no single series."""
        return about_of(self._store) if self._store else About()

    @property
    def ids(self) -> Mapping[int, str]:
        """What each series is known by, by its number."""
        return self._store.ids() if self._store else {}

    @property
    def archived(self) -> frozenset[int]:
        """The numbers of the series that were archived."""
        return self._store.choices.archived if self._store else frozenset()

    def logs(self, numbers: Iterable[int]) -> Iterator[tuple[int, Log]]:
        """The series of these numbers; of one that cannot be read, why not is told."""
        for number in numbers:
            log = self._log(number)
            if log:
                yield number, log
            self.waiting.step()
        self.waiting.clear()

    def summaries(self) -> Iterator[Summary]:
        """What each player did in each series, worked out where it is not kept."""
        store, new = self._store, dict[int, SummaryAt]()
        if store is None:
            return
        kept = store.summaries()
        for number in (entry.number for entry in self.entries):
            if number in kept:
                yield kept[number]
                continue
            worked_out = self._read(number, partial(summed_up, store))
            self.waiting.step()
            if worked_out is not None:
                new[number] = worked_out
                yield worked_out[1]
        self.waiting.clear()
        if new:
            store.keep_summaries(new)

    def _log(self, number: int) -> Log | None:
        assert self._store
        stored = self._read(number, self._store.load)
        return stored.log if stored and stored.log.series.rounds else None

    def _read(self, number: int, read: Callable[[int], _Read]) -> _Read | None:
        """What is read of a series; None where it cannot be, and then why not is told."""
        try:
            told = read(number)
        except StoreFailedError as problem:
            self._unreadable = True
            self.tell()
            if not self._told.has_told(number):
                complain(f"fantan {self._command}: {in_one_line(str(problem))}")
            return None
        self.tell()
        return told

    def tell(self) -> None:
        """Say what the store found since the last time."""
        self.waiting.clear()
        if self._store:
            self._told.tell(self._store.findings())


def in_folder(command: str, job: Callable[[Folder], int]) -> int:
    """Do the job with the app's data folder, of which nothing is made that is not there. A folder
    that the app has open, or that cannot be written to, is only read. Return the worst exit code:
    1 where something stored cannot be read, 3 where the folder cannot be opened.
    """
    root = data_folder()
    try:
        if not _is_there(root):
            return job(Folder(command, None))
        with closing(_opened(root)) as store:
            folder = Folder(command, store)
            folder.tell()
            code = job(folder)
            return max(code, folder.code)
    except StoreFailedError as problem:
        return complain(f"fantan {command}: {in_one_line(str(problem))}", CANNOT_OPEN)


def _opened(root: Path) -> FolderStore:
    try:
        return FolderStore(root)
    except StoreFailedError as problem:
        if problem.trouble not in _ONLY_READ:
            raise
        return FolderStore(root, read_only=True)


def _is_there(root: Path) -> bool:
    """Whether there is anything of that name; the store says what is wrong with it."""
    try:
        root.lstat()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return True


def series(*, as_json: bool) -> int:
    """Prints all series by their numbers; gives the exit code."""
    return in_folder("series", _print_series_objects if as_json else _print_series_lines)


def _print_series_lines(folder: Folder) -> int:
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


def _print_series_objects(folder: Folder) -> int:
    entries = {entry.number: entry for entry in folder.entries}
    for number, log in folder.logs(entries):
        folder.waiting.clear()
        print(json.dumps(_series_object(entries[number], log), ensure_ascii=False))
    return DONE


def _series_object(entry: Entry, log: Log) -> dict[str, Any]:
    told = log.series
    return {
        "number": entry.number,
        "date": told.date or None,
        **series_report(told),
        "called": {player.handle: player.name for player in told.players},
        "dealt": len(told.rounds),
        "played": told.standing.played,
    }


_HEAD: Final = (
    *("player", "series", "rounds", "wins", "cards left"),
    *("passes", "false", "chips", "points", "in rounds"),
)


def stats(*, as_json: bool) -> int:
    """Prints all players by their names; gives the exit code."""
    return in_folder("stats", _print_player_objects if as_json else _print_player_table)


def _totals(folder: Folder) -> Mapping[str, Tally]:
    return {name: record.tally for name, record in total(folder.summaries()).items()}


def _print_player_objects(folder: Folder) -> int:
    for name, tally in _totals(folder).items():
        print(json.dumps(_player_object(name, tally), ensure_ascii=False))
    return DONE


def _player_object(name: str, tally: Tally) -> dict[str, Any]:
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


def _print_player_table(folder: Folder) -> int:
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
