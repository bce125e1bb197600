# TinyDB has types for half of its methods.
# pyright: reportUnknownMemberType=false
"""What it costs to have an event on disk, beside a bare append, SQLite and stock TinyDB.

All on one disk in one run, with 10, 1,000 and 10,000 rounds stored: one more event must not know
how many there are.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import tracemalloc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from tinydb import JSONStorage, TinyDB

from benchmarks.timing import Ratio, compare
from storage.folder import DataFolder

STORED = (10, 1_000, 10_000)
EVENTS = 60
ROUNDS_A_SERIES = 25
_REPEATS = 401
_STOCK_REPEATS = {10: 101, 1_000: 5, 10_000: 2}

Event = dict[str, Any]
Record = Callable[[], object]


def run() -> None:
    """Print every ratio with the bound it is held to."""
    with tempfile.TemporaryDirectory() as folder:
        for number, rounds in enumerate(STORED):
            place = Path(folder) / str(rounds)
            place.mkdir()
            fill(place / "ours", rounds)
            print(f"\n{rounds:,} rounds of {EVENTS} events stored")
            _beside_others(place, rounds)
            if number:
                print(_growth(Path(folder) / str(STORED[0]), place, rounds))
        _opening(Path(folder) / str(STORED[-1]) / "ours")


def event(turn: int) -> Event:
    """An event of about the length of a turn with its hand and its time."""
    return {
        "turn": turn,
        "seat": turn % 4,
        "played": "10H",
        "at": "2026-03-14T21:07:32",
        "hand": "2S 5S 9S 3H 8H JH 4D 7D QD AC 6C 10C",
    }


def fill(root: Path, rounds: int) -> None:
    """A data folder with so many rounds; each file is a copy of one that the store wrote."""
    pattern = root.with_name("pattern")
    _write_pattern(pattern)
    series = range(1, -(-rounds // ROUNDS_A_SERIES) + 1)
    summaries = (pattern / "series/00001/series.tdb").read_bytes()
    played = (pattern / "series/00001/r0001.tdb").read_bytes()
    for number in series:
        place = root / "series" / f"{number:05d}"
        place.mkdir(parents=True)
        (place / "series.tdb").write_bytes(summaries)
        for round_number in range(1, min(ROUNDS_A_SERIES, rounds) + 1):
            (place / f"r{round_number:04d}.tdb").write_bytes(played)
    folder = DataFolder(root)
    entries = [{"name": f"Night {number}", "players": ["ann", "bo", "cy"]} for number in series]
    folder.catalogue().table("series").insert_multiple(entries)
    folder.close()
    os.sync()


def _write_pattern(root: Path) -> None:
    folder = DataFolder(root)
    events = folder.round(1, 1).table("events")
    rounds = folder.series(1).table("rounds")
    for turn in range(1, EVENTS + 1):
        events.insert(event(turn))
    for number in range(1, ROUNDS_A_SERIES + 1):
        rounds.insert({"state": "done", "events": EVENTS, "winner": number % 4, "pot": 23})
    folder.close()


def _beside_others(place: Path, rounds: int) -> None:
    with _ours(place / "ours") as ours:
        with _bare(place) as bare:
            print(_told(compare("a durable event, append + fsync", ours, bare, repeats=_REPEATS)))
        with _sqlite(place, rounds) as sqlite:
            print(
                _told(compare("a durable event, SQLite WAL FULL", ours, sqlite, repeats=_REPEATS))
            )
        with _stock(place, rounds) as stock:
            repeats = _STOCK_REPEATS[rounds]
            print(_told(compare("a durable event, stock TinyDB", ours, stock, repeats=repeats)))


def _told(ratio: Ratio) -> str:
    bounds = {"append + fsync": 1.3, "SQLite WAL FULL": 1.0, "stock TinyDB": 1.0}
    bound = next(bound for name, bound in bounds.items() if ratio.name.endswith(name))
    return f"  {ratio} (at most {bound})"


def _growth(least: Path, most: Path, rounds: int) -> str:
    with _ours(most / "ours") as here, _ours(least / "ours") as there:
        ratio = compare(f"a durable event, {STORED[0]} rounds", here, there, repeats=_REPEATS)
    return f"  {ratio} (growth at {rounds:,} rounds, at most 1.2)"


@contextmanager
def _ours(root: Path) -> Generator[Record, None, None]:
    """One more event of a round in play, in a store that has others."""
    folder = DataFolder(root)
    series = folder.series_numbers()[-1]
    events = folder.round(series, ROUNDS_A_SERIES + 1).table("events")
    turns = count(1)
    yield lambda: events.insert(event(next(turns)))
    folder.close()


@contextmanager
def _bare(place: Path) -> Generator[Record, None, None]:
    """The same bytes, appended and synced, and nothing else."""
    line = b"0" * (len(json.dumps(event(100), separators=(",", ":"))) + 36)
    descriptor = os.open(place / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def record() -> None:
        os.write(descriptor, line)
        os.fsync(descriptor)

    yield record
    os.close(descriptor)


@contextmanager
def _sqlite(place: Path, rounds: int) -> Generator[Record, None, None]:
    """The same event as a row, committed, in a database that was just opened, as ours was."""
    path = place / "events.db"
    db = _sqlite_open(path)
    db.execute("create table events (id integer primary key, event text)")
    rows = ((json.dumps(event(turn)),) for turn in range(rounds * EVENTS))
    db.execute("begin")
    db.executemany("insert into events (event) values (?)", rows)
    db.execute("commit")
    db.close()
    db = _sqlite_open(path)
    turns = count(1)
    yield lambda: db.execute(
        "insert into events (event) values (?)", (json.dumps(event(next(turns))),)
    )
    db.close()


def _sqlite_open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    return db


@contextmanager
def _stock(place: Path, rounds: int) -> Generator[Record, None, None]:
    """The same event in TinyDB's own table and storage."""
    path = place / "events.json"
    table = {str(turn): event(turn) for turn in range(1, rounds * EVENTS + 1)}
    path.write_text(json.dumps({"events": table}), encoding="utf-8")
    del table
    db = TinyDB(path, storage=JSONStorage)
    turns = count(1)
    yield lambda: db.table("events").insert(event(next(turns)))
    db.close()


def _opening(root: Path) -> None:
    """What the start of the app costs, and all that can be asked of the series files."""
    print(f"\nopening {STORED[-1]:,} rounds in {STORED[-1] // ROUNDS_A_SERIES} series")
    for told, look in (("what home shows and a round", _home), ("all summaries", _summaries)):
        start = perf_counter()
        look(root)
        seconds = perf_counter() - start
        tracemalloc.start()
        look(root)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        print(f"  {told}: {seconds * 1e3:.0f} ms (at most 300), {peak / 1e6:.1f} MB")


def _home(root: Path) -> None:
    folder = DataFolder(root)
    assert folder.catalogue().table("series").all()
    assert len(folder.round(1, 1).table("events").all()) == EVENTS
    folder.close()


def _summaries(root: Path) -> None:
    folder = DataFolder(root)
    for number in folder.series_numbers():
        assert len(folder.series(number).table("rounds").all()) == ROUNDS_A_SERIES
    folder.close()
