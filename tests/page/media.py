"""Media in memory that lose unflushed content, as in a power cut, and can fail."""

import errno
from collections.abc import Container
from random import Random


class PowerCutError(BaseException):
    """The loss of power: no later call reaches the medium."""


class Power:
    """A count of the calls on all media, with a power cut before the given call.

    The calls in `refused` fail without an effect.
    """

    def __init__(self, last: int | None = None, refused: Container[int] = ()) -> None:
        self.left = last
        self.refused = refused
        self.calls = 0

    def count(self) -> None:
        """Count one more call.

        :raises PowerCutError: when the power has run out
        """
        self.calls += 1
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCutError
        if self.calls in self.refused:
            raise OSError(errno.EIO, "refused")


class MediumInMemory:
    """A medium with flushed content in `durable`, the rest pending, and `room` as its quota."""

    def __init__(self, power: Power, chance: Random, *, room: int | None = None) -> None:
        self.power = power
        self.durable = bytearray()
        self.room = room
        self.failing_flushes = 0
        self._now = bytearray()
        self._pending: list[tuple[int, bytes] | int] = []
        self._chance = chance

    def read(self) -> bytes:
        """Return the whole content, flushed or not."""
        return bytes(self._now)

    def write(self, content: bytes, offset: int) -> None:
        """Write the content at the offset, or as much as there is room for."""
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
        """Make all content durable; a failing flush loses the pending part."""
        self.power.count()
        if self.failing_flushes:
            self.failing_flushes -= 1
            self.cut_power()
            raise OSError(errno.EIO, "it could not be flushed")
        self.durable = bytearray(self._now)
        self._pending.clear()

    def cut_power(self) -> None:
        """Keep any part of the unflushed changes, and of any change a part."""
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
