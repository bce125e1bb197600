"""One table on several phones: a link, a typed code, and each turn on the phone of its player."""

import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import expect

from companion.core.rounds.round import Round
from companion.core.sheet import dumps
from tests.e2e.conftest import picture_failure
from tests.e2e.devices import Devices
from tests.e2e.driver import Table
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import (
    UNTRUSTED,
    RoomServer,
    build_page,
    join_by_code,
    join_by_link,
    join_twice,
    play,
    share,
    sheet_of,
    take_seat,
)
from tests.e2e.test_game_night import due_says
from tests.e2e.test_two_devices import tap_together, told
from tests.e2e.test_whole_evening import take_in
from tests.strategies import log_of

IN_LOCAL_NETWORK: Final = ("--lan", "--bind", "127.0.0.2") if sys.platform == "linux" else ()
"""Only there all of 127.x.x.x is this machine."""

Phones = Callable[[int], list[Table]]


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache with the page of `fantan host`, built once for all processes."""
    cache = tmp_path_factory.getbasetemp().parent / "cache"
    build_page(cache)
    return cache


@pytest.fixture
def phones(devices: Devices, request: pytest.FixtureRequest) -> Generator[Phones]:
    """Yield a function that returns as many phones, with nothing kept."""
    taken: list[Table] = []
    with devices.in_use(), ExitStack() as stack:

        def take(count: int) -> list[Table]:
            contexts = [stack.enter_context(devices.phone()) for _ in range(count)]
            taken.extend(Table(context.new_page()) for context in contexts)
            return taken[-count:]

        yield take
        picture_failure(request.node, [phone.page for phone in taken])


def see_due(player: str, *phones: Table) -> None:
    """Wait until all phones show that the player is next."""
    for phone in phones:
        phone.see("turn-of", due_says(phone, player))
    phones[-1].look()


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


def brought(host: Table, room: RoomServer, round_: Round, sheet: Path) -> None:
    """Bring a round along to the host's phone."""
    sheet.write_text(dumps(log_of(round_)), "utf-8")
    take_in(host, room.url.rstrip("/"), sheet)
    host.see("turn-of")


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


def test_two_phones_of_a_member_and_turns_without_the_room(
    phones: Phones, page: Path, tmp_path: Path
) -> None:
    recorded, (host, guest, twin) = recorded_round(), phones(3)
    ann, ben, cem, dee = recorded.setup.players
    with RoomServer(tmp_path, page, *IN_LOCAL_NETWORK) as room:
        brought(host, room, Round.begin(recorded.setup), tmp_path / "begun.fantan")
        link, _ = share(host, ann)
        if IN_LOCAL_NETWORK:  # opened on the laptop itself, it invites to the local network
            assert link.startswith(f"http://127.0.0.2:{room.port}/join#")
            link = link.replace("127.0.0.2", "127.0.0.1")  # the browser finds no other
        link_of_guest = join_twice(guest, link)
        take_seat(guest, dee)
        join_by_link(twin, link_of_guest)
        see_due(ann, twin)
        host.tap("back")
        room.kill()
        host.tap("play-7H")
        host.see("not-shared", "1")
        room.start()
        see_due(ben, host, guest, twin)
        expect(host.at("not-shared")).to_have_count(0)
        if tap_together(host, guest, 200):  # both may enter the turns of free seats
            assert told(host, guest, sure=True) == 1
            see_due(cem, host, guest, twin)
        twin.tap("pass")
        see_due(dee, host, guest, twin)
        tap_together(guest, twin)
        see_due(ann, host, guest, twin)
        host.tap("play-8H")
        see_due(ben, host, guest, twin)
        room.kill()
        # The host may record for everybody, and both think that they saw Ben's turn.
        for phone, turn in ((host, "pass"), (guest, "play-9H")):
            phone.tap(turn)
            phone.see("not-shared", "1")
        room.start()
        for phone in (host, guest):
            expect(phone.at("not-shared")).to_have_count(0)
        see_due(cem, host, guest, twin)
        assert [phone.has("phone-news") for phone in (host, guest)].count(True) == 1
        assert sheet_of(host) == sheet_of(guest) == sheet_of(twin)
