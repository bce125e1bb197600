"""What each player did in a series, as a document beside what the catalogue notes of it, so that
statistics need no replay: a cache. What another version wrote, or nobody, is worked out anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, TypeVar, cast

from companion.core.statistics.summary import Record, Summary
from companion.core.statistics.tally import Duel, Streak, Tally
from storage import documents
from storage.documents import Doc, Noted

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
