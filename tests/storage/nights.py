"""Game nights in a data folder, what was done to them, and what a new process makes of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.steps import steps_of
from companion.desk.archive import Desk
from companion.desk.table import Night
from storage.folder import DataFolder
from storage.journal_lines import write_line
from storage.migrations import MIGRATIONS, Migrations
from storage.series_store import FolderStore

RECORDS = Path(__file__).parents[1] / "records"
COMERS, FRIDAY, OVER = "people_join_and_leave", "friday_night", "series_over"


def today() -> date:
    return date(2026, 11, 20)


def record(name: str) -> Series:
    return loads((RECORDS / f"{name}.fantan").read_text("utf-8"))


def there_and_back(desk: Desk) -> None:
    """Every step is taken back, and then taken again."""
    while desk.night.can_undo:
        desk.undo()
    while desk.night.can_redo:
        desk.redo()


@contextmanager
def desk_on(root: Path, migrations: Migrations = MIGRATIONS) -> Generator[Desk]:
    """The desk of a process that starts on this folder."""
    with closing(FolderStore(DataFolder(root, migrations=migrations))) as store:
        yield Desk(store, today)


def keep(root: Path, *names: str) -> None:
    """Save these nights, tap by tap."""
    with closing(FolderStore(DataFolder(root))) as store:
        for name in names:
            series = record(name)
            first, *steps = steps_of(series)
            number = store.create(replace(series, rounds=()), [first])
            for step in steps:
                store.add(number, step)
        Desk(store, today)


def opened(desk: Desk, number: int) -> Night:
    desk.open(number)
    assert desk.state.night
    return desk.state.night


def head_of(root: Path, number: int) -> Path:
    return root / "series" / f"{number:05d}" / "series.tdb"


def round_of(root: Path, number: int, played: int) -> Path:
    return root / "series" / f"{number:05d}" / f"r{played:04d}.tdb"


def flip(path: Path, line: int) -> None:
    """Damage the middle of a line, counted from 0, the header."""
    lines = path.read_bytes().splitlines(keepends=True)
    middle = bytearray(lines[line])
    middle[len(middle) // 2] ^= 1
    lines[line] = bytes(middle)
    path.write_bytes(b"".join(lines))


def without_lines(path: Path, lines: range) -> None:
    """Damage that makes these lines unreadable."""
    for line in lines:
        flip(path, line)


def add_record(path: Path, tables: dict[str, Any], schema: int | None = None) -> None:
    """A sound record more, as another version of the app might write it."""
    header, *_, last = path.read_bytes().splitlines()
    generation = json.loads(header[9:].partition(b" ")[2])["generation"]
    version = {"v": schema} if schema else {}
    text = json.dumps({"s": tables} | version)
    with path.open("ab") as file:
        file.write(write_line(generation, int(last.split(b" ")[1]) + 1, text))


def bytes_in(root: Path) -> dict[str, str]:
    """Every file of a folder, by its name, as a digest of its bytes."""
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
