"""What is promised, whatever goes wrong; `python -m tests.faults` does more of the same."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from tests.faults import calls, damage, full, kill, power
from tests.faults.operations import OPERATIONS, Operation
from tests.faults.sitting import scratch

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and limits")
NAMED = {operation.name: operation for operation in OPERATIONS}


def each_of(*names: str) -> pytest.MarkDecorator:
    """The operations of these names, or all."""
    chosen = [NAMED[name] for name in names or NAMED]
    return pytest.mark.parametrize("operation", chosen, ids=lambda each: each.name)


@each_of()
def test_every_call_goes_wrong_once(operation: Operation) -> None:
    with scratch() as folder:
        tally = calls.try_all(operation, folder, thorough=False)
    assert tally.faults == tally.calls
    assert tally.unnoticed < tally.faults


@each_of(
    "first start",
    "turns",
    "last card",
    "undo over a deal",
    "a new deal instead",
    "a score sheet",
    "restoring a round",
    "restoring the catalogue",
)
def test_the_power_goes_out_anywhere(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_all(operation, folder, samples=0)
    assert tally.broken == ()
    assert tally.cuts > 15
    assert tally.during_recovery > 5 * tally.cuts


@each_of("turns", "undo", "usual rules", "old turns repaired", "restoring a round in play")
def test_the_power_goes_out_after_a_failed_sync(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_failed_syncs(operation, folder, samples=1)
    assert tally.broken == ()
    assert tally.cuts > 50


@each_of("turns", "another series", "start after a kill", "restoring a series")
def test_the_power_goes_out_after_a_kill(operation: Operation) -> None:
    with scratch() as folder:
        tally = power.try_kills(operation, folder, samples=1)
    assert tally.broken == ()
    assert tally.cuts > 15


@pytest.mark.parametrize(("name", "kind"), [("turns", "files"), ("another series", "folders")])
def test_without_syncs_a_power_cut_does_harm(name: str, kind: str) -> None:
    with scratch() as folder:
        assert power.try_all(NAMED[name], folder, without=kind).broken != ()


@posix
def test_a_killed_process_loses_nothing_and_another_waits_for_its_end() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tally = kill.kill_often(6, Path(folder) / "data")
    assert tally.kills == 6
    assert tally.acknowledged > 6


@posix
def test_a_full_disk_is_told_and_the_night_goes_on_when_there_is_room() -> None:
    with scratch() as folder:
        tally = full.fill_limited_files(folder)
    assert tally.acts > 100
    assert tally.refused == 16


@pytest.mark.parametrize("name", damage.FILES)
def test_no_harm_to_any_byte_goes_unseen(name: str) -> None:
    with scratch() as folder:
        tally = damage.harm_all(name, folder, step=19)
    assert tally.told > tally.quiet
