"""A round on two phones: a link or a typed code, and each turn on the phone of its player."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from companion.core.rounds.round import Round
from tests.e2e.conftest import Phones
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import (
    UNTRUSTED,
    RoomServer,
    brought,
    join_by_code,
    join_by_link,
    play,
    share,
    sheet_of,
    take_seat,
)


class Case(NamedTuple):
    """A way to serve the table: the name of the machine, and the number of rooms."""

    name: str = "127.0.0.1"
    rooms: int = 1


CASES: Final = {
    "guests in memory, by a code": Case(name=UNTRUSTED),
    "two rooms on PostgreSQL": Case(rooms=2),
}
BEFORE: Final = 45
"""Turns that the host brings along, so that each phone plays one of the last."""


@contextmanager
def served(case: Case, page: Path, request: pytest.FixtureRequest) -> Generator[list[RoomServer]]:
    """Yield the rooms of a case."""
    options = []
    if case.rooms > 1:
        options = ["--postgres", request.getfixturevalue("postgres").dsn]
    with ExitStack() as stack:
        homes = [request.getfixturevalue("tmp_path") / str(n) for n in range(case.rooms)]
        for home in homes:
            home.mkdir()
        rooms = (RoomServer(home, page, *options, name=case.name) for home in homes)
        yield [stack.enter_context(room) for room in rooms]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_two_phones_play_a_round_to_its_end_and_have_the_same_sheet(
    case: Case, phones: Phones, page: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    recorded, (host, guest) = recorded_round(), phones(2)
    players, begun = recorded.setup.players, recorded.turns[:BEFORE]
    with served(case, page, request) as rooms:
        first, last = rooms[0], rooms[-1]
        brought(host, first, Round.of(recorded.setup, begun), tmp_path / "begun.fantan")
        link, code = share(host, players[0])
        if case.name == UNTRUSTED:
            join_by_code(guest, last.url, code)
        else:
            join_by_link(guest, link.replace(first.url, last.url))
        guest.see(f"seat-{players[3]}")
        assert guest.has("keeps-nothing") == (case.name == UNTRUSTED)
        take_seat(guest, players[3])
        host.tap("back")
        for phone in (host, guest) if case.name == UNTRUSTED else ():
            phone.reload()
            phone.see("turn-of")
        # The host enters the turns of the two who have no phone.
        seats = [host, host, host, guest]
        round_ = play(seats, Round.of(recorded.setup, begun), recorded.turns[BEFORE:])
        assert round_ == recorded
        assert sheet_of(host) == sheet_of(guest)
