"""Quick part of `python -m tests.faults`, with fewer attempts."""

import os

import pytest

from storage.paths import CATALOGUE, CHOICES
from tests.faults import scenarios
from tests.faults.faulty_os import How
from tests.faults.found import Tally
from tests.faults.operations import OPERATIONS

PLACES = {operation.name: place for place, operation in enumerate(OPERATIONS)}
QUICK = (
    *("first start", "undo", "round end", "late correction", "another series", "usual rules"),
    *("archive", "delete and put back", "delete for good", "start with a damaged round"),
)
posix = pytest.mark.skipif(os.name == "nt", reason="users, modes and signals are another matter")


def require(tally: Tally) -> None:
    assert tally.tries
    assert tally.broken == []


@posix
@pytest.mark.parametrize("name", QUICK)
def test_every_file_call_may_fail_or_be_the_last(name: str) -> None:
    require(scenarios.failing(PLACES[name], tuple(How), thorough=False))


@posix
@pytest.mark.parametrize("kind", ["power", "sync", "restart"])
def test_the_power_may_go_out_at_every_file_call(kind: str) -> None:
    require(scenarios.cut(kind, PLACES["usual rules"], samples=1))
    require(scenarios.cut(kind, PLACES["close"], samples=1))


@posix
def test_a_store_without_syncs_would_be_found_out() -> None:
    require(scenarios.control(PLACES["turns"]))


def test_damage_is_reported_and_costs_no_more_than_it_must() -> None:
    require(scenarios.damaged_bytes(131, part=0, parts=9))
    require(scenarios.damaged_file(CATALOGUE, 401, parts=5))
    require(scenarios.damaged_file(CHOICES, 13))


@posix
def test_files_may_be_exchanged_copied_or_missing() -> None:
    require(scenarios.damaged_files())


def test_a_full_disk_costs_nothing() -> None:
    require(scenarios.filled(real=False))


@posix
def test_fantan_record_may_be_killed_at_any_moment() -> None:
    require(scenarios.killed(5, 0))
