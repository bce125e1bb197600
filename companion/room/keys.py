"""Keys to shared tables: tokens of members, signed invitations, and codes for typing.

A token is stored as its digest. An invitation is signed by the key of the server, so the room can
make it again for every member and stores nothing of it; it is another one once a member is removed.

A code is a random number that is good for one table while it is shown. It has only 40 bits, so it
is stored as a digest under the key of the server, which no copy of the lines has.
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
KEY_BYTES = 32
_BITS = 5
_VOID = b"{}"
_DELETED_SECONDS = 0.5
"""Time after which a line that does not come is looked for again: it may have been deleted."""

_KEY_STREAM = "key"

Fact = Mapping[str, Any]


class WrongKeyError(Exception):
    """The lines of shared tables were begun by a room with another key."""


def digest(secret: str) -> str:
    """Return the digest under which a random secret of 128 bits is stored."""
    return sha256(secret.encode()).hexdigest()


def sign(key: bytes, *parts: object) -> str:
    """Return the signature of some parts by the key of the server, 64 hex digits."""
    return hmac.new(key, json.dumps(parts).encode(), sha256).hexdigest()


@dataclass
class Members:
    """The state of a table's door."""

    table: str
    key: bytes
    opening: str = ""
    """Digest of the secret with which the table was opened; good until a member is removed."""
    tokens: dict[int, str] = field(default_factory=dict[int, str])
    removed: set[int] = field(default_factory=set[int])
    closed: bool = False

    def take(self, fact: Fact) -> None:
        """Take the next fact; ignore one that is not about keys."""
        match fact:
            case {"secret": str(secret)}:
                self.opening = secret
            case {"member": int(member), "token": str(token)}:
                self.tokens[member] = token
            case {"removed": int(member)}:
                self.removed.add(member)
                self.opening = ""
            case {"closed": True}:
                self.closed = True
            case _:
                pass

    @property
    def secret(self) -> str:
        """The secret of the present invitation, 32 hex digits."""
        return sign(self.key, "invitation", self.table, len(self.removed))[:32]

    def invites(self, secret: str) -> bool:
        """Return whether a secret admits new members."""
        opening = hmac.compare_digest(digest(secret), self.opening)
        return hmac.compare_digest(secret, self.secret) or opening

    def owner(self, token: str) -> int | None:
        """Return the member with the token, also a removed one, in a time that reveals nothing."""
        offered = digest(token)
        found = None
        for member, kept in self.tokens.items():
            if hmac.compare_digest(offered, kept):
                found = member
        return found


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


async def has_key(lines: Lines) -> bool:
    """Return whether a room has begun the lines with its key.

    :raises LinesFailedError: when the engine fails
    """
    return bool(await lines.count(_KEY_STREAM))


async def check_key(lines: Lines, key: bytes) -> None:
    """Compare the key with the digest that is kept with the lines, which is that of the first one.

    Rooms with two keys would refuse each other's invitations.

    :raises WrongKeyError: when the lines were begun with another key
    :raises LinesFailedError: when the engine fails
    """
    mark = sign(key, "key").encode()
    await lines.append(_KEY_STREAM, 1, mark)
    async for _, kept in read_between(lines, _KEY_STREAM, 0, await lines.count(_KEY_STREAM)):
        if not hmac.compare_digest(kept, mark):
            raise WrongKeyError


class Codes:
    """All codes of the rooms on one engine, each a stream with one line while it is shown."""

    def __init__(
        self,
        lines: Lines,
        key: bytes,
        seconds: float,
        clock: Clock,
        random: Callable[[int], bytes],
    ) -> None:
        self._lines = lines
        self._key = key
        self._seconds = seconds
        self._clock = clock
        self._random = random

    def new(self) -> str:
        """Return a new code, which is good for nothing yet."""
        number = int.from_bytes(self._random(LENGTH * _BITS // 8))
        return "".join(LETTERS[number >> _BITS * place & 31] for place in range(LENGTH))

    async def show(self, code: str, table: str, invitation: str) -> None:
        """Make a code good for a table, as long as its invitation stays the same."""
        until = self._clock() + self._seconds
        kept = {"table": table, "until": until, "invitation": self._sign(invitation)}
        await self._lines.append(self._stream(code), 1, json.dumps(kept).encode())

    async def void(self, code: str) -> None:
        """Make a code useless."""
        stream = self._stream(code)
        # The line of a lost connection may still be on its way: then this one takes its place.
        if not await self._lines.append(stream, 1, _VOID):
            await self._lines.delete(stream)

    async def find(self, typed: str) -> Fact | None:
        """Return the fact of a code that is good for its table, or None."""
        code = "".join(
            letter for letter in typed.upper() if not (letter.isspace() or letter == "-")
        )
        stream = self._stream(code)
        reading = asyncio.ensure_future(self._read(stream))
        try:
            while not (await asyncio.wait({reading}, timeout=_DELETED_SECONDS))[0]:
                if not await self._lines.count(stream):
                    return None  # it was made useless meanwhile, and its line never comes
            found = reading.result()
        finally:
            reading.cancel()
        return found if found.get("until", 0) > self._clock() else None

    async def _read(self, stream: str) -> Fact:
        found: Fact = {}
        async for _, line in read_between(self._lines, stream, 0, await self._lines.count(stream)):
            found = json.loads(line)
        return found

    def fits(self, found: Fact, invitation: str) -> bool:
        """Return whether a code was shown under this invitation."""
        return hmac.compare_digest(found["invitation"], self._sign(invitation))

    def _sign(self, invitation: str) -> str:
        return sign(self._key, "code for", invitation)

    def _stream(self, code: str) -> str:
        return f"code.{sign(self._key, 'code', code)}"
