"""One process at a time: a real lock on the data folder, which the system frees when we die."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import StoreLockedError, WriteFailedError, writing
from storage.places import LOCK


@contextmanager
def not_in_use(folder: Path) -> Generator[None, None, None]:
    """Look at a folder while nobody writes to it; nothing in it is changed for that.

    Where there is no lock file nobody holds it, and on a medium that cannot be written to nobody
    can.

    :raises StoreLockedError: when another process holds it
    :raises WriteFailedError: when that cannot be found out
    """
    lock = StoreLock(folder)
    if (folder / LOCK).exists():
        try:
            lock.acquire()
        except WriteFailedError as failed:
            if failed.cause.errno != errno.EROFS:
                raise
    try:
        yield
    finally:
        lock.release()


class StoreLock:
    """The lock on `<data folder>/lock`. That the file exists says nothing; who holds it counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / LOCK, timeout=0, thread_local=False)

    def acquire(self) -> None:
        """Take the lock, at once or not at all.

        :raises StoreLockedError: when another process holds it
        :raises WriteFailedError: when the lock file cannot be opened
        """
        with writing(self._folder / LOCK):
            try:
                self._lock.acquire()
            except Timeout as held:
                raise StoreLockedError(self._folder) from held

    def release(self) -> None:
        """Let the next process in; harmless when the lock is not held."""
        self._lock.release()
