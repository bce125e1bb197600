"""List of the series, with the facts for the home screen and a summary for each player.

The list is a cache. Every start compares the list with the files of the series, and rebuilds a
missing or damaged list from these files.
"""

import contextlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from companion.core.statistics import Duel, Record, Streak, Summary, Tally
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents, files
from storage.documents import Doc, Noted
from storage.files import NewerSchemaError, StorageError
from storage.journal import JournalStorage
from storage.lines import scan
from storage.paths import CATALOGUE, where

VERSION: Final = 2
"""Version of the summaries, raised with every change in the statistics."""
_Numbers = TypeVar("_Numbers", Tally, Streak, Duel)
_SUMMARY: Final = {"version": int, "players": dict}
_RECORD: Final = {"tally": [int], "streak": [int], "duels": dict}


def summary_doc(summary: Summary) -> Doc:
    """Return a summary as a document."""
    return {
        "version": VERSION,
        "players": {name: _record_doc(record) for name, record in summary.items()},
    }


class Summaries:
    """Summaries of the series in the catalogue; each document is read once."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Any, Summary | None]] = {}

    def of(self, noted: Mapping[int, Noted]) -> dict[int, Summary]:
        """Return the summaries that this version can read, by number of series."""
        before = self._read
        self._read = {
            number: known
            if (known := before.get(number)) and known[0] is one.summary
            else (one.summary, _read_summary(one.summary))
            for number, one in noted.items()
        }
        return {number: known for number, (_, known) in self._read.items() if known is not None}


def _read_summary(doc: Any) -> Summary | None:
    with contextlib.suppress(ValueError):
        version, players = documents.values(doc, _SUMMARY)
        if version == VERSION:
            records = cast("Mapping[str, Any]", players)
            return {name: _read_record(record) for name, record in records.items()}
    return None


def _record_doc(record: Record) -> Doc:
    duels = {name: _numbers_of(duel) for name, duel in record.duels.items()}
    content = _numbers_of(record.tally), _numbers_of(record.streak), duels
    return dict(zip(_RECORD, content, strict=True))


def _numbers_of(counted: Tally | Streak | Duel) -> list[int]:
    """Return the fields in order; `astuple` makes deep copies at four times the cost."""
    return [getattr(counted, field.name) for field in fields(counted)]


def _read_record(doc: Any) -> Record:
    tally, streak, duels = documents.values(doc, _RECORD)
    docs = cast("Mapping[str, Any]", duels)
    against = dict(zip(docs, documents.values(docs, {name: [int] for name in docs}), strict=True))
    return Record(
        _made(Tally, tally),
        _made(Streak, streak),
        {name: _made(Duel, counts) for name, counts in against.items()},
    )


def _made(kind: type[_Numbers], counts: tuple[int, ...]) -> _Numbers:
    if len(counts) != len(fields(kind)):
        raise ValueError(f"expected {len(fields(kind))} numbers, got {len(counts)}")
    return kind(*counts)


_ENTRIES, _FORMER_CHOICES = "entries", "settings"


class CatalogueFile:
    """Catalogue of a data folder. A catalogue that a newer version wrote (`newer`) is read-only."""

    def __init__(self, root: Path, present: Collection[int]) -> None:
        """Read the catalogue of a folder with these series, without any change to the file."""
        self._path, self._present = root / CATALOGUE, present
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
        """Findings about the catalogue file."""
        return [Finding(Problem.CATALOGUE_NEWER, CATALOGUE)] if self.newer else []

    @property
    def numbers(self) -> list[int]:
        """Numbers of all entries."""
        return [int(key) for key in self._entries if key.isdecimal() and len(key) < 10]  # noqa: PLR2004

    def missing(self) -> dict[int, Finding]:
        """Return a finding for each listed series without a file, by number."""
        missing = sorted({*self.numbers} - {*self._present})
        return {k: Finding(Problem.SERIES_MISSING, where(k), k) for k in missing}

    def noted(self) -> Iterator[tuple[int, Noted]]:
        """Yield the readable entries; the store reads the other series from their files."""
        for key, doc in self._entries.items():
            with contextlib.suppress(ValueError):
                noted = documents.read_noted(doc)
                if key == str(noted.entry.number):
                    yield noted.entry.number, noted

    def note(self, noted: Mapping[int, Noted | None]) -> None:
        """Record entries, and remove the entries of series with None. A single entry is appended as
        a line, which costs one sync; several entries rewrite the file.

        :raises StorageError: when the catalogue cannot be written
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
        """Close the file, after a rewrite with one line for each series if lines were appended.
        `abandon` leaves the content unchanged.
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
