"""The list of series: what the home screen shows of each, and what each player did in it.

The list is a cache. Every start compares it with the files of the series; it may be missing or
damaged at any time, and is then written again from what the series say.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from companion.core.statistics import Duel, Record, Streak, Summary, Tally
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents, files
from storage.documents import Doc, Noted
from storage.errors import NewerSchemaError, StorageError
from storage.journal import JournalStorage
from storage.lines import scan
from storage.paths import CATALOGUE, where

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


_ENTRIES, _FORMER_CHOICES = "entries", "settings"


class CatalogueFile:
    """The list of a data folder. `newer` says that a newer version wrote it: it is not changed."""

    def __init__(self, root: Path, there: Collection[int]) -> None:
        """Read the list, in a folder in which these series are; change nothing."""
        self._path, self._there = root / CATALOGUE, there
        content, _ = files.try_to_read(self._path)
        found = scan(content or b"")
        self._journal = JournalStorage(self._path, found)
        tables = found.tables
        self._entries: dict[str, Any] = tables.get(_ENTRIES, {})
        self.former_choices: Mapping[str, Any] = tables.get(_FORMER_CHOICES, {})
        self.newer = found.newer
        self._grows, self._grown = bool(found.end) and not found.unfinished_bytes, False

    @property
    def findings(self) -> list[Finding]:
        """What is worth reporting about it."""
        return [Finding(Problem.CATALOGUE_NEWER, CATALOGUE)] if self.newer else []

    @property
    def numbers(self) -> list[int]:
        """All numbers under which anything is listed."""
        return [int(key) for key in self._entries if key.isdecimal() and len(key) < 10]  # noqa: PLR2004

    def missing(self) -> dict[int, Finding]:
        """Return what is listed and not there, by its number."""
        gone = sorted({*self.numbers} - {*self._there})
        return {k: Finding(Problem.SERIES_MISSING, where(k), k) for k in gone}

    def noted(self) -> Iterator[tuple[int, Noted]]:
        """Yield what can be read of what is listed; the rest is read again from the series."""
        for key, doc in self._entries.items():
            with contextlib.suppress(ValueError):
                noted = documents.read_noted(doc)
                if key == str(noted.entry.number):
                    yield noted.entry.number, noted

    def note(self, noted: Mapping[int, Noted | None]) -> None:
        """List these series, and no more those with None. One entry alone is one more line, which
        costs a single sync; for several the file is written whole.

        :raises StorageError: when the list cannot be written
        """
        if not noted:
            return
        entries = dict(self._entries)
        for number, one in noted.items():
            entries.pop(str(number), None)
            if one:
                entries[str(number)] = documents.noted_doc(one)
        ((number, one), *others) = noted.items()
        if self._grows and one and not others and not self.newer:
            self._grows = False  # after a failure the next change writes the file whole
            self._journal.insert(_ENTRIES, number, entries[str(number)])
            self._entries, self._grows, self._grown = entries, True, True
        else:
            self._write(entries)

    def close(self, *, abandon: bool = False) -> None:
        """Release the file; where lines were added to it, write it again with one line for each
        series. `abandon` leaves it as it is.
        """
        with contextlib.suppress(StorageError):
            if self._grown and not abandon:
                self._write(self._entries)
        self._journal.close(abandon=abandon)

    def _write(self, entries: dict[str, Any]) -> None:
        if self.newer:
            raise NewerSchemaError(f"{self._path}: {Trouble.NEWER.value}")
        self._journal.write({_ENTRIES: entries})
        self._entries, self._grows, self._grown = entries, True, False
