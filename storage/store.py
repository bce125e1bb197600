"""The store of the app: series and their steps in a data folder, on the medium when it returns."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.core.entry import Entry
from companion.core.house_rules.rules import Rules
from companion.core.log import Log
from companion.core.series import Series
from companion.core.steps import Step
from companion.desk.ports import Finding, Problem, Stored, Trouble
from storage import files
from storage.ballast import Ballast
from storage.catalogue import Catalogue
from storage.diagnosis import Noted, diagnose, written
from storage.errors import (
    DamagedFileError,
    MissingSeriesError,
    ReadFailedError,
    StorageError,
    WriteFailedError,
    reading,
    writing,
)
from storage.lines import Header
from storage.lock import StoreLock
from storage.migrations import MIGRATIONS, Migrations
from storage.open_series import OpenSeries, open_series
from storage.paths import CATALOGUE, SERIES, number_in, series_file, where
from storage.placement import Glance, glances, misplaced


class FolderStore:
    """Implements `companion.desk.ports.Store` over a data folder."""

    def __init__(self, root: Path, *, migrations: Migrations = MIGRATIONS) -> None:
        """Make what is missing of the folder, lock it, and see what there is.

        :raises StorageError: when that cannot be done, or another process uses the folder
        """
        self.root, self._migrations = root, migrations
        self._findings: list[Finding] = []
        self._open: dict[int, OpenSeries] = {}
        self._noted: dict[int, Noted] = {}
        self._owed: set[int] = set()
        self._in_doubt: int | None = None
        self._listed: tuple[Entry, ...] | None = None
        with writing(root):
            files.make_folder(root)
            files.make_folder(root / SERIES)
        self._lock = StoreLock(root)
        self._lock.acquire()
        try:
            freed = Finding(Problem.RESERVE_FREED)
            self._ballast = Ballast(root, lambda: self._tell(freed))
            self._ballast.lay()
            with writing(root):
                files.sync_folder(root / SERIES)
            self._catalogue = Catalogue(root, self._tell, migrations)
            self._survey(glances(root))
        except BaseException:
            self._lock.release()
            raise

    def entries(self) -> tuple[Entry, ...]:
        """All series in short, the newest first, as the series themselves say."""
        if self._listed is None:
            entries = (noted.entry for noted in self._noted.values())
            self._listed = tuple(sorted(entries, key=lambda entry: -entry.number))
        return self._listed

    def findings(self) -> tuple[Finding, ...]:
        """What was found wrong so far, in the order it was met."""
        return tuple(self._findings)

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read.

        :raises StorageError: when nothing of it can be read
        """
        if number in self._open and self._open[number].sealed:
            del self._open[number]  # what kept it from being repaired may be gone
        return self._opened(number).stored

    def create(self, log: Log) -> int:
        """A new series with all steps of the log, in one file that is there whole or not at all;
        gives its number.

        :raises StorageError: when it could not be written
        """
        number = self._in_doubt or self._next_number()
        header = Header.of_new_file(number, self._migrations.schema)
        content = written(header, log)
        self._lock.check()
        self._ballast.with_room(lambda: self._put(number, content))
        found = diagnose(content, number, None, self._migrations)
        self._open[number] = OpenSeries(series_file(self.root, number), found, self._migrations)
        self._note(number, self._open[number].noted)
        return number

    def add(self, number: int, step: Step, after: Log) -> None:
        """Saves a step of a series; `after` is the log with it.

        :raises StorageError: when it is not saved
        """
        self._change(number, lambda series: series.add(step, after))

    def take_back(self, number: int, before: Log) -> None:
        """Saves that the last step is taken back; `before` is the log without it.

        :raises StorageError: when it is not saved
        """
        self._change(number, lambda series: series.take_back(before))

    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        return self._catalogue.usual_rules

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keeps what a new series begins with.

        :raises StorageError: when it is not saved
        """
        self._lock.check()
        self._ballast.with_room(lambda: self._catalogue.keep_usual_rules(rules))

    def forget_missing(self) -> None:
        """List no more what has no file.

        :raises StorageError: when that is not saved
        """
        if self._missing:
            self._catalogue.note((), self._missing)

    def close(self) -> None:
        """Lets go of all files; what the catalogue is behind in is written before."""
        lost = False
        try:
            self._lock.check()
        except StorageError:
            lost = True
        if self._in_doubt and not lost:
            with contextlib.suppress(OSError):
                files.remove(series_file(self.root, self._in_doubt))
        for number, series in self._open.items():
            if not lost:
                self._note(number, series.noted, later=True)
            series.close(abandon=lost)
        if not lost:
            self._write_catalogue()
        self._lock.release()

    def _change(self, number: int, act: Callable[[OpenSeries], None]) -> None:
        series = self._opened(number)
        before = series.log.series
        self._lock.check()
        self._ballast.with_room(lambda: act(series))
        if not _same_at_home(before, series.log.series):
            self._note(number, series.noted)

    def _tell(self, finding: Finding) -> None:
        if finding not in self._findings:
            self._findings.append(finding)

    def _survey(self, found: dict[int, Glance]) -> None:
        """Hold what is listed against the files; where they differ the file is read."""
        listed = self._catalogue.found.noted
        if self._catalogue.missing and found:
            self._tell(Finding(Problem.CATALOGUE_MISSING, CATALOGUE))
        self._misplaced = misplaced(found)
        for number, seen in found.items():
            noted = listed.get(number)
            if noted:
                self._noted[number] = noted
            if noted and seen.header and number not in self._misplaced:
                known = (noted.id, number, noted.length)
                if (seen.header.id, seen.header.number, seen.size) == known:
                    continue
            self._renew(number)
        self._missing = sorted(set(self._catalogue.found.numbers) - found.keys())
        for number in self._missing:
            self._tell(Finding(Problem.SERIES_MISSING, where(number), number))
        self._write_catalogue()

    def _renew(self, number: int) -> None:
        """Read a series and note what it says; it is not kept open."""
        listed = self._noted.get(number)
        try:
            series = self._read(number)
        except StorageError:
            return
        other = bool(listed and series.noted and listed.id != series.noted.id)
        if other and number not in self._misplaced:
            self._tell(Finding(Problem.ENTRY_WRONG, where(number), number))
        self._note(number, series.noted, later=True)
        series.close()

    def _opened(self, number: int) -> OpenSeries:
        if number not in self._open:
            self._open[number] = self._read(number)
            self._note(number, self._open[number].noted)
        return self._open[number]

    def _read(self, number: int) -> OpenSeries:
        """Read a series, and repair its file if it is damaged.

        :raises StorageError: when nothing of it can be read
        """
        path, noted = series_file(self.root, number), self._noted.get(number)
        try:
            with reading(path):
                content = files.read(path)
        except ReadFailedError as failed:
            problem = Problem.SERIES_UNREADABLE
            self._tell(Finding(problem, where(number), number, detail=failed.detail))
            raise
        if content is None:
            raise MissingSeriesError(f"there is no series {number}")
        found = diagnose(content, number, noted, self._migrations)
        if finding := self._misplaced.get(number):
            told = (finding, *found.findings)
            found = replace(found, findings=told, sealed=found.sealed or Trouble.UNCLEAR)
            found = replace(found, damaged=False)
        if not found.readable:
            for finding in found.findings:
                self._tell(finding)
            raise DamagedFileError(f"{path}: nothing of this series can be read")
        self._lock.check()
        series = self._ballast.with_room(
            lambda: open_series(path, content, found, self._migrations)
        )
        for finding in series.findings:
            self._tell(finding)
        return series

    def _next_number(self) -> int:
        """A number that no file has, whatever it is, and that is not listed."""
        with reading(self.root / SERIES):
            there = map(number_in, files.names(self.root / SERIES))
            return max((*there, *self._catalogue.found.numbers, *self._noted), default=0) + 1

    def _put(self, number: int, content: bytes) -> None:
        """Write the file of a new series. Until it is taken away again after a failure, its number
        is in doubt, and the next new series takes its place.
        """
        path = series_file(self.root, number)
        self._in_doubt = number
        try:
            with writing(path):
                files.put(path, content)
        except WriteFailedError:
            with contextlib.suppress(OSError):
                with contextlib.suppress(FileNotFoundError):
                    files.remove(path)
                self._in_doubt = None
            raise
        self._in_doubt = None

    def _note(self, number: int, noted: Noted | None, *, later: bool = False) -> None:
        """Note what the home screen lists of a series; the catalogue is written when that differs
        from what it says, else at the end.
        """
        before = self._noted.get(number)
        if noted == before:
            return
        if number not in self._misplaced:
            self._owed.add(number)
        if noted is None:
            del self._noted[number]
        else:
            self._noted[number] = noted
        if before is None or noted is None or noted.entry != before.entry:
            self._listed = None
            if not later:
                self._write_catalogue()

    def _write_catalogue(self) -> None:
        """Write what the catalogue is behind in. It is a cache: a failure costs nobody a step, and
        the next time it is written with the rest.
        """
        if not self._owed:
            return
        noted = [self._noted[number] for number in self._owed if number in self._noted]
        gone = [number for number in self._owed if number not in self._noted]
        with contextlib.suppress(StorageError):
            self._ballast.with_room(lambda: self._catalogue.note(noted, gone))
            self._owed.clear()


def _same_at_home(before: Series, after: Series) -> bool:
    """Whether a step, such as a turn, changed nothing that home lists: so most are told apart at a
    quarter of what a step costs besides the sync.
    """
    was, now = before.last, after.last
    if was is None or now is None or was.over or now.over or was.setup is not now.setup:
        return False
    if was.untouched or now.untouched:
        return False
    return before.before is after.before and len(before.rounds) == len(after.rounds)
