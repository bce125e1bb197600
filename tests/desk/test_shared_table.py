"""Shared tables: several devices, their roles, and what they record without a connection."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest

from companion.core.cards import card
from companion.core.objections import Why
from companion.core.presets import preset
from companion.core.sheet import dumps
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.commands import Command
from companion.desk.company import Company, Invitation, Recording
from companion.desk.ports import at_once
from companion.desk.shared_table import SharedTable
from storage.store import FolderStore
from tests.desk.fake_room import FakeRoom, Phone
from tests.desks import FRIDAY, why

NAMES = ("Ann", "Ben", "Cem", "Dee")


class Device:
    """Device with its own store, at the table that it has shared or joined."""

    def __init__(self, folder: Path, room: FakeRoom) -> None:
        self.folder, self.phone = folder, Phone(room)
        self.store = FolderStore(folder)
        self.archive = Archive(self.store, lambda: FRIDAY, at_once, self.phone)
        self.table: SharedTable

    @property
    def company(self) -> Company:
        company = self.table.snapshot.company
        assert company
        return company

    @property
    def sheet(self) -> str:
        return dumps(self.table.snapshot.log)

    async def join(self, link: str) -> None:
        asked = Invitation.read(link)
        assert asked
        table = await self.archive.join(asked)
        assert isinstance(table, SharedTable)
        self.table = table

    async def do(self, command: Command) -> Why | None:
        return why(await self.table.do(command, self.table.snapshot.revision))

    async def play(self, code: str) -> Why | None:
        return await self.do(commands.play(card(code)))

    async def undo(self) -> Why | None:
        return why(await self.table.undo(self.table.snapshot.revision))

    def out_of_reach(self) -> None:
        self.phone.reaches = False
        self.phone.drop()

    async def start_again(self) -> None:
        """Start the app again from what the device has kept."""
        number = self.table.snapshot.number
        self.table.disconnect()
        self.store.close()
        self.store = FolderStore(self.folder)
        self.archive = Archive(self.store, lambda: FRIDAY, at_once, self.phone)
        table = await self.archive.open(number)
        assert isinstance(table, SharedTable)
        self.table = table


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not holds():
            await asyncio.sleep(0.001)


async def agree(*devices: Device) -> None:
    """Wait until all devices show the same sheet, with nothing unshared."""
    await until(
        lambda: (
            all(device.company.connected for device in devices)
            and not any(device.company.unshared for device in devices)
            and len({device.sheet for device in devices}) == 1
        )
    )


@asynccontextmanager
async def evening(folder: Path, count: int = 3, seed: int = 0) -> AsyncIterator[list[Device]]:
    """Share the table of a new series among devices, each in the seat of the same number."""
    room = FakeRoom(Random(seed))
    with ExitStack() as stack:
        devices: list[Device] = []
        for place in range(count):
            device = Device(folder / NAMES[place], room)
            stack.callback(lambda device=device: device.store.close())
            devices.append(device)
        host = devices[0]
        begun = await host.archive.start("Friday", NAMES, 3, preset("bicycle"))
        assert not isinstance(begun, type(None))
        shared = await host.archive.share(1)
        assert isinstance(shared, SharedTable)
        assert shared is begun
        host.table = shared
        for device in devices[1:]:
            await device.join(host.company.invitation)
        for device, name in zip(devices, NAMES, strict=False):
            assert await device.table.take_seat(name) is None
        await until(lambda: all(len(device.company.seats) == count for device in devices))
        yield devices
        for device in devices:
            device.table.disconnect()
            device.out_of_reach()
        await asyncio.sleep(0.01)


async def test_each_device_enters_its_own_turns_and_all_see_the_same(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as devices:
        for device, code in zip(devices, ("7H", "8H", "6H", "7C"), strict=True):
            await agree(*devices)
            assert await device.play(code) is None
        await agree(*devices)
        assert [device.company.me for device in devices] == [1, 2, 3, 4]
        assert devices[3].company.here == {1, 2, 3, 4}
