"""A series that is open: its log as it is on the medium, and the file that grows with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from tinydb.table import Document

from companion.core.log import Log
from companion.desk.ports import Finding, Problem, SealedError, Stored, Trouble
from storage import documents, files
from storage.diagnosis import Diagnosis, diagnose, repaired
from storage.documents import Noted
from storage.errors import ReadFailedError, WriteFailedError, writing
from storage.journal import EventTable, JournalStorage
from storage.lines import HEADER_LINES, STEPS, Scan
from storage.paths import keep_aside, where


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
