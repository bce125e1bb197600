"""Benchmark of changes to many series at once: a new name for a player, and importing sheets.

Each is compared with writing the same bytes to as many files, each file synchronised once.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stdout
from datetime import date, timedelta
from functools import partial
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from benchmarks.store import fill, night
from benchmarks.timing import ratio_of, seconds_of
from companion.commands.import_sheets import import_sheets
from companion.core.log import Log
from companion.core.series import Series
from companion.core.sheet import dumps
from companion.desk.archive import Archive
from companion.desk.people import NameChange, propose
from companion.desk.ports import at_once
from storage.paths import SERIES
from storage.store import FolderStore

_RENAMED, _RENAMED_SECONDS = 60, 0.1
_IMPORTED, _IMPORTED_SECONDS = 300, 10
_ROUNDS, _REPEATS = 10, 3
_TODAY = date(2026, 11, 20)


def run() -> None:
    """Print the time of each change with its bound, and its ratio to plain writing."""
    log = night(_ROUNDS)
    rename, add = (_repeat(work, log) for work in (_rename, _import))
    for name, bound, pairs in (
        (f"a player renamed in {_RENAMED} series", _RENAMED_SECONDS, rename),
        (f"{_IMPORTED} sheets imported", _IMPORTED_SECONDS, add),
    ):
        print(ratio_of(f"{name} of {_ROUNDS} rounds (at most {bound} s)", pairs))


def _repeat(work: Callable[[Path, Log], Iterator[Path]], log: Log) -> list[tuple[float, float]]:
    """Return pairs of seconds: of the change, and of writing its bytes plainly."""
    pairs: list[tuple[float, float]] = []
    for _ in range(_REPEATS):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            steps = work(root, log)
            written = next(steps)
            ours = seconds_of(partial(next, steps, None))
            contents = [path.read_bytes() for path in sorted((written / SERIES).iterdir())]
            pairs.append((ours, seconds_of(partial(_write_plainly, root / "plain", contents))))
    return pairs


def _rename(root: Path, log: Log) -> Iterator[Path]:
    """Rename a player; yield the data folder when everything is prepared."""
    fill(root / "data", [log] * _RENAMED)
    with closing(FolderStore(root / "data")) as store:
        people = Archive(store, lambda: _TODAY, at_once).people
        evenings = asyncio.run(people.add_up())
        yield root / "data"
        proposal = propose(evenings, log.series.players[0].name, "Zoë")
        done = asyncio.run(people.rename(proposal))
        if not isinstance(done, NameChange) or done.done != _RENAMED:
            raise RuntimeError(f"renamed differently: {done}")


def _import(root: Path, log: Log) -> Iterator[Path]:
    """Import one sheet a day; yield the data folder when the sheets are written."""
    names = [str(root / f"{day:03}.fantan") for day in range(_IMPORTED)]
    for day, name in enumerate(names):
        head = Series(log.head.name, str(_TODAY - timedelta(day)), log.head.rules)
        steps = night(_ROUNDS, seed=day + 1).steps  # the same rounds would be the same evening
        Path(name).write_text(dumps(Log.of(head, steps)), "utf-8")
    with patch.dict(os.environ, FANTAN_HOME=str(root / "data")), redirect_stdout(StringIO()):
        yield root / "data"
        if import_sheets(names):
            raise RuntimeError("not every sheet was imported")


def _write_plainly(folder: Path, contents: list[bytes]) -> None:
    folder.mkdir()
    for number, content in enumerate(contents):
        with (folder / str(number)).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
