"""`fantan doctor`: looks over the data folder, says what is wrong, and repairs it if wanted."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from companion.desk.ports import Finding, StoreFailedError
from storage.doctor import NOTES, Visit, has_nights, repair, says
from storage.lock import not_in_use
from storage.paths import data_folder

ALL_WELL, WRONG, CANNOT_OPEN = 0, 1, 3
_WELL = "all is well."
_SHOWN_AFTER_SECONDS = 1.0
_TERMINAL_EVERY_SECONDS, _LINE_EVERY_SECONDS = 0.2, 5.0


def doctor(folder: str | None, *, repair: bool) -> int:
    """Prints a line for each thing that is found, and one that sums up; gives the exit code."""
    root = Path(folder).absolute() if folder else data_folder()
    try:
        if not has_nights(root):
            return _cannot_open(f"{root}: there are no game nights of the companion in this folder")
        visit = _looked(root)
        if not repair:
            return _summed_up(visit, _advice(len(visit.wrong), folder), len(visit.wrong))
        if not visit.wrong:
            return _summed_up(visit, _WELL, 0)
        left = _repaired(root, visit.wrong)
    except StoreFailedError as problem:
        return _cannot_open(str(problem))
    done = f"{_things(left)} still wrong." if left else "all that was wrong is repaired."
    return _summed_up(visit, done, left)


def _cannot_open(why: str) -> int:
    sys.stderr.write(f"fantan doctor: {why}\n")
    return CANNOT_OPEN


def _looked(root: Path) -> Visit:
    """Look the folder over, and print what is found as it is found."""
    progress = Progress(sys.stderr, time.monotonic)
    visit = Visit(root, progress.step)
    with not_in_use(root):
        for finding in visit.look():
            progress.clear()
            sys.stdout.write(f"{_line(finding)}\n")
    progress.clear()
    return visit


def _repaired(root: Path, wrong: Iterable[Finding]) -> int:
    """Repair what is wrong, print what became of it, and count what is left."""
    kept = {told.where: told.aside for told in repair(root, list(wrong)) if told.aside}
    again = Visit(root)
    with not_in_use(root):
        left = [*again.look()] and again.wrong
    for where in dict.fromkeys(finding.where for finding in wrong):
        if where not in {finding.where for finding in left}:
            aside = kept.get(where)
            words = f"; the file as it was is kept as {aside.name}" if aside else ""
            sys.stdout.write(f"{where}: repaired{words}\n")
    for finding in left:
        sys.stdout.write(f"{finding.where}: could not be repaired: {says(finding)}\n")
    return len(left)


def _line(finding: Finding) -> str:
    note = "note: " if finding.problem in NOTES else ""
    return f"{finding.where}: {note}{says(finding)}"


def _summed_up(visit: Visit, verdict: str, left: int) -> int:
    seen = f"{visit.series:,} series, {_counted(visit.rounds, 'round', 'rounds')}"
    sys.stdout.write(f"{seen}: {verdict}\n")
    return WRONG if left else ALL_WELL


def _advice(wrong: int, asked: str | None) -> str:
    """What to do, with the folder that was asked for."""
    if not wrong:
        return _WELL
    command = ["fantan", "doctor", "--repair", *([asked] if asked else [])]
    return f"{_things(wrong)} wrong. Repair with: {shlex.join(command)}"


def _things(count: int) -> str:
    return f"{_counted(count, 'thing', 'things')} {'is' if count == 1 else 'are'}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


class Progress:
    """How many series were looked over, told on standard error when it takes long: on a terminal
    in one line that is written over, else now and then in a line of its own.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream, self._clock = stream, clock
        self._done = 0
        self._told = ""
        self._terminal = stream.isatty()
        self._next = clock() + _SHOWN_AFTER_SECONDS

    def step(self) -> None:
        """One more was looked over."""
        self._done += 1
        if (now := self._clock()) >= self._next:
            self._next = now + (_TERMINAL_EVERY_SECONDS if self._terminal else _LINE_EVERY_SECONDS)
            self._tell(f"{self._done:,} series looked over")

    def clear(self) -> None:
        """Make room for a line of the answer."""
        if self._terminal and self._told:
            self._write("\r" + " " * len(self._told) + "\r")
            self._told = ""

    def _tell(self, words: str) -> None:
        self._write(f"\r{words}" if self._terminal else f"{words}\n")
        self._told = words

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
