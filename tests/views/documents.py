"""The blocks of a document, read by tests of views."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from companion.views.blocks import Block, Document, List, Panel, Row

_Kind = TypeVar("_Kind")


def blocks(screen: Document, kind: type[_Kind]) -> list[_Kind]:
    """Return all blocks of a kind, also those on panels."""
    shown = (block for column in screen.columns for block in _inside(column))
    return [block for block in shown if isinstance(block, kind)]


def _inside(shown: Sequence[Block]) -> Iterator[Block]:
    for block in shown:
        yield block
        if isinstance(block, Panel):
            yield from _inside(block.blocks)


def earlier(screen: Document) -> list[Row]:
    """Return the rows of all lists."""
    return [row for block in blocks(screen, List) for row in block.rows]


def numbers(screen: Document) -> list[int]:
    """Return the numbers at the end of the identifiers of all rows."""
    return [int(row.id.rpartition("-")[2]) for row in earlier(screen)]
