"""Temporary folders of programs: gone when the program ends, or at the next start after a kill.

Inside the folder lie a lock file and the place for the files. The lock is held first, so nobody
looks at a folder that has no place for files yet; the system frees the lock of a killed program.
"""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

_LOCK, _FILES = "lock", "files"


def temporary_folder(prefix: str) -> Path:
    """Return an empty folder that lasts as long as this program; remove those with this prefix
    whose programs have ended.
    """
    _remove_left_behind(prefix)
    parent = Path(tempfile.mkdtemp(prefix=prefix))
    lock = FileLock(parent / _LOCK)
    lock.acquire()
    (parent / _FILES).mkdir()
    atexit.register(_remove, parent, lock)
    return parent / _FILES


def _remove_left_behind(prefix: str) -> None:
    for parent in _own_folders(prefix):
        lock = FileLock(parent / _LOCK, timeout=0)
        try:
            lock.acquire()
        except (Timeout, OSError):
            continue
        _remove(parent, lock)


def _own_folders(prefix: str) -> Iterator[Path]:
    """Yield the folders that programs of this user made, whether or not these have ended."""
    for parent in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        if _is_own(parent) and (parent / _LOCK).is_file() and (parent / _FILES).is_dir():
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
