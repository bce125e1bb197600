"""A series that is open: its log as it is on the medium, and the file that grows with it."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

from tinydb.table import Document

from companion.core.log import Log
from companion.core.steps import Step
from companion.desk.ports import Finding, Problem, SealedError, Trouble
from storage import documents, files
from storage.diagnosis import Diagnosis, diagnose, repaired
from storage.documents import Noted
from storage.errors import ReadFailedError, WriteFailedError, writing
from storage.journal import EventTable, JournalStorage
from storage.lines import Migrations, Scan
from storage.paths import keep_aside, where
from storage.step_lines import STEPS


def read_series(
    root: Path,
    number: int,
    noted: Noted | None,
    misplaced: Finding | None,
    migrations: Migrations,
) -> Diagnosis:
    """What the file of a series says; one that lies in another's place is not to be changed."""
    path = root / where(number)
    try:
        content = files.read(path)
        if content is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    except OSError as cause:
        failed = ReadFailedError(path, cause)
        told = Finding(Problem.SERIES_UNREADABLE, where(number), number, detail=failed.reason)
        return Diagnosis(number, Scan(None), findings=(told,), failure=failed)
    found = diagnose(content, number, noted, migrations)
    if misplaced:
        findings, sealed = (misplaced, *found.findings), found.sealed or Trouble.UNCLEAR
        return replace(found, findings=findings, sealed=sealed, damaged=False)
    return found


class OpenSeries:
    """One series of the data folder, and its file; `found` is what is on the medium."""

    def __init__(self, root: Path, found: Diagnosis, migrations: Migrations) -> None:
        """The series as it was found in a file that is right up to its end, or is sealed."""
        path, scan = root / where(found.number), found.scan
        self.journal = JournalStorage(path, scan, migrations=migrations)
        self._steps = EventTable(self.journal, STEPS)
        size = scan.size if found.sealed else scan.end
        self.found = replace(found, scan=scan._replace(content=b"", changes=(), size=size))

    def append(self, step: Step | None, log: Log) -> None:
        """Save a step, or that the last one is taken back; `log` is the log after that.

        :raises WriteFailedError: when it is not saved
        :raises SealedError: when the file is not to be changed
        """
        found, whole = self.found, log if step else self.found.log
        if found.sealed:
            raise SealedError(found.number, found.sealed)
        if len(log.steps) != len(found.log.steps) + (1 if step else -1):
            raise ValueError(f"series {found.number}: this log does not follow the stored one")
        number = documents.round_of(step or whole.steps[-1], whole.round_number)
        players = whole.series.rounds[number - 1].setup.players if number else ()
        count, place = found.counts[number] + 1, found.scan.sequence + 1
        doc = documents.line_doc(step, number, count, players)
        self._steps.insert(Document(doc, doc_id=place))
        found.counts[number] = count
        scan = found.scan._replace(sequence=place, size=self.journal.length)
        self.found = replace(found, log=log, scan=scan)


def open_series(root: Path, found: Diagnosis, migrations: Migrations) -> OpenSeries:
    """The series of a file, which is put right if it is damaged. Where that is not possible now,
    the series can be looked at.

    :raises WriteFailedError: when what was read cannot be made durable
    """
    if not found.damaged:
        series = OpenSeries(root, found, migrations)
        if not found.sealed:
            series.journal.settle()
        return series
    path, content = root / where(found.number), found.scan.content
    right = repaired(content, found)
    try:
        with writing(path):
            aside = keep_aside(path, content)
            files.put(path, right)
    except WriteFailedError as failed:
        scan = found.scan._replace(size=-1)  # so that the next start tries again
        return OpenSeries(root, replace(found, scan=scan, sealed=failed.trouble), migrations)
    told = tuple(replace(finding, aside=aside) for finding in found.findings)
    again = diagnose(right, found.number, None, migrations)
    return OpenSeries(root, replace(again, findings=told), migrations)
