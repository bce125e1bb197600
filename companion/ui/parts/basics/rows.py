"""Things in rows of so many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def balanced_columns(count: int, most: int) -> int:
    """How many stand beside each other, at most `most`, so that the rows are about equally long: a
    single item in the last row looks forgotten.
    """
    rows = -(-count // most)
    return -(-count // max(1, rows))


def in_rows(items: Sequence[_Item], columns: int) -> list[list[_Item]]:
    """The items in rows of so many, the rest of them in the last row."""
    return [list(items[first : first + columns]) for first in range(0, len(items), columns)]
