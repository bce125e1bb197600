"""A new file beside others: there whole or not at all, and never in the place of another one."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


def put_new(path: Path, content: bytes) -> bool:
    """Whether there is a file of that content now: it is written where there is none.

    :raises OSError: when it cannot be written; then it is not there
    """
    if os.path.lexists(path):
        return _says(path, content)
    unfinished = path.with_name(f".{path.stem[:5]}.{secrets.token_hex(4)}.tmp")
    try:
        _write(unfinished, content)
        return _take_name(unfinished, path) or _says(path, content)
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _says(path: Path, content: bytes) -> bool:
    """Whether it is a file of that content; of others nothing is read, devices least of all."""
    try:
        found = path.stat()
    except FileNotFoundError:  # a link that leads nowhere
        return False
    same = stat.S_ISREG(found.st_mode) and found.st_size == len(content)
    try:
        return same and path.read_bytes() == content
    except PermissionError:
        return False


def _write(path: Path, content: bytes) -> None:
    """A file that was not there, on the medium."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _take_name(unfinished: Path, path: Path) -> bool:
    """Whether the file has that name now; False where another one was quicker to take it."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        return False
    except OSError:  # no links here, as on phones and memory cards
        if os.path.lexists(path):
            return False
        unfinished.rename(path)
    return True
