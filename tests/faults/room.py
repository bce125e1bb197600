"""Kills of the engines of the room while lines are appended.

After each run every acknowledged line is at its place, none is there twice, every follower has read
what the next process finds, and no append took longer than ten seconds.
"""

import asyncio
import json
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.desk.ports import Lines, LinesFailedError
from storage.postgres import PostgresLines
from storage.room_lines import JournalLines
from tests.faults.found import Tally
from tests.places import ROOT
from tests.room.engines import MEMORY, find_postgres, server_in_folder

STREAMS = tuple(f"table{number}" for number in range(4))
_WRITERS = 2
_LONGEST_SECONDS, _SETTLE_SECONDS = 10, 15
_LAST = b"the last line"

Trouble = Callable[[], Awaitable[object]]


@dataclass
class Run:
    """Lines that were acknowledged and read in a run, with the failures.

    The longest time is from the first try to append a line until a follower has read it.
    """

    acknowledged: dict[tuple[str, bytes], int] = field(default_factory=dict[tuple[str, bytes], int])
    heard: dict[str, list[bytes]] = field(default_factory=lambda: {name: [] for name in STREAMS})
    failed: int = 0
    longest_seconds: float = 0.0
    is_over: bool = False

    async def follow(self, lines: Lines, stream: str) -> None:
        """Read a stream, again after a failure."""
        heard = self.heard[stream]
        while not self.is_over:
            with suppress(LinesFailedError):
                async for place, line in lines.follow(stream, len(heard)):
                    assert place == len(heard) + 1
                    heard.append(line)
            await asyncio.sleep(0.05)

    async def append(self, lines: Lines, stream: str, line: bytes) -> None:
        """Append a line as a phone does: after a failure for the same place again."""
        begun, heard, place = time.monotonic(), self.heard[stream], 0
        while heard[place - 1 : place] != [line]:
            place = len(heard) + 1
            await self._try(lines, stream, place, line)
            await _grown(heard, place)
        self.acknowledged[stream, line] = place
        self.longest_seconds = max(self.longest_seconds, time.monotonic() - begun)

    async def _try(self, lines: Lines, stream: str, place: int, line: bytes) -> None:
        """Append a line, or find the place taken."""
        while True:
            try:
                if await lines.append(stream, place, line):
                    self.acknowledged[stream, line] = place
            except LinesFailedError:
                self.failed += 1
                await asyncio.sleep(0.05)
            else:
                return

    async def write(self, lines: Lines, stream: str, writer: int) -> None:
        """Append one line after the other until the run is over."""
        count = 0
        while not self.is_over:
            count += 1
            await self.append(lines, stream, f"{stream} {writer} {count}".encode())
            await asyncio.sleep(0.002)

    async def play(self, lines: Lines, trouble: Trouble) -> None:
        """Append to all streams until the trouble is over, and then a last line to each."""
        async with asyncio.TaskGroup() as group:
            following = [group.create_task(self.follow(lines, name)) for name in STREAMS]
            writing = [
                group.create_task(self.write(lines, name, writer))
                for name in STREAMS
                for writer in range(_WRITERS)
            ]
            await trouble()
            self.is_over = True
            await asyncio.wait(writing)
            for stream in STREAMS:
                await self.append(lines, stream, _LAST)
            for task in following:
                task.cancel()

    async def tally(self, fresh: Lines) -> Tally:
        """Compare with what the next process finds, and count acknowledged lines and failures."""
        tally = Tally(len(self.acknowledged), self.failed)
        await fresh.open()
        for stream in STREAMS:
            found = list[bytes]()
            async with asyncio.timeout(_SETTLE_SECONDS):
                async for _, line in fresh.follow(stream, 0):
                    found.append(line)
                    if line == _LAST:
                        break
            for (name, line), place in self.acknowledged.items():
                if name == stream and found[place - 1 : place] != [line]:
                    tally.broken.append(f"{name}: {line!r} is lost")
            if len(set(found)) < len(found):
                tally.broken.append(f"{stream}: {len(found) - len(set(found))} are there twice")
            if self.heard[stream] != found:
                tally.broken.append(f"{stream}: something else was read than is there")
        await fresh.close()
        if self.longest_seconds > _LONGEST_SECONDS:
            tally.broken.append(f"an append took {self.longest_seconds:.1f} s")
        return tally


async def _grown(heard: list[bytes], length: int) -> None:
    while len(heard) < length:  # noqa: ASYNC110 - short enough
        await asyncio.sleep(0.002)


class JournalProcess:
    """Journals in another process that can be killed; an implementation of `Lines`."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._count, self._runs = folder, 0, False
        self._waiting = dict[int, asyncio.Future[bool]]()
        self._lines: dict[str, list[bytes]] = {name: [] for name in STREAMS}

    async def open(self) -> None:
        """Start the process."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.faults.lines_process", str(self._folder), *STREAMS),
            stdin=pipe,
            stdout=pipe,
            cwd=ROOT,
        )
        assert self._process.stdout
        await self._process.stdout.readline()
        self._runs = True
        self._reading = asyncio.create_task(self._read())

    async def append(self, stream: str, place: int, line: bytes) -> bool:
        """Append a line in the process."""
        if not self._runs:
            raise LinesFailedError("killed")
        assert self._process.stdin
        self._count += 1
        self._waiting[self._count] = answer = asyncio.get_running_loop().create_future()
        asked = json.dumps([self._count, stream, place, line.decode()])
        self._process.stdin.write(f"{asked}\n".encode())
        return bool(await answer)

    async def count(self, stream: str) -> int:
        """Return the number of lines that the process has written."""
        return len(self._lines[stream])

    async def follow(self, stream: str, after: int) -> AsyncIterator[tuple[int, bytes]]:
        """Yield the lines that the process writes."""
        while True:
            while after < len(self._lines[stream]):
                after += 1
                yield after, self._lines[stream][after - 1]
            await asyncio.sleep(0.002)

    async def kill(self) -> None:
        """Kill the process, and start another one."""
        self._runs = False
        self._process.kill()
        await self._reading
        await self.open()

    async def close(self) -> None:
        """End the process by itself."""
        assert self._process.stdin
        self._process.stdin.close()
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout
        while (message := await self._process.stdout.readline()).endswith(b"\n"):
            self._take(json.loads(message))
        await self._process.wait()
        for answer in self._waiting.values():
            answer.set_exception(LinesFailedError("killed"))
        self._waiting.clear()

    def _take(self, message: list[Any]) -> None:
        if isinstance(message[0], str):
            stream, place, text = message
            known = self._lines[stream]
            assert [text.encode()] == (known[place - 1 : place] or [text.encode()])
            known[place - 1 : place] = [text.encode()]
        elif message[1] is None:
            self._waiting.pop(message[0]).set_exception(LinesFailedError("failed"))
        else:
            self._waiting.pop(message[0]).set_result(message[1])


def _often(times: int, seed: int, kill: Trouble) -> Trouble:
    """Return what kills often, at random moments while lines are appended."""

    async def trouble() -> None:
        chance = random.Random(seed)  # noqa: S311 - the same moments every time
        for _ in range(times):
            await asyncio.sleep(chance.uniform(0.3, 1))
            await kill()
        await asyncio.sleep(0.5)

    return trouble


def kill_journals(times: int, *, on_disk: bool = False) -> Tally:
    """Kill the process that keeps the journals, in memory or on a slow disk."""

    async def work(folder: Path) -> Tally:
        run, lines = Run(), JournalProcess(folder)
        await lines.open()
        await run.play(lines, _often(times, 1, lines.kill))
        await lines.close()
        return await run.tally(JournalLines(folder))

    with TemporaryDirectory(dir=None if on_disk else MEMORY) as folder:
        return asyncio.run(work(Path(folder)))


def kill_postgres(times: int, *, on_disk: bool = False) -> Tally:
    """Kill PostgreSQL with all its processes, and start it again."""
    programs = find_postgres()
    if programs is None:
        return Tally()
    with server_in_folder(programs, on_disk=on_disk) as server:
        server.create()

        async def kill() -> None:
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)

        async def work() -> Tally:
            run, lines = Run(), PostgresLines(server.dsn)
            await lines.open()
            await run.play(lines, _often(times, 2, kill))
            await lines.close()
            return await run.tally(PostgresLines(server.dsn))

        return asyncio.run(work())


def lose_primary(*, hung: bool = False) -> Tally:
    """Lose the primary server for good, and promote the standby.

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

        async def trouble() -> None:
            await asyncio.sleep(1)
            primary.signal(signal.SIGSTOP if hung else signal.SIGKILL)
            await asyncio.sleep(0.5)
            await standby.ask("select pg_promote()")
            await asyncio.sleep(1)

        async def work() -> Tally:
            dsn = primary.dsn.replace(primary.address, f"{primary.address},{standby.address}")
            run, lines = Run(), PostgresLines(dsn)
            await lines.open()
            await run.play(lines, trouble)
            await lines.close()
            return await run.tally(PostgresLines(standby.dsn))

        return asyncio.run(work())
