"""A table at an address that browsers do not trust, as over plain http in a home."""

from pathlib import Path

from companion.core.rounds.round import Round
from tests.e2e.conftest import Phones
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import (
    RoomServer,
    brought,
    play,
    share,
    sheet_of,
    take_seat,
    visit,
    wait_until_joined,
)

UNTRUSTED = "fantan.test"
"""Name of this machine that gives no page a secure context."""
BEFORE = 47
"""Turns that the host brings along, so that each phone plays one of the last."""


def test_a_guest_in_memory_joins_by_a_code_and_is_loaded_anew(
    phones: Phones, page: Path, tmp_path: Path
) -> None:
    recorded, (host, guest) = recorded_round(), phones(2)
    players, begun = recorded.setup.players, recorded.turns[:BEFORE]
    with RoomServer(tmp_path, page, name=UNTRUSTED) as room:
        brought(host, room, Round.of(recorded.setup, begun), tmp_path / "begun.fantan")
        _, code = share(host, players[0])
        visit(guest, room.url)
        guest.tap("join-table")
        guest.see("join-code")
        guest.type_into("join-code", code)
        guest.tap("join-table")
        wait_until_joined(guest)
        guest.see("keeps-nothing")
        take_seat(guest, players[3])
        host.tap("back")
        guest.reload()
        guest.see("turn-of")
        # The host enters the turns of the two who have no phone.
        seats = [host, host, host, guest]
        round_ = play(seats, Round.of(recorded.setup, begun), recorded.turns[BEFORE:])
        assert round_ == recorded
        assert sheet_of(host) == sheet_of(guest)
