"""Store of the app: series and their steps in a data folder."""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from tinydb.table import Document

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.names import Colours
from companion.core.statistics import Sitting
from companion.core.step_words import place_of
from companion.desk import ports
from companion.desk.ports import Choices, Finding, Membership, Problem, Stored, Trouble
from storage import files
from storage.catalogue import CatalogueFile, Noted, Summaries
from storage.choices import ChoicesFile, MembershipsFile, former_choices
from storage.diagnosis import Diagnosis, created, diagnose, line_doc, repaired
from storage.files import StorageError, WriteFailedError, writing
from storage.journal import EventTable, JournalStorage
from storage.lines import HEADER_LINES, STEPS, Header, Scan
from storage.paths import (
    SERIES,
    StoreLock,
    free_ballast,
    glance,
    glances,
    keep_aside,
    lay_ballast,
    numbers,
    opening,
    where,
)


def read_series(root: Path, number: int, noted: Noted | None) -> Diagnosis:
    """Read the file of a series."""
    path = root / where(number)
    try:
        content = files.read(path)
    except OSError as cause:
        failed = files.ReadFailedError(path, cause)
        finding = Finding(Problem.SERIES_UNREADABLE, where(number), number, detail=failed.reason)
        return Diagnosis(number, Scan(None), findings=(finding,), failure=failed)
    return diagnose(content, number, noted)


class OpenSeries:
    """Open series with its file.

    `log` is the saved log, `sealed` the reason why the file is read-only.
    """

    def __init__(self, root: Path, found: Diagnosis) -> None:
        """Open a series from the diagnosis of a sound or a sealed file."""
        self.number, self.log, self.sealed = found.number, found.log, found.sealed
        self._findings = found.findings
        scan = found.scan._replace(end=0) if found.sealed else found.scan
        self.journal = JournalStorage(root / where(found.number), scan)
        self._counts = found.counts
        self._noted_of: tuple[Log, tuple[str, int, int], Noted | None] | None = None
        self._steps = EventTable(self.journal, STEPS)

    @property
    def stored(self) -> Stored:
        """Series in the form of the port."""
        return Stored(self.log, max(self.journal.sequence - HEADER_LINES, 0), self.sealed)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings about the file, at opening and since."""
        replaced = partial(Finding, Problem.SERIES_REPLACED, where(self.number), self.number)
        return (*self._findings, *(replaced(aside=aside) for aside in self.journal.displaced))

    @property
    def noted(self) -> Noted | None:
        """Entry for the catalogue, None without rounds."""
        journal = self.journal
        file = journal.header.id, journal.sequence, journal.length
        kept = self._noted_of
        if kept is None or kept[0] is not self.log or kept[1] != file:
            kept = self._noted_of = self.log, file, Noted.of(self.number, self.log.series, *file)
        return kept[2]

    def save(self, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log.

        Only the ends of both logs are compared, at a constant cost.

        :raises ValueError: when the log does not follow the saved log
        :raises WriteFailedError: when the write fails
        :raises SealedError: when the file is read-only
        """
        if self.sealed:
            raise ports.SealedError(self.number, self.sealed)
        grows = len(log.steps) > len(self.log.steps)
        longer, shorter = (log, self.log) if grows else (self.log, log)
        *before, step = longer.steps[-2:]
        follows = len(longer.steps) == len(shorter.steps) + 1 and before == [*shorter.steps[-1:]]
        if not follows or log.head != self.log.head:
            raise ValueError(f"series {self.number}: this log does not follow the stored one")
        number, players = place_of(longer)
        count = self._counts[number] + 1
        doc = line_doc(step if grows else None, number, count, players)
        self._steps.insert(Document(doc, doc_id=self.journal.sequence + 1))
        self._counts[number], self.log = count, log


def open_series(root: Path, found: Diagnosis) -> OpenSeries:
    """Open a series from a diagnosis, after a sync or a repair of the file.

    If either fails, the series is sealed.
    """
    if not found.damaged:
        series = OpenSeries(root, found)
        try:
            if not found.sealed:
                series.journal.make_durable()
        except WriteFailedError as failed:
            place = where(found.number)
            problem = Problem.SERIES_READ_ONLY
            finding = Finding(problem, place, found.number, detail=failed.reason)
            findings = (*found.findings, finding)
            return OpenSeries(root, replace(found, sealed=failed.trouble, findings=findings))
        return series
    path, right = root / where(found.number), repaired(found)
    try:
        with writing(path):
            aside = keep_aside(path, found.scan.content)
            files.put(path, right)
    except WriteFailedError as failed:
        unread = found.scan._replace(content=b"")  # makes the next start try again
        return OpenSeries(root, replace(found, scan=unread, sealed=failed.trouble))
    findings = tuple(replace(finding, aside=aside) for finding in found.findings)
    return OpenSeries(root, replace(diagnose(right, found.number), findings=findings))


_Done = TypeVar("_Done")
_Kept = TypeVar("_Kept", ChoicesFile, MembershipsFile)


class FolderStore:
    """Implementation of `companion.desk.ports.Store` in a data folder.

    :raises StorageError: when a method fails, without any change
    """

    _chosen: ChoicesFile

    def __init__(self, root: Path, *, read_only: bool = False) -> None:
        """Create and lock the folder, and compare the catalogue with the files.

        `read_only` changes nothing, and is safe while another process writes.
        """
        self.root, self._read_only = root, read_only
        self._findings: dict[Finding, None] = {}
        self._open: dict[int, OpenSeries] = {}
        self._noted: dict[int, Noted | None] = {}
        self._in_doubt = 0
        self._lock, self._summaries = StoreLock(root), Summaries()
        if read_only:
            with opening(root):
                self._survey()
            return
        with opening(root):
            with writing(root):
                files.make_folder(root)
                files.make_folder(root / SERIES)
            self._lock.acquire()
        try:
            lay_ballast(root)
            with writing(root):
                files.sync_folder(root / SERIES)
            self._survey()
        except BaseException:
            self._lock.close()
            raise

    def entries(self) -> tuple[Entry, ...]:
        """Return the facts about all series that are not deleted, the newest first."""
        return self._entries(removed=False)

    def removed(self) -> tuple[Entry, ...]:
        """Return the facts about the deleted series that can be restored, the newest first."""
        return self._entries(removed=True)

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings so far, in order."""
        return tuple(self._findings)

    def load(self, number: int) -> Stored:
        """Open a series, and return the readable part."""
        if number in self._open and self._open[number].sealed:
            del self._open[number]  # another repair may succeed
        return self._opened(number).stored

    def look_at(self, number: int) -> Stored:
        """Read a series without keeping the file open."""
        return self._at_hand(number).stored

    def ids(self) -> Mapping[int, str]:
        """Return the id of each series, which is the same on other devices, by number."""
        removed = self.choices.removed
        return {
            number: noted.id for number, noted in self._listed().items() if number not in removed
        }

    def create(self, log: Log, known_as: str = "") -> int:
        """Create a series with all steps of a log in one step, and return its number."""
        number = self._in_doubt or self._next_number()
        taken = {noted.id for noted in self._listed().values()}
        found = created(Header.of_new_file(number, "" if known_as in taken else known_as), log)
        self._change(lambda: self._put(number, found.scan.content))
        self._open[number] = OpenSeries(self.root, found)
        return number

    def save(self, number: int, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log."""
        series = self._opened(number)
        self._change(lambda: series.save(log))
        self._report(*series.findings)

    @property
    def choices(self) -> Choices:
        """Choices of the players; an unreadable file is read again."""
        if self._chosen.unread is not None:
            self._chosen = self._kept(ChoicesFile)
        return self._chosen.choices

    def choose(self, choices: Choices) -> None:
        """Save the choices."""
        self._change(lambda: self._chosen.choose(choices))

    def keep_colours(self, colours: Colours) -> None:
        """Save the colours of all players if possible.

        Colours can wait, and are no reason to give up the reserve.
        """
        if not self._lost:
            with contextlib.suppress(StorageError):
                self._chosen.choose(replace(self.choices, colours=colours))

    def memberships(self) -> Mapping[int, Membership]:
        """Return the memberships at shared tables by number of series."""
        return self._tables.memberships

    def keep_membership(self, number: int, membership: Membership | None) -> None:
        """Save the membership of a series, or forget it."""
        if membership != self.memberships().get(number):
            self._change(lambda: self._tables.keep(number, membership))

    def forget(self, number: int) -> None:
        """Remove the file of a deleted series for good; the choices keep the number."""
        if number in self._readable_choices().removed:
            self.release(number)
            self._change(lambda: self._take_away(number))

    def summaries(self) -> Mapping[int, tuple[Sitting, ...]]:
        """Return the valid summaries of series, by number."""
        return self._summaries.of(self._listed())

    def keep_summaries(self, summaries: Mapping[int, ports.SummaryAt]) -> None:
        """Record summaries in the catalogue if possible."""
        listed = self._listed()
        for number, (revision, sittings) in summaries.items():
            noted = listed.get(number)
            if noted and noted.lines == revision + HEADER_LINES:
                summary = self._summaries.document(number, sittings)
                self._noted[number] = noted._replace(summary=summary)
        self._write_catalogue()

    def repair(self) -> None:
        """Repair all damaged series, also deleted ones, and forget the series without a file."""
        for number in self._noted:
            self._renew(number)
        self._missing.clear()

    def release(self, number: int) -> None:
        """Close a series."""
        if series := self._open.pop(number, None):
            self._noted[number] = self._as_now(number, series)
            series.journal.close(abandon=self._lost)

    def close(self) -> None:
        """Close all files, after an update of the list."""
        lost = self._lost
        for series in self._open.values():
            series.journal.close(abandon=lost)
        if not lost:
            self._withdraw()
            self._write_catalogue()
        self._lock.close()

    def _change(self, act: Callable[[], _Done]) -> _Done:
        """Run a change under the lock; on a full disk free the reserve and run the change again."""
        if self._read_only:
            raise files.StoreLockedError(f"{self.root}: {Trouble.IN_USE.value}")
        self._lock.check()
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not free_ballast(self.root):
                raise
        self._report(Finding(Problem.RESERVE_FREED))
        return act()

    @property
    def _lost(self) -> bool:
        """True if the folder may not be written to."""
        return self._read_only or self._lock.lost

    def _report(self, *findings: Finding) -> None:
        self._findings |= dict.fromkeys(findings)

    def _survey(self) -> None:
        """Compare the list with the files, and read the files of different entries."""
        found = glances(self.root)
        self._catalogue = CatalogueFile(self.root)
        self._report(*(files.mirror.findings if files.mirror else ()))
        self._chosen = self._kept(ChoicesFile)
        self._tables = self._kept(MembershipsFile)
        if self._chosen.is_new and (table := self._catalogue.former_choices) and not self._lost:
            with contextlib.suppress(StorageError):
                self._change(lambda: self._chosen.choose(former_choices(table)))
        listed = self._catalogue.noted
        for number, (header, size) in found.items():
            noted = self._noted[number] = listed.get(number)
            known = (noted.id, number, noted.length) if noted else None
            if header is None or (header.id, header.number, size) != known:
                self._renew(number)
        missing = listed.keys() - found - self.choices.removed
        self._missing = {number: listed[number] for number in sorted(missing)}
        self._report(*(Finding(Problem.SERIES_MISSING, where(k), k) for k in self._missing))
        self._write_catalogue()

    def _kept(self, kind: type[_Kept]) -> _Kept:
        """Read one of the small files, and make it durable if possible."""
        file = kind(self.root)
        if not self._lost:
            file.make_durable()
        self._report(*file.findings)
        return file

    def _readable_choices(self) -> Choices:
        """Return the choices.

        :raises ReadFailedError: when the file cannot be read
        """
        chosen = self.choices
        if self._chosen.unread is not None:
            raise self._chosen.unread
        return chosen

    def _renew(self, number: int) -> None:
        """Read a series and update the entry, without keeping the file open."""
        with contextlib.suppress(StorageError):
            self._noted[number] = self._as_now(number, self._read(number))

    def _opened(self, number: int) -> OpenSeries:
        series = self._open[number] = self._at_hand(number)
        return series

    def _at_hand(self, number: int) -> OpenSeries:
        """Return an open series, or read a closed one without keeping the file open.

        :raises RemovedError: when the series was deleted
        """
        if number in self.choices.removed:
            self.release(number)
            raise ports.RemovedError(number)
        return self._open.get(number) or self._read(number)

    def _read(self, number: int) -> OpenSeries:
        """Read a series, and repair a damaged file."""
        found = read_series(self.root, number, self._noted.get(number))
        if found.failure:
            self._report(*found.findings)
            raise found.failure
        if self._read_only:
            sealed = found.sealed or Trouble.IN_USE
            series = OpenSeries(self.root, replace(found, sealed=sealed))
        else:
            series = self._change(lambda: open_series(self.root, found))
        self._report(*series.findings)
        return series

    def _next_number(self) -> int:
        """Return a number without a file, an entry or a mark in the choices."""
        chosen = self._readable_choices()
        listed = *self._missing, *self._noted, *self._open, *chosen.archived, *chosen.removed
        return max({0, *listed, *numbers(self.root).values()}) + 1

    def _put(self, number: int, content: bytes) -> None:
        """Write a new file; the next new series replaces a failed file that cannot be removed."""
        self._in_doubt = number
        try:
            with writing(self.root / where(number)):
                files.put(self.root / where(number), content)
        except StorageError:
            self._withdraw()
            raise
        self._in_doubt = 0

    def _take_away(self, number: int) -> None:
        """Remove the file of a series.

        If a power cut restores the file, the series is still marked as deleted.

        :raises DamagedFileError: when the file belongs to another series
        """
        path, noted = self.root / where(number), self._noted.get(number)
        header = glance(path).header
        if header and noted and (header.id, header.number) != (noted.id, number):
            raise files.DamagedFileError(f"{path}: another series lies in this place")
        try:
            with writing(path):
                files.remove(path)
                files.sync_folder(path.parent)
        except WriteFailedError:
            with writing(path):
                found = files.identity(path)
            if found:
                raise
        self._noted.pop(number, None)
        self._write_catalogue()

    def _withdraw(self) -> None:
        with contextlib.suppress(OSError):
            if self._in_doubt:
                files.remove(self.root / where(self._in_doubt))
            self._in_doubt = 0

    def _entries(self, *, removed: bool) -> tuple[Entry, ...]:
        listed, marked = self._listed(), self.choices.removed
        wanted = (number for number in listed if (number in marked) is removed)
        return tuple(listed[number].entry for number in sorted(wanted, reverse=True))

    def _listed(self) -> dict[int, Noted]:
        """Return the current entry of each series."""
        opened = {number: self._as_now(number, series) for number, series in self._open.items()}
        return {number: now for number, now in (self._noted | opened).items() if now}

    def _as_now(self, number: int, series: OpenSeries) -> Noted | None:
        """Return the entry of an open series, with the summary only if nothing was added since."""
        before, now = self._noted.get(number), series.noted
        return before if before and now and before[:-1] == now[:-1] else now

    def _write_catalogue(self) -> None:
        """Update the list if possible; a cache is no reason to give up the reserve."""
        if not self._lost:
            with contextlib.suppress(StorageError):
                self._catalogue.write(self._missing | self._listed())
