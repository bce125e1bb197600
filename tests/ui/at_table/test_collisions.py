"""Two people tap the same turn: it becomes one turn, and whoever was later is told."""

import asyncio
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from companion.core.cards import card
from companion.core.presets import preset
from companion.core.rounds.events import Played
from companion.ui.requests import tapped_at
from tests.desk.fake_room import FakeRoom
from tests.desks import Desk, begin
from tests.ui.at_table.test_shared import NAMES, Guest
from tests.ui.headless import Headless, opened

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
        for gap in chance.sample(GAPS, 40):
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
        assert not desk.night.round.turns


async def test_two_phones_of_a_shared_table(tmp_path: Path) -> None:
    """Both may enter the turn of Ben, who has no phone, and the next turn is Cem's own."""
    clocks, chance = (Clock(), Clock()), Random(7)  # noqa: S311 - the same gaps every time
    async with AsyncExitStack() as stack:
        room = FakeRoom(chance)
        host, cem = (
            Guest(tmp_path / name, room, stack, clock)
            for name, clock in zip(("Ann", "Cem"), clocks, strict=True)
        )
        await host.archive.start("Friday", NAMES, 2, preset("bicycle"))
        await stack.enter_async_context(host)
        await stack.enter_async_context(cem)
        await host.tap("more", "share-table", "seat-Ann", "share-table")
        await host.see("join-code")
        await cem.join("ABCD2345", "Cem")
        await host.tap("back", "play-7H")
        await cem.see("play-8H")
        race = Race((host, cem), clocks, chance)
        for gap in chance.sample(GAPS, 160):
            await race.run(gap)
            table = await host.archive.open(1)
            assert (len(table.snapshot.round.turns), race.told) == (2, 1), gap
            await race.take_back()
        for phone in (host, cem):
            for socket in phone.way.sockets:
                socket.close()
