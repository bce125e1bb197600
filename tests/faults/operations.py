"""What the store does on a game night, in steps that are each recorded wholly or not at all.

Every way of going wrong is tried on every operation here; a new operation is one more entry.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.table import Document

from storage.errors import DamagedFileError, FileFailedError
from storage.folder import DataFolder
from storage.journal import JournalStorage
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import Damage

Step = Callable[[DataFolder], object]
State = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """Steps on a folder that `before` has prepared, opened with the given migrations."""

    name: str
    steps: tuple[Step, ...]
    before: tuple[Step, ...] = ()
    damage: Callable[[Path], None] | None = None
    migrations: Migrations = MIGRATIONS

    def prepare(self, root: Path) -> None:
        """The folder as it is before the operation."""
        folder = DataFolder(root)
        run(folder, self.before)
        folder.close()
        if self.damage:
            self.damage(root)

    def states(self, root: Path) -> list[State]:
        """What may be on disk: the folder before the first step and after each."""
        folder = DataFolder(root, migrations=self.migrations)
        states = [view(folder)]
        for step in self.steps:
            step(folder)
            states.append(view(folder))
        folder.close()
        return states


def run(folder: DataFolder, steps: tuple[Step, ...]) -> None:
    for step in steps:
        step(folder)


def tables(db: TinyDB) -> dict[str, dict[str, Any]]:
    """Every table of a file, empty ones left out."""
    read = db.storage.read() or {}
    return {name: dict(table) for name, table in read.items() if table}


def texts(path: Path) -> list[str]:
    """The lines of a file without their checksums."""
    text = path.read_bytes().rstrip(b"\0").decode()
    return [line[9:] for line in text.splitlines()]


def view(folder: DataFolder) -> State:
    """Everything in the folder, files without documents left out."""
    state: State = {"catalogue": tables(folder.catalogue())}
    for number in folder.series_numbers():
        state[f"series {number}"] = tables(folder.series(number))
        for played in folder.round_numbers(number):
            state[f"round {number}/{played}"] = round_tables(folder, number, played)
    return {name: content for name, content in state.items() if content}


def round_tables(folder: DataFolder, number: int, played: int) -> dict[str, Any]:
    try:
        return tables(folder.round(number, played))
    except DamagedFileError as error:
        return error.damage.tables


def found(root: Path, migrations: Migrations = MIGRATIONS) -> tuple[State, list[Damage]]:
    """What the next start finds, and what it reports as damaged."""
    folder = DataFolder(root, migrations=migrations)
    try:
        state = view(folder)
        return state, [report for report in folder.reports if isinstance(report, Damage)]
    finally:
        folder.close()


@contextmanager
def scratch() -> Generator[Path, None, None]:
    """A folder in memory where there is one: what is tried here does not need a real disk."""
    memory = Path("/dev/shm")  # noqa: S108
    root = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    try:
        yield Path(root)
    finally:
        shutil.rmtree(root)


def event(turn: int) -> dict[str, Any]:
    return {"turn": turn, "seat": turn % 4, "played": f"{turn % 13 + 1}H"}


def record_event(turn: int) -> Step:
    return lambda folder: folder.round(1, 1).table("events").insert(Document(event(turn), turn))


def record_long_event(folder: DataFolder) -> None:
    """A line that reaches over several sectors of a disk."""
    folder.round(1, 1).table("events").insert({"note": "Zoë lässt den König liegen. " * 60})


def drop_last_event(folder: DataFolder) -> None:
    folder.round(1, 1).table("events").drop_last()


def repair_turns(folder: DataFolder) -> None:
    events = folder.round(1, 1).table("events")
    events.replace_all([{**document, "seat": 3} for document in events.all()[:4]])


def enter_series(folder: DataFolder) -> None:
    folder.catalogue().table("series").upsert(Document({"state": "open"}, 1))


def begin_series(folder: DataFolder) -> None:
    folder.series(1).table("players").upsert(Document({"names": ["Ann", "Bo"]}, 1))


def begin_round(number: int) -> Step:
    def begin(folder: DataFolder) -> None:
        folder.round(1, number).table("setup").replace_all([{"dealer": number % 4, "ante": 1}])

    return begin


def enter_round(number: int) -> Step:
    def enter(folder: DataFolder) -> None:
        folder.series(1).table("rounds").upsert(Document({"state": "open"}, number))

    return enter


def sum_up_round(folder: DataFolder) -> None:
    summary = {"state": "done", "events": 5, "winner": 2}
    folder.series(1).table("rounds").upsert(Document(summary, 1))


def sum_up_series(folder: DataFolder) -> None:
    folder.catalogue().table("series").upsert(Document({"state": "open", "rounds": 1}, 1))


def open_series(folder: DataFolder) -> None:
    folder.series(1)


def compact_series(folder: DataFolder) -> None:
    journal(folder.series(1)).compact()


def tidy_series(folder: DataFolder) -> None:
    """As after a write: that it fails is nobody's concern."""
    with suppress(FileFailedError):
        compact_series(folder)


def journal(db: TinyDB) -> JournalStorage:
    return cast("JournalStorage", db.storage)


def restore_round(folder: DataFolder) -> None:
    try:
        folder.round(1, 1)
    except DamagedFileError as error:
        folder.restore(error.damage)


def flip_in_series(root: Path) -> None:
    flip(root / "series" / "00001" / "series.tdb", -40)


def flip_in_round(root: Path) -> None:
    flip(root / "series" / "00001" / "r0001.tdb", -180)


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def up_1_2(table: str, document: dict[str, Any]) -> dict[str, Any]:
    """As an example: seats are counted from 1, and every document says so."""
    seat = {"seat": document["seat"] + 1} if "seat" in document else {}
    return {**document, **seat, "lifted": table}


CREATION: tuple[Step, ...] = (
    enter_series,
    open_series,
    begin_series,
    begin_round(1),
    enter_round(1),
)
FIVE_TURNS: tuple[Step, ...] = (*CREATION, *(record_event(turn) for turn in range(1, 6)))
TALKED_ABOUT = (*FIVE_TURNS, enter_round(1), sum_up_round, enter_round(1), sum_up_round)

OPERATIONS = (
    Operation("first start, series and round", (*CREATION, record_event(1))),
    Operation("tap", (record_event(6), record_event(7)), FIVE_TURNS),
    Operation("long tap", (record_long_event, record_event(7)), FIVE_TURNS),
    Operation("undo", (drop_last_event, drop_last_event, record_event(4)), FIVE_TURNS),
    Operation("repair of an old turn", (repair_turns, record_event(5)), FIVE_TURNS),
    Operation("end of a round", (sum_up_round, sum_up_series), FIVE_TURNS),
    Operation("new round", (begin_round(2), enter_round(2)), (*FIVE_TURNS, sum_up_round)),
    Operation("compaction", (compact_series, enter_round(2)), TALKED_ABOUT),
    Operation("compaction by the way", (tidy_series, enter_round(2)), TALKED_ABOUT),
    Operation(
        "migration",
        (record_event(6), sum_up_round, compact_series),
        FIVE_TURNS,
        migrations=Migrations((up_1_2,)),
    ),
    Operation(
        "restoring a series", (open_series, sum_up_round), TALKED_ABOUT, damage=flip_in_series
    ),
    Operation(
        "restoring a round", (restore_round, record_event(6)), FIVE_TURNS, damage=flip_in_round
    ),
)
