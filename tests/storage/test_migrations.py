"""Files of older schemas open as they are."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from storage.migrations import MIGRATIONS, Migrations
from tests.faults.operations import found, up_1_2

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
