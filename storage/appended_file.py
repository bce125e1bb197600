"""A file that grows by whole lines, and what it does when a file call fails.

What lies before `end` is on the medium. A failed write is cut off again. After a failed sync
nobody knows which of the file's pages arrived, so the file is not `sound` any more and has to be
replaced by a complete new one before a line is added.

While it is open, zeros are kept behind the last line: a line that takes their place leaves the
file's size alone, and a sync without a new size takes little more than half the time.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from storage import files
from storage.errors import writing

_RESERVE_BYTES = 16 * 1024


class AppendedFile:
    """The bytes of one journal. Its descriptor is opened when it is first needed."""

    def __init__(self, path: Path, end: int = 0) -> None:
        self.path = path
        self.end = end
        self.sound = True
        self._ragged = False
        self._reserved_to = 0
        self._descriptor: int | None = None

    def settle(self, size: int) -> None:
        """Make durable what was read, and cut off what follows `end` in a file of so many bytes.

        A process that was killed may have left bytes that can be read now and are gone after a
        power cut.

        :raises WriteFailedError: when it is not durable
        """
        with writing(self.path):
            try:
                descriptor = self._open()
                if size > self.end:
                    files.cut(descriptor, self.end)
                files.sync(descriptor)
                files.sync_folder(self.path.parent)
            finally:
                self._give_back()

    def append(self, line: bytes) -> None:
        """Add a line; when this returns, it is on the medium.

        :raises WriteFailedError: when it is not, and then it is not in the file either
        """
        with writing(self.path):
            if self._ragged:
                self._cut()
            self._ragged = True
            try:
                descriptor = self._open()
                files.write_at(descriptor, line, self.end)
                self._reserve(descriptor, self.end + len(line))
                self.sound = False
                files.sync(descriptor)
                self.sound = True
            except OSError:
                with contextlib.suppress(OSError):
                    self._cut()
                raise
        self._ragged = False
        self.end += len(line)

    def replace(self, content: bytes) -> None:
        """Put a complete new file in its place, all or nothing.

        :raises WriteFailedError: when it is not durable; `sound` then says whether the former
            file may still be appended to
        """
        with writing(self.path):
            temporary = files.write_beside(self.path, content)
            self._give_back()
            self.sound = False
            files.take_name(temporary, self.path)
        self.end = len(content)
        self._ragged = False
        self.sound = True

    def close(self, *, trim: bool = True) -> None:
        """Let go of the file, with nothing behind its last line unless it is not ours any more."""
        if trim and self._descriptor is not None:
            with contextlib.suppress(OSError):
                self._cut()
        self._give_back()

    def _give_back(self) -> None:
        """Close the descriptor; what was reserved is not counted on any more."""
        self._reserved_to = 0
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            with contextlib.suppress(OSError):
                files.close(descriptor)

    def _reserve(self, descriptor: int, end: int) -> None:
        """Keep zeros behind the end. A disk that has no room for them may have some for a line."""
        if end > self._reserved_to and not files.mirror:
            with contextlib.suppress(OSError):
                files.write_at(descriptor, bytes(_RESERVE_BYTES), end)
                self._reserved_to = end + _RESERVE_BYTES

    def _open(self) -> int:
        if self._descriptor is None:
            self._descriptor = files.open_to_append(self.path)
        return self._descriptor

    def _cut(self) -> None:
        files.cut(self._open(), self.end)
        self._reserved_to = 0
        self._ragged = False
