"""A table that several phones share, from the taps on each of them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from companion.core.presets import preset
from companion.desk.archive import Archive
from companion.desk.ports import at_once
from companion.screens.speech import copy_words
from companion.ui import requests
from companion.ui.device import Browser
from companion.ui.screens import main_for
from companion.words import ENGLISH
from tests.desk.fake_room import FakeRoom, Phone
from tests.desks import FRIDAY
from tests.places import store_in
from tests.ui.headless import Headless, unhurried

NAMES = ("Ann", "Ben", "Cem")


class Guest(Headless):
    """A phone with the app and its own way to the room."""

    def __init__(
        self,
        folder: Path,
        room: FakeRoom,
        stack: AsyncExitStack,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.way, self.browser = Phone(room), Browser()
        store = stack.enter_context(store_in(folder))
        self.archive = Archive(store, lambda: FRIDAY, at_once, self.way)
        main = main_for(self.archive, browser=self.browser, clock=clock or unhurried())
        super().__init__(main, platform="android")

    @property
    def told(self) -> tuple[int, int, bool]:
        """How often the phone has told of the own turn, by a tick and a chime, and by its title."""
        chimes = [asked for asked in self.sent("set") if asked["key"] == "fantan.chime"]
        return len(self.sent("heavy_impact")), len(chimes), self.is_own_turn

    @property
    def is_own_turn(self) -> bool:
        """True if the title of the window says that this phone's player is to move."""
        return bool(self.page.title == self.text("turn-of"))

    async def see(self, what: str, text: str = "") -> None:
        """Wait until the control is there, with the name or number in its text."""
        await self.until(lambda: self.has(what) and text in self.text(what))

    async def see_due(self, name: str) -> None:
        """Wait until the table shows this player as the one to move."""
        await self.until(lambda: self.due == name)

    async def see_own_turn(self) -> None:
        """Wait until the turn is this phone's own."""
        await self.until(lambda: self.has("turn-of") and self.is_own_turn)

    async def miss(self, what: str) -> None:
        """Wait until the control is gone."""
        await self.until(lambda: not self.has(what))

    async def join(self, code: str, seat: str) -> None:
        """Join by a typed code, and take a seat."""
        await self.tap("join-table")
        await self.enter_text("join-code", code)
        await self.tap("join-table")
        await self.see(f"seat-{seat}")
        await self.tap(f"seat-{seat}")
        await self.see("turn-of")


@asynccontextmanager
async def at_one_table(folder: Path, count: int = 2) -> AsyncGenerator[list[Guest]]:
    """Share the table of the first phone, at which Ann leads and Cem deals, with the others, each
    in its seat, for its own turns.
    """
    room = FakeRoom(Random(1))  # noqa: S311 - the same room every time
    async with AsyncExitStack() as stack:
        host, *guests = phones = [Guest(folder / name, room, stack) for name in NAMES[:count]]
        await host.archive.start("Friday", NAMES, 2, preset("bicycle"))
        for phone in phones:
            await stack.enter_async_context(phone)
        await host.tap("more", "share-table", "seat-Ann", "share-table")
        await host.see("join-code", "ABCD 2345")
        for guest, seat in zip(guests, NAMES[1:], strict=False):
            await guest.join("abcd 2345", seat)
            await host.see(f"free-{seat}")
        await host.tap("company-more", "who-records-own", "back")
        await host.see_own_turn()
        yield phones
        for socket in (socket for phone in phones for socket in phone.way.sockets):
            socket.close()


Pair = list[Guest]


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncGenerator[Pair]:
    """Yield the phones of Ann and Ben at one table."""
    async with at_one_table(tmp_path) as opened:
        yield opened


def is_faint(phone: Guest, what: str) -> bool:
    """Return whether a control looks as one without a tap does."""
    inside = phone.tree.below(phone.find(what))
    return any(str(node.get("color")).endswith(",0.4") for node in inside)


async def test_a_turn_is_entered_on_the_phone_of_its_player(tmp_path: Path) -> None:
    async with at_one_table(tmp_path, 3) as (host, ben, cem):
        await ben.tap("why-not-7H")
        await ben.see("notice", "Ann")
        assert not ben.has("play-7H")
        await host.tap("play-7H")
        for phone in (host, ben, cem):
            await phone.see_due("Ben")
            assert phone.is_own_turn is (phone is ben)
        await cem.tap("pass")
        await cem.see("notice", "Ben")
        await ben.tap("pass")
        await cem.see_own_turn()


async def test_the_own_turn_is_told_once_and_on_that_phone_alone(tmp_path: Path) -> None:
    async with at_one_table(tmp_path, 3) as (host, ben, cem):
        assert (host.told, ben.told, cem.told) == ((1, 0, True), (0, 0, False), (0, 0, False))
        await host.tap("play-7H")
        await ben.see("play-8H")
        await ben.page_event("connect", None)
        await ben.tap("turns", "back")
        assert (host.told, ben.told, cem.told) == ((1, 0, False), (1, 0, True), (0, 0, False))
        await ben.tap("pass")
        await cem.until(lambda: cem.told == (1, 0, True))
        await ben.tap("undo")
        await cem.see("told-1")
        await ben.tap("pass")
        await cem.until(lambda: cem.told == (2, 0, True))
        assert (host.told, ben.told) == ((1, 0, False), (2, 0, False))


async def test_a_phone_chimes_if_switched_on(pair: Pair) -> None:
    host, ben = pair
    at = ben.page.route
    await ben.go("/settings")
    await ben.tap("chime-on")
    await ben.go(at)
    await host.tap("play-7H")
    await ben.until(lambda: ben.told == (1, 1, True))
    assert host.told == (1, 0, False)


async def test_a_turn_is_told_as_soon_as_the_phone_answers(pair: Pair) -> None:
    host, ben = pair
    ben.replies["SharedPreferences", "set"] = RuntimeError("gone")
    await host.tap("play-7H")
    await ben.see("play-8H")
    assert ben.told == (0, 0, True)
    ben.replies["SharedPreferences", "set"] = True
    await ben.page_event("connect", None)
    assert ben.told == (1, 0, True)


async def test_a_tap_after_one_without_an_answer_is_no_turn_of_the_next_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "WAITING_SECONDS", 0.0)
    async with at_one_table(tmp_path) as (host, _):
        host.way.room.mute = True
        await host.tap("play-7H", "pass")
        await host.see("notice")
        await host.see_due("Ben")
        await host.see("not-shared", "1")


async def test_the_company_follows_who_comes_and_goes(pair: Pair) -> None:
    host, ben = pair
    await host.tap("play-7H")
    await ben.see_own_turn()
    ben.way.out_of_reach()
    await host.see("phones", "Ben")
    await host.tap("company")
    away = host.text("member-Ben")
    ben.way.reaches = True
    await host.until(lambda: host.text("member-Ben") != away)
    await host.tap("company-more", "who-records-all")
    await host.see("who-records-all")
    await ben.tap("play-8H")
    await ben.see_due("Cem")
    await ben.tap("play-9H")
    await ben.see("card-9H")


async def test_what_kept_a_phone_from_entering_is_gone_once_it_may_enter(pair: Pair) -> None:
    host, ben = pair
    host.way.out_of_reach()
    await ben.see("phones", "Ann")
    await ben.tap("why-not-7H")
    assert ben.has("notice")
    ben.way.room.pass_time(75)
    await ben.see("play-7H")
    assert not ben.has("notice")


async def test_whoever_was_quicker_is_named(pair: Pair) -> None:
    host, ben = pair
    assert ben.has("why-not-7H")
    await host.tap("company", "company-more", "who-records-all", "back")
    await ben.tap("play-7H")
    await host.see_due("Ben")
    await asyncio.gather(host.tap("play-8H"), ben.tap("play-6H"))
    late, name, other = (ben, "Ann", "6H") if host.has("card-8H") else (host, "Ben", "8H")
    await late.see("notice", name)
    assert not late.has(f"card-{other}")


async def test_a_turn_taken_back_is_seen_and_read_out_on_all_phones(tmp_path: Path) -> None:
    async with at_one_table(tmp_path, 3) as (host, ben, cem):
        await host.tap("play-7H")
        await ben.see("play-8H")
        await ben.tap("play-8H")
        await cem.see_own_turn()
        assert (is_faint(ben, "undo"), is_faint(cem, "undo")) == (False, True)
        await cem.tap("undo")
        assert cem.has("notice")
        assert cem.due == "Cem"
        await ben.tap("undo")
        await cem.see_due("Ben")
        assert cem.has("told-1")
        for phone in (ben, cem):
            assert [said["message"] for said in phone.sent("announce_message")][-1:] == [
                phone.text("told-1")
            ]
        assert ben.has("redo")
        assert not cem.has("redo")


async def test_turns_without_the_room_wait_and_are_shared_later(pair: Pair) -> None:
    host, ben = pair
    await host.tap("play-7H")
    await ben.see("play-8H")
    ben.way.out_of_reach()
    await ben.see("phones")
    await ben.tap("play-8H")
    await ben.see("not-shared", "1")
    ben.way.reaches = True
    await host.see_due("Cem")
    await ben.miss("not-shared")


async def test_the_role_of_the_host_is_passed_on_after_a_yes(pair: Pair) -> None:
    host, ben = pair
    await host.tap("more", "share-table", "company-more", "host-Ben", "host-no")
    assert host.has("close-table")
    await host.tap("host-Ben", "host-yes")
    await host.see("leave-table")
    await ben.see("phone-news")
    await ben.tap("more", "share-table", "company-more")
    await ben.see("close-table")


async def test_turns_that_come_too_late_are_shown(pair: Pair) -> None:
    host, ben = pair
    await host.tap("play-7H")
    await ben.see("play-8H")
    ben.way.out_of_reach()
    await ben.see("phones")
    await ben.tap("play-8H")
    await host.tap("play-6H")
    await host.see_due("Cem")
    ben.way.reaches = True
    await ben.see("phone-news")
    await ben.tap("phone-news")
    await ben.see("refused-1", "8♥")
    await ben.tap("enter-refused")
    await ben.see("refusal")
    await ben.tap("dismiss-refused")
    await ben.miss("refused-1")
    await ben.miss("refusal")
    await ben.tap("back")
    await ben.see("card-6H")
    assert "6♥" in ben.text("phone-news")


@pytest.mark.parametrize(
    ("taps", "ended"),
    {
        ("remove-Ben", "remove-yes"): "removed",
        ("close-table", "close-yes"): "closed",
    }.items(),
    ids=["removed", "closed"],
)
async def test_an_end_leaves_the_series(pair: Pair, taps: tuple[str, ...], ended: str) -> None:
    host, ben = pair
    await host.tap("play-7H", "company", "company-more", *taps)
    await ben.tap("phone-news")
    await ben.see("table-ended")
    company = (await ben.archive.open(1)).snapshot.company
    assert company is not None
    assert company.stopped == ended
    await ben.tap("leave-table")
    await ben.see("play-8H")
    assert not ben.has("company")


async def test_leaving_leads_home_and_keeps_a_copy(pair: Pair) -> None:
    host, ben = pair
    await host.tap("play-7H")
    await ben.see("play-8H")
    await ben.tap("company", "company-more", "leave-table", "leave-yes")
    assert not ben.has("home-resume")
    await ben.tap("home-series-1")
    is_copy = copy_words(ben.archive.catalogue, 1, ENGLISH)
    assert any(is_copy in words for words in ben.texts())
    assert not any(is_copy in words for words in host.texts())
    await ben.tap("play-8H")
    await ben.see_due("Cem")
    assert host.due == "Ben"


async def test_who_has_left_joins_the_table_again_from_home(pair: Pair) -> None:
    host, ben = pair
    await host.tap("play-7H")
    await ben.see("play-8H")
    await ben.tap("company", "company-more", "leave-table", "leave-yes", "join-again")
    await ben.see("seat-Ben")
    await ben.tap("seat-Ben")
    await ben.tap("play-8H")
    await host.see_due("Cem")
    await ben.go("/")
    assert ben.has("home-resume")
    assert not ben.has("home-series-1")


async def test_a_seat_is_freed_and_taken(pair: Pair) -> None:
    host, ben = pair
    await host.tap("company", "free-Ben")
    await host.miss("free-Ben")
    await ben.see("phone-news")
    await ben.tap("phone-news")
    await ben.see("seat-Cem")
    await ben.tap("seat-Cem")
    await ben.see("turn-of")
    assert not ben.has("phone-news")
    await host.see("free-Cem")


async def test_an_invitation_joins_at_once(tmp_path: Path) -> None:
    async with at_one_table(tmp_path, 3) as (host, _, cem):
        await cem.tap("company", "company-more", "leave-table", "leave-yes")
        await host.tap("company")
        link = host.text("qr")
        cem.browser.invite(link.partition("#")[2])
        await cem.see("company-more")
