"""The archive's response times, and statistics beside a program without them.

Nearly all of statistics is reading: each round is folded and judged once, and the result is kept.
So there are three comparisons: answers from kept results, of 1,000 and of 10,000 rounds; the
command without kept results against reading the same game nights as `fantan replay --json` reports
them; and the sums alone, of open series and of kept summaries, against SQLite over rows with just
these numbers.

With Chromium the screens are timed as well: from a tap until the next screen is named for assistive
technology.
"""

import io
import json
import os
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, redirect_stdout
from itertools import chain, count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Final
from unittest.mock import patch

from playwright.sync_api import Locator, sync_playwright

from benchmarks.store import fill, night
from benchmarks.timing import Work, compare, seconds_of, shown_time
from companion.commands.stats import stats
from companion.core.log import Log
from companion.core.series import Series
from companion.core.sheet import dumps, read, report
from companion.core.statistics import Evening, Evenings, Tally, summary, total
from companion.core.steps import Ended
from companion.desk.table import Snapshot
from storage.catalogue import VERSION
from storage.store import FolderStore
from tests.e2e.driver import CHROMIUM_ARGUMENTS, WIDE, Server, Table, find_chromium

_LENGTHS = (*range(40, 50), *range(51, 61))
"""Rounds of the nights that are stored, 1,000 together: once, and ten times."""
_TIMES = (1, 10)
_REPEATS, _WARM_REPEATED, _SUMS_REPEATED = 2, 5, 21
_BOUND_SECONDS = 1.0
_REST_MILLISECONDS = 500
_SCREENS: Final = (
    ("one series", "home-series-", "chart"),
    ("list of all series", "back", "home-search"),
    ("statistics of all", "players", "player-"),
    ("statistics of one player", "player-", "figure-won"),
    (None, "back", "player-"),
    (None, "back", "home-search"),
)
"""Screens to time: name, prefixes of the control to tap and of one that shows the screen. A step
without a name is not timed.
"""


def run() -> None:
    """Print the time of each answer with its bound, how it grows, and each ratio with its bound."""
    nights = [night(rounds) for rounds in _LENGTHS]
    answers = [_answers(nights * times) for times in _TIMES]
    fewer, more = (sum(_LENGTHS) * times for times in _TIMES)
    for name, seconds in answers[1].items():
        grown = seconds / answers[0][name]
        bound = f" (at most {shown_time(_BOUND_SECONDS)})" if name != _COLD else ""
        print(
            f"{name}, {more:,} rounds: {shown_time(seconds)}{bound}, "
            f"{grown:.1f} × that of {fewer:,} rounds"
        )
    _in_chromium([log.after(Ended()) for log in nights] * _TIMES[1])
    _beside_replay(nights)
    _sums([log.series for log in nights * _TIMES[1]])


_COLD: Final = "statistics, worked out and kept"


def _answers(logs: list[Log]) -> dict[str, float]:
    """Return the seconds of each answer, measured from the start of the program's own work."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "data"
        fill(root, logs)
        with patch.dict(os.environ, FANTAN_HOME=str(root)):
            cold = seconds_of(_stats)
            asked: dict[str, Work] = {
                "list of all series": lambda: _in_store(root, lambda store: store.entries()),
                "one series opened": lambda: _in_store(root, _open_one),
                "statistics of one player": lambda: _in_store(root, _one_player),
                "statistics of all, by the command": _stats,
            }
            warm = {
                name: median(seconds_of(ask) for _ in range(_WARM_REPEATED))
                for name, ask in asked.items()
            }
        return {_COLD: cold, **warm}


def _in_chromium(logs: list[Log]) -> None:
    """Print the time of opening each screen in the browser, with kept results."""
    executable = find_chromium()
    if executable is None:
        print("in Chromium: not measured, for it is not installed")
        return
    taken: defaultdict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        fill(home / "data", logs)
        with patch.dict(os.environ, FANTAN_HOME=str(home / "data")):
            _stats()
        arguments = list(CHROMIUM_ARGUMENTS)
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        with Server(home) as server, closing(browser):
            table = Table(browser.new_page(viewport={"width": WIDE[0], "height": WIDE[1]}))
            table.open(server.url)
            for name, tap, sign in _SCREENS * _WARM_REPEATED:
                seconds = _opened(table, tap, sign)
                if name:
                    taken[name].append(seconds)
    rounds = sum(len(log.series.rounds) for log in logs)
    for name, times in taken.items():
        text = f"{shown_time(median(times))} (at most {shown_time(_BOUND_SECONDS)})"
        print(f"{name} in Chromium, {rounds:,} rounds: {text}")


def _opened(table: Table, tap: str, sign: str) -> float:
    """Return the seconds from a tap until the sign shows."""
    control = _first(table, tap)
    control.wait_for(state="attached")
    table.page.wait_for_timeout(_REST_MILLISECONDS)
    start = perf_counter()
    control.click()
    _first(table, sign).wait_for(state="attached")
    return perf_counter() - start


def _first(table: Table, prefix: str) -> Locator:
    return table.page.locator(f'[flt-semantics-identifier^="{prefix}"]').first


def _in_store(root: Path, ask: Callable[[FolderStore], object]) -> None:
    with closing(FolderStore(root)) as store:
        ask(store)


def _open_one(store: FolderStore) -> object:
    number = store.entries()[0].number
    return Snapshot.of(number, store.load(number), {}).series.standings


def _one_player(store: FolderStore) -> object:
    kept = store.summaries()
    known = (Evening.of(one, kept[one.number]) for one in store.entries())
    evenings = Evenings.of(chain.from_iterable(known))
    name = next(iter(evenings.players))
    return evenings.players[name], evenings.with_player(name)


def _beside_replay(logs: list[Log]) -> None:
    """Print statistics without kept results beside reading the same game nights as JSON."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "data"
        fill(root, logs)
        sheets = [dumps(log) for log in logs]

        versions = count(VERSION + 1)

        def worked_out() -> None:
            version = next(versions)
            with (
                patch("storage.catalogue.VERSION", version),
                patch("storage.store.VERSION", version),
            ):
                _stats()

        with patch.dict(os.environ, FANTAN_HOME=str(root)):
            beside = compare(
                "statistics worked out, replay --json of the same",
                worked_out,
                lambda: _of_objects(sheets),
                repeats=_REPEATS,
            )
    print(f"{beside} (at most 1.0)")


def _stats() -> None:
    """Run the job in a thread of its own, since the browser has a running loop in this one."""
    with redirect_stdout(io.StringIO()), ThreadPoolExecutor(1) as thread:
        assert thread.submit(stats, as_json=True).result() == 0


def _of_objects(sheets: Iterable[str]) -> Counter[str]:
    """Return sums of some numbers out of the report of `fantan replay --json`."""
    sums: Counter[str] = Counter()
    for sheet in sheets:
        answer: dict[str, Any] = json.loads(json.dumps(report(read(sheet).log, "-")))
        for round_ in answer["rounds"]:
            sums.update(round_["chips"])
    return sums


def _sums(series: list[Series]) -> None:
    kept = [summary(evening) for evening in series]
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("create table done (name, rounds, wins, cards, passes, false, chips, points)")
        rows = [(name, *tally[1:8]) for tallies in _by_round(series) for name, tally in tallies]
        db.executemany("insert into done values (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        columns = ("rounds", "wins", "cards", "passes", "false", "chips", "points")
        summed = ", ".join(f"sum({column})" for column in columns)
        asked = f"select name, {summed} from done group by name order by name"  # noqa: S608 - ours

        def theirs() -> object:
            return db.execute(asked).fetchall()

        right = [(name, *tally[1:8]) for name, tally in total(kept).items()]
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


def _by_round(series: Iterable[Series]) -> Iterable[Iterable[tuple[str, Tally]]]:
    """Return each player's numbers, round by round."""
    for evening in series:
        for round_ in evening.rounds:
            yield summary(Series(last=round_, players=evening.players)).items()
