"""Made-up documents in a data folder, for the tests of what lies below the series store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.table import Document

from storage.errors import DamagedFileError
from storage.folder import DataFolder
from storage.journal import JournalStorage
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import Damage

Step = Callable[[DataFolder], object]
State = dict[str, Any]


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


def event(turn: int) -> dict[str, Any]:
    return {"turn": turn, "seat": turn % 4, "played": f"{turn % 13 + 1}H"}


def record_event(turn: int) -> Step:
    return lambda folder: folder.round(1, 1).table("events").insert(Document(event(turn), turn))


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


def open_series(folder: DataFolder) -> None:
    folder.series(1)


def journal(db: TinyDB) -> JournalStorage:
    return cast("JournalStorage", db.storage)


def flip(path: Path, at: int) -> None:
    """One bit of a file changes."""
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
