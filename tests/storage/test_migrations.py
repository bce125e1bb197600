"""Files of older schemas open as they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.core.presets import parse
from companion.desk.ports import Trouble
from storage.doctor import Doctor
from storage.journal_lines import write_line
from storage.migrations import MIGRATIONS, Migrations
from tests.storage.made_up import found, up_1_2
from tests.storage.nights import OVER, bytes_in, desk_on, opened, record

RECORDS = Path(__file__).parent / "records"
NIGHT = {
    "catalogue": {"series": {"1": {"state": "open", "rounds": 1}}},
    "series 1": {
        "players": {"1": {"names": ["Ann", "Bo"]}},
        "rounds": {"1": {"state": "done", "events": 5, "winner": 2}},
    },
    "round 1/1": {
        "setup": {"1": {"dealer": 1, "ante": 1}},
        "events": {
            "1": {"turn": 1, "seat": 1, "played": "2H"},
            "2": {"turn": 2, "seat": 2, "played": "3H"},
        },
    },
}


def seats_from_letters(_table: str, document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "seat": "ABCD"[document["seat"] - 1]} if "seat" in document else document


def test_each_step_lifts_what_the_one_before_left() -> None:
    migrations = Migrations((up_1_2, seats_from_letters))
    assert migrations.schema == 3
    assert migrations.lift("events", {"seat": 0}, 1) == {"seat": "A", "lifted": "events"}
    assert migrations.lift("events", {"seat": 1}, 2) == {"seat": "A"}
    assert migrations.lift("events", {"seat": "A"}, 3) == {"seat": "A"}
    assert migrations.lift("events", {"seat": None}, 4) == {"seat": None}


@pytest.mark.parametrize("schema", range(1, MIGRATIONS.schema + 1))
def test_kept_files_of_each_schema_open(tmp_path: Path, schema: int) -> None:
    root = tmp_path / "fantan"
    shutil.copytree(RECORDS / f"schema_{schema}", root)
    state, damaged = found(root)
    assert damaged == []
    assert state == NIGHT
    kept = RECORDS / f"schema_{schema}" / "series" / "00001" / "r0001.tdb"
    assert (root / "series" / "00001" / "r0001.tdb").read_bytes() == kept.read_bytes()


def told_is_event(_table: str, document: dict[str, Any]) -> dict[str, Any]:
    """As if events had stood under another word before."""
    told = {"event": document["told"]} if "told" in document else {}
    return {**{key: value for key, value in document.items() if key != "told"}, **told}


LATER = Migrations((told_is_event,))


@pytest.fixture(params=range(1, MIGRATIONS.schema + 1), ids=lambda schema: f"schema {schema}")
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A data folder as the app of that schema left it."""
    return shutil.copytree(RECORDS / f"night_{request.param}", tmp_path / "fantan")


def rounds(root: Path) -> dict[str, str]:
    return {name: each for name, each in bytes_in(root).items() if "/r0" in name}


def test_kept_nights_of_each_schema_lie_on_the_desk(night: Path) -> None:
    before = rounds(night)
    with desk_on(night) as desk:
        assert opened(desk, 1).series == record(OVER)
        assert desk.state.usual == parse("pagat ante=2")
        assert desk.state.reports == ()
    assert rounds(night) == before


def earlier(root: Path) -> None:
    """Rewrite the rounds as the version before would have written them."""
    for path in root.rglob("r*.tdb"):
        header, *lines = path.read_bytes().splitlines(keepends=True)
        records = [line.decode()[9:].rstrip("\n").split(" ", 1) for line in lines]
        written = [
            write_line(1, int(number), text.replace('"event":', '"told":'))
            for number, text in records
        ]
        path.write_bytes(b"".join([header, *written]))


def test_a_night_of_an_older_schema_is_lifted_and_goes_on(night: Path) -> None:
    earlier(night)
    before = rounds(night)
    with desk_on(night, LATER) as desk:
        assert opened(desk, 1).series == record(OVER)
        assert rounds(night) == before
        assert list(Doctor(night, migrations=LATER).visit()) == []
        desk.undo()
        desk.redo()
    with desk_on(night, LATER) as desk:
        assert opened(desk, 1).series == record(OVER)
    with desk_on(night) as desk:
        assert opened(desk, 1).sealed is Trouble.NEWER
