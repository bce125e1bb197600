"""Columns and rows: controls that share their width or height, and how many stand in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import flet as ft

from companion.ui.routes.screens import Room

WIDE = 1120
"""How wide a paper screen of two columns grows, in dp."""

_GAP = 20
_MARGIN = 20
"""At either side of a screen, in dp."""

_Item = TypeVar("_Item")


def stretched(controls: Sequence[ft.Control], *, spacing: float = 14) -> ft.Column:
    """A column whose controls take its whole width, as high as they need."""
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Column(list(controls), spacing=spacing, tight=True, horizontal_alignment=across)


def row_of_equal_height(controls: Sequence[ft.Control], *, spacing: float) -> ft.Control:
    """A row whose controls are all as high as the highest."""
    across = ft.CrossAxisAlignment.STRETCH
    row = ft.Row(list(controls), spacing=spacing, vertical_alignment=across)
    row.intrinsic_height = True
    return row


def side_by_side(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    """Two columns of equal width, each as high as it needs, told one after the other."""
    columns = [told_alone(stretched(column), expand=True) for column in (left, right)]
    return ft.Row(columns, spacing=_GAP, vertical_alignment=ft.CrossAxisAlignment.START)


def column_width(room: Room) -> int:
    """The width of the window, or where there are two columns of one that has each alone, in dp."""
    if not room.two_columns:
        return room.width
    return (min(room.width, WIDE) - 2 * _MARGIN - _GAP) // 2 + 2 * _MARGIN


def told_alone(column: ft.Control, *, expand: bool = False) -> ft.Control:
    """The column as a group of its own for assistive technology, which else reads two columns side
    by side line by line. An invisible card around it keeps its texts apart.
    """
    card = ft.Card(
        column,
        semantic_container=False,
        elevation=0,
        margin=0,
        bgcolor=ft.Colors.TRANSPARENT,
        shape=ft.RoundedRectangleBorder(radius=0),
    )
    return ft.Semantics(content=card, container=True, expand=expand)


def balanced_columns(count: int, most: int) -> int:
    """How many stand beside each other, at most `most`, so that the rows are about equally long: a
    single item in the last row looks forgotten.
    """
    rows = -(-count // most)
    return -(-count // max(1, rows))


def in_rows(items: Sequence[_Item], columns: int) -> list[list[_Item]]:
    """The items in rows of so many, the rest of them in the last row."""
    return [list(items[first : first + columns]) for first in range(0, len(items), columns)]
