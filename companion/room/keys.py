"""Keys to shared tables: the tokens of members, and codes for typing.

A secret or a token is stored as its digest alone. The join secret is also kept wrapped by each
token and by each code, so that every member can invite others. It is new once a member is removed.

A code is good for one table while it is shown. The codes of an hour are one stream, so that every
room knows them and none reads old ones.
"""

import asyncio
import hmac
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, cast

from companion.desk.ports import Lines
from companion.room.limits import Clock

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code, without the look-alikes 0, O, 1 and I."""
LENGTH = 8
_HOUR = 3600
_BITS = 5

Fact = Mapping[str, Any]


def digest(secret: str) -> str:
    """Return the digest under which a secret is stored."""
    return sha256(secret.encode()).hexdigest()


def wrapped(secret: str, key: str) -> str:
    """Return a secret of 32 hex digits padded with a key, or unwrap it again."""
    pad = sha256(f"wrap {key}".encode()).digest()[:16]
    return bytes(a ^ b for a, b in zip(bytes.fromhex(secret), pad, strict=True)).hex()


@dataclass(slots=True)
class Members:
    """The state of a table's door."""

    secret: str = ""
    tokens: dict[int, str] = field(default_factory=dict[int, str])
    keys: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    """The join secret wrapped by the token of each member, after so many renewals."""
    renewals: list[str] = field(default_factory=list[str])
    """Each further join secret, wrapped by the one before."""
    removed: set[int] = field(default_factory=set[int])
    closed: bool = False
    present: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    """Members that are here, by room."""

    def take(self, fact: Fact) -> None:
        """Take the next fact; ignore an unknown one."""
        match fact:
            case {"secret": str(secret)}:
                self.secret = secret
            case {"member": int(member), "token": str(token), "key": str(key)}:
                self.tokens[member], self.keys[member] = token, (len(self.renewals), key)
            case {"removed": int(member), "digest": str(secret), "key": str(key)}:
                self.removed.add(member)
                self.secret = secret
                self.renewals.append(key)
            case {"closed": True}:
                self.closed = True
            case {"here": int(member), "room": str(room)}:
                self.present.setdefault(room, set()).add(member)
            case {"away": int(member), "room": str(room)}:
                self.present.get(room, set[int]()).discard(member)
            case {"gone": str(room)}:
                self.present.pop(room, None)
            case _:
                pass

    @property
    def here(self) -> set[int]:
        """Members with a phone at any room."""
        return set[int]().union(*self.present.values()) - self.removed

    def is_secret(self, secret: str) -> bool:
        """Return whether this is the join secret."""
        return hmac.compare_digest(digest(secret), self.secret)

    def owner(self, token: str) -> int | None:
        """Return the member with the token, also a removed one, in a time that reveals nothing."""
        offered, found = digest(token), None
        for member, kept in self.tokens.items():
            if hmac.compare_digest(offered, kept):
                found = member
        return found

    def secret_of(self, member: int, token: str) -> str:
        """Return the join secret, which the token of a member unwraps."""
        renewals, key = self.keys[member]
        secret = wrapped(key, token)
        for renewal in self.renewals[renewals:]:
            secret = wrapped(renewal, secret)
        return secret

    def without(self, member: int, secret: str, new: str) -> Fact:
        """Return the fact that a member is removed, and that a new secret replaces the present."""
        return {"removed": member, "digest": digest(new), "key": wrapped(new, secret)}

    def joined(self, member: int, token: str, secret: str) -> Fact:
        """Return the fact that a member joins with a new token."""
        return {"member": member, "token": digest(token), "key": wrapped(secret, token)}


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
        if not code.isascii():
            return None
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
