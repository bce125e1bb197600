"""How many things stand in a line: as even as can be, for a single one left over looks lost."""

from __future__ import annotations


def balanced_columns(count: int, most: int) -> int:
    """How many stand beside each other, at most `most`, in lines as even as can be."""
    lines = -(-count // most)
    return -(-count // max(1, lines))
