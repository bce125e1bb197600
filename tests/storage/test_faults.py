"""What the store promises, whatever goes wrong; `python -m tests.faults` does more of the same."""

from __future__ import annotations

import errno
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.ports import Trouble
from storage.errors import WriteFailedError
from storage.event_table import EventDB, EventTable
from storage.folder import DataFolder
from storage.recovery import Damage
from tests.faults import calls, damage, kill, power
from tests.faults.operations import (
    FIVE_TURNS,
    OPERATIONS,
    Operation,
    State,
    event,
    found,
    record_event,
    run,
    scratch,
    sum_up_round,
)

if sys.platform != "win32":
    import resource

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")
each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
TAP, NEW_ROUND = (next(o for o in OPERATIONS if o.name == name) for name in ("tap", "new round"))


@each_operation
def test_every_call_goes_wrong_once(operation: Operation) -> None:
    with scratch() as folder:
        tally = calls.try_all(operation, (errno.ENOSPC,), folder)
    assert tally.faults > 3 * tally.calls
    assert tally.shrugged_off < tally.faults


@each_operation
def test_the_power_goes_out_anywhere(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_all(operation, folder)
    assert tally.broken == ()
    assert tally.cuts > 15
    assert tally.during_recovery > 10 * tally.cuts


@each_operation
def test_the_power_goes_out_after_a_failed_sync(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_failed_syncs(operation, folder, samples=4)
    assert tally.broken == ()
    assert tally.cuts > 100


@each_operation
def test_the_power_goes_out_after_a_kill(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_kills(operation, folder)
    assert tally.broken == ()
    assert tally.cuts > 5


@pytest.mark.parametrize(
    ("operation", "kind"), [(TAP, "files"), (NEW_ROUND, "folders")], ids=["files", "folders"]
)
def test_without_syncs_a_power_cut_does_harm(operation: Operation, kind: str) -> None:
    with scratch() as folder:
        assert power.try_all(operation, folder, without=kind).broken != ()


@posix
def test_a_killed_process_loses_nothing() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tally = kill.kill_often(8, Path(folder) / "data")
    assert tally.acknowledged > 8


@pytest.mark.parametrize("backed_up", [0, 5], ids=["round", "series"])
def test_no_harm_to_any_byte_goes_unseen(backed_up: int) -> None:
    with scratch() as folder:
        tally = damage.harm_all(folder, backed_up, bits=(0,))
    assert tally.seen > tally.cut_off > 0


@contextmanager
def no_file_over(size: int) -> Generator[None, None, None]:
    """A disk that is full when a file reaches this size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def fill(events: EventTable) -> tuple[int, Trouble]:
    """Record until it fails: how many events there are then, and why it failed."""
    while True:
        turn = len(events) + 1
        try:
            events.insert(event(turn))
        except WriteFailedError as told:
            return turn - 1, told.trouble


@posix
def test_a_full_disk_is_told_and_the_same_tap_works_when_it_is_not(tmp_path: Path) -> None:
    with EventDB(tmp_path / "r0001.tdb") as db:
        events = db.table("events")
        with no_file_over(2000):
            recorded, trouble = fill(events)
            assert 20 < recorded < 40
            assert trouble is Trouble.FULL
            assert len(events) == recorded
            assert fill(events) == (recorded, Trouble.FULL)
        assert events.insert(event(recorded + 1)) == recorded + 1
    with EventDB(tmp_path / "r0001.tdb") as db:
        assert db.table("events").all() == [event(turn) for turn in range(1, recorded + 2)]


def found_beside(root: Path) -> tuple[State, list[Damage]]:
    """What another start would find in a folder that is in use."""
    with scratch() as folder:
        shutil.copytree(root, folder / "copy")
        return found(folder / "copy")


@posix
def test_a_night_goes_on_after_a_disk_was_full_everywhere(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    run(folder, FIVE_TURNS)
    before, _ = found_beside(tmp_path)
    with no_file_over(1):
        for step in (record_event(6), sum_up_round):
            with pytest.raises(WriteFailedError, match="no space left"):
                step(folder)
        with pytest.raises(WriteFailedError, match="no space left"):
            folder.round(1, 2)
    assert found_beside(tmp_path) == (before, [])
    run(folder, (record_event(6), sum_up_round))
    folder.round(1, 2)
    folder.close()
    after, _ = found(tmp_path)
    assert after["round 1/1"]["events"]["6"] == event(6)
    assert after["series 1"]["rounds"]["1"]["state"] == "done"
