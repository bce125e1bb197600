"""How long statistics over a whole archive take, beside what a program without them would do.

Nearly all of it is reading: each round is folded and judged once. So there are two comparisons: the
command against reading the same game nights as `fantan replay --json` tells them; and the sums
alone, of series that are open and of summaries that were kept, against SQLite over rows that hold
just these numbers.
"""

from __future__ import annotations

import io
import json
import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, redirect_stdout
from pathlib import Path
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

from benchmarks.store import night
from benchmarks.timing import compare
from companion.commands.stats import stats
from companion.core.log import Log
from companion.core.series import Series
from companion.core.sheet import dumps, read, report
from companion.core.statistics.summary import Record, summary, total
from storage.diagnosis import written
from storage.lines import Header
from storage.paths import SERIES
from storage.store import FolderStore

SERIES_COUNT, ROUNDS = 200, 10_000
_LENGTHS = (*range(40, 50), *range(51, 61))
"""Rounds of the nights that are stored, each ten times."""
_REPEATS, _SUMS_REPEATED = 2, 21


def run() -> None:
    """Print the time of a run, and each ratio with its bound."""
    logs = [night(rounds) for rounds in _LENGTHS] * (SERIES_COUNT // len(_LENGTHS))
    assert sum(log.round_number for log in logs) == ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "data"
        _fill(root, logs)
        with patch.dict(os.environ, FANTAN_HOME=str(root)):
            start, worked = perf_counter(), process_time()
            _stats()
            told = (
                f"{perf_counter() - start:.1f} s, of the processor {process_time() - worked:.1f} s"
            )
            print(f"fantan stats --json of {SERIES_COUNT} series with {ROUNDS:,} rounds: {told}")
            sheets = [dumps(log) for log in logs]
            beside = compare(
                "stats, replay --json of the same",
                _stats,
                lambda: _of_objects(sheets),
                repeats=_REPEATS,
            )
            print(f"{beside} (at most 1.0)")
    _sums([log.series for log in logs])


def _fill(root: Path, logs: Iterable[Log]) -> None:
    """A data folder with these series; each is written once, however often it is there."""
    with closing(FolderStore(root)):
        pass
    for number, log in enumerate(logs, 1):
        path = root / SERIES / f"{number:05d}.tdb"
        path.write_bytes(written(Header.of_new_file(number), log))
    FolderStore(root).close()


def _stats() -> None:
    with redirect_stdout(io.StringIO()):
        assert stats(as_json=True) == 0


def _of_objects(sheets: Iterable[str]) -> Counter[str]:
    """The sums of some of the numbers, out of what `fantan replay --json` prints."""
    sums: Counter[str] = Counter()
    for sheet in sheets:
        told: dict[str, Any] = json.loads(json.dumps(report(read(sheet).log, "-")))
        for round_ in told["rounds"]:
            sums.update(round_["chips"])
    return sums


def _sums(series: list[Series]) -> None:
    kept = [summary(one) for one in series]
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("create table done (name, rounds, wins, cards, passes, false, chips, points)")
        rows = [(name, *_numbers(record)) for one in _by_round(series) for name, record in one]
        db.executemany("insert into done values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        columns = ("rounds", "wins", "cards", "passes", "false", "chips", "points")
        summed = ", ".join(f"sum({column})" for column in columns)
        asked = f"select name, {summed} from done group by name order by name"  # noqa: S608 - ours

        def theirs() -> object:
            return db.execute(asked).fetchall()

        right = [(name, *_numbers(record)) for name, record in total(kept).items()]
        assert theirs() == right
        opened = compare(
            "sums of open series, SQLite over rows",
            lambda: total(map(summary, series)),
            theirs,
            repeats=_SUMS_REPEATED,
        )
        again = compare(
            "sums of kept summaries, SQLite over rows",
            lambda: total(kept),
            theirs,
            repeats=_SUMS_REPEATED,
        )
    print(opened)
    print(f"{again} (at most 1.0)")


def _by_round(series: Iterable[Series]) -> Iterable[Iterable[tuple[str, Record]]]:
    """What each player did, round by round."""
    for one in series:
        for round_ in one.rounds:
            yield summary(Series(rounds=(round_,), players=one.players)).items()


def _numbers(record: Record) -> tuple[int, ...]:
    tally = record.tally
    return (
        tally.rounds,
        tally.wins,
        tally.cards_left,
        tally.passes,
        tally.false_passes,
        tally.chips,
        tally.points,
    )
