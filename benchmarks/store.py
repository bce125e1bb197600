"""The cost of a turn on disk, and the time of opening a series and the list of all.

The cost is compared with a bare append and SQLite. All run on one disk, with 10, 200
and 1,999 rounds in the series, one less than a series can have: the cost of one more event must not
depend on their number.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.timing import Ratio, compare, seconds_of
from companion.core.log import Log
from companion.core.presets import preset
from companion.core.rounds.position import Turn
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.series import Series, seat_next
from companion.core.steps import MOST_ROUNDS, Dealt, Recorded, Step
from storage.journal import FORMAT, line_of
from storage.paths import where
from storage.series import changes_of
from storage.store import FolderStore
from tests.strategies import HANDLES, Habits, deal, play

STORED = (10, 200, MOST_ROUNDS - 1)
SERIES, ROUNDS_A_SERIES = 500, 20
_REPEATS = 1_001
_OPENINGS = 5

Record = Callable[[], object]
Tap = tuple[Log, Step]
"""A log, and a step that is recorded in it and taken back, in turns."""
_TURN = b'01234567 {"round 10":{"1234":{"says":"Ana 7D"}}}\n'
_TURNS_IN_PLAY = 8


def run() -> None:
    """Print every ratio with its bound."""
    with tempfile.TemporaryDirectory() as folder:
        logs = {rounds: night(rounds) for rounds in STORED}
        turns: dict[int, Tap] = {}
        for number, (rounds, log) in enumerate(logs.items()):
            place = Path(folder) / str(rounds)
            place.mkdir()
            turns[rounds] = turn_in_play(log)
            fill(place / "ours", [turns[rounds][0]])
            print(f"\n{rounds:,} rounds of {len(log.steps) // rounds} lines stored")
            _beside_others(place, turns[rounds], log)
            if number:
                print(_growth(Path(folder), turns, rounds))
        print()
        for rounds, most in ((100, 0.1), (1_000, 1.0)):
            _open(Path(folder) / f"opened {rounds}", rounds, most)
        _home(Path(folder) / "home", night(ROUNDS_A_SERIES))


def night(rounds: int, players: int = 4, seed: int = 0) -> Log:
    """Return a series of whole rounds, the same each time, built without replaying round by round,
    which takes longer than playing.
    """
    chance = Random(seed or rounds)  # noqa: S311 - no secret
    rules = replace(preset("bicycle"), target=0)
    setup, steps = Setup.dealt(rules, HANDLES[:players], 0), list[Step]()
    for number in range(1, rounds + 1):
        round_ = _played(chance, setup)
        steps += [Dealt(setup), *(Recorded(number, turn) for turn in round_.turns)]
        setup = seat_next(round_, rules, setup.players)
    return Log.of(Series("Friday night", "2026-11-20", rules), steps)


def begin_round(log: Log, players: int = 4) -> tuple[Log, tuple[Turn, ...]]:
    """Return the series with one more round dealt, and the honest turns of this round."""
    first = Setup.dealt(log.head.rules, HANDLES[:players], 0)
    setup = log.series.next_setup() if log.series.last else first
    return log.after(Dealt(setup)), _played(Random(1), setup).turns  # noqa: S311 - no secret


def turn_in_play(log: Log) -> Tap:
    """Return the series with a few turns of one more round, and the next of the turns."""
    log, turns = begin_round(log)
    *before, turn = (Recorded(log.round_number, turn) for turn in turns[:_TURNS_IN_PLAY])
    for step in before:
        log = log.after(step)
    return log, turn


def _played(chance: Random, setup: Setup) -> Round:
    return play(chance, Round.begin(setup), deal(chance, setup.hand_sizes), Habits())


def fill(root: Path, logs: list[Log]) -> None:
    """Write the series to a data folder."""
    FolderStore(root).close()
    for number, log in enumerate(logs, 1):
        header = {"fantan": FORMAT, "id": f"{number:016x}", "number": number}
        lines = enumerate([header, *changes_of(log)])
        (root / where(number)).write_bytes(b"".join(line_of(line, at) for at, line in lines))
    with closing(FolderStore(root)) as store:
        store.choose(replace(store.choices, usual=preset("bicycle")))  # the list is written with it
    os.sync()


def _beside_others(place: Path, turn: Tap, log: Log) -> None:
    with _ours(place / "ours", turn) as ours:
        with _bare(place) as bare:
            print(_line(compare("a turn, append + fsync", ours, bare, repeats=_REPEATS)))
        with _sqlite(place, len(log.steps)) as sqlite:
            print(_line(compare("a turn, SQLite WAL FULL", ours, sqlite, repeats=_REPEATS)))


def _line(ratio: Ratio) -> str:
    return f"  {ratio} (at most 1.0)"


def _growth(folder: Path, turns: dict[int, Tap], rounds: int) -> str:
    most, least = ((folder / str(stored) / "ours", turns[stored]) for stored in (rounds, STORED[0]))
    with _ours(*most) as here, _ours(*least) as there:
        ratio = compare(f"a turn, {STORED[0]} rounds", here, there, repeats=_REPEATS)
    return f"  {ratio} (growth at {rounds:,} rounds, at most 1.2)"


@contextmanager
def _ours(root: Path, tap: Tap) -> Generator[Record]:
    """Yield the work of one more step and of its undo, by turns."""
    before, step = tap
    after = before.after(step)
    turns = count()
    with closing(FolderStore(root)) as store:

        def record() -> None:
            store.save(1, before if next(turns) % 2 else after)

        store.load(1)
        yield record
        if next(turns) % 2:
            store.save(1, before)


@contextmanager
def _bare(place: Path) -> Generator[Record]:
    """Yield the work of appending and syncing as many bytes."""
    descriptor = os.open(place / "bare", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def record() -> None:
        os.write(descriptor, _TURN)
        os.fsync(descriptor)

    yield record
    os.close(descriptor)


def _event(turn: int) -> dict[str, Any]:
    return {"round": 1, "count": turn, "event": "pay Ana pot 3 für die Brezeln"}


@contextmanager
def _sqlite(place: Path, events: int) -> Generator[Record]:
    """Yield the work of committing the event as a row, in a database opened as recently as ours."""
    path = place / "events.sqlite"
    with closing(_sqlite_open(path)) as db:
        db.execute("create table events (id integer primary key, event text)")
        rows = ((json.dumps(_event(turn)),) for turn in range(events))
        db.execute("begin")
        db.executemany("insert into events (event) values (?)", rows)
        db.execute("commit")
    turns = count(1)
    with closing(_sqlite_open(path)) as db:
        yield lambda: db.execute(
            "insert into events (event) values (?)", (json.dumps(_event(next(turns))),)
        )


def _sqlite_open(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    return db


def _open(root: Path, rounds: int, most_seconds: float) -> None:
    """Print the time until a series can be shown."""
    fill(root, [night(rounds)])
    seconds: list[float] = []
    for _ in range(_OPENINGS):
        with closing(FolderStore(root)) as store:
            seconds.append(seconds_of(partial(store.load, 1)))
    text = f"opening a series of {rounds:,} rounds"
    print(f"  {text}: {min(seconds):.3f} s (at most {most_seconds})")


def _home(root: Path, log: Log) -> None:
    """Print the time until home can be shown, with unchanged files."""
    fill(root, [log] * SERIES)

    def shown() -> None:
        with closing(FolderStore(root)) as store:
            assert len(store.entries()) == SERIES

    seconds = [seconds_of(shown) for _ in range(_OPENINGS)]
    rounds = SERIES * ROUNDS_A_SERIES
    text = f"home with {SERIES} series of {rounds:,} rounds"
    print(f"  {text}: {min(seconds):.3f} s (at most 0.3)")
