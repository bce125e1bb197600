"""Series that were deleted: the file of one gets another name in the same folder by one rename, so
that it is there or deleted and never half, and is put back by the same rename back. What was
deleted for good leaves an empty file, which keeps its number from being given again.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from companion.desk.ports import Finding
from storage import files
from storage.errors import writing
from storage.paths import Place, glances, misplaced


def rename_series(root: Path, number: int, *, removed: bool) -> None:
    """Give a series' file the name of a deleted one, or its own again; all or nothing. Where a try
    before could neither be finished nor taken back, it has that name already.

    :raises WriteFailedError: when nothing has changed
    """
    source, target = (root / Place(number, to).path for to in (not removed, removed))
    with writing(source):
        renamed = files.exists(target)
        if renamed and files.exists(source):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        try:
            if renamed:
                files.sync_folder(target.parent)
            else:
                files.take_name(source, target)
        except OSError:
            with contextlib.suppress(OSError):
                if not files.exists(source):
                    files.take_name(target, source)
            raise


def empty_removed(root: Path, number: int) -> None:
    """Take away for good what a deleted series has.

    :raises WriteFailedError: when nothing has changed
    """
    path = root / Place(number, removed=True).path
    with writing(path):
        files.put_instead(files.read(path) if files.exists(path) else None, path, b"")


def misplaced_once_put_back(root: Path, number: int) -> dict[Place, Finding]:
    """What will be wrong with the places of files then.

    :raises ReadFailedError: when the folder cannot be read
    """
    found = glances(root)
    if seen := found.pop(Place(number, removed=True), None):
        found[Place(number)] = seen
    return misplaced(found)
