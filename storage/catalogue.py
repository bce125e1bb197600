"""The catalogue: what people chose, and what the home screen lists of each series.

What it lists is a cache, held against the files of the series at every start. So a damaged
catalogue is put together from its intact lines and its backup, and the rest is read anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.desk.ports import Choices, Finding, Problem, Trouble
from storage import documents, files
from storage.choices import changed_docs, read_choices
from storage.documents import Doc, Noted
from storage.errors import NewerSchemaError, ReadFailedError, StorageError, writing
from storage.journal import JournalStorage
from storage.lines import Tables, scan
from storage.paths import CATALOGUE, SPARE, keep_aside, where

_ENTRIES, _SETTINGS = "entries", "settings"
"""The tables of the catalogue: what is noted of each series, and what people chose."""


class CatalogueFile:
    """The catalogue of a data folder: its tables, what people chose, and what is wrong with it.
    `newer` says that it is not ours to change, `damaged` that it has to be written anew, `unread`
    why it could not be read: then nothing is kept, for what it says would be written over.

    :raises StorageError: each method that changes it, when it cannot be written
    """

    def __init__(self, root: Path, there: Collection[int]) -> None:
        """Read it, in a folder in which these series are; its backup is used where it is damaged
        or gone. Nothing is changed.
        """
        self._path, self._spare = root / CATALOGUE, root / SPARE
        self._there = there
        self._settings: dict[str, Any] | None = None
        self._choices = Choices()
        content, fault = files.try_to_read(self._path)
        backup, hidden = files.try_to_read(self._spare)
        found = scan(content or b"")
        fault = fault or (hidden if found.damaged else None)
        self._journal = JournalStorage(self._path, found)
        self._former, self.tables = found.content, found.tables
        self.unread = ReadFailedError(self._path, fault) if fault is not None else None
        self._grows = self._grown = False
        self.newer = found.newer
        nothing = content is None and backup is None and not self._there
        self.damaged = found.damaged and not fault and not nothing
        tell = partial(Finding, where=CATALOGUE)
        self.findings: list[Finding] = []
        if fault:
            why = fault.strerror or str(fault)
            self.findings.append(tell(Problem.CATALOGUE_UNREADABLE, detail=why))
        if self.damaged:
            problem = Problem.CATALOGUE_MISSING if content is None else Problem.CATALOGUE_DAMAGED
            self.findings.append(tell(problem, count=found.lost + found.lost_at_end or 1))
            for name, table in scan(backup or b"").tables.items():
                self.tables[name] = table | self.tables.get(name, {})
        if self.newer:
            self.findings.append(tell(Problem.CATALOGUE_NEWER))
        self.findings += files.mirror.findings if files.mirror else []
        if found.unfinished_bytes:
            self.findings.append(tell(Problem.UNFINISHED, count=found.unfinished_bytes))

    def make_durable(self) -> None:
        """Make durable what was read; what is damaged is repaired, now or with the next write. A
        new folder has a list before its first series, so that a list that is missing was lost.
        """
        with contextlib.suppress(StorageError):
            if self.damaged or not (self._former or self.unread):
                self._write(self.tables)
            elif self._former and not self.newer:
                self._journal.make_durable()
                self._grows = self.unread is None

    @property
    def numbers(self) -> list[int]:
        """All numbers under which anything is listed."""
        keys = self.tables.get(_ENTRIES, {})
        return [int(key) for key in keys if key.isdecimal() and len(key) < 10]  # noqa: PLR2004

    def missing(self) -> dict[int, Finding]:
        """What is listed and not there, by its number."""
        gone = sorted({*self.numbers} - {*self._there})
        return {k: Finding(Problem.SERIES_MISSING, where(k), k) for k in gone}

    def noted(self) -> Iterator[tuple[int, Noted]]:
        """What can be read of what is listed; the rest is read anew from the series."""
        for key, doc in self.tables.get(_ENTRIES, {}).items():
            with contextlib.suppress(ValueError):
                noted = documents.read_noted(doc)
                if key == str(noted.entry.number):
                    yield noted.entry.number, noted

    @property
    def choices(self) -> Choices:
        """What people chose."""
        table = self.tables.get(_SETTINGS)
        if table is not self._settings:  # asked for several times with every tap
            self._settings, self._choices = table, read_choices(table or {})
        return self._choices

    def choose(self, choices: Choices) -> None:
        """Keep what people chose."""
        self._update(_SETTINGS, changed_docs(choices, self.tables.get(_SETTINGS, {})))

    def note(self, noted: Mapping[int, Noted | None]) -> None:
        """Keep what is listed of these series; None for one that is listed no more."""
        docs = {str(number): one and documents.noted_doc(one) for number, one in noted.items()}
        self._update(_ENTRIES, docs)

    def forget(self, number: int) -> None:
        """List a series no more, not in the backup either."""
        self.note({number: None})
        with contextlib.suppress(OSError):
            files.put(self._spare, files.read(self._path))

    def close(self, *, abandon: bool = False) -> None:
        """Let go of the file; where lines were added to it, it is written anew with a line each;
        `abandon` without touching it.
        """
        with contextlib.suppress(StorageError):
            if self._grown and not abandon:
                self._write(self.tables)
        self._journal.close(abandon=abandon)

    def _update(self, name: str, docs: Mapping[str, Doc | None]) -> None:
        """Change documents, and leave what another version keeps in them; one alone in one more
        line, which costs a single sync and little room, and several all or none.
        """
        if self.unread is not None:
            raise self.unread
        table = dict(self.tables.get(name, {}))
        for key, doc in docs.items():
            before = table.pop(key, None)
            if doc is not None:
                table[key] = {**before, **doc} if isinstance(before, dict) else doc
        tables = {**self.tables, name: table}
        if self._grows and len(docs) == 1 and docs.keys() <= table.keys():
            ((key, _),) = docs.items()
            self._grown = True
            self._journal.insert(name, int(key), table[key])
            self.tables = tables
        elif docs:
            self._write(tables)

    def _write(self, tables: Tables) -> None:
        """Write a complete new file; the one before is kept as the backup, or aside if damaged."""
        if self.newer:
            raise NewerSchemaError(f"{self._path}: {Trouble.NEWER.value}")
        if self._former and self.damaged:
            with writing(self._path):
                aside = keep_aside(self._path, self._former)
            self.findings = [replace(finding, aside=aside) for finding in self.findings]
        elif self._former:
            with contextlib.suppress(OSError):  # it must not keep anybody from recording
                files.put(self._spare, self._former)
        self._journal.write(tables)
        self.tables, self._former, self.damaged = tables, b"", False
        self._grows, self._grown = True, False
