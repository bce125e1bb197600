"""Quick part of `python -m tests.faults`."""

import os

import pytest

from tests.faults import acts, damage
from tests.faults.__main__ import calls, control, cut, harm, killed
from tests.faults.faulty_os import How
from tests.faults.found import Tally

posix = pytest.mark.skipif(os.name == "nt", reason="the calls are others there")


def require(tally: Tally) -> None:
    assert tally.tries
    assert tally.broken == []


@posix
@pytest.mark.parametrize("how", [*acts.ENDING, *acts.FAILING], ids=lambda how: str(how.value))
def test_act_is_whole_or_not_at_all(how: How) -> None:
    require(calls((how,), 31))


@posix
def test_acknowledged_act_survives_a_power_cut() -> None:
    require(cut(2, 9))


@posix
@pytest.mark.parametrize("kind", ["files", "folders"])
def test_store_without_syncs_loses_something(kind: str) -> None:
    require(control(kind))


def test_cut_series_is_told() -> None:
    require(harm(damage.cuts, 29))


def test_changed_byte_is_told() -> None:
    require(harm(damage.flips, 29))


def test_acknowledged_command_survives_a_kill() -> None:
    require(killed(3, 1))
