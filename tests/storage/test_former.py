"""Folders of the former version, written by its own code: taken over whole or left alone."""

import json
import shutil
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from companion.core.payments import unticked
from companion.core.presets import parse
from companion.core.sheet import dumps, loads
from companion.core.statistics import sittings
from companion.desk.ports import Problem
from storage import files
from storage.files import StorageError
from storage.store import FolderStore
from tests.storage.logs import bytes_in
from tests.storage.system import since, system

RECORDS = Path(__file__).parent / "records" / "former.zip"
with ZipFile(RECORDS) as _records:
    FOLDERS = sorted({name.split("/")[0] for name in _records.namelist()})
CHOICES_LOST = "14"


def unpack(name: str, root: Path) -> dict[str, Any]:
    """Write a folder of the former version, and return what it held."""
    with ZipFile(RECORDS) as records:
        for path in records.namelist():
            if path.startswith(f"{name}/"):
                target = root / path.split("/", 1)[1]
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(records.read(path))
    state: dict[str, Any] = json.loads((root / "state.json").read_text())
    (root / "state.json").unlink()
    return state


def unmarked(sheet: str) -> str:
    """Return a sheet without what is marked as owed."""
    return "".join(line for line in sheet.splitlines(True) if not line.startswith("owed "))


def held(store: FolderStore) -> dict[str, str]:
    return {str(entry.number): dumps(store.look_at(entry.number).log) for entry in store.entries()}


def check(root: Path, state: dict[str, Any]) -> None:
    """Check that each series has the same sheet and the same statistics as before."""
    damaged = {str(number) for number in state["damaged"]}
    with closing(FolderStore(root)) as store:
        expected = {
            number: loads(sheet)
            for number, sheet in state["sheets"].items()
            if number not in damaged
        }
        sheets = held(store)
        if "torn" not in damaged:
            before = {number: unmarked(dumps(log)) for number, log in expected.items()}
            assert {number: unmarked(sheet) for number, sheet in sheets.items()} == before
            summaries = {number: sittings(log.series) for number, log in expected.items()}
            assert {str(key): one for key, one in store.summaries().items()} == summaries
        assert sheets.keys() == expected.keys()
        unread = [
            one.series for one in store.findings() if one.problem is not Problem.CHOICES_DAMAGED
        ]
        assert {str(number) for number in unread} == damaged - {"torn"}
        assert sorted(store.choices.removed) == state["removed"]
        assert (store.choices.usual == parse("pagat ante=2")) is state["usual"]
        assert sorted(store.memberships()) == state["members"]


@pytest.mark.parametrize("name", FOLDERS)
def test_folder_has_the_same_sheets_and_statistics(name: str, tmp_path: Path) -> None:
    state = unpack(name, tmp_path)
    before = bytes_in(tmp_path)
    with closing(FolderStore(tmp_path, read_only=True)) as store:
        read = held(store)
    assert bytes_in(tmp_path) == before
    check(tmp_path, state)
    kept = bytes_in(tmp_path)
    for number in state["damaged"]:
        if number != "torn":
            assert kept[f"series/{number:05d}.tdb"] == before[f"series/{number:05d}.tdb"]
    check(tmp_path, state)
    with closing(FolderStore(tmp_path)) as store:
        assert held(store) == read
        for number in map(int, read):
            old = tmp_path / "series" / f"{number:05d}.old"
            assert old.read_bytes() == before[f"series/{number:05d}.tdb"]
            store.load(number)
            assert not old.exists()  # the new file was opened once


@pytest.mark.parametrize("name", FOLDERS[::4])
def test_killed_in_the_middle_it_is_taken_over_by_the_next_start(name: str, tmp_path: Path) -> None:
    state = unpack(name, tmp_path / "whole")
    calls = 0
    finished = False
    while not finished:
        calls += 7
        root = shutil.copytree(tmp_path / "whole", tmp_path / "live", dirs_exist_ok=True)
        with system(since(calls)) as stand_in:
            with suppress(StorageError, OSError):
                FolderStore(root).close()
            finished = not stand_in.failed
        check(root, state)
        shutil.rmtree(root)
    assert files.exists(tmp_path / "whole")


@pytest.mark.parametrize("name", ["01", "09", "13"])
def test_an_archived_series_is_a_series_like_any_other(name: str, tmp_path: Path) -> None:
    unpack(name, tmp_path)
    assert b'"archived":[1]' in (tmp_path / "choices").read_bytes()
    with closing(FolderStore(tmp_path)) as store:
        assert 1 in [entry.number for entry in store.entries()]
        assert store.choices.removed == frozenset()
        assert dumps(store.load(1).log) == held(store)["1"]


def test_unticked_fines_of_finished_rounds_are_owed(tmp_path: Path) -> None:
    state = unpack("20", tmp_path)
    new = fines = 0
    with closing(FolderStore(tmp_path)) as store:
        for number, sheet in held(store).items():
            rounds = loads(state["sheets"][number]).series.rounds
            for now, was in zip(loads(sheet).series.rounds, rounds, strict=True):
                unpaid = len(unticked(was)) if was.over else 0
                marked = len(now.decisions.owed) - len(was.decisions.owed)
                assert 0 <= marked <= unpaid
                new, fines = new + marked, fines + unpaid
    assert 0 < new <= fines


def test_damaged_choices_are_told(tmp_path: Path) -> None:
    unpack(CHOICES_LOST, tmp_path)
    with closing(FolderStore(tmp_path)) as store:
        assert [one.problem for one in store.findings()] == [Problem.CHOICES_DAMAGED]
        store.answer()
    with closing(FolderStore(tmp_path)) as store:
        assert store.findings() == ()
