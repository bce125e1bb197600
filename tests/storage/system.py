"""System under `storage.files` with failing calls."""

import errno
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from storage import files

CALLS = frozenset(
    {"open", "read", "write", "lseek", "fsync", "fdatasync", "ftruncate", "replace", "mkdir"}
    | {"unlink", "close", "listdir", "stat", "fstat", "fchmod", "chmod"}
)


class System:
    """System calls, except the calls that `fails` selects by name and count."""

    def __init__(self, fails: Callable[[str, int], int | None]) -> None:
        self.calls: list[str] = []
        self.failed = 0
        self._fails = fails

    def __getattr__(self, name: str) -> Any:
        return partial(self._call, name) if name in CALLS else getattr(os, name)

    def _call(self, name: str, *args: Any) -> Any:
        self.calls.append(name)
        code = self._fails(name, len(self.calls))
        if code is None:
            return getattr(os, name)(*args)
        self.failed += 1
        if name == "close":
            os.close(*args)
        if name == "write":
            os.write(args[0], bytes(args[1])[: len(args[1]) // 2])
        raise OSError(code, os.strerror(code))


@contextmanager
def system(fails: Callable[[str, int], int | None]) -> Generator[System]:
    stand_in = System(fails)
    with patch.object(files, "os", stand_in):
        yield stand_in


def every(*names: str, code: int = errno.EIO) -> Callable[[str, int], int | None]:
    """Let all calls of these names fail."""
    return lambda name, _count: code if name in names else None


class Disk:
    """Disk with limited space and no space for reserved zeros."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.room = 1 << 30
        self._write = files.write_at

    def write_at(self, descriptor: int, content: bytes, offset: int) -> None:
        """Write if there is space.

        :raises OSError: when the disk is full
        """
        if self.used() + len(content) > self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._write(descriptor, content, offset)

    def used(self) -> int:
        """Count the bytes of all files."""
        return sum(path.stat().st_size for path in self.root.rglob("*") if path.is_file())
