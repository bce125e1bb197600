"""One process at a time: a real lock on the data folder, which the system frees when we die."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from companion.desk.ports import Trouble
from storage import files
from storage.errors import (
    LockLostError,
    NoLocksError,
    StoreLockedError,
    WriteFailedError,
    writing,
)
from storage.paths import LOCK

_OPEN_ALREADY = "Fan Tan is open already: another process is using this data folder"
_TAKEN_AWAY = "this file was taken away while Fan Tan is open; close it and open it again"
_NO_LOCKS_HERE = "files cannot be locked on this drive; choose another one with FANTAN_HOME"
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}


@contextmanager
def not_in_use(folder: Path) -> Generator[None, None, None]:
    """Look at a folder while nobody writes to it; nothing in it is changed for that.

    Where there is no lock file nobody holds it. What may not be written to, and what cannot be
    locked, is looked at all the same.

    :raises StoreLockedError: when another process holds it
    :raises WriteFailedError: when that cannot be found out
    """
    lock = StoreLock(folder)
    try:
        if files.exists(folder / LOCK):
            lock.acquire()
    except NoLocksError:
        pass
    except WriteFailedError as failed:
        if failed.trouble is not Trouble.FORBIDDEN:
            raise
    try:
        yield
    finally:
        lock.release()


class StoreLock:
    """The lock on `<data folder>/lock`. That the file exists says nothing; who holds it counts."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._path = folder, folder / LOCK
        self._held: tuple[int, int] | None = None
        self._lock = FileLock(
            self._path,
            timeout=0,
            mode=0o600,
            thread_local=False,
            fallback_to_soft=False,  # a lock that outlives its process would lock us out
            on_acquired=self._note,
        )

    def acquire(self) -> None:
        """Take the lock, at once or not at all.

        :raises StoreLockedError: when another process holds it
        :raises NoLocksError: when files cannot be locked there
        :raises WriteFailedError: when the lock file cannot be opened
        """
        with writing(self._path):
            try:
                self._lock.acquire()
            except Timeout as held:
                raise StoreLockedError(f"{self._folder}: {_OPEN_ALREADY}") from held
            except ExceptionGroup as both:  # it was taken, could not be looked at, nor given back
                raise OSError(errno.EIO, str(both.exceptions[0])) from both
            except OSError as cause:
                if cause.errno in _NO_LOCKS:
                    told = f"{self._folder}: {_NO_LOCKS_HERE} ({cause.strerror})"
                    raise NoLocksError(told) from cause
                raise

    def check(self) -> None:
        """See that the file that is locked is still the one in the folder.

        :raises LockLostError: when somebody took it away, so that others can lock another one
        :raises WriteFailedError: when that cannot be found out
        """
        with writing(self._path):
            if files.identity(self._path) != self._held:
                raise LockLostError(f"{self._path}: {_TAKEN_AWAY}")

    def release(self) -> None:
        """Let the next process in; harmless when the lock is not held. Where that fails, the system
        does it when this process ends.
        """
        with suppress(OSError):
            self._lock.release()

    def _note(self, descriptor: int) -> None:
        self._held = files.identity_of(descriptor)
