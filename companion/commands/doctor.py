"""`fantan doctor`: looks over the data folder, says what is wrong, and repairs it if wanted."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from companion.desk.ports import Finding, StoreFailedError
from storage.doctor import NOTES, Visit, check_for_nights, repair, says
from storage.paths import data_folder

ALL_WELL, WRONG, CANNOT_OPEN = 0, 1, 3
_SHOWN_AFTER_SECONDS = 1.0
_TERMINAL_EVERY_SECONDS, _LINE_EVERY_SECONDS = 0.2, 5.0


def doctor(folder: str | None, *, repair: bool) -> int:
    """Prints a line for each thing that is found, and one that sums up; gives the exit code."""
    progress = Progress(sys.stderr, time.monotonic)
    visit = Visit(Path(folder).absolute() if folder else data_folder(), progress.step)
    verdict, left = "all is well.", visit.wrong
    try:
        check_for_nights(visit.root)
        for finding in visit.look():
            progress.clear()
            note = "note: " if finding.problem in NOTES else ""
            print(f"{finding.where}: {note}{says(finding)}")
        progress.clear()
        if wrong := visit.wrong:
            left = _repaired(visit.root, wrong) if repair else wrong
            command = shlex.join(["fantan", "doctor", "--repair", *([folder] if folder else [])])
            verdict = f"{_things(len(left))} wrong. Repair with: {command}"
            if repair:
                still = f"{_things(len(left))} still wrong."
                verdict = still if left else "all that was wrong is repaired."
    except StoreFailedError as problem:
        sys.stderr.write(f"fantan doctor: {problem}\n")
        return CANNOT_OPEN
    rounds = _counted(visit.rounds, "round", "rounds")
    print(f"{visit.series:,} series, {rounds}: {verdict}")
    return WRONG if left else ALL_WELL


def _repaired(root: Path, wrong: list[Finding]) -> list[Finding]:
    """Repair what is wrong, and print what became of it; gives what is left."""
    kept = {told.where: told.aside for told in repair(root, wrong) if told.aside}
    again = Visit(root)
    left = [*again.look()] and again.wrong
    still = {finding.where for finding in left}
    for where in dict.fromkeys(finding.where for finding in wrong if finding.where not in still):
        aside = kept.get(where)
        words = f"; the file as it was is kept as {aside.name}" if aside else ""
        print(f"{where}: repaired{words}")
    for finding in left:
        print(f"{finding.where}: could not be repaired: {says(finding)}")
    return left


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
        self._done, self._told, self._terminal = 0, "", stream.isatty()
        self._next = clock() + _SHOWN_AFTER_SECONDS

    def step(self) -> None:
        """One more was looked over."""
        self._done += 1
        if (now := self._clock()) >= self._next:
            self._next = now + (_TERMINAL_EVERY_SECONDS if self._terminal else _LINE_EVERY_SECONDS)
            self._told = f"{self._done:,} series looked over"
            self._write(f"\r{self._told}" if self._terminal else f"{self._told}\n")

    def clear(self) -> None:
        """Make room for a line of the answer."""
        if self._terminal and self._told:
            self._write("\r" + " " * len(self._told) + "\r")
            self._told = ""

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
