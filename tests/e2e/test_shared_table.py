"""Two phones at one table that go on while their host is lost."""

from pathlib import Path

from playwright.sync_api import expect

from companion.commands.host import find_lan
from companion.core.rounds.round import Round
from companion.ui.web.door import CannotListenError
from tests.e2e.conftest import Phones
from tests.e2e.evening import recorded_round
from tests.e2e.rooms import (
    RoomServer,
    brought,
    join_by_link,
    join_twice,
    see_due,
    share,
    sheet_of,
    take_seat,
)
from tests.e2e.test_two_devices import tap_together, told


def in_local_network() -> str:
    """Return the address of this machine in its local network, an empty text without one."""
    try:
        return find_lan()
    except CannotListenError:
        return ""


def test_two_phones_of_a_member_and_turns_without_the_room(
    phones: Phones, page: Path, tmp_path: Path
) -> None:
    recorded, (host, guest, twin) = recorded_round(), phones(3)
    ann, ben, cem, dee = recorded.setup.players
    lan = in_local_network()
    with RoomServer(tmp_path, page, *(["--lan"] if lan else [])) as room:
        brought(host, room, Round.begin(recorded.setup), tmp_path / "begun.fantan")
        link, _ = share(host, ann)
        if lan:  # opened on the laptop itself, it invites to the local network
            assert link.startswith(f"http://{lan}:{room.port}/join#")
            link = link.replace(lan, "127.0.0.1")  # the browser finds no other
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
