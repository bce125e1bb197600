"""One shared table in this process: its lines, its members and their phones.

Any number of rooms may have a hub for the same table. They agree because each follows both streams
of the table, the lines and the facts at its door, and because every append is a compare-and-swap.
"""

import asyncio
import json
from array import array
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from companion.core.outside import OutsideError, measure
from companion.desk.ports import HOST, Lines, LinesFailedError
from companion.desk.rights import AWAY_SECONDS
from companion.room.keys import Fact, Members, digest, read_between
from companion.room.limits import Limits
from companion.room.presence import Presence

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


@dataclass(frozen=True)
class Request:
    """A line that a phone asks for, with the `place` that it is meant for.

    `away` are members in whose place it is said, which counts only while their phones are away.
    `host` is the member who is to be the host from this line on, None for no change.
    """

    place: int
    name: str
    text: str
    away: tuple[int, ...] = ()
    host: int | None = None


def encoded(
    member: int, request: Request, admitted: Mapping[str, Any] | None = None, *, longest: int
) -> bytes:
    """Return a line as it is stored: the member, its id, its text, and what the room admitted.

    :raises RefusedError: when the text is no text, nested too deeply, or the line is too long
    """
    content = [member, request.name, request.text, *([admitted] if admitted else [])]
    try:
        line = json.dumps(content, ensure_ascii=False).encode()
        if len(line) > longest:
            raise RefusedError("long")
        measure(request.text, longest)  # which nobody parses here, but every phone
    except (UnicodeEncodeError, OutsideError):
        raise RefusedError("format") from None
    return line


def lines_frame(lines: list[tuple[int, bytes]]) -> str:
    """Return the frame of lines, which are JSON lists already."""
    placed = ",".join(f"[{place},{line[1:].decode()}" for place, line in lines)
    return f'{{"lines":[{placed}]}}'


class Hub:
    """A table that phones of this room watch."""

    def __init__(self, table: str, lines: Lines, key: bytes, limits: Limits) -> None:
        self.table = table
        self.members = Members(table, key)
        self.place = 0
        self.host = HOST
        self.phones = set[Watcher]()
        self.presence = Presence(monotonic, limits.absent_seconds, limits.silent_seconds)
        self.resting: asyncio.TimerHandle | None = None
        self.moved: Callable[[Hub], None] = lambda _hub: None
        """Called after the members with a phone at this room may have changed."""
        self._door = f"{table}.door"
        self._facts = 0
        self._lines = lines
        self._limits = limits
        # Eight bytes a line; the hashes of Python are keyed anew by each process.
        self._ids = array("q")
        self._used_lines = Counter[int]()
        self._used_bytes = Counter[int]()
        self._grown = asyncio.Event()
        self._writing = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._shown = (frozenset[int](), frozenset[tuple[int, bool, bool]]())
        self._showing: asyncio.TimerHandle | None = None
        self._endings = list[asyncio.TimerHandle]()
        self._tasks = list[asyncio.Task[None]]()

    async def open(self) -> None:
        """Follow the table, and wait until everything so far is known.

        :raises LinesFailedError: when the engine fails
        """
        async with self._opening:
            if self._tasks:
                return
            facts = await self._lines.count(self._door)
            place = await self._lines.count(self.table)
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

    def close(self) -> None:
        """Stop following the table."""
        for task in self._tasks:
            task.cancel()
        self._tasks = []
        for ending in self._endings:
            ending.cancel()

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
        member, name, _, *admitted = json.loads(line)
        self.place = place
        if admitted and "host" in admitted[0]:
            self.host = int(admitted[0]["host"])
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

    async def say(self, member: int, request: Request, *, operator: bool = False) -> str | None:
        """Append a line, and return the answer for its phone unless the line itself is the answer.

        The `operator`, on the computer of the room, has the rights of the host.

        :raises RefusedError: when the member may not append it
        """
        name = request.name
        if self.members.closed or member in self.members.removed:
            raise RefusedError("closed" if self.members.closed else "removed")
        try:
            if self._place_of(name) is None:
                if not self._admits(member, request, operator=operator):
                    return framed(denied=name)
                line = self._line(member, request, operator=operator)
                async with asyncio.timeout(self._limits.engine_seconds):
                    if await self._lines.append(self.table, request.place, line):
                        return None
                count = await self._lines.count(self.table)
                await self.reach(count)
            known = self._place_of(name)
            if known is None:
                return framed(quicker=name, at=self.place)
            return "".join([frame async for frame in self.frames(known - 1, known)])
        except (LinesFailedError, TimeoutError):
            return framed(failed=name)

    def _admits(self, member: int, request: Request, *, operator: bool) -> bool:
        """Return whether everybody in whose place a line is said is away for long enough.

        Everything else about a right is decided by the devices, alike, from the line.
        """
        away = self.presence.away_seconds
        if request.host is not None:
            joined = self.members.tokens.keys() - self.members.removed
            passes_on = operator or member == self.host
            takes_over = away(self.host) >= self._limits.host_away_seconds
            if request.host not in joined or not (passes_on or takes_over):
                return False
        return all(away(other) for other in request.away)

    def _line(self, member: int, request: Request, *, operator: bool) -> bytes:
        """Return the line as it is stored.

        :raises RefusedError: when the line is malformed, or it or all lines would be too long
        """
        limits = self._limits
        admitted = dict[str, Any]()
        if request.away:
            seconds = {str(other): self.presence.away_seconds(other) for other in request.away}
            admitted["away"] = seconds
        if request.host is not None:
            admitted["host"] = request.host
        if operator:
            admitted["operator"] = True
        line = encoded(member, request, admitted, longest=limits.line)
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
        batch = list[tuple[int, bytes]]()
        length = 0
        async for place, line in read_between(self._lines, self.table, after, until):
            if batch and length + len(line) > self._limits.line:
                yield lines_frame(batch)
                batch = []
                length = 0
            batch.append((place, line))
            length += len(line) + len(str(place)) + 2
        if batch:
            yield lines_frame(batch)

    # --- The door ---

    def _take_fact(self, place: int, line: bytes) -> None:
        self._facts = place
        members = self.members
        invitation = members.secret
        was_closed = members.closed
        members.take(json.loads(line))
        for phone in list(self.phones):
            if phone.member in members.removed:
                phone.end("removed")
            elif members.secret != invitation:
                phone.renew()
        if members.closed and not was_closed:
            # Phones still get the last lines, which may come by another way than this fact.
            self.end_later(self._limits.absent_seconds, self._end_all)

    def _end_all(self) -> None:
        for phone in list(self.phones):
            phone.end("closed")

    def end_later(self, seconds: float, act: Callable[[], None]) -> None:
        """Run an act of the closing after some seconds, unless the hub is closed by then."""
        self._endings.append(asyncio.get_running_loop().call_later(seconds, act))

    async def record(self, make: Callable[[], Fact | None]) -> None:
        """Append the fact that `make` returns for the present state, unless it returns none.

        :raises LinesFailedError: when the engine fails
        """
        async with self._writing:
            while (fact := make()) is not None:
                place = self._facts + 1
                line = json.dumps(fact).encode()
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
            members = self.members
            limits = self._limits
            if member := members.owner(token):
                if member in members.removed:
                    raise RefusedError("removed")
                joined = {"member": member}
                return None
            if not members.invites(secret):
                raise RefusedError("secret")
            if members.closed:
                raise RefusedError("closed")
            opens = first is not None and (not self.place or self._place_of(first) == 1)
            if opens and members.tokens.keys() <= {HOST}:
                joined = {"member": HOST, "token": digest(token)}
                return joined
            if not self.place:
                raise RefusedError("table")
            crowded = len(self.here) >= limits.members or len(members.tokens) >= limits.tokens
            if crowded or self._facts >= limits.facts:
                raise RefusedError("full")
            joined = {"member": 1 + max(members.tokens), "token": digest(token)}
            return joined

        await self.reach(await self._lines.count(self.table))
        await self.record(make)
        return int(joined["member"])

    async def open_door(self, secret: str) -> None:
        """Record the secret with which a new table is opened, unless it has one."""
        fact = {"secret": digest(secret)}
        members = self.members
        await self.record(lambda: None if members.opening or members.tokens else fact)

    # --- Presence ---

    @property
    def here(self) -> frozenset[int]:
        """Members with a phone at any room."""
        return frozenset(self.presence.here - self.members.removed)

    def arrive(self, phone: Watcher) -> None:
        """Send every change from now on to the phone."""
        self.phones.add(phone)
        self.presence.arrive(phone.member)
        self.moved(self)
        self.show_presence_soon()

    def leave(self, phone: Watcher) -> None:
        """Send nothing more to the phone."""
        if phone in self.phones:
            self.phones.remove(phone)
            self.presence.leave(phone.member)
            # A phone that is back in a moment was never away.
            wait = self._limits.absent_seconds
            loop = asyncio.get_running_loop()
            loop.call_later(wait, self.show_presence_soon)
            loop.call_later(wait, self.moved, self)

    def show_presence_soon(self) -> None:
        """Send the members who are here to all phones, if they have changed."""
        if not self._showing:
            settle = self._limits.settle_seconds
            self._showing = asyncio.get_running_loop().call_later(settle, self._show_presence)

    def _show_presence(self) -> None:
        """Tell the phones who is here, and who has now been away long enough for others to act."""
        self._showing = None
        away = self._away_seconds()
        shown = frozenset(
            (member, seconds >= AWAY_SECONDS, seconds >= self._limits.host_away_seconds)
            for member, seconds in away.items()
        )
        if (self.here, shown) != self._shown:
            self._shown = (self.here, shown)
            frame = self.presence_frame()
            for phone in list(self.phones):
                phone.push(frame)

    def presence_frame(self) -> str:
        """Return the frame of the members who are here, and for how long the others are away."""
        away = {str(member): seconds for member, seconds in self._away_seconds().items()}
        return framed(here=sorted(self.here), away=away)

    def _away_seconds(self) -> dict[int, int]:
        gone = self.members.tokens.keys() - self.members.removed - self.here
        return {member: self.presence.away_seconds(member) for member in sorted(gone)}
