"""List of the series, with the facts for the home screen and a summary for each player.

The list is a cache and can be deleted at any time: every start compares it with the files of the
series, and reads the files that it does not know as they are.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from companion.core.forecast import Entry, entry_of
from companion.core.series import Series
from companion.core.statistics import Duel, Record, Sitting, Streak, Tally
from companion.core.step_words import Doc, Shape, checked, filled, shape_of, values
from storage import files
from storage.files import writing
from storage.lines import Header, encode, image, scan
from storage.paths import CATALOGUE

VERSION: Final = 4
"""Version of the summaries, raised with every change in the statistics."""
_Numbers = TypeVar("_Numbers", Tally, Streak, Duel)
_SUMMARY: Final = {"version": int, "evenings": [list]}
_NOTED: Shape = {**shape_of(Entry), "id": str, "lines": int, "length": int}


class Noted(NamedTuple):
    """Facts about a series in the catalogue: entry, id of the file, number of the last line, length
    in bytes, and the summary as a document if computed.
    """

    entry: Entry
    id: str
    lines: int
    length: int
    summary: Any = None

    @staticmethod
    def of(number: int, series: Series, *file: Any) -> "Noted | None":
        """Build the facts from a series and the remaining fields; None without rounds."""
        return Noted(entry_of(number, series), *file) if series.rounds else None


def noted_doc(noted: Noted) -> Doc:
    """Return the facts about a series as a document."""
    *file, summary = noted[1:]
    return {**filled(_NOTED, *asdict(noted.entry).values(), *file), "summary": summary}


def read_noted(doc: Any) -> Noted:
    """Read the facts about a series from a document.

    An older version listed no date of the last round. Without a length the file is read again.
    """
    *entry, known, lines, length = values(doc, _NOTED)
    return Noted(Entry(*entry), known, lines, length if "last" in doc else 0, doc.get("summary"))


class Summaries:
    """Summaries of the series in the catalogue; each document is read once."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[Any, tuple[Sitting, ...] | None]] = {}

    def document(self, number: int, sittings: tuple[Sitting, ...]) -> Doc:
        """Return the summaries of a series as a document, which is not read again."""
        doc = {"version": VERSION, "evenings": sittings}
        self._read[number] = doc, sittings
        return doc

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
            return tuple(map(_read_sitting, evenings))
    return None


def _read_sitting(content: list[Any]) -> Sitting:
    date, players = content
    records = checked("players", players, dict)
    return Sitting(
        checked("date", date, str), {name: _read_record(records[name]) for name in records}
    )


def _read_record(content: Any) -> Record:
    tally, streak, duels = checked("record", content, list)
    against = {name: _made(Duel, duel) for name, duel in checked("duels", duels, dict).items()}
    return Record(_made(Tally, tally), _made(Streak, streak), against)


def _made(kind: type[_Numbers], content: Any) -> _Numbers:
    counts = checked(kind.__name__, content, [int])
    if len(counts) != len(kind._fields):
        raise ValueError(f"expected {len(kind._fields)} numbers, got {len(counts)}")
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
        docs = ({_ENTRIES: {str(number): noted_doc(noted[number])}} for number in noted)
        with writing(self._path):
            files.put(self._path, image(Header.of_new_file(0), map(encode, docs)))
        self.noted = dict(noted)


def _read_entries(entries: Mapping[str, Any]) -> Iterator[tuple[int, Noted]]:
    for key, doc in entries.items():
        with contextlib.suppress(ValueError):
            noted = read_noted(doc)
            if key == str(noted.entry.number):
                yield noted.entry.number, noted
