"""The file calls of the store: every byte that is written or read goes through these few functions.

A new file is complete and durable before it has its name, so a name never stands for half a file.
Bytes are durable after `sync`, names after `sync_folder`; nothing else counts as stored.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None

_BINARY: int = getattr(os, "O_BINARY", 0)
_CHUNK_BYTES = 1 << 20
_UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.ENOTTY, errno.ENOSYS}
_PAUSES_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16)


def read(path: Path) -> bytes | None:
    """The whole file, or None where there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _BINARY)
    except FileNotFoundError:
        return None
    try:
        chunks: list[bytes] = []
        while chunk := os.read(descriptor, _CHUNK_BYTES):
            chunks.append(chunk)
        return b"".join(chunks)
    finally:
        os.close(descriptor)


def open_to_append(path: Path) -> int:
    """A descriptor of a file that exists; a missing one is an error, never created in passing."""
    return os.open(path, os.O_RDWR | _BINARY)


def close(descriptor: int) -> None:
    """Give a descriptor back."""
    os.close(descriptor)


def write_at(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of it at an offset, however few bytes the system takes at a time."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def cut(descriptor: int, size: int) -> None:
    """Cut the file back to its first `size` bytes."""
    os.ftruncate(descriptor, size)


def sync(descriptor: int) -> None:
    """Return when the bytes are on the medium, and the file's size."""
    _flush(descriptor, getattr(os, "fdatasync", os.fsync))


def sync_folder(folder: Path) -> None:
    """Return when the names in the folder are on the medium.

    Windows has no folder handles and keeps names by itself, as do file systems that refuse.
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
    """Apple's plain calls leave the bytes in the drive's cache, F_FULLFSYNC does not; network
    volumes that do not know it get the plain call.
    """
    full_sync = getattr(fcntl, "F_FULLFSYNC", None)
    if full_sync is None:
        plain(descriptor)
        return
    try:
        fcntl.fcntl(descriptor, full_sync)
    except OSError as cause:
        if cause.errno not in _UNSUPPORTED:
            raise
        plain(descriptor)


def write_beside(path: Path, content: bytes) -> Path:
    """A complete, durable file beside `path`, still without its name.

    What could not be completed is removed: on a full disk the space is needed.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        _fill(temporary, content)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return temporary


def _fill(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
    try:
        write_at(descriptor, content, 0)
        sync(descriptor)
    finally:
        os.close(descriptor)


def take_name(temporary: Path, path: Path) -> None:
    """Give a complete file its name, durably; a file of that name is replaced in one step."""
    _replace(temporary, path)
    sync_folder(path.parent)


def put(path: Path, content: bytes) -> None:
    """A complete file under its name: all of it or nothing, whatever is cut off."""
    take_name(write_beside(path, content), path)


def remove(path: Path) -> None:
    """Take a file away; whether that is durable does not matter."""
    os.unlink(path)


def _replace(temporary: Path, path: Path) -> None:
    """Rename; on Windows a virus scanner may hold either file for a moment, so try again."""
    for pause_seconds in _PAUSES_SECONDS if os.name == "nt" else ():
        with contextlib.suppress(PermissionError):
            os.replace(temporary, path)
            return
        time.sleep(pause_seconds)
    os.replace(temporary, path)


def make_folder(folder: Path) -> None:
    """The folder with its parents, durable even if an earlier try was cut off half-way.

    The parent of a folder that was there already may be closed to us, as on phones: then its name
    is not ours to keep.
    """
    if os.path.isdir(folder):
        with contextlib.suppress(PermissionError):
            sync_folder(folder.parent)
        return
    if not os.path.isdir(folder.parent):
        make_folder(folder.parent)
    os.mkdir(folder)
    sync_folder(folder.parent)
