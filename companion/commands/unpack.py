"""The command `fantan unpack`: the game nights that a page saved which could not start."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path, PurePosixPath
from typing import Final

from companion.commands.streams import UNREADABLE, complain
from storage.mirror import Medium, Mirror
from storage.mirror_log import LogRecord, read_log

LOGS: Final = ("fantan.a", "fantan.b")
NOT_ALL: Final = 1


class _Given(Medium):
    """A log that is only read."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def read(self) -> bytes:
        return self._content

    def write(self, content: bytes, offset: int) -> None:
        """Nobody reads it again."""

    def truncate(self, size: int) -> None:
        """Nobody reads it again."""

    def flush(self) -> None:
        """Nobody reads it again."""


def unpack(file: Path, folder: Path) -> int:
    """Make the data folder that is in the file; gives the exit code."""
    try:
        told = json.loads(file.read_bytes())
        first, second = (b64decode(told[name], validate=True) for name in LOGS)
    except (ValueError, LookupError, TypeError):
        return complain(f"{file}: not a file that the page saved", UNREADABLE)
    if folder.exists() and any(folder.iterdir()):
        return complain(f"{folder}: is not empty", UNREADABLE)
    if not all(map(_inside, (*read_log(first).records, *read_log(second).records))):
        return complain(f"{file}: names a file outside the folder", UNREADABLE)
    mirror = Mirror(folder, (_Given(first), _Given(second)))
    if mirror.unread:
        return complain(f"{file}: nothing in it can be read", UNREADABLE)
    print(f"{folder}: `FANTAN_HOME={folder} fantan` opens it")
    if mirror.damaged:
        return complain(f"{file}: {mirror.damaged} changes in it are damaged", NOT_ALL)
    return 0


def _inside(record: LogRecord) -> bool:
    """Whether a change is to a file in the folder."""
    named = [record.path, *([str(record.argument)] if record.change == "rename" else [])]
    paths = [PurePosixPath(name) for name in named]
    return not any(path.is_absolute() or ".." in path.parts for path in paths)
