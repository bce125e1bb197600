"""The data folder as read by commands, and `fantan doctor`."""

import os
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from companion.commands.streams import ProgressLine, complain, in_one_line
from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.statistics import Summary
from companion.desk.people import summed_up
from companion.desk.ports import Finding, Problem, Store, StoreFailedError, SummaryAt, Trouble
from storage.doctor import NOTES, Visit, check_for_nights, says
from storage.doctor import repair as repair_folder
from storage.paths import data_folder
from storage.store import FolderStore

_Read = TypeVar("_Read")
DONE, NOT_ALL, CANNOT_OPEN = 0, 1, 3
_ONLY_READ: Final = frozenset({Trouble.IN_USE, Trouble.FORBIDDEN, Trouble.UNLOCKABLE})
_DISK_NOTES: Final = frozenset({Problem.RESERVE_FREED})
_SERIES_NOTES: Final = frozenset({Problem.SERIES_NEWER, Problem.SERIES_UNCLEAR})
LOST: Final = frozenset(
    {
        *(Problem.SERIES_MISSING, Problem.SERIES_UNREADABLE, Problem.SERIES_UNCLEAR),
        *(Problem.SERIES_MISPLACED, Problem.SERIES_OLDER),
        Problem.SERIES_READ_ONLY,
        *(Problem.STEPS_LOST, Problem.STEP_REFUSED),
    }
)
"""Findings about a series that cannot be read in full."""


class FindingReporter:
    """A reporter of findings, each once; of the doctor's notes, only those in `notes`."""

    def __init__(self, command: str, notes: frozenset[Problem] = _DISK_NOTES) -> None:
        self._command, self._notes = command, notes
        self._findings: set[Finding] = set()

    @property
    def lost(self) -> bool:
        """True if a part of a series could not be read."""
        return any(finding.problem in LOST for finding in self._findings)

    def has_reported(self, number: int) -> bool:
        """Return whether a loss of the series was reported already."""
        return any(
            finding.series == number for finding in self._findings if finding.problem in LOST
        )

    def report(self, findings: Iterable[Finding]) -> None:
        """Print the new findings that a person needs to know."""
        new = [finding for finding in findings if finding not in self._findings]
        self._findings.update(new)
        for finding in new:
            if finding.problem in NOTES - self._notes:
                continue
            line = ": ".join(filter(None, (finding.where, says(finding))))
            complain(f"fantan {self._command}: {in_one_line(line)}")


class Folder:
    """An open data folder, with reports on its store."""

    def __init__(self, command: str, store: Store) -> None:
        self.progress = ProgressLine()
        self.store = store
        self._command = command
        self._reporter = FindingReporter(command, _DISK_NOTES | _SERIES_NOTES)
        self._unreadable = False

    @property
    def code(self) -> int:
        """The exit code for everything read so far."""
        return NOT_ALL if self._reporter.lost or self._unreadable else DONE

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All series in short, by their numbers."""
        return tuple(reversed(self.store.entries()))

    def logs(self, numbers: Iterable[int]) -> Iterator[tuple[int, Log]]:
        """Yield the logs of the series with these numbers, and report those that cannot be read."""
        for number in numbers:
            stored = self._read(number, self.store.load)
            if stored and stored.log.series.rounds:
                yield number, stored.log
            self.progress.step()
        self.progress.clear()

    def summaries(self) -> Iterator[Summary]:
        """Yield the summaries of each series, worked out if none are stored."""
        store, new = self.store, dict[int, SummaryAt]()
        stored = store.summaries()
        for number in (entry.number for entry in self.entries):
            if number in stored:
                yield from (one.summary for one in stored[number])
                continue
            worked_out = self._read(number, partial(summed_up, store))
            self.progress.step()
            if worked_out is not None:
                new[number] = worked_out
                yield from (one.summary for one in worked_out[1])
        self.progress.clear()
        if new:
            store.keep_summaries(new)

    def _read(self, number: int, read: Callable[[int], _Read]) -> _Read | None:
        """Return the result of reading a series, or None after a report of the failure."""
        try:
            found = read(number)
        except StoreFailedError as problem:
            self._unreadable = True
            self.report()
            if not self._reporter.has_reported(number):
                complain(f"fantan {self._command}: {in_one_line(str(problem))}")
            return None
        self.report()
        return found

    def report(self) -> None:
        """Print the new findings of the store."""
        self.progress.clear()
        self._reporter.report(self.store.findings())


def in_folder(command: str, job: Callable[[Folder], int]) -> int:
    """Run the job with the app's data folder, and return the worst exit code.

    A missing folder is not made. A folder that the app has open, or that cannot be written to, is
    only read. The code is 1 if stored data cannot be read, and 3 if the folder cannot be opened.
    """
    try:
        with closing(_opened(data_folder())) as store:
            folder = Folder(command, store)
            folder.report()
            code = job(folder)
            return max(code, folder.code)
    except StoreFailedError as problem:
        return complain(f"fantan {command}: {in_one_line(str(problem))}", CANNOT_OPEN)


def _opened(root: Path) -> FolderStore:
    try:
        return FolderStore(root, read_only=not os.path.lexists(root))
    except StoreFailedError as problem:
        if problem.trouble not in _ONLY_READ:
            raise
        return FolderStore(root, read_only=True)


def doctor(folder: str | None, *, repair: bool) -> int:
    """Check every file of the stored game nights, and report each fault.

    exit codes:
      0  all is well, or everything was repaired
      1  something is wrong, or could not be repaired
      2  the command line is wrong
      3  the folder is missing, cannot be read, or the app has it open

    Lines marked `note:` are no faults. Nothing is changed without --repair. A repair keeps each
    damaged file beside the new one, with .damaged behind its name.
    """
    progress = ProgressLine()
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
                repaired = "everything was repaired."
                if any(finding.problem in LOST for finding in wrong):
                    repaired = "repaired, but the lost parts stay lost."
                verdict = still if left else repaired
    except StoreFailedError as problem:
        return complain(f"fantan doctor: {problem}", CANNOT_OPEN)
    rounds = _counted(visit.rounds, "round", "rounds")
    print(f"{visit.series:,} series, {rounds}: {verdict}")
    return NOT_ALL if left else DONE


def _repaired(root: Path, wrong: list[Finding]) -> list[Finding]:
    """Repair and print the faults, and return those that are left."""
    copies = {
        repaired.where: repaired.aside for repaired in repair_folder(root, wrong) if repaired.aside
    }
    again = Visit(root)
    left = [*again.look()] and again.wrong
    still = {finding.where for finding in left}
    lost = {finding.where for finding in wrong if finding.problem in LOST}
    for where in dict.fromkeys(finding.where for finding in wrong if finding.where not in still):
        aside = copies.get(where)
        words = f"; the damaged file is kept as {aside.name}" if aside else ""
        done = "repaired, but the lost parts stay lost" if where in lost else "repaired"
        print(f"{where}: {done}{words}")
    for finding in left:
        print(f"{finding.where}: could not be repaired: {says(finding)}")
    return left


def _things(count: int) -> str:
    return f"{_counted(count, 'thing', 'things')} {'is' if count == 1 else 'are'}"


def _counted(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"
