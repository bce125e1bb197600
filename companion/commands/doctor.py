"""`fantan doctor`: looks over the data folder, says what is wrong, and repairs it if wanted."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from companion.desk.ports import StoreFailedError
from storage import places
from storage.doctor import Doctor
from storage.findings import DONE, Finding
from storage.lock import StoreLock, not_in_use
from storage.paths import data_folder

ALL_WELL, WRONG, CANNOT_OPEN = 0, 1, 3
_WELL = "all is well."
_SHOWN_AFTER_SECONDS = 1.0
_TERMINAL_EVERY_SECONDS, _LINE_EVERY_SECONDS = 0.2, 5.0


def doctor(folder: str | None, *, repair: bool) -> int:
    """Prints a line for each thing that is found, and one that sums up; gives the exit code."""
    root = Path(folder).absolute() if folder else data_folder()
    try:
        if not places.has_nights(root):
            return _cannot_open(f"{root}: there are no game nights of the companion in this folder")
        with ExitStack() as held:
            _hold(root, held, repair=repair)
            return _visit(root, folder, repair=repair)
    except StoreFailedError as problem:
        return _cannot_open(str(problem))


def _hold(root: Path, held: ExitStack, *, repair: bool) -> None:
    if repair:
        lock = StoreLock(root)
        lock.acquire()
        held.callback(lock.release)
    else:
        held.enter_context(not_in_use(root))


def _cannot_open(why: str) -> int:
    sys.stderr.write(f"fantan doctor: {why}\n")
    return CANNOT_OPEN


def _visit(root: Path, asked: str | None, *, repair: bool) -> int:
    series = places.series_numbers(root)
    rounds = sum(len(places.round_numbers(root, number)) for number in series)
    progress = Progress(rounds, sys.stderr, time.monotonic)
    visitor = Doctor(root, repair=repair, tick=progress.step)
    wrong = 0
    for finding in visitor.visit():
        progress.clear()
        wrong += finding.wrong
        sys.stdout.write(f"{_line(finding)}\n")
    progress.clear()
    seen = f"{len(series):,} series, {_counted(rounds, 'round', 'rounds')}"
    verdict = _verdict(wrong, visitor.left) if repair else _advice(wrong, asked)
    sys.stdout.write(f"{seen}: {verdict}\n")
    return WRONG if visitor.left else ALL_WELL


def _line(finding: Finding) -> str:
    if finding.wrong or finding.what in DONE:
        return str(finding)
    return f"{finding.where}: note: {finding.says}"


def _advice(wrong: int, asked: str | None) -> str:
    """What to do, with the folder that was asked for."""
    if not wrong:
        return _WELL
    command = ["fantan", "doctor", "--repair", *([asked] if asked else [])]
    return f"{_things(wrong)} wrong. Repair with: {shlex.join(command)}"


def _verdict(wrong: int, left: int) -> str:
    if not wrong:
        return _WELL
    return f"{_things(left)} still wrong." if left else "all that was wrong is repaired."


def _things(count: int) -> str:
    return f"{_counted(count, 'thing', 'things')} {'is' if count == 1 else 'are'}"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


class Progress:
    """How many rounds were looked over, told on standard error when it takes long: on a terminal
    in one line that is written over, else now and then in a line of its own.
    """

    def __init__(self, total: int, stream: TextIO, clock: Callable[[], float]) -> None:
        self._total, self._stream, self._clock = total, stream, clock
        self._done = 0
        self._told = ""
        self._terminal = stream.isatty()
        self._next = clock() + _SHOWN_AFTER_SECONDS

    def step(self, rounds: int) -> None:
        """So many more were looked over."""
        self._done += rounds
        if (now := self._clock()) >= self._next:
            self._next = now + (_TERMINAL_EVERY_SECONDS if self._terminal else _LINE_EVERY_SECONDS)
            self._tell(f"{self._done:,} of {self._total:,} rounds looked over")

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
