"""Quick part of `python -m tests.faults room`."""

import os

import pytest

from tests.faults import gateway, room
from tests.faults.found import Tally


def require(tally: Tally) -> None:
    assert tally.tries
    assert tally.broken == []


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter")
def test_the_process_with_the_journals_may_be_killed() -> None:
    require(room.kill_journals(3))


@pytest.mark.usefixtures("postgres_programs")
def test_postgres_may_be_killed() -> None:
    require(room.kill_postgres(3))


@pytest.mark.usefixtures("postgres_programs")
def test_the_standby_takes_over_when_the_primary_server_is_lost() -> None:
    require(room.lose_primary())


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter")
def test_a_room_may_be_killed_while_phones_write() -> None:
    require(gateway.kill_rooms(2))
