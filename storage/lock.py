"""Locks that the system frees when a program ends: of a data folder, with its reserve of room for a
full disk, and of temporary folders, which are removed at the next start after a kill.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from companion.desk.ports import Trouble
from storage import files
from storage.errors import (
    LockLostError,
    NoLocksError,
    StorageError,
    StoreLockedError,
    WriteFailedError,
    writing,
)
from storage.paths import BALLAST, LOCK

BALLAST_BYTES = 256 * 1024
"""Some thousands of turns."""
_OPEN = "Fan Tan is open already: another process is using this data folder"
_TAKEN_AWAY = "this file was taken away while Fan Tan is open; close it and open it again"
_NO_LOCKS_HERE = "files cannot be locked on this drive; choose another one with FANTAN_HOME"
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}


@contextlib.contextmanager
def not_in_use(folder: Path) -> Generator[None]:
    """Look at a folder while nobody writes to it, and change nothing in it: where there is no lock
    file nobody holds it; what may not be written to, or be locked, is looked at all the same.

    :raises StoreLockedError: when another process holds it
    :raises WriteFailedError: when that cannot be found out
    """
    with contextlib.closing(StoreLock(folder)) as lock:
        try:
            if files.exists(folder / LOCK):
                lock.acquire()
        except NoLocksError:
            pass
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FORBIDDEN:
                raise
        yield


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
                raise StoreLockedError(f"{self._folder}: {_OPEN}") from held
            except ExceptionGroup as both:  # it was taken, could not be looked at, nor given back
                raise OSError(errno.EIO, str(both.exceptions[0])) from both
            except OSError as cause:
                if cause.errno not in _NO_LOCKS:
                    raise
                told = f"{self._folder}: {_NO_LOCKS_HERE} ({cause.strerror})"
                raise NoLocksError(told) from cause

    def check(self) -> None:
        """See that the file that is locked is still the one in the folder.

        :raises LockLostError: when somebody took it away, so that others can lock another one
        :raises WriteFailedError: when that cannot be found out
        """
        try:
            found = files.identity(self._path)
        except OSError as cause:
            raise WriteFailedError(self._path, cause) from cause
        if found != self._held:
            raise LockLostError(f"{self._path}: {_TAKEN_AWAY}")

    @property
    def lost(self) -> bool:
        """Whether that file was taken away, or cannot be found out about."""
        try:
            self.check()
        except StorageError:
            return True
        return False

    def close(self) -> None:
        """Let the next process in; harmless when the lock is not held. Where that fails, the system
        does it when this process ends.
        """
        with contextlib.suppress(OSError):
            self._lock.release()

    def _note(self, descriptor: int) -> None:
        self._held = files.identity(descriptor)


def lay_ballast(root: Path) -> None:
    """Make the reserve, unless it is there or there is no room; its bytes do not compress."""
    with contextlib.suppress(OSError):
        if not files.mirror and not files.exists(root / BALLAST):  # in memory it holds no room
            files.put(root / BALLAST, os.urandom(BALLAST_BYTES))


def free_ballast(root: Path) -> bool:
    """Whether there was a reserve; what failed for want of room may be tried again."""
    with contextlib.suppress(OSError):
        return files.remove(root / BALLAST)
    return False


_FILES = "files"
"""The place for files in a temporary folder, beside its lock file."""


def temporary_folder(prefix: str) -> Path:
    """Return an empty folder that lasts as long as this program; remove those with this prefix
    whose programs have ended.

    The lock is acquired before the place for the files is made: a folder without one is not yet
    in use, and is left alone.
    """
    _remove_left_behind(prefix)
    parent = Path(tempfile.mkdtemp(prefix=prefix))
    lock = FileLock(parent / LOCK)
    lock.acquire()
    (parent / _FILES).mkdir()
    atexit.register(_remove, parent, lock)
    return parent / _FILES


def _remove_left_behind(prefix: str) -> None:
    for parent in _own_folders(prefix):
        lock = FileLock(parent / LOCK, timeout=0)
        try:
            lock.acquire()
        except (Timeout, OSError):
            continue
        _remove(parent, lock)


def _own_folders(prefix: str) -> Iterator[Path]:
    """Yield the folders that programs of this user made, whether or not these have ended."""
    for parent in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        if _is_own(parent) and (parent / LOCK).is_file() and (parent / _FILES).is_dir():
            yield parent


def _is_own(parent: Path) -> bool:
    """Return whether it is a folder of this user: one of somebody else cannot be looked into."""
    try:
        found = parent.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and (os.name != "posix" or found.st_uid == os.getuid())


def _remove(parent: Path, lock: FileLock) -> None:
    """Remove a folder whose lock is held, the lock last."""
    shutil.rmtree(parent / _FILES, ignore_errors=True)
    lock.release()
    shutil.rmtree(parent, ignore_errors=True)
