"""One shared table in this process: its lines, its members and their phones.

Any number of rooms may have a hub for the same table. They agree because each follows both streams
of the table, the lines and the facts at its door, and because every append is a compare-and-swap.
"""

import asyncio
import json
from array import array
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Protocol

from companion.desk.ports import HOST, Lines, LinesFailedError
from companion.room.keys import Fact, Members, digest, read_between
from companion.room.limits import Limits

_AGAIN_SECONDS = 0.2


class RefusedError(Exception):
    """A phone is refused; the text is the reason in the refusal."""


class Watcher(Protocol):
    """A phone at a table, as its hub needs it."""

    member: int

    def push(self, frame: str) -> None:
        """Send a frame, in order."""
        ...

    def end(self, reason: str) -> None:
        """Close the socket with a refusal."""
        ...

    def renew(self) -> None:
        """Send the new join secret."""
        ...


def framed(**content: object) -> str:
    """Return a frame."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def encoded(member: int, name: str, text: str, *, longest: int) -> bytes:
    """Return a line as it is stored.

    :raises RefusedError: when the text is no text, or the line is too long
    """
    try:
        line = json.dumps([member, name, text], ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RefusedError("format") from None
    if len(line) > longest:
        raise RefusedError("long")
    return line


def lines_frame(lines: list[tuple[int, bytes]]) -> str:
    """Return the frame of lines, which are JSON lists already."""
    placed = ",".join(f"[{place},{line[1:].decode()}" for place, line in lines)
    return f'{{"lines":[{placed}]}}'


class Hub:
    """A table that phones of this room watch."""

    def __init__(self, table: str, lines: Lines, room: str, limits: Limits) -> None:
        self.table, self.members, self.place = table, Members(), 0
        self.phones = set[Watcher]()
        self.resting: asyncio.TimerHandle | None = None
        self._door, self._facts = f"{table}.door", 0
        self._lines, self._room, self._limits = lines, room, limits
        # Eight bytes a line; the hashes of Python are keyed anew by each process.
        self._ids = array("q")
        self._used_lines, self._used_bytes = Counter[int](), Counter[int]()
        self._grown, self._moved = asyncio.Event(), asyncio.Event()
        self._writing, self._opening = asyncio.Lock(), asyncio.Lock()
        self._shown: asyncio.TimerHandle | None = None
        self._tasks = list[asyncio.Task[None]]()

    async def open(self) -> None:
        """Follow the table, and wait until everything so far is known.

        :raises LinesFailedError: when the engine fails
        """
        async with self._opening:
            if self._tasks:
                return
            facts, place = await self._lines.count(self._door), await self._lines.count(self.table)
            run = asyncio.create_task
            self._tasks = [
                run(self._follow(self._door, lambda: self._facts, self._take_fact)),
                run(self._follow(self.table, lambda: self.place, self._take_line)),
            ]
            try:
                await self._until(lambda: self._facts >= facts and self.place >= place)
            except BaseException:  # also where the greeting of the first phone takes too long
                self.close()
                raise
            self._tasks.append(run(self._keep_presence()))

    def close(self) -> None:
        """Stop following the table."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []

    async def _follow(
        self, stream: str, after: Callable[[], int], take: Callable[[int, bytes], None]
    ) -> None:
        while True:
            with suppress(LinesFailedError):
                async for place, line in self._lines.follow(stream, after()):
                    take(place, line)
                    self._grown.set()
                    self._grown = asyncio.Event()
            await asyncio.sleep(_AGAIN_SECONDS)

    async def reach(self, place: int) -> None:
        """Wait until the line at a place is known.

        :raises LinesFailedError: when that takes too long
        """
        await self._until(lambda: self.place >= place)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until the followed streams have grown far enough.

        :raises LinesFailedError: when that takes too long
        """
        try:
            async with asyncio.timeout(self._limits.engine_seconds):
                while not holds():
                    await self._grown.wait()
        except TimeoutError:
            raise LinesFailedError(f"{self.table} is not followed") from None

    # --- Lines ---

    def _take_line(self, place: int, line: bytes) -> None:
        member, name, _ = json.loads(line)
        self.place = place
        self._ids.append(hash(name))
        self._used_lines[member] += 1
        self._used_bytes[member] += len(line)
        frame = lines_frame([(place, line)])
        for phone in list(self.phones):
            phone.push(frame)

    def _place_of(self, name: str) -> int | None:
        """Return the place of the line with an id, or None."""
        try:
            return self._ids.index(hash(name)) + 1
        except ValueError:
            return None

    async def say(self, member: int, place: int, name: str, text: str) -> str | None:
        """Append a line, and return the answer for its phone unless the line itself is the answer.

        :raises RefusedError: when the member may not append it
        """
        if self.members.closed or member in self.members.removed:
            raise RefusedError("closed" if self.members.closed else "removed")
        try:
            if self._place_of(name) is None:
                line = self._line(member, name, text)
                async with asyncio.timeout(self._limits.engine_seconds):
                    if await self._lines.append(self.table, place, line):
                        return None
                count = await self._lines.count(self.table)
                await self.reach(count)
            known = self._place_of(name)
            if known is None:
                return framed(quicker=name, at=self.place)
            return "".join([frame async for frame in self.frames(known - 1, known)])
        except (LinesFailedError, TimeoutError):
            return framed(failed=name)

    def _line(self, member: int, name: str, text: str) -> bytes:
        """Return the line as it is stored.

        :raises RefusedError: when the line is malformed, or it or all lines would be too long
        """
        limits = self._limits
        line = encoded(member, name, text, longest=limits.line)
        too_much = (
            self._used_lines[member] >= limits.member_lines,
            self._used_bytes[member] + len(line) > limits.member_bytes,
            self.place >= limits.table_lines,
            self._used_bytes.total() + len(line) > limits.table_bytes,
        )
        if any(too_much):
            raise RefusedError("long")
        return line

    async def frames(self, after: int, until: int) -> AsyncGenerator[str]:
        """Yield the lines behind a place up to another, in frames of a limited length."""
        batch, length = list[tuple[int, bytes]](), 0
        async for place, line in read_between(self._lines, self.table, after, until):
            if batch and length + len(line) > self._limits.line:
                yield lines_frame(batch)
                batch, length = [], 0
            batch.append((place, line))
            length += len(line) + len(str(place)) + 2
        if batch:
            yield lines_frame(batch)

    # --- The door ---

    def _take_fact(self, place: int, line: bytes) -> None:
        self._facts = place
        members, before, renewals = self.members, self.members.here, len(self.members.renewals)
        members.take(json.loads(line))
        if members.here != before:
            self._show_presence_soon()
        if self._room not in members.present:
            self._moved.set()
        for phone in list(self.phones):
            if phone.member in members.removed:
                phone.end("removed")
            elif len(members.renewals) > renewals:
                phone.renew()
        if members.closed:
            # Phones still get the last lines, which may come by another way than this fact.
            asyncio.get_running_loop().call_later(self._limits.absent_seconds, self._end_all)

    def _end_all(self) -> None:
        for phone in list(self.phones):
            phone.end("closed")

    async def record(self, make: Callable[[], Fact | None]) -> None:
        """Append the fact that `make` returns for the present state, unless it returns none.

        :raises LinesFailedError: when the engine fails
        """
        async with self._writing:
            while (fact := make()) is not None:
                place, line = self._facts + 1, json.dumps(fact).encode()
                won = await self._lines.append(self._door, place, line)
                await self._until(lambda place=place: self._facts >= place)  # type: ignore[misc]
                if won:
                    return

    async def join(self, secret: str, token: str, first: str | None = None) -> int:
        """Return the member that joins with the token, which may have joined before.

        The opener of a table, recognised by the id of the `first` line, is member 1 again as long
        as nobody else has joined.

        :raises RefusedError: when nobody may join so
        """
        joined: Fact = {}

        def make() -> Fact | None:
            nonlocal joined
            members, limits = self.members, self._limits
            if member := members.owner(token):
                if member in members.removed:
                    raise RefusedError("removed")
                joined = {"member": member}
                return None
            if not members.is_secret(secret):
                raise RefusedError("secret")
            if members.closed:
                raise RefusedError("closed")
            opens = first is not None and (not self.place or self._place_of(first) == 1)
            if opens and members.tokens.keys() <= {HOST}:
                joined = members.joined(HOST, token, secret)
                return joined
            if not self.place:
                raise RefusedError("table")
            crowded = len(self.here) >= limits.members or len(members.tokens) >= limits.tokens
            if crowded or self._facts >= limits.facts:
                raise RefusedError("full")
            joined = members.joined(1 + max(members.tokens), token, secret)
            return joined

        await self.reach(await self._lines.count(self.table))
        await self.record(make)
        return int(joined["member"])

    async def open_door(self, secret: str) -> None:
        """Record the join secret of a new table, unless it has one."""
        await self.record(lambda: None if self.members.secret else {"secret": digest(secret)})

    # --- Presence ---

    @property
    def here(self) -> set[int]:
        """Members with a phone."""
        return self.members.here | self._local

    @property
    def _local(self) -> set[int]:
        return {phone.member for phone in self.phones} - self.members.removed

    def arrive(self, phone: Watcher) -> None:
        """Send every change from now on to the phone."""
        self.phones.add(phone)
        self._moved.set()
        self._show_presence_soon()

    def leave(self, phone: Watcher) -> None:
        """Send nothing more to the phone."""
        self.phones.discard(phone)
        self._moved.set()

    def _show_presence_soon(self) -> None:
        if not self._shown:
            settle = self._limits.settle_seconds
            self._shown = asyncio.get_running_loop().call_later(settle, self._show_presence)

    def _show_presence(self) -> None:
        self._shown = None
        frame = framed(here=sorted(self.here))
        for phone in list(self.phones):
            phone.push(frame)

    async def _keep_presence(self) -> None:
        """Record which members are here, and question the presence at rooms that may be dead."""
        now, question_at = asyncio.get_running_loop().time, 0.0
        while True:
            if now() >= question_at:
                question_at = now() + self._limits.question_seconds
                with suppress(LinesFailedError):
                    await self._question_others()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(question_at):
                    await self._moved.wait()
                self._moved.clear()
                await self._record_presence()

    async def _record_presence(self) -> None:
        try:
            for member in sorted(self._local):
                await self.record(lambda member=member: self._arrival(member))  # type: ignore[misc]
            if self._recorded - self._local:
                await asyncio.sleep(self._limits.absent_seconds)
            for member in sorted(self._recorded - self._local):
                await self.record(lambda member=member: self._absence(member))  # type: ignore[misc]
        except LinesFailedError:
            self._moved.set()
            await asyncio.sleep(self._limits.absent_seconds)

    @property
    def _recorded(self) -> set[int]:
        return self.members.present.get(self._room, set[int]())

    @property
    def _has_place_for_presence(self) -> bool:
        return self._facts < self._limits.facts * 9 // 10

    def _arrival(self, member: int) -> Fact | None:
        if member in self._recorded or not self._has_place_for_presence:
            return None
        return {"here": member, "room": self._room}

    def _absence(self, member: int) -> Fact | None:
        if member not in self._recorded or not self._has_place_for_presence:
            return None
        return {"away": member, "room": self._room}

    async def _question_others(self) -> None:
        """Declare the phones at every other room gone; a living room records its own again."""
        for room in list(self.members.present):
            if room != self._room and self.members.present[room] and self._has_place_for_presence:
                await self.record(lambda room=room: {"gone": room})  # type: ignore[misc]
