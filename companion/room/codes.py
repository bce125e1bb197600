"""Codes for typing, each good for one table while it is shown.

The codes of an hour are one stream, so that every room knows them and none reads old ones.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, cast

from companion.desk.ports import Lines
from companion.room.limits import Clock
from companion.room.members import digest, wrapped

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code, without the look-alikes 0, O, 1 and I."""
LENGTH = 8
_HOUR = 3600
_BITS = 5


async def read_between(
    lines: Lines, stream: str, after: int, until: int
) -> AsyncGenerator[tuple[int, bytes]]:
    """Yield the lines of a stream behind `after` up to `until`, which are there already."""
    if after >= until:
        return
    following = cast("AsyncGenerator[tuple[int, bytes]]", lines.follow(stream, after))
    async with aclosing(following):
        async for place, line in following:
            yield place, line
            if place >= until:
                return


class Codes:
    """All codes of the rooms on one engine."""

    def __init__(
        self, lines: Lines, seconds: float, clock: Clock, random: Callable[[int], bytes]
    ) -> None:
        self._lines, self._seconds, self._clock, self._random = lines, seconds, clock, random
        self._streams: dict[str, tuple[int, dict[str, dict[str, Any]]]] = {}
        self._reading = asyncio.Lock()

    def new(self) -> str:
        """Return a new code, which is good for nothing yet."""
        number = int.from_bytes(self._random(LENGTH * _BITS // 8))
        return "".join(LETTERS[number >> _BITS * place & 31] for place in range(LENGTH))

    async def show(self, code: str, table: str, secret: str) -> None:
        """Make a code good for a table."""
        until = self._clock() + self._seconds
        kept = {"code": digest(code), "table": table, "secret": wrapped(secret, code)}
        await self._append({**kept, "until": until})

    async def void(self, code: str) -> None:
        """Make a code useless."""
        await self._append({"void": digest(code)})

    async def find(self, typed: str) -> tuple[str, str] | None:
        """Return the table of a code and its join secret, or None."""
        code = "".join(
            letter for letter in typed.upper() if not (letter.isspace() or letter == "-")
        )
        name, found = digest(code), None
        for stream in (self._stream(-1), self._stream(0)):
            _, known = await self._known(stream)
            found = known.get(name, found)
        if found is None or found.get("until", 0) <= self._clock():
            return None
        return found["table"], wrapped(found["secret"], code)

    def _stream(self, hours: int) -> str:
        return f"codes.{int(self._clock() // _HOUR) + hours}"

    async def _append(self, fact: dict[str, Any]) -> None:
        stream, line = self._stream(0), json.dumps(fact).encode()
        while True:
            place, _ = await self._known(stream)
            if await self._lines.append(stream, place + 1, line):
                return

    async def _known(self, stream: str) -> tuple[int, dict[str, dict[str, Any]]]:
        """Return the number of facts in a stream, and the last fact about each code."""
        async with self._reading:
            count = await self._lines.count(stream)
            place, known = self._streams.get(stream, (0, {}))
            async for _, line in read_between(self._lines, stream, place, count):
                fact = json.loads(line)
                known[fact.get("code") or fact["void"]] = fact
            latest = {self._stream(-1), self._stream(0)}
            self._streams = {name: kept for name, kept in self._streams.items() if name in latest}
            if count:
                self._streams[stream] = (count, known)
            return count, known
