"""A series that is open: its log as it is on the medium, and the file that grows with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tinydb.table import Document

from companion.core.entry import entry_of
from companion.core.log import Log
from companion.core.steps import Step
from companion.desk.ports import SealedError, Stored, Trouble
from storage import documents, files
from storage.aside import keep_aside
from storage.diagnosis import HEAD_LINES, Diagnosis, Noted, diagnose, repaired
from storage.errors import WriteFailedError, writing
from storage.journal import Contents, EventDB
from storage.migrations import Migrations
from storage.step_lines import STEPS


class OpenSeries:
    """One series of the data folder. `log` is what is on the medium, `sealed` says why the file is
    not to be changed, and `findings` what was wrong with it.
    """

    def __init__(self, path: Path, found: Diagnosis, migrations: Migrations) -> None:
        """The series as it was found in a file that is right up to its end, or is sealed."""
        self.number, self.log, self.sealed = found.number, found.log, found.sealed
        self.findings = found.findings
        self._found, self._counts = replace(found, content=b""), dict(found.counts)
        self._db: EventDB | None = None
        if not found.sealed:
            contents = Contents(found.header, found.content, found.sequence, found.size)
            self._db = EventDB(path, contents, migrations=migrations)

    def settle(self) -> OpenSeries:
        """Make durable what was read, and cut off what is behind it.

        :raises WriteFailedError: when it is not durable
        """
        if self._db is not None:
            self._db.journal.settle()
        return self

    @property
    def stored(self) -> Stored:
        """The series as it was saved."""
        if self._db is None:
            return Stored(self.log, self._found.revision, self.sealed)
        return Stored(self.log, self._db.journal.sequence - HEAD_LINES + 1, self.sealed)

    @property
    def noted(self) -> Noted | None:
        """What the catalogue is to note of it, None while it has no round."""
        if not self.log.series.rounds:
            return None
        entry = entry_of(self.number, self.log.series)
        if self._db is None:
            return Noted(entry, self._found.header.id, self._found.sequence, self._found.size)
        journal = self._db.journal
        return Noted(entry, journal.header.id, journal.sequence, journal.length)

    def add(self, step: Step, after: Log) -> None:
        """Save a step; `after` is the log with it.

        :raises WriteFailedError: when it is not saved
        :raises SealedError: when the file is not to be changed
        """
        number = documents.round_of(step, after.round_number)
        players = after.series.rounds[number - 1].setup.players if number else ()
        self._append(documents.step_doc(step, number, self._count(number), players), after, +1)

    def take_back(self, before: Log) -> None:
        """Save that the last step is taken back; `before` is the log without it.

        :raises WriteFailedError: when it is not saved
        :raises SealedError: when the file is not to be changed
        """
        number = documents.round_of(self.log.steps[-1], self.log.round_number)
        self._append(documents.undo_doc(number, self._count(number)), before, -1)

    def close(self, *, abandon: bool = False) -> None:
        """Let go of the file; `abandon` without touching it."""
        if self._db is not None:
            self._db.journal.close(abandon=abandon)

    def _count(self, number: int) -> int:
        return self._counts.get(number, 0) + 1

    def _append(self, doc: documents.Doc, log: Log, more: int) -> None:
        if self._db is None:
            raise SealedError(self.number, self.sealed or Trouble.OTHER)
        if len(log.steps) != len(self.log.steps) + more:
            raise ValueError(f"series {self.number}: this log does not follow the stored one")
        place = self._db.journal.sequence + 1
        db: Any = self._db  # TinyDB has types for half of its methods
        db.table(STEPS).insert(Document(doc, doc_id=place))
        self._counts[doc["round"]] = doc["count"]
        self.log = log


def open_series(path: Path, content: bytes, found: Diagnosis, migrations: Migrations) -> OpenSeries:
    """The series of a file, which is put right if it is damaged. Where that is not possible now,
    the series can be looked at.

    :raises WriteFailedError: when what was read cannot be made durable
    """
    if not found.damaged:
        return OpenSeries(path, found, migrations).settle()
    right = repaired(content, found)
    try:
        with writing(path):
            aside = keep_aside(path, content)
            files.put(path, right)
    except WriteFailedError as failed:
        return OpenSeries(path, replace(found, sealed=failed.trouble, size=-1), migrations)
    told = tuple(replace(finding, aside=aside) for finding in found.findings)
    again = diagnose(right, found.number, None, migrations)
    return OpenSeries(path, replace(again, findings=told), migrations)
