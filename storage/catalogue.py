"""The catalogue: the usual rules, and what the home screen lists of each series.

What it lists is a cache, held against the files of the series at every start. So a damaged
catalogue is put together from its intact lines and its backup, and the rest is read anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.core.house_rules.rules import Rules
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents, files
from storage.aside import keep_aside
from storage.diagnosis import Noted
from storage.errors import NewerSchemaError, StorageError, reading, writing
from storage.journal import Contents, JournalStorage, Tables, read_changes, replayed, schema_of
from storage.lines import FORMAT, Header, Scan, scan
from storage.migrations import MIGRATIONS, Migrations
from storage.paths import BACKUP, CATALOGUE, beside

ENTRIES, SETTINGS = "entries", "settings"
"""The tables of the catalogue."""
_USUAL_RULES = "1"
"""The settings' document that has the rules of a new series."""
_NOTED = {"id": str, "lines": int, "length": int}


@dataclass(frozen=True, slots=True)
class CatalogueDiagnosis:
    """What the catalogue says: its tables, the series it lists, and what is wrong with it. `newer`
    says that it is not ours to change, `damaged` that it has to be written anew.
    """

    tables: Tables = field(default_factory=dict[str, dict[str, Any]])
    noted: dict[int, Noted] = field(default_factory=dict[int, Noted])
    findings: tuple[Finding, ...] = ()
    newer: bool = False
    damaged: bool = False

    @property
    def numbers(self) -> list[int]:
        """All numbers under which anything is listed."""
        keys = self.tables.get(ENTRIES, {})
        return [int(key) for key in keys if key.isdecimal() and len(key) < 10]  # noqa: PLR2004


def diagnose_catalogue(
    content: bytes | None, backup: bytes | None, migrations: Migrations = MIGRATIONS
) -> CatalogueDiagnosis:
    """What these bytes say; the backup's are used where they are damaged. None stands for a file
    that is not there.
    """
    if content is None and backup is None:
        return CatalogueDiagnosis()
    found = scan(content or b"")
    if found.header and found.header.format != FORMAT:
        told = (Finding(Problem.CATALOGUE_NEWER, CATALOGUE),)
        return CatalogueDiagnosis(findings=told, newer=True)
    findings: list[Finding] = []
    tables = _tables(found, migrations)
    damaged = found.header is None or not found.sound
    if damaged:
        problem = Problem.CATALOGUE_MISSING if content is None else Problem.CATALOGUE_DAMAGED
        lost = found.missing + found.lost_at_end or 1
        findings.append(Finding(problem, CATALOGUE, count=lost))
        for name, table in _tables(scan(backup or b""), migrations).items():
            tables[name] = table | tables.get(name, {})
    newer = _schema(found) > migrations.schema
    if newer:
        findings.append(Finding(Problem.CATALOGUE_NEWER, CATALOGUE))
    if found.torn_bytes:
        findings.append(Finding(Problem.TORN_TAIL, CATALOGUE, count=found.torn_bytes))
    noted = _noted(tables.get(ENTRIES, {}))
    return CatalogueDiagnosis(tables, noted, tuple(findings), newer, damaged)


def _tables(found: Scan, migrations: Migrations) -> Tables:
    return replayed(found.lines, found.header.schema, migrations) if found.header else {}


def _schema(found: Scan) -> int:
    own = found.header.schema if found.header else 0
    return max([own, *(schema_of(change or {}, own) for change in read_changes(found.lines))])


def _noted(table: Mapping[str, Any]) -> dict[int, Noted]:
    """What can be read of what is listed; the rest is read anew from the series."""
    noted: dict[int, Noted] = {}
    for key, doc in table.items():
        with contextlib.suppress(ValueError):
            told, entry = documents.checked(doc, _NOTED), documents.read_entry(doc)
            if key == str(entry.number):
                noted[entry.number] = Noted(entry, told["id"], told["lines"], told["length"])
    return noted


class Catalogue:
    """The catalogue of an open data folder; what is wrong with it is told to `tell`."""

    def __init__(
        self, root: Path, tell: Callable[[Finding], object], migrations: Migrations
    ) -> None:
        """Read it, and make durable what was read; what is damaged is repaired, now or when it is
        written to.
        """
        self._path, self._migrations = root / CATALOGUE, migrations
        fault = self._look()
        with contextlib.suppress(StorageError):
            if self.found.damaged:
                self._write(self._tables)
            elif self._content and not self.found.newer:
                self._journal.settle()
        if fault:
            tell(Finding(Problem.CATALOGUE_DAMAGED, CATALOGUE, count=1, detail=fault))
        for finding in self.found.findings:
            tell(replace(finding, aside=self._aside))

    def _look(self) -> str:
        """Read it; gives why it cannot be read, if so."""
        self._content, fault = files.try_to_read(self._path)
        self._unread = bool(fault)
        backup, _ = files.try_to_read(beside(self._path, BACKUP))
        kept = None if fault else backup
        self.found = diagnose_catalogue(self._content, kept, self._migrations)
        self.missing = self._content is None and backup is None and not fault
        self._tables = self.found.tables
        self._aside: Path | None = None
        self._backed_up = self.found.damaged
        content = self._content or b""
        header = Header.of_new_file(0, self._migrations.schema)
        contents = Contents(header, content.rstrip(b"\0"), 0, len(content))
        self._journal = JournalStorage(self._path, contents, migrations=self._migrations)
        return fault

    @property
    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        with contextlib.suppress(ValueError):
            return documents.read_rules_doc(self._tables.get(SETTINGS, {}).get(_USUAL_RULES))
        return None

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keep what a new series begins with.

        :raises StorageError: when it cannot be written
        """
        self._read_again()
        settings = dict(self._tables.get(SETTINGS, {}))
        _update(settings, _USUAL_RULES, documents.rules_doc(rules))
        self._write({**self._tables, SETTINGS: settings})

    def note(self, noted: Iterable[Noted], gone: Iterable[int] = ()) -> None:
        """Keep what is listed of these series, and list the others no more.

        :raises StorageError: when it cannot be written
        """
        self._read_again()
        entries = dict(self._tables.get(ENTRIES, {}))
        for one in noted:
            known = {"id": one.id, "lines": one.lines, "length": one.length}
            _update(entries, str(one.entry.number), documents.entry_doc(one.entry) | known)
        for number in gone:
            entries.pop(str(number), None)
        self._write({**self._tables, ENTRIES: entries})

    def _read_again(self) -> None:
        """What could not be read at the start is not written over unread: it has the usual rules.

        :raises ReadFailedError: when it cannot be read now either
        """
        if self._unread:
            with reading(self._path):
                files.read(self._path)
            self._look()

    def _write(self, tables: Tables) -> None:
        """Write a complete new file. What is there is kept first: as the backup once a session, or
        aside if it is damaged.
        """
        if self.found.newer:
            raise NewerSchemaError(f"{self._path}: {Trouble.NEWER.value}")
        with writing(self._path):
            if self.found.damaged and self._content is not None and self._aside is None:
                self._aside = keep_aside(self._path, self._content)
        if self._content and not self._backed_up:
            self._backed_up = True
            with contextlib.suppress(OSError):  # it must not keep anybody from recording
                files.put(beside(self._path, BACKUP), self._content)
        self._journal.write(tables)
        self._tables = tables


def _update(table: dict[str, Any], key: str, doc: dict[str, Any]) -> None:
    """Change a document and leave what another version keeps in it."""
    before = table.get(key)
    table[key] = before | doc if isinstance(before, dict) else doc
