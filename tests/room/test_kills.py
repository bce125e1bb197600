"""Quick part of `python -m tests.faults room`."""

import os

import pytest

from tests.faults import room
from tests.faults.found import Tally


def require(tally: Tally) -> None:
    assert tally.tries
    assert tally.broken == []


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter")
def test_a_room_may_be_killed_while_phones_write() -> None:
    require(room.kill_rooms(3))


@pytest.mark.usefixtures("postgres_programs")
def test_postgres_may_be_killed() -> None:
    require(room.kill_on_postgres(3, database=True))


@pytest.mark.usefixtures("postgres_programs")
def test_the_standby_takes_over_when_the_primary_server_is_lost() -> None:
    require(room.lose_primary())
