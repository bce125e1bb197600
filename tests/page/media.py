"""Media in memory that lose what was not flushed, as a power cut has it, and can fail."""

import errno
from collections.abc import Callable
from random import Random


class PowerCutError(BaseException):
    """The power is gone: nothing that comes after this reaches the medium."""


class Power:
    """Counts the calls on all media, and goes out before the given one; `on_write` hears of each
    write before it is made.
    """

    def __init__(self, last: int | None = None) -> None:
        self.left = last
        self.on_write: Callable[[], None] = lambda: None

    def count(self) -> None:
        """One more call.

        :raises PowerCutError: when it is one too many
        """
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCutError


class MediumInMemory:
    """What was flushed is in `durable`; the rest is pending. `room` bounds it as a quota does."""

    def __init__(self, power: Power, chance: Random, *, room: int | None = None) -> None:
        self.power = power
        self.durable = bytearray()
        self.room = room
        self.failing_flushes = 0
        self._now = bytearray()
        self._pending: list[tuple[int, bytes] | int] = []
        self._chance = chance

    def read(self) -> bytes:
        """All of it, flushed or not."""
        return bytes(self._now)

    def write(self, content: bytes, offset: int) -> None:
        """Put the content there, or as much of it as there is room for."""
        self.power.on_write()
        self.power.count()
        if self.room is not None and offset + len(content) > self.room:
            half = content[: max(0, self.room - offset)]
            self._change((offset, half))
            raise OSError(errno.ENOSPC, "no room")
        self._change((offset, content))

    def truncate(self, size: int) -> None:
        """Leave the first `size` bytes."""
        self.power.count()
        self._change(size)

    def flush(self) -> None:
        """Make it durable; one that fails loses what was pending."""
        self.power.count()
        if self.failing_flushes:
            self.failing_flushes -= 1
            self.cut_power()
            raise OSError(errno.EIO, "it could not be flushed")
        self.durable = bytearray(self._now)
        self._pending.clear()

    def cut_power(self) -> None:
        """Of what was not flushed any part may be there, and of any write a part."""
        for change in self._pending:
            fate = self._chance.choice(("lost", "there", "there", "half"))
            if fate != "lost":
                _make(self.durable, self._half(change) if fate == "half" else change)
        self._pending.clear()
        self._now = bytearray(self.durable)

    def _half(self, change: tuple[int, bytes] | int) -> tuple[int, bytes] | int:
        if isinstance(change, int):
            return change
        offset, content = change
        return offset, content[: self._chance.randint(0, len(content))]

    def _change(self, change: tuple[int, bytes] | int) -> None:
        self._pending.append(change)
        _make(self._now, change)


def _make(room: bytearray, change: tuple[int, bytes] | int) -> None:
    if isinstance(change, int):
        del room[change:]
        room.extend(bytes(max(0, change - len(room))))
        return
    offset, content = change
    room.extend(bytes(max(0, offset - len(room))))
    room[offset : offset + len(content)] = content
