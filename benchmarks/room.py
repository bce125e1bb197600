"""The room: the time from a line said until all eight phones of its table have it, and its costs,
and the time until a thousand phones are back.

Rooms and PostgreSQL run in processes of their own, and the phones in this one. Each table says a
line every second or so, as people do at their fastest.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from companion.ui.web.door import bound
from tests.attack.memory import allow_open_files, cpu_seconds, resident_bytes
from tests.room.engines import find_postgres, server_in_folder
from tests.room.phone import LostError, Phone, QuickerError, opening
from tests.room.process import RoomProcess

PHONES = 8
TABLES = (1, 10, 50)
CLUB = 125
"""Tables of a thousand phones on one room, which is killed and started again in the end."""
_SECONDS, _LINES_A_SECOND = 15.0, 1.0
_TEXT = '[{"round":3,"event":"Ana 7D"}]'
_TARGET_MILLISECONDS = 150
_TARGET_SECONDS = 5


@dataclass
class _Times:
    """Seconds until all phones of a table had a line, and its own phone alone."""

    sent_at: dict[str, float] = field(default_factory=dict[str, float])
    heard: dict[str, int] = field(default_factory=dict[str, int])
    all_have: list[float] = field(default_factory=list[float])
    receipts: list[float] = field(default_factory=list[float])

    def hear(self, phone: Phone, place: int) -> None:
        """Note that a phone has a line."""
        _, name, _ = phone.lines[place - 1]
        if name not in self.sent_at:
            return
        self.heard[name] = self.heard.get(name, 0) + 1
        if self.heard[name] == PHONES:
            self.all_have.append(time.perf_counter() - self.sent_at[name])


def run() -> None:
    """Print the times for each engine and number of tables."""
    allow_open_files(4096)
    print(f"{PHONES} phones a table, {_LINES_A_SECOND:.0f} line a second and table")
    print(
        f"{'':<28}{'all p50':>9}{'all p95':>9}{'receipt p50':>13}{'CPU a line':>12}{'a phone':>10}"
    )
    for tables in (*TABLES, CLUB):
        _measure("sqlite", tables, None)
    if programs := find_postgres():
        for engine in ("PostgreSQL", "PostgreSQL, two rooms"):
            for tables in TABLES:
                _measure(engine, tables, programs)
    else:
        print("PostgreSQL: not installed")


def _measure(engine: str, tables: int, programs: Path | None) -> None:
    """Print the times and costs on SQLite, or on the programs of PostgreSQL."""
    with ExitStack() as stack:
        where = stack.enter_context(tempfile.TemporaryDirectory())
        if programs:
            server = stack.enter_context(server_in_folder(programs, on_disk=True))
            server.create()
            where = server.dsn
        rooms = [RoomProcess(_free_port(), where) for _ in range(2 if "two" in engine else 1)]
        for room in rooms:
            room.start()
            stack.callback(room.kill)
        asyncio.run(_play(f"{engine}, {tables} tables", rooms, tables))


async def _play(name: str, rooms: Sequence[RoomProcess], tables: int) -> None:
    times, empty = _Times(), sum(resident_bytes(room.process.pid) for room in rooms)
    seated = [await _sit_down(rooms, times) for _ in range(tables)]
    phones = [phone for phones in seated for phone in phones]
    await asyncio.sleep(3)  # presence is told
    full, spent = sum(resident_bytes(room.process.pid) for room in rooms), _cpu(rooms)
    await asyncio.gather(*(_talk(phones, times, seed) for seed, phones in enumerate(seated)))
    await asyncio.sleep(1)
    turn = (_cpu(rooms) - spent) / max(1, len(times.all_have))
    each = (full - empty) / len(phones)
    median, slow = _quantiles(times.all_have)
    receipt, _ = _quantiles(times.receipts)
    print(
        f"{name:<28}{median:>6.1f} ms{slow:>6.1f} ms{receipt:>10.1f} ms"
        f"{1000 * turn:>9.2f} ms{each / 1000:>7.0f} KB"
        f"{'' if slow < _TARGET_MILLISECONDS else '  too slow'}",
        flush=True,
    )
    if tables == CLUB:
        await _come_back(rooms[0], phones)
    for phone in phones:
        await phone.stop()


async def _come_back(room: RoomProcess, phones: Sequence[Phone]) -> None:
    """Kill the room, and print the seconds from its start until all phones have all lines again."""
    room.kill()
    await asyncio.gather(*map(_loses, phones))
    begun = time.perf_counter()
    await asyncio.to_thread(room.start)
    answers = time.perf_counter() - begun
    await asyncio.gather(*(phone.up.wait() for phone in phones))
    taken = time.perf_counter() - begun - answers
    print(
        f"a killed room answers {answers:.1f} s after its start, and {len(phones)} phones are "
        f"back after {taken:.1f} s more; target {_TARGET_SECONDS} s: "
        f"{'kept' if taken < _TARGET_SECONDS else 'too slow'}",
        flush=True,
    )


async def _loses(phone: Phone) -> None:
    await phone.until(lambda: not phone.up.is_set())


async def _sit_down(rooms: Sequence[RoomProcess], times: _Times) -> list[Phone]:
    host = await Phone(rooms[0].url, opening(), times.hear).ready()
    guests = [
        Phone(rooms[number % len(rooms)].url, host.invitation, times.hear)
        for number in range(1, PHONES)
    ]
    return [host, *[await guest.ready() for guest in guests]]


async def _talk(phones: list[Phone], times: _Times, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - the same choices every time
    until = time.perf_counter() + _SECONDS
    await asyncio.sleep(chance.random() / _LINES_A_SECOND)
    while time.perf_counter() < until:
        name = f"{seed} {len(times.sent_at)}"
        times.sent_at[name] = begun = time.perf_counter()
        try:
            await chance.choice(phones).say(_TEXT, name=name)
            times.receipts.append(time.perf_counter() - begun)
        except (QuickerError, LostError):
            print(f"a line of table {seed} was not taken")
        await asyncio.sleep(chance.expovariate(_LINES_A_SECOND))


def _quantiles(seconds: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile, in milliseconds."""
    parts = statistics.quantiles(seconds, n=20)
    return 1000 * parts[9], 1000 * parts[18]


def _cpu(rooms: Sequence[RoomProcess]) -> float:
    """Return the seconds of CPU that the rooms have used."""
    return sum(cpu_seconds(room.process.pid) for room in rooms)


def _free_port() -> int:
    with bound(0) as listening:
        return int(listening.getsockname()[1])
