"""What each player did in each series, kept so that statistics need no replay: a cache.

Each summary is kept with the id of its series' file, the number of that file's last line and its
length, and counts only while these are the same. What is missing, damaged, written by another
version or of another series is worked out anew; a failure to write costs nobody anything.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

from companion.core.statistics.summary import Record, Summary
from companion.core.statistics.tally import Duel, Streak, Tally
from companion.desk.ports import Dated
from storage import documents, files
from storage.documents import Doc, Noted
from storage.lines import HEADER_LINES, Header, encode, image, scan
from storage.paths import SUMMARIES

VERSION: Final = 2
"""Of what is counted, and how: to be raised with every change of that."""
_Numbers = TypeVar("_Numbers", Tally, Streak, Duel)
_TABLE: Final = "summaries"
_KEPT: Final = {"version": int, "id": str, "lines": int, "length": int, "players": dict}
_RECORD: Final = {"tally": [int], "streak": [int], "duels": dict}


class State(NamedTuple):
    """Which file of a series it is, and how far it has grown."""

    id: str
    lines: int
    length: int


class SummariesFile:
    """The summaries of a data folder, read when they are first asked for."""

    def __init__(self, root: Path) -> None:
        self._path = root / SUMMARIES
        self._read: dict[int, tuple[State, Summary]] | None = None
        self._newer = False

    def counting(self, known: Mapping[int, Noted]) -> dict[int, Summary]:
        """Those of series that are as they are `known` now, by number."""
        return {
            number: told
            for number, (state, told) in self._kept.items()
            if number in known and state == known[number][1:]
        }

    def keep(self, summaries: Mapping[int, Dated], known: Mapping[int, Noted]) -> None:
        """Keep these too, of series that are `known`, and write them, if that is possible. What a
        newer version wrote stays.
        """
        for number, (revision, told) in summaries.items():
            noted = known.get(number)
            if noted and noted.lines == revision + HEADER_LINES:
                self._kept[number] = State(*noted[1:]), told
        docs = ((str(k), _doc(*self._kept[k])) for k in sorted(self._kept.keys() & known.keys()))
        content = image(Header.of_new_file(0), (encode({_TABLE: {k: doc}}) for k, doc in docs))
        with contextlib.suppress(OSError):
            if not self._newer:
                files.put(self._path, content)

    @property
    def _kept(self) -> dict[int, tuple[State, Summary]]:
        if self._read is None:
            self._read = self._read_all()
        return self._read

    def _read_all(self) -> dict[int, tuple[State, Summary]]:
        content, _ = files.try_to_read(self._path)
        found = scan(content or b"")
        self._newer = found.newer
        read: dict[int, tuple[State, Summary]] = {}
        for key, doc in () if self._newer else found.tables.get(_TABLE, {}).items():
            with contextlib.suppress(ValueError):
                read[int(key[:9])] = _read_doc(doc)
        return read


def _doc(state: State, told: Summary) -> Doc:
    players = {name: dict(zip(_RECORD, astuple(one), strict=True)) for name, one in told.items()}
    return dict(zip(_KEPT, (VERSION, *state, players), strict=True))


def _read_doc(doc: Any) -> tuple[State, Summary]:
    version, *state, players = documents.values(doc, _KEPT)
    if version != VERSION:
        raise ValueError(f"version {version}")
    told = cast("Mapping[str, Any]", players)
    return State(*state), {name: _read_record(said) for name, said in told.items()}


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
