"""The catalogue: the usual rules, and what the home screen lists of each series.

What it lists is a cache, held against the files of the series at every start. So a damaged
catalogue is put together from its intact lines and its backup, and the rest is read anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from companion.core.rules import Rules
from companion.desk.ports import Finding, Problem
from storage import documents, files
from storage.changes import Tables, read_changes, replayed, schema_of
from storage.diagnosis import Noted
from storage.errors import DamagedFileError, NewerSchemaError, StorageError
from storage.event_table import EventDB
from storage.journal import JournalStorage, texts_of
from storage.lines import FORMAT, Header, Scan, image, scan
from storage.migrations import MIGRATIONS, Migrations
from storage.paths import BACKUP, CATALOGUE, beside
from storage.repair import replace_damaged

ENTRIES, SETTINGS = "entries", "settings"
"""The tables of the catalogue."""
_USUAL_RULES = "1"
"""The settings' document that has the rules of a new series."""
_LONG_BYTES, _LONG_RATIO = 64 * 1024, 4
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


def catalogue_image(tables: Mapping[str, Mapping[str, Any]], migrations: Migrations) -> bytes:
    """A complete catalogue of these tables."""
    return image(Header.of_new_file(0, migrations.schema), texts_of(tables))


def noted_doc(noted: Noted) -> dict[str, Any]:
    """What is noted of a series."""
    known = {"id": noted.id, "lines": noted.lines, "length": noted.length}
    return documents.entry_doc(noted.entry) | known


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
        """Read it, and make durable what was read. Whatever fails here is tried again when the
        catalogue is written to.
        """
        self._path, self._migrations = root / CATALOGUE, migrations
        self._journal: JournalStorage | None = None
        self._backed_up = False
        self.found, aside = CatalogueDiagnosis(), None
        content, fault = _bytes_of(self._path)
        backup, _ = _bytes_of(beside(self._path, BACKUP))
        self.missing = content is None and backup is None and not fault
        if fault:
            tell(Finding(Problem.CATALOGUE_DAMAGED, CATALOGUE, count=1, detail=fault))
        elif not self.missing:
            self.found = diagnose_catalogue(content, backup, migrations)
            with contextlib.suppress(StorageError):
                aside = self._repair(content)
                self._open()
        for finding in self.found.findings:
            tell(replace(finding, aside=aside))
        self.usual_rules = self._read_rules()

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keep what a new series begins with.

        :raises StorageError: when it cannot be written
        """
        journal = self._open()
        tables = journal.read() or {}
        _update(tables.setdefault(SETTINGS, {}), _USUAL_RULES, documents.rules_doc(rules))
        self._write(journal, tables)
        self.usual_rules = rules

    def note(self, noted: Iterable[Noted], gone: Iterable[int] = ()) -> None:
        """Keep what is listed of these series, and list the others no more.

        :raises StorageError: when it cannot be written
        """
        journal = self._open()
        tables = journal.read() or {}
        table = tables.setdefault(ENTRIES, {})
        for one in noted:
            _update(table, str(one.entry.number), noted_doc(one))
        for number in gone:
            table.pop(str(number), None)
        self._write(journal, tables)

    def close(self, *, abandon: bool = False) -> None:
        """Let go of the file; `abandon` without touching it."""
        if self._journal is not None:
            self._journal.close(abandon=abandon)

    def _read_rules(self) -> Rules | None:
        with contextlib.suppress(ValueError):
            doc = self.found.tables.get(SETTINGS, {}).get(_USUAL_RULES)
            return documents.read_rules_doc(doc)
        return None

    def _repair(self, content: bytes | None) -> Path | None:
        """Put a sound file in the place of a damaged one."""
        if not self.found.damaged or self.found.newer:
            return None
        whole = catalogue_image(self.found.tables, self._migrations)
        return replace_damaged(self._path, content, whole)

    def _open(self) -> JournalStorage:
        """The file, opened when it is first needed.

        :raises StorageError: when it is not ours to change, or cannot be opened
        """
        if self.found.newer:
            raise NewerSchemaError(self._path, self._migrations.schema + 1, self._migrations.schema)
        if self._journal is None:
            try:
                journal = self._opened()
            except DamagedFileError:
                self._repair(_bytes_of(self._path)[0])
                journal = self._opened()
            journal.settle()
            self._journal = journal
        return self._journal

    def _opened(self) -> JournalStorage:
        db: Any = EventDB(self._path, migrations=self._migrations)
        return cast("JournalStorage", db.storage)

    def _write(self, journal: JournalStorage, tables: Tables) -> None:
        if not self._backed_up:
            self._backed_up = True
            with contextlib.suppress(OSError):  # it must not keep anybody from recording
                files.put(beside(self._path, BACKUP), journal.content)
        if journal.length > max(_LONG_BYTES, _LONG_RATIO * sum(map(len, texts_of(tables)))):
            journal.replace(tables)
        else:
            journal.write(tables)


def _update(table: dict[str, Any], key: str, doc: dict[str, Any]) -> None:
    """Change a document and leave what another version keeps in it."""
    before = table.get(key)
    table[key] = before | doc if isinstance(before, dict) else doc


def _bytes_of(path: Path) -> tuple[bytes | None, str]:
    """The file's bytes, None where there is none; and why it cannot be read, if so."""
    try:
        return files.read(path), ""
    except OSError as cause:
        return None, cause.strerror or str(cause)
