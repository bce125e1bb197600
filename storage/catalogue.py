"""List of the series, with the facts for the home screen and a summary for each player.

The list is a cache and can be deleted at any time: every start compares it with the files of the
series, and reads the files that it does not know as they are.
"""

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from companion.core.statistics import Duel, Record, Sitting, Streak, Tally
from companion.core.step_words import Doc, values
from storage import documents, files
from storage.documents import Noted
from storage.files import writing
from storage.lines import Header, encode, image, scan
from storage.paths import CATALOGUE

VERSION: Final = 3
"""Version of the summaries, raised with every change in the statistics."""
_Numbers = TypeVar("_Numbers", Tally, Streak, Duel)
_SUMMARY: Final = {"version": int, "evenings": [dict]}
_SITTING: Final = {"date": str, "players": dict}
_RECORD: Final = {"tally": [int], "streak": [int], "duels": dict}


def summary_doc(sittings: Iterable[Sitting]) -> Doc:
    """Return the summaries of a series as a document."""
    evenings = [
        {"date": date, "players": {name: _record_doc(one) for name, one in summary.items()}}
        for date, summary in sittings
    ]
    return {"version": VERSION, "evenings": evenings}


class Summaries:
    """Summaries of the series in the catalogue; each document is read once."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Any, tuple[Sitting, ...] | None]] = {}

    def of(self, noted: Mapping[int, Noted]) -> dict[int, tuple[Sitting, ...]]:
        """Return the summaries that this version can read, by number of series."""
        before = self._read
        self._read = {
            number: known
            if (known := before.get(number)) and known[0] is note.summary
            else (note.summary, _read_summary(note.summary))
            for number, note in noted.items()
        }
        return {number: known for number, (_, known) in self._read.items() if known is not None}


def _read_summary(doc: Any) -> tuple[Sitting, ...] | None:
    with contextlib.suppress(ValueError):
        version, evenings = values(doc, _SUMMARY)
        if version == VERSION:
            return tuple(_read_sitting(one) for one in evenings)
    return None


def _read_sitting(doc: Any) -> Sitting:
    date, players = values(doc, _SITTING)
    records = cast("Mapping[str, Any]", players)
    return Sitting(date, {name: _read_record(record) for name, record in records.items()})


def _record_doc(record: Record) -> Doc:
    duels = {name: _numbers_of(duel) for name, duel in record.duels.items()}
    content = _numbers_of(record.tally), _numbers_of(record.streak), duels
    return dict(zip(_RECORD, content, strict=True))


def _numbers_of(counted: Tally | Streak | Duel) -> list[int]:
    """Return the fields in order; `astuple` makes deep copies at four times the cost."""
    return [getattr(counted, field.name) for field in fields(counted)]


def _read_record(doc: Any) -> Record:
    tally, streak, duels = values(doc, _RECORD)
    docs = cast("Mapping[str, Any]", duels)
    against = dict(zip(docs, values(docs, {name: [int] for name in docs}), strict=True))
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
    """List in a data folder."""

    def __init__(self, root: Path) -> None:
        """Read the list, as far as it can be read."""
        self._path = root / CATALOGUE
        content, _ = files.try_to_read(self._path)
        tables = scan(content or b"").tables
        self.noted = dict(_read_entries(tables.get(_ENTRIES, {})))
        self.former_choices: Mapping[str, Any] = tables.get(_FORMER_CHOICES, {})

    def write(self, noted: Mapping[int, Noted]) -> None:
        """Replace the list by another one.

        :raises WriteFailedError: when the list cannot be written
        """
        if noted == self.noted:
            return
        docs = ({_ENTRIES: {str(number): documents.noted_doc(noted[number])}} for number in noted)
        with writing(self._path):
            files.put(self._path, image(Header.of_new_file(0), map(encode, docs)))
        self.noted = dict(noted)


def _read_entries(entries: Mapping[str, Any]) -> Iterator[tuple[int, Noted]]:
    for key, doc in entries.items():
        with contextlib.suppress(ValueError):
            noted = documents.read_noted(doc)
            if key == str(noted.entry.number):
                yield noted.entry.number, noted
