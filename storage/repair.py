"""Putting another file in the place of a damaged one, which is kept beside it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from storage import files
from storage.errors import writing
from storage.paths import ASIDE, beside


def replace_damaged(path: Path, damaged: bytes | None, content: bytes) -> Path | None:
    """Put a complete file in the place of a damaged one; answers where that is kept, if there is
    one. It may be cut off anywhere and done again.

    :raises WriteFailedError: when it could not be done; the damaged file is then still in place
    """
    with writing(path):
        aside = None if damaged is None else keep_aside(path, damaged)
        files.put(path, content)
    return aside


def keep_aside(path: Path, content: bytes) -> Path:
    """A durable copy of the damaged file; the file itself keeps its name until it is replaced."""
    for aside in names_aside(path):
        try:
            kept = files.read(aside)
        except OSError:  # a folder, perhaps: it is in the way
            continue
        if kept is None:
            files.put(aside, content)
        if kept in (None, content):
            return aside
    raise AssertionError(path)


def put_aside(path: Path) -> Path:
    """Give a file of which nothing can be read the first name of those that is free.

    :raises WriteFailedError: when it could not be done
    """
    aside = next(name for name in names_aside(path) if not files.exists(name))
    with writing(path):
        files.take_name(path, aside)
    return aside


def names_aside(path: Path) -> Iterator[Path]:
    """The names for what is kept of a path, the first one first."""
    yield beside(path, ASIDE)
    for count in itertools.count(2):
        yield beside(path, f"{ASIDE}-{count}")
