"""The store of the app: open series and their steps in a data folder."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from tinydb.table import Document

from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.statistics import Summary
from companion.desk.ports import (
    Choices,
    Finding,
    Problem,
    RemovedError,
    SealedError,
    Stored,
    SummaryAt,
    Trouble,
)
from storage import documents, files
from storage.catalogue import CatalogueFile, Summaries, summary_doc
from storage.choices import ChoicesFile, former_choices
from storage.diagnosis import Diagnosis, created, diagnose, repaired
from storage.documents import Noted
from storage.errors import (
    DamagedFileError,
    ReadFailedError,
    StorageError,
    StoreLockedError,
    WriteFailedError,
    writing,
)
from storage.journal import EventTable, JournalStorage
from storage.lines import HEADER_LINES, STEPS, Header, Scan
from storage.lock import StoreLock, free_ballast, lay_ballast
from storage.paths import SERIES, glance, glances, keep_aside, misplaced, numbers, where


def read_series(
    root: Path, number: int, noted: Noted | None, misplaced: Mapping[int, Finding]
) -> Diagnosis:
    """What the file in a place says; one that lies in another's place is not to be changed."""
    path = root / where(number)
    try:
        content = files.read(path)
    except OSError as cause:
        failed = ReadFailedError(path, cause)
        told = Finding(Problem.SERIES_UNREADABLE, where(number), number, detail=failed.reason)
        return Diagnosis(number, Scan(None), findings=(told,), failure=failed)
    found = diagnose(content, number, noted)
    if number in misplaced:
        findings, sealed = (misplaced[number], *found.findings), found.sealed or Trouble.UNCLEAR
        return replace(found, findings=findings, sealed=sealed, damaged=False)
    return found


class OpenSeries:
    """One series of the data folder, and its file; `log` is what is on the medium, `sealed` says
    why the file is not to be changed, `findings` what was found wrong with it.
    """

    def __init__(self, root: Path, found: Diagnosis) -> None:
        """The series as it was found in a file that is right up to its end, or is sealed."""
        self.number, self.log, self.sealed = found.number, found.log, found.sealed
        self._findings = found.findings
        scan = found.scan._replace(end=0) if found.sealed else found.scan
        self.journal = JournalStorage(root / where(found.number), scan)
        self._counts = found.counts
        self._noted_of: tuple[Log, tuple[str, int, int], Noted | None] | None = None
        self._steps = EventTable(self.journal, STEPS)

    @property
    def stored(self) -> Stored:
        """The series as it was saved."""
        return Stored(self.log, max(self.journal.sequence - HEADER_LINES, 0), self.sealed)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found wrong with the file, also while it is open."""
        tell = partial(Finding, Problem.SERIES_REPLACED, where(self.number), self.number)
        return (*self._findings, *(tell(aside=aside) for aside in self.journal.displaced))

    @property
    def noted(self) -> Noted | None:
        """What the catalogue is to note of it."""
        journal = self.journal
        file = journal.header.id, journal.sequence, journal.length
        kept = self._noted_of
        if kept is None or kept[0] is not self.log or kept[1] != file:
            kept = self._noted_of = self.log, file, Noted.of(self.number, self.log.series, *file)
        return kept[2]

    def save(self, log: Log) -> bool:
        """Save the log, which has one step more than what is on the medium, or the last one less;
        gives whether a round is over by that step. The ends of both are compared, for to compare
        all would cost more with every round.

        :raises ValueError: when it is another log
        :raises WriteFailedError: when it is not saved
        :raises SealedError: when the file is not to be changed
        """
        if self.sealed:
            raise SealedError(self.number, self.sealed)
        grows = len(log.steps) > len(self.log.steps)
        longer, shorter = (log, self.log) if grows else (self.log, log)
        *before, step = longer.steps[-2:]
        follows = len(longer.steps) == len(shorter.steps) + 1 and before == [*shorter.steps[-1:]]
        if not follows or log.head != self.log.head:
            raise ValueError(f"series {self.number}: this log does not follow the stored one")
        number = documents.round_of(step, longer.round_number)
        players = longer.series.rounds[number - 1].setup.players if number else ()
        count = self._counts[number] + 1
        doc = documents.line_doc(step if grows else None, number, count, players)
        self._steps.insert(Document(doc, doc_id=self.journal.sequence + 1))
        was_over = _is_over(self.log)
        self._counts[number], self.log = count, log
        return grows and _is_over(log) and not was_over


def _is_over(log: Log) -> bool:
    return bool(log.series.rounds) and log.round.over


def open_series(root: Path, found: Diagnosis) -> OpenSeries:
    """Open the series of a file, made durable and repaired if it is damaged. Where that fails, the
    series is sealed: its log can be read.
    """
    if not found.damaged:
        series = OpenSeries(root, found)
        try:
            if not found.sealed:
                series.journal.make_durable()
        except WriteFailedError as failed:
            tell = partial(Finding, Problem.SERIES_READ_ONLY, where(found.number), found.number)
            findings = (*found.findings, tell(detail=failed.reason))
            return OpenSeries(root, replace(found, sealed=failed.trouble, findings=findings))
        return series
    path, right = root / where(found.number), repaired(found)
    try:
        with writing(path):
            aside = keep_aside(path, found.scan.content)
            files.put(path, right)
    except WriteFailedError as failed:
        unread = found.scan._replace(content=b"")  # so that the next start tries again
        return OpenSeries(root, replace(found, scan=unread, sealed=failed.trouble))
    told = tuple(replace(finding, aside=aside) for finding in found.findings)
    again = diagnose(right, found.number)
    return OpenSeries(root, replace(again, findings=told))


_Done = TypeVar("_Done")


class FolderStore:
    """Implements `companion.desk.ports.Store` over a data folder.

    :raises StorageError: each method, when it could not be done, and then it changed nothing
    """

    def __init__(self, root: Path, *, read_only: bool = False) -> None:
        """Make what is missing of the folder, lock it, and see what there is; `read_only` without
        changing anything, which is safe while another process writes.
        """
        self.root, self._read_only = root, read_only
        self._findings: dict[Finding, None] = {}
        self._open: dict[int, OpenSeries] = {}
        self._noted: dict[int, Noted | None] = {}
        self._in_doubt = 0
        self._lock, self._summaries = StoreLock(root), Summaries()
        if read_only:
            self._survey()
            return
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
        """All series in short that were not deleted, the newest first, as they themselves say."""
        return self._entries(removed=False)

    def removed(self) -> tuple[Entry, ...]:
        """The series that were deleted and can be put back, the newest first."""
        return self._entries(removed=True)

    def findings(self) -> tuple[Finding, ...]:
        """What was found wrong so far, in the order it was met."""
        return tuple(self._findings)

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read."""
        if number in self._open and self._open[number].sealed:
            del self._open[number]  # what kept it from being repaired may be gone
        return self._opened(number).stored

    def look_at(self, number: int) -> Stored:
        """The same for whoever reads it once: it is not kept open for that."""
        return self._at_hand(number).stored

    def ids(self) -> Mapping[int, str]:
        """What each series is known by, on other devices too, by its number."""
        gone = self.choices.removed
        return {number: noted.id for number, noted in self._listed().items() if number not in gone}

    def create(self, log: Log, known_as: str = "") -> int:
        """A new series with all steps of the log, there whole or not at all; gives its number."""
        number = self._in_doubt or self._next_number()
        taken = {noted.id for noted in self._listed().values()}
        found = created(Header.of_new_file(number, "" if known_as in taken else known_as), log)
        self._change(lambda: self._put(number, found.scan.content))
        self._open[number] = OpenSeries(self.root, found)
        self._note(number)
        return number

    def save(self, number: int, log: Log) -> None:
        """Saves a series that has one step more than what is saved, or the last one less."""
        series = self._opened(number)
        is_round_over = self._change(lambda: series.save(log))
        self._tell(*series.findings)
        if is_round_over:
            self._note(number)  # phones and browsers end without a word

    @property
    def choices(self) -> Choices:
        """What people chose. A file that could not be read is read again."""
        if self._chosen.unread is not None:
            self._read_choices()
        return self._chosen.choices

    def choose(self, choices: Choices) -> None:
        """Save these choices."""
        self._change(lambda: self._chosen.choose(choices))

    def forget(self, number: int) -> None:
        """Takes away for good what a deleted series has. The choices keep its number."""
        if number in self._readable_choices().removed:
            self.release(number)
            self._change(lambda: self._take_away(number))

    def summaries(self) -> Mapping[int, Summary]:
        """What was kept for statistics, by number, of series that are as they were then."""
        return self._summaries.of(self._listed())

    def keep_summaries(self, summaries: Mapping[int, SummaryAt]) -> None:
        """Keeps these too, if that is possible."""
        listed = self._listed()
        for number, (revision, told) in summaries.items():
            noted = listed.get(number)
            if noted and noted.lines == revision + HEADER_LINES:
                self._noted[number] = noted._replace(summary=summary_doc(told))
        if not self._lost:  # a cache is no reason to give up the reserve
            with contextlib.suppress(StorageError):
                self._catalogue.note(self._behind())

    def repair(self) -> None:
        """Repair every series that is damaged, deleted or not, and list no more what is missing."""
        for number in self._noted:
            self._renew(number)
        if missing := self._catalogue.missing():
            self._change(lambda: self._catalogue.note(dict.fromkeys(missing)))

    def release(self, number: int) -> None:
        """Lets go of a series; it is read again when it is asked for."""
        if series := self._open.pop(number, None):
            self._noted[number] = self._as_now(number, series)
            series.journal.close(abandon=self._lost)

    def close(self) -> None:
        """Lets go of all files; what the catalogue is behind in is written before."""
        lost = self._lost
        for series in self._open.values():
            series.journal.close(abandon=lost)
        if not lost:
            self._withdraw()
            self._write_catalogue()
        self._catalogue.close(abandon=lost)
        self._lock.close()

    def _change(self, act: Callable[[], _Done]) -> _Done:
        """Do it while the folder is ours; on a full disk once more, with the reserve given up."""
        if self._read_only:
            raise StoreLockedError(f"{self.root}: {Trouble.IN_USE.value}")
        self._lock.check()
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not free_ballast(self.root):
                raise
        self._tell(Finding(Problem.RESERVE_FREED))
        return act()

    @property
    def _lost(self) -> bool:
        """True if nothing may be written any more."""
        return self._read_only or self._lock.lost

    def _tell(self, *findings: Finding) -> None:
        self._findings |= dict.fromkeys(findings)

    def _survey(self) -> None:
        """Hold what is listed against the files; where they differ the file is read."""
        found = glances(self.root)
        self._catalogue = CatalogueFile(self.root, found)
        self._tell(*self._catalogue.findings, *(files.mirror.findings if files.mirror else ()))
        self._read_choices()
        if self._chosen.is_new and (table := self._catalogue.former_choices) and not self._lost:
            with contextlib.suppress(StorageError):
                self._change(lambda: self._chosen.choose(former_choices(table)))
        self._misplaced = misplaced(found)
        listed = dict(self._catalogue.noted())
        for number, (header, size) in found.items():
            noted = self._noted[number] = listed.get(number)
            known = (noted.id, number, noted.length) if noted else None
            if header is None or (header.id, header.number, size) != known:
                self._renew(number)
        self._tell(*self._catalogue.missing().values())
        self._write_catalogue()

    def _read_choices(self) -> None:
        self._chosen = ChoicesFile(self.root)
        if not self._lost:
            self._chosen.make_durable()
        self._tell(*self._chosen.findings)

    def _readable_choices(self) -> Choices:
        """Return what people chose.

        :raises ReadFailedError: when the file cannot be read
        """
        chosen = self.choices
        if self._chosen.unread is not None:
            raise self._chosen.unread
        return chosen

    def _renew(self, number: int) -> None:
        """Read a series and note what it says; it is not kept open."""
        with contextlib.suppress(StorageError):
            self._noted[number] = self._as_now(number, self._read(number))

    def _opened(self, number: int) -> OpenSeries:
        series = self._open[number] = self._at_hand(number)
        return series

    def _at_hand(self, number: int) -> OpenSeries:
        """A series as it is; one that is not open is not kept open."""
        if number in self.choices.removed:
            self.release(number)
            raise RemovedError(number)
        return self._open.get(number) or self._read(number)

    def _read(self, number: int) -> OpenSeries:
        """Read a series, and repair its file if it is damaged."""
        found = read_series(self.root, number, self._noted.get(number), self._misplaced)
        if found.misplaced and number not in self._misplaced:  # since the start
            self._misplaced = misplaced(glances(self.root))
            found = read_series(self.root, number, self._noted.get(number), self._misplaced)
        if found.failure:
            self._tell(*found.findings)
            raise found.failure
        if self._read_only:
            sealed = found.sealed or Trouble.IN_USE
            series = OpenSeries(self.root, replace(found, sealed=sealed))
        else:
            series = self._change(lambda: open_series(self.root, found))
        self._tell(*series.findings)
        return series

    def _next_number(self) -> int:
        """A number that no file has, whatever it is, and that is not listed."""
        chosen = self._readable_choices()
        listed = *self._catalogue.numbers, *chosen.archived, *chosen.removed
        return max({0, *listed, *self._noted, *self._open, *numbers(self.root).values()}) + 1

    def _put(self, number: int, content: bytes) -> None:
        """Until a file that failed is taken away again, the next new series takes its place."""
        self._in_doubt = number
        try:
            with writing(self.root / where(number)):
                files.put(self.root / where(number), content)
        except StorageError:
            self._withdraw()
            raise
        self._in_doubt = 0

    def _take_away(self, number: int) -> None:
        """It is listed no more before its file goes, so that nobody misses that; a file that a
        power cut brings back is a deleted one still.

        :raises DamagedFileError: where another one lies in its place
        """
        path, noted = self.root / where(number), self._noted.get(number)
        header = glance(path).header
        if header and noted and (header.id, header.number) != (noted.id, number):
            raise DamagedFileError(f"{path}: another series lies in this place")
        self._catalogue.note({number: None})
        try:
            with writing(path):
                files.remove(path)
                files.sync_folder(path.parent)
        except WriteFailedError:
            with writing(path):
                there = files.identity(path)
            if there:
                raise
        self._noted.pop(number, None)

    def _withdraw(self) -> None:
        with contextlib.suppress(OSError):
            if self._in_doubt:
                files.remove(self.root / where(self._in_doubt))
            self._in_doubt = 0

    def _entries(self, *, removed: bool) -> tuple[Entry, ...]:
        listed, gone = self._listed(), self.choices.removed
        wanted = (number for number in listed if (number in gone) is removed)
        return tuple(listed[number].entry for number in sorted(wanted, reverse=True))

    def _listed(self) -> dict[int, Noted]:
        """What there is to note of each series, as it is now."""
        opened = {number: self._as_now(number, series) for number, series in self._open.items()}
        return {number: now for number, now in (self._noted | opened).items() if now}

    def _as_now(self, number: int, series: OpenSeries) -> Noted | None:
        """What there is to note of a series that is open; a summary is one of before its steps."""
        before, now = self._noted.get(number), series.noted
        return before if before and now and before[:-1] == now[:-1] else now

    def _note(self, number: int) -> None:
        """List an open series as it is now, if the list can be written."""
        noted = self._noted[number] = self._as_now(number, self._open[number])
        with contextlib.suppress(StorageError):
            self._change(lambda: self._catalogue.note({number: noted}))

    def _write_catalogue(self) -> None:
        """Write what the catalogue is behind in, if it can be: the next start sees it otherwise."""
        with contextlib.suppress(StorageError):
            self._change(lambda: self._catalogue.note(self._behind()))

    def _behind(self) -> dict[int, Noted | None]:
        """What the catalogue has otherwise."""
        before, now = dict(self._catalogue.noted()), self._listed()
        asked = {*self._noted, *now, *(before.keys() & self.choices.removed)}
        asked -= self._misplaced.keys()
        return {k: now.get(k) for k in asked if now.get(k) != before.get(k)}
