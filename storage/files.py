"""File calls and errors of the store; all reads and writes use these functions.

A new file is complete and durable before getting the name. Content is durable after `sync`, names
after `sync_folder`. New files and folders are accessible to the owner only.
"""

import contextlib
import errno
import importlib
import os
import stat
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.desk.ports import StoreFailedError, Trouble

_TROUBLES = {
    **dict.fromkeys([errno.ENOSPC, errno.EDQUOT, errno.EFBIG], Trouble.FULL),
    **dict.fromkeys([errno.EACCES, errno.EPERM, errno.EROFS], Trouble.FORBIDDEN),
    **dict.fromkeys([errno.ENOENT, errno.ENOTDIR], Trouble.GONE),
    errno.EBADF: Trouble.UNHELD,
    **dict.fromkeys([errno.EISDIR, errno.ELOOP, errno.EEXIST, errno.ESTALE], Trouble.OTHER),
}


class StorageError(StoreFailedError):
    """Base class of all errors of the store; acknowledged changes remain on disk."""


class NewerSchemaError(StorageError):
    """A newer version of the companion wrote the file, which is therefore read-only."""

    trouble = Trouble.NEWER


class DamagedFileError(StorageError):
    """Another program changed the file, which cannot be used without a repair."""


class StoreLockedError(StorageError):
    """Another process uses the data folder."""

    trouble = Trouble.IN_USE


class LockLostError(StorageError):
    """The lock file was removed while locked, so that another process may write."""

    trouble = Trouble.GONE


class NoLocksError(StorageError):
    """The file system cannot lock files."""

    trouble = Trouble.UNLOCKABLE


class FileFailedError(StorageError):
    """A file call failed, with the text of the system in `reason`."""

    def __init__(self, path: Path, cause: OSError) -> None:
        self.trouble = _TROUBLES.get(cause.errno or 0, Trouble.BROKEN)
        self.reason = cause.strerror or str(cause)
        super().__init__(f"{path}: {self.trouble.value} ({self.reason})")

    @classmethod
    @contextmanager
    def converting(cls, path: Path) -> Generator[None]:
        """Raise this error instead of an `OSError` of the block."""
        try:
            yield
        except OSError as cause:
            raise cls(path, cause) from cause


class WriteFailedError(FileFailedError):
    """A write failed without any change; another attempt may succeed."""


class ReadFailedError(FileFailedError):
    """A file is missing or cannot be read."""


writing = WriteFailedError.converting
reading = ReadFailedError.converting


fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None

_BINARY: int = getattr(os, "O_BINARY", 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)
"""Without this flag, opening a named pipe would wait for a writer."""
_CHUNK_BYTES = 1 << 20
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.ENOTTY, errno.ENOSYS}
_PAUSES_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16)
FOLDER_MODE = 0o700
FILE_MODE = 0o600


def read(path: Path, first: int | None = None) -> bytes:
    """Return the content of a file, or the `first` bytes of it."""
    with _opened_to_read(path) as descriptor:
        if first is not None:
            return os.read(descriptor, first)
        return b"".join(iter(lambda: os.read(descriptor, _CHUNK_BYTES), b""))


def try_to_read(path: Path) -> bytes | None:
    """Return the content of a file, None for one that is missing or cannot be read."""
    try:
        return read(path)
    except OSError:
        return None


def size(path: Path) -> int:
    """Return the size of a file, -1 for anything else."""
    try:
        found = os.lstat(path)
    except OSError:
        return -1
    return found.st_size if stat.S_ISREG(found.st_mode) else -1


@contextlib.contextmanager
def _opened_to_read(path: Path) -> Generator[int]:
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "a link, not a file", str(path))
    descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_LINK | _NO_WAITING)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EISDIR, "not a file", str(path))
        yield descriptor
    finally:
        os.close(descriptor)


def names(folder: Path) -> list[str]:
    """Return the sorted names in a folder, none for a missing folder."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder."""
    return os.path.isdir(path)


def exists(path: Path) -> bool:
    """Return whether a path exists, also as a broken link."""
    return os.path.lexists(path)


def identity(file: Path | int) -> tuple[int, int] | None:
    """Return a value that distinguishes a file from a later file of the same name.

    The file is given by path or descriptor; a missing file has the value None.
    """
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def open_to_append(path: Path) -> int:
    """Open an existing file for writing, and return the descriptor."""
    return os.open(path, os.O_RDWR | _BINARY | _NO_LINK)


def close(descriptor: int) -> None:
    """Close a descriptor."""
    os.close(descriptor)


def write_at(descriptor: int, content: bytes, offset: int) -> None:
    """Write the whole content at an offset, in several calls if necessary."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    while content:
        content = content[os.write(descriptor, content) :]


def cut(descriptor: int, size: int) -> None:
    """Cut a file to the first `size` bytes."""
    os.ftruncate(descriptor, size)


def sync(descriptor: int) -> None:
    """Make the content and the size of a file durable."""
    _flush(descriptor, getattr(os, "fdatasync", os.fsync))


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable.

    Windows and file systems without a sync of folders make names durable by themselves.
    """
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _flush(descriptor, os.fsync)
    except OSError as cause:
        if cause.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(descriptor)


def _flush(descriptor: int, plain: Callable[[int], None]) -> None:
    """Flush a descriptor to the medium.

    On Apple systems only F_FULLFSYNC empties the cache of the drive; network volumes without
    F_FULLFSYNC get the plain call.
    """
    full_sync = getattr(fcntl, "F_FULLFSYNC", None)
    try:
        if full_sync is not None:
            fcntl.fcntl(descriptor, full_sync)
            return
    except OSError as cause:
        if cause.errno not in _UNSUPPORTED:
            raise
    plain(descriptor)


def put(path: Path, content: bytes) -> None:
    """Write a complete file in one step, durably.

    The part of a failed write is removed to free the space.
    """
    temporary = path.with_name(path.name + ".tmp")
    remove(temporary)
    descriptor = _create(temporary)
    try:
        try:
            write_at(descriptor, content, 0)
            sync(descriptor)
        finally:
            close(descriptor)
    except OSError:
        with contextlib.suppress(OSError):
            remove(temporary)
        raise
    take_name(temporary, path)


def make_private(path: Path) -> None:
    """Let nobody but the owner read a file, which is created where it is missing.

    :raises OSError: when it cannot be created, or is a link
    """
    os.close(_create(path, os.O_CREAT))


def _create(path: Path, how: int = os.O_CREAT | os.O_EXCL) -> int:
    """Create a file for the owner only, regardless of the umask and without following links."""
    descriptor = os.open(path, os.O_RDWR | how | _BINARY | _NO_LINK, FILE_MODE)
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some volumes have no modes
            os.fchmod(descriptor, FILE_MODE)
    return descriptor


def take_name(temporary: Path, path: Path) -> None:
    """Rename a complete file durably, replacing a file of this name in one step."""
    for pause_seconds in _PAUSES_SECONDS if os.name == "nt" else ():
        # A virus scanner may hold either file for a moment.
        with contextlib.suppress(PermissionError):
            os.replace(temporary, path)
            break
        time.sleep(pause_seconds)
    else:
        os.replace(temporary, path)
    sync_folder(path.parent)


def remove(path: Path) -> bool:
    """Remove a file, not durably, and return whether the file existed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def make_folder(folder: Path) -> None:
    """Create a folder with its parents, durably even after an interrupted attempt.

    The parent of an existing folder may be inaccessible, as on phones, and is not synced then.
    """
    if is_folder(folder):
        with contextlib.suppress(PermissionError):
            sync_folder(folder.parent)
        return
    if folder.parent == folder:  # a missing drive
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    if not is_folder(folder.parent):
        make_folder(folder.parent)
    try:
        os.mkdir(folder, FOLDER_MODE)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some volumes have no modes
            os.chmod(folder, FOLDER_MODE)
    sync_folder(folder.parent)


_RESERVE_BYTES = 16 * 1024


class JournalFile:
    """File of a journal, the medium of a `storage.journal.JournalStorage`.

    Space is reserved in advance, so that most writes do not change the size of the file, which
    would take another write of the medium. A file that another program replaced while it was open
    is never written to.

    :raises OSError: when a method fails
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None
        self._end: int = 0
        self._reserved_to: int = 0
        self._ours: tuple[int, int] | None = None

    def read(self) -> bytes:
        """Return the whole content."""
        return read(self.path)

    def settle(self, size: int, *, torn: bool) -> None:
        """Make the first `size` bytes durable, and cut off what follows if they are `torn`."""
        descriptor = open_to_append(self.path)
        try:
            if torn:
                cut(descriptor, size)
            sync(descriptor)
            self._ours = identity(descriptor)
        finally:
            close(descriptor)

    def append(self, content: bytes, offset: int) -> None:
        """Write at the end of the content, durably."""
        self._check()
        if self._descriptor is None:
            self._descriptor = open_to_append(self.path)
        end = offset + len(content)
        try:
            write_at(self._descriptor, content, offset)
            if end > self._reserved_to:
                with contextlib.suppress(OSError):  # the disk may be almost full
                    write_at(self._descriptor, bytes(_RESERVE_BYTES), end)
                    self._reserved_to = end + _RESERVE_BYTES
            sync(self._descriptor)
        except OSError:
            with contextlib.suppress(OSError):
                cut(self._descriptor, offset)
            self._reserved_to = 0
            raise
        self._end = end

    def replace(self, content: bytes) -> None:
        """Put a whole file in place of the present one, durably."""
        self._check()
        self._reserved_to = 0
        self.close()  # Windows replaces no open file
        put(self.path, content)
        self._ours = identity(self.path)

    def close(self) -> None:
        """Close the file, without the reserve, unless somebody without our lock wrote there."""
        if self._descriptor is None:
            return
        descriptor = self._descriptor
        self._descriptor = None
        try:
            if self._reserved_to:
                os.lseek(descriptor, self._end, os.SEEK_SET)
                if not os.read(descriptor, _RESERVE_BYTES).strip(b"\0"):
                    cut(descriptor, self._end)
        finally:
            self._reserved_to = 0
            close(descriptor)

    def _check(self) -> None:
        if identity(self.path) != self._ours:
            raise OSError(errno.ESTALE, "another program replaced this file", str(self.path))
