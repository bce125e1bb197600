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

from companion.core.house_rules.presets import describe
from companion.core.house_rules.rules import Rules
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents, files
from storage.documents import Noted
from storage.errors import NewerSchemaError, ReadFailedError, StorageError, writing
from storage.journal import JournalStorage
from storage.lines import Tables, scan
from storage.mirror import UNREAD
from storage.paths import CATALOGUE, SPARE, keep_aside, where

_ENTRIES, _SETTINGS = "entries", "settings"
"""The tables of the catalogue."""
_USUAL_RULES, _ARCHIVED, _SAVED_RULES = "1", "2", "3"
"""The settings' documents: the rules of a new series, the series that were archived, and the rules
that were saved under a name.
"""


class CatalogueFile:
    """The catalogue of a data folder: its tables, and what is wrong with it. `newer` says that it
    is not ours to change, `damaged` that it has to be written anew.

    :raises StorageError: each method that changes it, when it cannot be written
    """

    def __init__(self, root: Path, there: Collection[int]) -> None:
        """Read it, in a folder in which these series are. Nothing is changed."""
        self._path, self._spare = root / CATALOGUE, root / SPARE
        self._there = there
        self._read()

    def _read(self) -> None:
        """Its backup is used where it is damaged or gone."""
        content, fault = files.try_to_read(self._path)
        backup, hidden = files.try_to_read(self._spare)
        found = scan(content or b"")
        fault = fault or (hidden if found.damaged else None)
        self._journal = JournalStorage(self._path, found)
        self._unread, self._former, self.tables = fault, found.content, found.tables
        self._grows = self._grown = False
        self.newer = found.newer
        nothing = content is None and backup is None and not self._there
        self.damaged = found.damaged and not fault and not nothing
        tell = partial(Finding, where=CATALOGUE)
        self.findings: list[Finding] = []
        if fault:
            why = fault.strerror or str(fault)
            self.findings.append(tell(Problem.CATALOGUE_DAMAGED, count=1, detail=why))
        if self.damaged:
            problem = Problem.CATALOGUE_MISSING if content is None else Problem.CATALOGUE_DAMAGED
            self.findings.append(tell(problem, count=found.lost + found.lost_at_end or 1))
            for name, table in scan(backup or b"").tables.items():
                self.tables[name] = table | self.tables.get(name, {})
        if self.newer:
            self.findings.append(tell(Problem.CATALOGUE_NEWER))
        if files.mirror and files.mirror.unread:
            self.findings.append(Finding(Problem.MEMORY_UNREADABLE, UNREAD))
        if found.unfinished_bytes:
            self.findings.append(tell(Problem.UNFINISHED, count=found.unfinished_bytes))

    def make_durable(self) -> None:
        """Make durable what was read; what is damaged is repaired, now or with the next write."""
        with contextlib.suppress(StorageError):
            if self.damaged:
                self._write(self.tables)
            elif self._former and not self.newer:
                self._journal.make_durable()
                self._grows = self._unread is None

    @property
    def numbers(self) -> list[int]:
        """All numbers under which anything is listed."""
        keys = self.tables.get(_ENTRIES, {})
        return [int(key) for key in keys if key.isdecimal() and len(key) < 10]  # noqa: PLR2004

    def missing(self) -> dict[int, Finding]:
        """What is listed and not there, by its number."""
        gone = sorted(number for number in self.numbers if number not in self._there)
        return {k: Finding(Problem.SERIES_MISSING, where(k), k) for k in gone}

    def noted(self) -> Iterator[tuple[int, Noted]]:
        """What can be read of what is listed; the rest is read anew from the series."""
        for key, doc in self.tables.get(_ENTRIES, {}).items():
            with contextlib.suppress(ValueError):
                noted = documents.read_noted(doc)
                if key == str(noted.entry.number):
                    yield noted.entry.number, noted

    @property
    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        with contextlib.suppress(ValueError):
            return documents.rules_in(self._setting(_USUAL_RULES, "rules", str))
        return None

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keep what a new series begins with."""
        self._update(_SETTINGS, {_USUAL_RULES: {"rules": describe(rules)}})

    @property
    def archived(self) -> frozenset[int]:
        """The numbers of the series that were archived."""
        with contextlib.suppress(ValueError):
            return frozenset(self._setting(_ARCHIVED, "numbers", [int]))
        return frozenset()

    def keep_archived(self, numbers: Collection[int]) -> None:
        """Keep which series are archived."""
        self._update(_SETTINGS, {_ARCHIVED: {"numbers": sorted(numbers)}})

    @property
    def saved_rules(self) -> dict[str, Rules]:
        """The house rules that were saved, by name; without those that another version knows."""
        saved: dict[str, Rules] = {}
        for name, words in self._saved_words().items():
            with contextlib.suppress(ValueError):
                saved[name] = documents.rules_in(words)
        return saved

    def keep_saved_rules(self, saved: Mapping[str, Rules]) -> None:
        """Keep the house rules of these names, and what another version saved."""
        known = self.saved_rules
        others = {name: said for name, said in self._saved_words().items() if name not in known}
        words = {name: describe(rules) for name, rules in saved.items()}
        self._update(_SETTINGS, {_SAVED_RULES: {"saved": others | words}})

    def _saved_words(self) -> dict[str, str]:
        with contextlib.suppress(ValueError):
            saved: Mapping[str, object] = self._setting(_SAVED_RULES, "saved", dict)
            return {name: words for name, words in saved.items() if isinstance(words, str)}
        return {}

    def _setting(self, key: str, field: str, kind: Any) -> Any:
        """What a document of the settings has in its field.

        :raises ValueError: when it is not of that kind
        """
        return documents.values(self.tables.get(_SETTINGS, {}).get(key), {field: kind})[0]

    def note(self, noted: Mapping[int, Noted | None]) -> None:
        """Keep what is listed of these series; None for one that is listed no more."""
        docs = {str(number): one and documents.noted_doc(one) for number, one in noted.items()}
        if docs:
            self._update(_ENTRIES, docs)

    def close(self, *, abandon: bool = False) -> None:
        """Let go of the file; where lines were added to it, it is written anew with a line each;
        `abandon` without touching it.
        """
        with contextlib.suppress(StorageError):
            if self._grown and not abandon:
                self._write(self.tables)
        self._journal.close(abandon=abandon)

    def _update(self, name: str, docs: Mapping[str, documents.Doc | None]) -> None:
        """Change documents, and leave what another version keeps in them; one entry in one more
        line, which costs a single sync. What could not be read at the start is not written over
        unread: it has the usual rules.
        """
        if self._unread is not None:
            self._read()
        if self._unread is not None:
            raise ReadFailedError(self._path, self._unread)
        table = dict(self.tables.get(name, {}))
        for key, doc in docs.items():
            before = table.get(key)
            if doc is None:
                table.pop(key, None)
            else:
                table[key] = {**before, **doc} if isinstance(before, dict) else doc
        tables = {**self.tables, name: table}
        if name == _ENTRIES and self._grows and len(docs) == 1 and docs.keys() <= table.keys():
            ((key, _),) = docs.items()
            self._grown = True
            self._journal.insert(name, int(key), table[key])
            self.tables = tables
        else:
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
