"""Damaged files are kept, beside the ones that take their place."""

from __future__ import annotations

import errno
import itertools
from collections.abc import Iterator
from pathlib import Path

from storage import files
from storage.errors import writing
from storage.paths import ASIDE, beside


def keep_aside(path: Path, content: bytes) -> Path:
    """A durable copy of what is damaged; the file itself keeps its name until it is replaced, so
    that this may be cut off anywhere and done again.
    """
    for aside in _names(path):
        kept, fault = files.try_to_read(aside)
        if kept == content:
            return aside
        if kept is None and not fault:
            files.put(aside, content)
            return aside
        if fault and not files.exists(aside):  # nothing can be read at all: no name is free
            raise OSError(errno.EIO, fault, str(aside))
    raise AssertionError(path)


def put_aside(path: Path) -> Path:
    """Give a file of which nothing can be read the first name of those that is free.

    :raises WriteFailedError: when it could not be done
    """
    aside = next(name for name in _names(path) if not files.exists(name))
    with writing(path):
        files.take_name(path, aside)
    return aside


def _names(path: Path) -> Iterator[Path]:
    """The names for what is kept of a path, the first one first."""
    yield beside(path, ASIDE)
    for count in itertools.count(2):
        yield beside(path, f"{ASIDE}-{count}")
