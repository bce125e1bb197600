"""One table on four phones: a link, a typed code, and each turn on the phone of its player."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from companion.core.rounds.round import Round
from tests.e2e.devices import Devices
from tests.e2e.driver import Table
from tests.e2e.evening import recorded_round, sit_down_and_start
from tests.e2e.rooms import (
    UNTRUSTED,
    RoomServer,
    build_page,
    join_by_code,
    join_by_link,
    play,
    share,
    sheet_of,
    visit,
)

PHONES: Final = 4


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the cache with the page of `fantan host`, built once for all processes."""
    cache = tmp_path_factory.getbasetemp().parent / "cache"
    build_page(cache)
    return cache


@pytest.fixture
def phones(devices: Devices) -> Iterator[list[Table]]:
    """Yield phones with nothing kept."""
    with devices.in_use(), ExitStack() as stack:
        contexts = [stack.enter_context(devices.phone()) for _ in range(PHONES)]
        yield [Table(context.new_page()) for context in contexts]


@pytest.mark.parametrize("name", ["127.0.0.1", UNTRUSTED])
def test_four_phones_play_a_round_and_have_the_same_sheet(
    name: str, phones: list[Table], page: Path, tmp_path: Path
) -> None:
    recorded, (host, *guests) = recorded_round(), phones
    players = list(recorded.setup.players)
    with RoomServer(tmp_path, page, name=name) as room:
        visit(host, room.url)
        sit_down_and_start(host, players)
        link, code = share(host, players[0])
        for phone, seat in zip(guests[:2], players[1:3], strict=True):
            join_by_link(phone, link, seat)
        join_by_code(guests[2], room.url, code, players[3])
        host.tap("back")
        round_ = play(phones, Round.begin(recorded.setup), recorded.turns)
        assert round_ == recorded
        assert len(set(map(sheet_of, phones))) == 1
