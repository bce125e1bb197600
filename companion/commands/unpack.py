"""The command `fantan unpack`: the game nights that a page saved which could not start."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import Final

from companion.commands.streams import UNREADABLE, complain, in_one_line
from storage import files
from storage.mirror import make_again
from storage.mirror_log import LogRecord, read_media

LOGS: Final = ("fantan.a", "fantan.b")
NOT_ALL: Final = 1


def unpack(file: Path, folder: Path) -> int:
    """Make the data folder that is in the file; return the exit code.

    :raises OSError: when the file cannot be read, or the folder cannot be made
    """
    said = in_one_line(str(file))
    try:
        told = json.loads(file.read_bytes())
        _, log = read_media([b64decode(told[name], validate=True) for name in LOGS])
    except (ValueError, LookupError, TypeError, RecursionError):
        return complain(f"{said}: not a file that the page saved", UNREADABLE)
    if folder.exists() and any(folder.iterdir()):
        return complain(f"{in_one_line(str(folder))}: is not empty", UNREADABLE)
    if not all(map(_inside, log.records)):
        return complain(f"{said}: names a file outside the folder", UNREADABLE)
    if not log.generation:
        return complain(f"{said}: nothing in it can be read", UNREADABLE)
    files.make_folder(folder.absolute())
    for record in log.records:
        make_again(folder, record)
    print(f"{folder}: `FANTAN_HOME={folder} fantan` opens it")
    if log.damaged:
        return complain(f"{said}: {log.damaged} changes in it are damaged", NOT_ALL)
    return 0


def _inside(record: LogRecord) -> bool:
    """Return whether a change is to a file in the folder, whatever system makes it."""
    named = [record.path, *([str(record.argument)] if record.change == "rename" else [])]
    kinds: tuple[type[PurePath], ...] = (PurePosixPath, PureWindowsPath)
    paths = [kind(name) for name in named for kind in kinds]
    return not any(path.anchor or ".." in path.parts for path in paths)
