"""Data folder of each platform: the names of its files, and its lock.

The system releases the lock when a program ends.

lock                  locked while the folder is in use
address               where the app is served while it is, with its key
choices.tdb           TinyDB: choices, names, memberships and losses; choices.tdb.bak is a copy
catalogue.tdb         TinyDB: a document with the totals of each series, a cache
series/00042.tdb      TinyDB: one whole series; .damaged is the copy of a damaged file
room                  the lines of shared tables of this computer; room.key signs invitations, and
                      room.taken has how many lines of each table the series here have taken in
"""

import contextlib
import errno
import importlib
import os
import re
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any

from storage import files
from storage.files import (
    FileFailedError,
    NoLocksError,
    StorageError,
    WriteFailedError,
    reading,
    writing,
)

LOCK = "lock"
CATALOGUE = "catalogue.tdb"
SERIES = "series"
ROOM = "room"
ADDRESS = "address"
CHOICES = "choices.tdb"
UNFINISHED = ".tmp"
ASIDE = ".damaged"

_SERIES_FILE = re.compile(r"(\d{5,9})\.tdb")
_COPY = re.compile(r"(\d{5,9})\D.*\.tdb", re.DOTALL)
"""Name that a cloud folder gives to what two computers wrote, `00001 (conflicted copy).tdb`."""


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of FANTAN_HOME, of the packaged app or of the platform, in this order."""
    chosen = environment.get("FANTAN_HOME") or environment.get("FLET_APP_STORAGE_DATA")
    if chosen:
        return Path(chosen).expanduser().absolute()
    return _user_path("data")


def cache_folder() -> Path:
    """Return the folder of the platform for files that can be made again."""
    return _user_path("cache")


def _user_path(kind: str) -> Path:
    platformdirs = importlib.import_module("platformdirs")  # a page has neither this nor filelock
    path: Path = getattr(platformdirs, f"user_{kind}_path")("fantan", appauthor=False)
    return path


def where(number: int) -> str:
    """Return the path of a series in the data folder."""
    return f"{SERIES}/{number:05d}.tdb"


def numbers(root: Path) -> dict[str, int]:
    """Return the names in the folder of series that begin with a number, with this number.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root / SERIES):
        names = [name for name in files.names(root / SERIES) if not name.endswith(UNFINISHED)]
    return {name: int(found[1]) for name in names if (found := _SERIES_FILE.match(name))}


def copies(root: Path) -> dict[str, int]:
    """Return the paths in the data folder of conflict copies, with the number of their series.

    :raises ReadFailedError: when the folder cannot be read
    """
    with reading(root / SERIES):
        names = files.names(root / SERIES)
    found = ((name, _COPY.fullmatch(name)) for name in names if not _SERIES_FILE.fullmatch(name))
    return {f"{SERIES}/{name}": int(copy[1]) for name, copy in found if copy}


def keep_aside(path: Path, content: bytes) -> Path:
    """Write a durable copy of a damaged file, and return the path.

    The file keeps its name, so that an interrupted call can be repeated.

    :raises OSError: when the copy cannot be written
    """
    taken = files.names(path.parent)
    aside = path.with_name(path.name + ASIDE)
    count = 1
    while aside.name in taken:
        if files.try_to_read(aside) == content:
            return aside
        count += 1
        aside = path.with_name(f"{path.name}{ASIDE}-{count}")
    files.put(aside, content)
    return aside


def sizes(root: Path) -> dict[int, int]:
    """Return the size of the file of each series, by number; -1 for what is no file.

    :raises ReadFailedError: when the folder cannot be read
    """
    found = {n: name for name, n in numbers(root).items() if f"{SERIES}/{name}" == where(n)}
    return {number: files.size(root / where(number)) for number in sorted(found) if number}


_OPEN = "Fan Tan is open already: another process is using this data folder"
_TAKEN_AWAY = "this file was taken away while Fan Tan is open; close it and open it again"
_NO_LOCKS_HERE = "files cannot be locked on this drive; choose another one with FANTAN_HOME"
_NO_LOCKS = {errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK}


@contextlib.contextmanager
def opening(folder: Path, chosen_by: str = "FANTAN_HOME") -> Generator[None]:
    """Say how to choose another data folder where this one cannot be used.

    :raises StorageError: with that advice
    """
    try:
        yield
    except FileFailedError as failed:
        is_file = os.path.lexists(folder) and not os.path.isdir(folder)
        reason = f"{folder}: this is not a folder" if is_file else str(failed)
        problem = StorageError(f"{reason}; {chosen_by} can name another folder")
        problem.trouble = failed.trouble
        raise problem from failed


class StoreLock:
    """Lock on `<data folder>/lock`; the existence of the file does not matter."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / LOCK
        self._held: tuple[int, int] | None = None
        self._lock: Any = None

    def acquire(self) -> None:
        """Acquire the lock without waiting.

        :raises StoreLockedError: when another process holds the lock
        :raises NoLocksError: when files cannot be locked there
        :raises WriteFailedError: when the lock file cannot be opened
        """
        filelock = importlib.import_module("filelock")
        with writing(self._path):
            self._lock = filelock.FileLock(
                self._path,
                timeout=0,
                mode=0o600,
                thread_local=False,
                fallback_to_soft=False,  # a lock that outlives its process would lock us out
                on_acquired=self._note,
            )
            try:
                self._lock.acquire()
            except filelock.Timeout as held:
                raise files.StoreLockedError(f"{self._folder}: {_OPEN}") from held
            except ExceptionGroup as both:  # after a failure of `_note` and of the release
                raise OSError(errno.EIO, str(both.exceptions[0])) from both
            except OSError as cause:
                if cause.errno not in _NO_LOCKS:
                    raise
                text = f"{self._folder}: {_NO_LOCKS_HERE} ({cause.strerror})"
                raise NoLocksError(text) from cause

    def check(self) -> None:
        """Check the presence of the locked file in the folder.

        :raises LockLostError: when the file was removed or replaced
        :raises WriteFailedError: when the file cannot be examined
        """
        try:
            found = files.identity(self._path)
        except OSError as cause:
            raise WriteFailedError(self._path, cause) from cause
        if found != self._held:
            raise files.LockLostError(f"{self._path}: {_TAKEN_AWAY}")

    @property
    def lost(self) -> bool:
        """True if the locked file was removed, or cannot be examined."""
        try:
            self.check()
        except StorageError:
            return True
        return False

    def close(self) -> None:
        """Release the lock; after a failure the system does so at the end of the process."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()

    def _note(self, descriptor: int) -> None:
        self._held = files.identity(descriptor)


@contextlib.contextmanager
def address_left(root: Path, address: str) -> Generator[None]:
    """Leave the address of the running app in the folder for another start, as long as it runs."""
    with contextlib.suppress(OSError):
        files.put(root / ADDRESS, address.encode())
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            files.remove(root / ADDRESS)


def find_address(root: Path) -> str:
    """Return the address that another start left in the folder, which may have been killed."""
    return (files.try_to_read(root / ADDRESS) or b"").decode("utf-8", "replace")
