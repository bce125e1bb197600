"""The data folder as read by commands, and `fantan doctor`."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from companion.commands.evenings import lend_evenings
from companion.commands.streams import complain, in_one_line
from companion.core.entries import Entry
from companion.core.log import Log
from companion.core.statistics import Sitting
from companion.desk.ports import Finding, Problem, Store, Stored, StoreFailedError
from storage.doctor import NOTES, check, says
from storage.doctor import repair as repair_folder
from storage.paths import data_folder
from storage.store import FolderStore

DONE = 0
NOT_ALL = 1
CANNOT_OPEN = 3
_NO_LOSS = {Problem.CHOICES_DAMAGED, Problem.MEMORY_DAMAGED, Problem.SERIES_COPY}
LOST = frozenset(Problem) - _NO_LOSS
"""Findings about a series that cannot be read in full."""


class FindingReporter:
    """A reporter of findings, each once."""

    def __init__(self, command: str) -> None:
        self._command = command
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
            line = ": ".join(filter(None, (finding.where, says(finding))))
            complain(f"fantan {self._command}: {in_one_line(line)}")


class Folder:
    """An open data folder, with reports on its store."""

    def __init__(self, command: str, store: Store) -> None:
        self.store = store
        self._command = command
        self._reporter = FindingReporter(command)
        self._unreadable = False

    @property
    def code(self) -> int:
        """The exit code for everything read so far."""
        return NOT_ALL if self._reporter.lost or self._unreadable else DONE

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All series in short, by their numbers."""
        return tuple(reversed(self.store.entries()))

    def logs(self, numbers: Sequence[int]) -> Iterator[tuple[int, Log]]:
        """Yield the logs of the series with these numbers, and report those that cannot be read."""
        for number in numbers:
            stored = self._read(number)
            if stored and stored.log.series.rounds:
                yield number, stored.log

    def sittings(self) -> Iterator[tuple[Sitting, ...]]:
        """Yield the evenings of each series, and report the series of which none are known."""
        known = self.store.summaries()
        entries = self.entries
        for number in (entry.number for entry in entries):
            if number in known:
                yield known[number]
            elif not self._reporter.has_reported(number):
                self.miss([f"series {number} cannot be read"])

    def _read(self, number: int) -> Stored | None:
        """Return a series, or None after a report of the failure."""
        try:
            found = self.store.look_at(number)
        except StoreFailedError as problem:
            self._unreadable = True
            self.report()
            if not self._reporter.has_reported(number):
                complain(f"fantan {self._command}: {in_one_line(str(problem))}")
            return None
        self.report()
        return found

    def miss(self, problems: Iterable[str]) -> None:
        """Report why something is missing."""
        for problem in problems:
            self._unreadable = True
            complain(f"fantan {self._command}: {in_one_line(problem)}")

    def report(self) -> None:
        """Print the new findings of the store."""
        self._reporter.report(self.store.findings())


def in_folder(command: str, job: Callable[[Folder], int]) -> int:
    """Run the job with the app's data folder, and return the worst exit code.

    Evenings of shared tables that were not taken in yet are among the series. Nothing is written,
    so the app may have the folder open meanwhile. The code is 1 if stored data cannot be read, and
    3 if the folder cannot be read.
    """
    try:
        with closing(FolderStore(data_folder(), read_only=True)) as store:
            folder = Folder(command, store)
            folder.report()
            folder.miss(lend_evenings(store))
            code = job(folder)
            return max(code, folder.code)
    except StoreFailedError as problem:
        return complain(f"fantan {command}: {in_one_line(str(problem))}", CANNOT_OPEN)


def doctor(folder: str | None, *, repair: bool) -> int:
    """Check every file of the stored game nights, and report each fault.

    exit codes:
      0  all is well, or everything was repaired
      1  something is wrong, or could not be repaired
      2  the command line is wrong
      3  the folder is missing or cannot be read, or with --repair the app has it open

    Lines marked `note:` are no faults. Nothing is changed without --repair. A repair keeps each
    damaged file beside the new one, with .damaged behind its name, and adds what can be followed
    behind the damage as a series of its own. A loss is reported until a repair has answered it.
    """
    root = Path(folder).absolute() if folder else data_folder()
    missing: list[str] = []
    try:
        visit = check(root, lambda store: missing.extend(lend_evenings(store)))
        for problem in missing:
            print(in_one_line(problem))
        for finding in visit.found:
            note = "note: " if finding.problem in NOTES else ""
            print(f"{finding.where}: {note}{says(finding)}")
        wrong = visit.wrong
        verdict = "the rest is well." if missing else "all is well."
        if wrong and not repair:
            command = shlex.join(["fantan", "doctor", "--repair", *([folder] if folder else [])])
            verdict = f"{_things(len(wrong))} wrong. Repair with: {command}"
        elif wrong:
            for number in repair_folder(root):
                print(f"series {number} was rescued from behind the damage")
            visit = check(root)
            for finding in visit.wrong:
                print(f"{finding.where}: could not be repaired: {says(finding)}")
            lost = any(finding.problem in LOST for finding in wrong)
            repaired = "repaired, but the lost parts stay lost." if lost else "all was repaired."
            verdict = f"{_things(len(visit.wrong))} still wrong." if visit.wrong else repaired
    except StoreFailedError as problem:
        return complain(f"fantan doctor: {in_one_line(str(problem))}", CANNOT_OPEN)
    rounds = _counted(visit.rounds, "round", "rounds")
    print(f"{visit.series:,} series, {rounds}: {verdict}")
    return NOT_ALL if visit.wrong or missing else DONE


def _things(count: int) -> str:
    return f"{_counted(count, 'thing', 'things')} {'is' if count == 1 else 'are'}"


def _counted(count: int, singular: str, plural: str) -> str:
    return f"{count:,} {singular if count == 1 else plural}"
