"""The file calls of the store: every byte that is written or read goes through these few functions.

A new file is complete and durable before it has its name, so a name never stands for half a file.
Bytes are durable after `sync`, names after `sync_folder`; nothing else counts as stored. Folders
that are made here are closed to others, and so are files.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import stat
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from storage.mirror import FILE_MODE, FOLDER_MODE, Mirror

fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None

_BINARY: int = getattr(os, "O_BINARY", 0)
_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0)
"""Opening a named pipe would wait for somebody who writes to it."""
_CHUNK_BYTES = 1 << 20
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.ENOTTY, errno.ENOSYS}
_PAUSES_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16)

mirror: Mirror | None = None
"""Where files are in memory alone: what keeps them. It hears of each change before it is made."""


def read(path: Path) -> bytes:
    """The whole file."""
    with _opened_to_read(path) as descriptor:
        return b"".join(iter(lambda: os.read(descriptor, _CHUNK_BYTES), b""))


def try_to_read(path: Path) -> tuple[bytes | None, OSError | None]:
    """The whole file, or None where there is none; and why it cannot be read, if so."""
    try:
        return read(path), None
    except FileNotFoundError:
        return None, None
    except OSError as cause:
        return None, cause


def glance(path: Path, count: int) -> tuple[bytes, int]:
    """The first bytes of a file, at most so many, and its length."""
    with _opened_to_read(path) as descriptor:
        return os.read(descriptor, count), os.fstat(descriptor).st_size


@contextlib.contextmanager
def _opened_to_read(path: Path) -> Generator[int]:
    descriptor = os.open(path, os.O_RDONLY | _BINARY | _NO_LINK | _NO_WAITING)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EISDIR, "not a file", str(path))
        yield descriptor
    finally:
        os.close(descriptor)


def names(folder: Path) -> list[str]:
    """The names in a folder, in order; none where there is no folder."""
    try:
        return sorted(os.listdir(folder))
    except FileNotFoundError:
        return []


def is_folder(path: Path) -> bool:
    """Whether there is a folder."""
    return os.path.isdir(path)


def exists(path: Path) -> bool:
    """Whether there is anything of that name."""
    return os.path.lexists(path)


def identity(file: Path | int) -> tuple[int, int] | None:
    """What tells a file, by its path or a descriptor, from another one that gets its name later;
    None where there is none.
    """
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def open_to_append(path: Path) -> int:
    """A descriptor of a file that exists; a missing one is an error, never created in passing."""
    descriptor = os.open(path, os.O_RDWR | _BINARY | _NO_LINK)
    if mirror:
        mirror.opened(descriptor, path)
    return descriptor


def close(descriptor: int) -> None:
    """Give a descriptor back."""
    if mirror:
        mirror.closed(descriptor)
    os.close(descriptor)


def write_at(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of it at an offset, however few bytes the system takes at a time."""
    if mirror:
        mirror.write(descriptor, content, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    while content:
        content = content[os.write(descriptor, content) :]


def cut(descriptor: int, size: int) -> None:
    """Cut the file back to its first `size` bytes."""
    if mirror:
        mirror.cut(descriptor, size)
    os.ftruncate(descriptor, size)


def sync(descriptor: int) -> None:
    """Return when the bytes are on the medium, and the file's size."""
    if mirror:
        mirror.sync()
    else:
        _flush(descriptor, getattr(os, "fdatasync", os.fsync))


def sync_folder(folder: Path) -> None:
    """Return when the names in the folder are on the medium. Windows has no folder handles and
    keeps names by itself, as do file systems that refuse.
    """
    if mirror:
        mirror.sync()
    if mirror or os.name == "nt":
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
    """Apple's plain calls leave the bytes in the drive's cache, F_FULLFSYNC does not; network
    volumes that do not know it get the plain call.
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
    """A complete file under its name: all of it or nothing, whatever is cut off. What could not be
    completed is removed: on a full disk the space is needed.
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


def put_instead(former: bytes | None, path: Path, content: bytes) -> None:
    """As `put`; where that fails when the file has its name already, what was there before is put
    back, or nothing is left.
    """
    try:
        put(path, content)
    except OSError:
        with contextlib.suppress(OSError):
            if former is None:
                remove(path)
            else:
                put(path, former)
        raise


def _create(path: Path) -> int:
    """A new file that only its owner may use, whatever the umask; a link is never followed."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY | _NO_LINK
    if mirror:
        mirror.create(path)
    descriptor = os.open(path, flags, FILE_MODE)
    if mirror:
        mirror.opened(descriptor, path)
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some volumes have no modes
            os.fchmod(descriptor, FILE_MODE)
    return descriptor


def take_name(temporary: Path, path: Path) -> None:
    """Give a complete file its name, durably; a file of that name is replaced in one step."""
    if mirror:
        mirror.rename(temporary, path)
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
    """Take a file away, if there is one; whether that is durable does not matter."""
    if mirror and exists(path):
        mirror.remove(path)
    try:
        os.unlink(path)
    except FileNotFoundError:
        return False
    return True


def make_folder(folder: Path) -> None:
    """The folder with its parents, durable even if an earlier try was cut off half-way.

    The parent of a folder that was there already may be closed to us, as on phones: then its name
    is not ours to keep.
    """
    if is_folder(folder):
        with contextlib.suppress(PermissionError):
            sync_folder(folder.parent)
        return
    if folder.parent == folder:  # a drive that is not there
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    if not is_folder(folder.parent):
        make_folder(folder.parent)
    if mirror:
        mirror.make_folder(folder)
    try:
        os.mkdir(folder, FOLDER_MODE)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None
    if os.name == "posix":
        with contextlib.suppress(OSError):  # some volumes have no modes
            os.chmod(folder, FOLDER_MODE)
    sync_folder(folder.parent)
