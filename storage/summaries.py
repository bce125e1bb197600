"""Summaries of series that were worked out once, so that statistics need no replay: a cache.

Each is kept with the id of its series' file, the number of that file's last line and its length,
and counts only while these are the same. What is missing, damaged, written by another version or of
another series is worked out anew; a failure to write costs nobody anything.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar, cast

from companion.core.statistics.summary import Record, Summary, summary
from companion.core.statistics.tally import Duel, Streak, Tally
from storage import documents, files
from storage.documents import Doc, Noted
from storage.errors import StorageError
from storage.lines import Header, encode, image, scan
from storage.open_series import OpenSeries
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


class Summaries:
    """The summaries of a data folder, read when they are asked for. `known` tells what each series
    is on the medium, `at_hand` gives one, and `check` sees that the folder is still ours.
    """

    def __init__(
        self,
        root: Path,
        known: Callable[[], Mapping[int, Noted]],
        at_hand: Callable[[int], OpenSeries],
        check: Callable[[], object],
    ) -> None:
        self._path, self._known, self._at_hand = root / SUMMARIES, known, at_hand
        self._check = check
        self._read: dict[int, tuple[State, Summary]] | None = None
        self._newer = self._changed = False

    def kept(self) -> dict[int, Summary]:
        """What was summed up before, by number, of series that are as they were then."""
        known = self._known()
        return {
            number: told
            for number, (state, told) in self._kept.items()
            if number in known and state == known[number][1:]
        }

    def sum_up(self, number: int) -> Summary:
        """What each player did in a series."""
        series = self._at_hand(number)
        found = summary(series.log.series)
        if noted := series.noted:
            self._kept[number] = State(*noted[1:]), found
            self._changed = True
        return found

    def write(self) -> None:
        """Write what is new, if that is possible. What a newer version wrote stays."""
        kept, known = self._kept, self._known()
        if not self._changed or self._newer:
            return
        docs = ((str(number), _doc(*kept[number])) for number in sorted(kept.keys() & known.keys()))
        content = image(Header.of_new_file(0), (encode({_TABLE: {k: doc}}) for k, doc in docs))
        with contextlib.suppress(OSError, StorageError):
            self._check()
            files.put(self._path, content)
            self._changed = False

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
