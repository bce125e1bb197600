"""Kills of rooms and of their database while phones write.

After each run every receipt is at its place, no line is there twice, all phones have the same
lines, and nobody waited for more than ten seconds beside the time that killed processes were down.
"""

import asyncio
import random
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory

from companion.ui.web.door import bound
from tests.faults.found import Tally
from tests.room.engines import MEMORY, find_postgres, server_in_folder
from tests.room.phone import Phone, QuickerError, opening
from tests.room.process import RoomProcess

_TABLES, _PHONES, _WRITERS = 4, 4, 2
_LONGEST_SECONDS, _SETTLE_SECONDS = 10, 30


@dataclass
class _Play:
    """Phones at some tables, with the receipts that they got."""

    rooms: list[RoomProcess]
    tables: list[list[Phone]] = field(default_factory=list[list[Phone]])
    receipts: list[tuple[Phone, int, str]] = field(default_factory=list[tuple[Phone, int, str]])
    quicker: int = 0
    longest_seconds: float = 0.0
    down_seconds: float = 0.0
    down_since: float | None = None
    is_over: bool = False

    @property
    def clock(self) -> float:
        """The time in seconds, which stands still while a process is down."""
        return (self.down_since or time.monotonic()) - self.down_seconds

    async def sit_down(self) -> None:
        """Open the tables, and let the others join."""
        for number in range(_TABLES):
            urls = [room.url for room in self.rooms[number % len(self.rooms) :] + self.rooms]
            host = await Phone(urls, opening()).ready()
            guests = [Phone(urls[::-1], host.invitation) for _ in range(_PHONES - 1)]
            self.tables.append([host, *[await guest.ready() for guest in guests]])

    async def write(self, phones: list[Phone], seed: int) -> None:
        """Say one line after the other until the run is over."""
        chance, count = random.Random(seed), 0  # noqa: S311 - the same choices every time
        while not self.is_over:
            count += 1
            phone, text, begun = chance.choice(phones), f"{seed} {count}", self.clock
            try:
                place = await phone.say_surely(text, len(phone.lines) + 1)
                self.receipts.append((phone, place, text))
            except QuickerError:
                self.quicker += 1
            self.longest_seconds = max(self.longest_seconds, self.clock - begun)
            await asyncio.sleep(chance.uniform(0, 0.02))

    async def play(self, kills: int, kill: Callable[[int], None]) -> Tally:
        """Write through all kills, and compare what each phone has with what a new one gets."""
        chance = random.Random(3)  # noqa: S311 - the same moments every time
        await self.sit_down()
        writing = [
            asyncio.create_task(self.write(phones, _WRITERS * number + writer))
            for number, phones in enumerate(self.tables)
            for writer in range(_WRITERS)
        ]
        for number in range(kills):
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            self.down_since = since = time.monotonic()
            await asyncio.to_thread(kill, number)
            self.down_seconds, self.down_since = self.down_seconds + time.monotonic() - since, None
        await asyncio.sleep(1)
        self.is_over = True
        await asyncio.gather(*writing)
        tally = Tally(len(self.receipts), self.quicker)
        for phones in self.tables:
            tally.broken += await self._compare(phones)
        if self.longest_seconds > _LONGEST_SECONDS:
            tally.broken.append(f"a line took {self.longest_seconds:.1f} s")
        return tally

    async def _compare(self, phones: list[Phone]) -> list[str]:
        late = await Phone(self.rooms[0].url, phones[0].invitation).ready()
        try:
            for phone in phones:
                await phone.until(lambda phone=phone: phone.lines == late.lines, _SETTLE_SECONDS)  # type: ignore[misc]
        except TimeoutError:
            return [f"{late.table}: phones have other lines"]
        finally:
            for phone in (*phones, late):
                await phone.stop()
        broken = [
            f"{late.table}: {text!r} is lost"
            for phone, place, text in self.receipts
            if phone in phones and late.lines[place - 1][2] != text
        ]
        said = [text for _, _, text in late.lines]
        if len(set(said)) < len(said):
            broken.append(f"{late.table}: {len(said) - len(set(said))} lines are there twice")
        return broken


def kill_rooms(times: int, *, on_disk: bool = False) -> Tally:
    """Kill the only room, on journals in memory or on a slow disk."""
    with ExitStack() as stack:
        folder = TemporaryDirectory(dir=None if on_disk else MEMORY)
        rooms = _start(stack, 1, stack.enter_context(folder))
        return asyncio.run(_Play(rooms).play(times, lambda _: _restart(rooms[0])))


def kill_on_postgres(times: int, *, database: bool, on_disk: bool = False) -> Tally:
    """Kill one of two rooms on PostgreSQL, or else their database."""
    programs = find_postgres()
    if programs is None:
        return Tally()
    with server_in_folder(programs, on_disk=on_disk) as server, ExitStack() as stack:
        server.create()
        rooms = _start(stack, 2, server.dsn)

        def kill(number: int) -> None:
            if database:
                server.kill()
                server.start()
            else:
                _restart(rooms[number % len(rooms)])

        return asyncio.run(_Play(rooms).play(times, kill))


def lose_primary(*, hung: bool = False) -> Tally:
    """Lose the primary server of two rooms for good, and promote the standby.

    A hung server still takes connections, and never answers.
    """
    programs = find_postgres()
    if programs is None:
        return Tally()
    with ExitStack() as stack:
        primary = stack.enter_context(server_in_folder(programs))
        standby = stack.enter_context(server_in_folder(programs))
        primary.create()
        standby.copy(primary)
        asyncio.run(primary.wait_for_standby())
        both = f"{primary.address},{standby.address}"
        rooms = _start(stack, 2, primary.dsn.replace(primary.address, both))

        def kill(_: int) -> None:
            primary.signal(signal.SIGSTOP if hung else signal.SIGKILL)
            time.sleep(0.5)
            asyncio.run(standby.ask("select pg_promote()"))

        return asyncio.run(_Play(rooms).play(1, kill))


def _start(stack: ExitStack, count: int, where: str) -> list[RoomProcess]:
    rooms = [RoomProcess(_free_port(), where) for _ in range(count)]
    for room in rooms:
        room.start()
        stack.callback(room.kill)
    return rooms


def _restart(room: RoomProcess) -> None:
    room.kill()
    room.start()


def _free_port() -> int:
    with bound(0) as listening:
        return int(listening.getsockname()[1])
