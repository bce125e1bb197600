"""Two people tap the same turn: it becomes one turn, and whoever was later is told."""

import asyncio
import gc
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.core.cards import card
from companion.core.presets import preset
from companion.core.rounds.events.turns import Played
from companion.ui.requests import QUICK_SECONDS, tapped_at
from tests.desk.fake_room import FakeRoom
from tests.desks import Desk, begin
from tests.ui.at_table.test_shared import NAMES, Guest
from tests.ui.headless import Headless, opened, unhurried

GAPS = [number / 400 for number in range(161)]
"""Seconds between the two taps."""
TAPS = {"play-8H": "play-9H", "play-6H": "play-5H", "pass": "pass"}
"""The taps on a turn, each with what lies in the same place once a card was laid there."""


@dataclass
class Clock:
    """The clock of a device, which only the test moves."""

    now: float = 1000.0

    def __call__(self) -> float:
        """Return the seconds since the epoch."""
        return self.now


@contextmanager
def pressed(at: float) -> Generator[None]:
    """Stamp the taps within the context, as the page does."""
    token = tapped_at.set(at)
    try:
        yield
    finally:
        tapped_at.reset(token)


async def tap(device: Headless, place: str, at: float) -> None:
    """Tap what lies in the place, with a finger that went down at this time."""
    with pressed(at):
        await device.tap(place if device.has(place) else TAPS[place])


@dataclass
class Race:
    """A device that taps a turn, and another that taps it some time later."""

    devices: tuple[Headless, Headless]
    clocks: tuple[Clock, Clock]
    chance: Random

    async def run(self, gap: float) -> None:
        """Let both tap; the second device draws the first turn after up to 0.3 seconds."""
        first, second = self.devices
        start = max(clock.now for clock in self.clocks) + 1
        drawn = start + self.chance.uniform(0, 0.3)
        places = self.chance.choices([*TAPS], k=2)
        self.clocks[0].now, self.clocks[1].now = start, drawn
        taps = [tap(first, places[0], start), tap(second, places[1], start + gap)]
        before = second.text("turn-of")
        if start + gap < drawn and self.chance.random() < 0.5:
            await asyncio.gather(*taps)
            return
        await taps[0]
        await second.until(lambda: second.text("turn-of") != before)
        self.clocks[1].now = max(start + gap, drawn) + self.chance.uniform(0, 0.2)
        await taps[1]

    async def take_back(self) -> None:
        """Take the turn back on the first device."""
        first, second = self.devices
        before = second.text("turn-of")
        for clock in self.clocks:
            clock.now += 1
        await first.tap("undo")
        await second.until(lambda: second.text("turn-of") != before)

    @property
    def told(self) -> int:
        """The number of devices with a notice."""
        return sum(device.has("notice") for device in self.devices)


async def test_two_windows_of_one_server(desk: Desk) -> None:
    begin(desk, "Friday night")
    desk.record(Played(1, card("7H")))
    clocks = Clock(), Clock()
    chance = Random(7)  # noqa: S311 - the same gaps every time
    async with (
        opened(desk, "/table", clock=clocks[0]) as first,
        opened(desk, "/table", clock=clocks[1]) as second,
    ):
        race = Race((first, second), clocks, chance)
        for gap in chance.sample(GAPS, 16):
            await race.run(gap)
            assert (len(desk.night.round.turns), race.told) == (2, 1), gap
            await race.take_back()


async def test_undo_pressed_before_another_turn_showed_takes_nothing_back(desk: Desk) -> None:
    begin(desk, "Friday night")
    clock = Clock()
    async with opened(desk, "/table", clock=clock) as app:
        desk.record(Played(1, card("7H")))
        await app.settle()
        await tap(app, "undo", clock.now - 0.01)
        assert app.has("notice")
        assert len(desk.night.round.turns) == 1
        await tap(app, "undo", clock.now + 0.01)
        assert len(desk.night.round.turns) == 1
        clock.now += QUICK_SECONDS
        await tap(app, "undo", clock.now)
        assert not desk.night.round.turns


async def test_undo_just_after_the_turn_of_another_phone_asks_first(tmp_path: Path) -> None:
    clock = Clock()
    async with two_phones(tmp_path, (clock, clock)) as (host, cem):
        await host.tap("play-7H")
        await cem.see("play-8H")
        clock.now += QUICK_SECONDS / 2
        await cem.tap("undo")
        await cem.see("notice", "Ann")
        assert "7♥" in cem.text("notice")
        assert cem.has("card-7H")
        clock.now += QUICK_SECONDS
        await cem.tap("undo")
        await host.see("play-7H")


async def test_a_tap_on_what_another_phone_has_taken_away_is_answered(tmp_path: Path) -> None:
    clock = Clock()
    async with two_phones(tmp_path, (clock, clock)) as (host, cem):
        await host.tap("play-7H")
        await cem.see("play-8H")
        tap_gone = cem.finger_on("play-8H")
        clock.now += 1
        await host.tap("undo")
        await cem.see("play-7H")
        gc.collect()  # Flet still finds a control as long as it is in memory
        await tap_gone()
        await cem.see("notice", "Ann")


async def test_who_deals_too_late_reads_so_at_the_table(tmp_path: Path) -> None:
    async with two_phones(tmp_path, (unhurried(), unhurried())) as (host, cem):
        await host.tap("more", "void")
        await cem.see("next-round")
        await asyncio.gather(host.tap("next-round"), cem.tap("next-round"))
        late, name = (cem, "Ann") if cem.has("notice") else (host, "Cem")
        await late.see("play-7H")
        await late.see("notice", name)


async def test_a_tap_on_a_card_of_the_next_player_names_who_was_quicker(tmp_path: Path) -> None:
    clock = Clock()
    async with two_phones(tmp_path, (clock, clock)) as (host, cem):
        await host.tap("company", "company-more", "who-records-own", "back", "play-7H", "play-8H")
        await cem.see("play-9H")
        await host.tap("play-6H")
        await cem.see("why-not-9H")
        await cem.tap("why-not-9H")
        too_soon = cem.text("notice")
        clock.now += QUICK_SECONDS
        await cem.tap("why-not-9H")
        assert "Ann" in too_soon
        assert cem.text("notice") != too_soon


@asynccontextmanager
async def two_phones(
    folder: Path, clocks: tuple[Callable[[], float], ...]
) -> AsyncGenerator[tuple[Guest, Guest]]:
    """Share a table at which Ann leads, Ben has no phone, and everybody enters turns for all."""
    async with AsyncExitStack() as stack:
        room = FakeRoom(Random(7))  # noqa: S311 - the same room every time
        host, cem = (
            Guest(folder / name, room, stack, clock)
            for name, clock in zip(("Ann", "Cem"), clocks, strict=True)
        )
        await host.archive.start("Friday", NAMES, 2, preset("bicycle"))
        await stack.enter_async_context(host)
        await stack.enter_async_context(cem)
        await host.tap("more", "share-table", "seat-Ann", "share-table")
        await host.see("join-code")
        await cem.join("ABCD2345", "Cem")
        await host.tap("back")
        yield host, cem
        for phone in (host, cem):
            for socket in phone.way.sockets:
                socket.close()


async def test_two_phones_of_a_shared_table(tmp_path: Path) -> None:
    clocks, chance = (Clock(), Clock()), Random(7)  # noqa: S311 - the same gaps every time
    async with two_phones(tmp_path, clocks) as (host, cem):
        await host.tap("play-7H")
        await cem.see("play-8H")
        race = Race((host, cem), clocks, chance)
        for gap in chance.sample(GAPS, 48):
            await race.run(gap)
            table = await host.archive.open(1)
            assert (len(table.snapshot.round.turns), race.told) == (2, 1), gap
            await race.take_back()
