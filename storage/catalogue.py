"""The catalogue: the choices people made, and cached entries and summaries of the series.

What it lists is a cache, held against the files of the series at every start. So a damaged
catalogue is put together from its intact lines and its backup, and the rest is read anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from companion.core.presets import describe
from companion.core.rules import Rules
from companion.core.statistics import Duel, Record, Streak, Summary, Tally
from companion.desk.ports import Choices, Finding, Problem, Trouble
from storage import documents, files
from storage.documents import Doc, Noted
from storage.errors import NewerSchemaError, ReadFailedError, StorageError, writing
from storage.journal import JournalStorage
from storage.lines import Tables, scan
from storage.paths import CATALOGUE, SPARE, keep_aside, where

_DOCUMENTS: Final[Mapping[str, tuple[str, str, Any]]] = {
    "usual": ("1", "rules", str),
    "archived": ("2", "numbers", [int]),
    "saved": ("3", "saved", dict),
    "removed": ("4", "numbers", [int]),
    "renaming": ("5", "names", [str]),
}
"""For each choice the key of its document, the field of that, and the field's kind."""


def read_choices(table: Mapping[str, Any]) -> Choices:
    """What people chose, as far as this version understands it."""
    saved = ((name, _rules(words)) for name, words in _said(table, "saved", {}).items())
    return Choices(
        _rules(_said(table, "usual", None)),
        tuple((name, rules) for name, rules in saved if rules),
        frozenset(_said(table, "archived", ())),
        frozenset(_said(table, "removed", ())),
        _said(table, "renaming", ()),
    )


def changed_docs(choices: Choices, table: Mapping[str, Any]) -> dict[str, Doc]:
    """The documents that have to change for these choices; what another version saved stays, but
    for rules that are saved here under the same name.
    """
    kept = _said(table, "saved", {})
    others = {name: words for name, words in kept.items() if not _rules(words)}
    words = {
        "usual": choices.usual and describe(choices.usual),
        "archived": sorted(choices.archived),
        "saved": others | {name: describe(rules) for name, rules in choices.saved},
        "removed": sorted(choices.removed),
        "renaming": list(choices.renaming),
    }
    now = read_choices(table)
    return {
        key: {field: words[choice]}
        for choice, (key, field, _) in _DOCUMENTS.items()
        if getattr(choices, choice) != getattr(now, choice)
    }


def _said(table: Mapping[str, Any], choice: str, otherwise: Any) -> Any:
    """What is kept of a choice, if it is of its kind."""
    key, field, kind = _DOCUMENTS[choice]
    with contextlib.suppress(ValueError):
        return documents.values(table.get(key), {field: kind})[0]
    return otherwise


def _rules(words: object) -> Rules | None:
    """House rules in the words of the score sheet, where this version knows what they say."""
    with contextlib.suppress(ValueError):
        return documents.rules_in(words) if isinstance(words, str) else None
    return None


VERSION: Final = 2
"""Of what is counted, and how: to be raised with every change of that."""
_Numbers = TypeVar("_Numbers", Tally, Streak, Duel)
_SUMMARY: Final = {"version": int, "players": dict}
_RECORD: Final = {"tally": [int], "streak": [int], "duels": dict}


def summary_doc(told: Summary) -> Doc:
    """What each player did, as a document."""
    return {"version": VERSION, "players": {name: _record_doc(one) for name, one in told.items()}}


class Summaries:
    """What each player did, out of what is noted of each series; a document is read once."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Any, Summary | None]] = {}

    def of(self, noted: Mapping[int, Noted]) -> dict[int, Summary]:
        """Those that are noted and that this version can use, by number."""
        before = self._read
        self._read = {
            number: known
            if (known := before.get(number)) and known[0] is one.summary
            else (one.summary, _read_summary(one.summary))
            for number, one in noted.items()
        }
        return {number: told for number, (_, told) in self._read.items() if told is not None}


def _read_summary(doc: Any) -> Summary | None:
    with contextlib.suppress(ValueError):
        version, players = documents.values(doc, _SUMMARY)
        if version == VERSION:
            told = cast("Mapping[str, Any]", players)
            return {name: _read_record(said) for name, said in told.items()}
    return None


def _record_doc(record: Record) -> Doc:
    duels = {name: _numbers_of(duel) for name, duel in record.duels.items()}
    said = _numbers_of(record.tally), _numbers_of(record.streak), duels
    return dict(zip(_RECORD, said, strict=True))


def _numbers_of(counted: Tally | Streak | Duel) -> list[int]:
    """Return the numbers in their order; `astuple` copies them deeply, at four times the cost."""
    return [getattr(counted, field.name) for field in fields(counted)]


def _read_record(doc: Any) -> Record:
    tally, streak, duels = documents.values(doc, _RECORD)
    told = cast("Mapping[str, Any]", duels)
    against = dict(zip(told, documents.values(told, {name: [int] for name in told}), strict=True))
    return Record(
        _made(Tally, tally),
        _made(Streak, streak),
        {name: _made(Duel, said) for name, said in against.items()},
    )


def _made(kind: type[_Numbers], said: tuple[int, ...]) -> _Numbers:
    """The numbers as they are kept of that kind, all of them."""
    if len(said) != len(fields(kind)):
        raise ValueError(f"expected {len(fields(kind))} numbers, got {len(said)}")
    return kind(*said)


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
