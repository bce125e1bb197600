"""Tiles that lead to other screens: each an icon and a word or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import in_rows, row_of_equal_height
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable

_HIGH = 54


@dataclass(frozen=True, slots=True)
class NavTile:
    """A tile: its words, its icon, what a tap on it does, how tests find it."""

    words: str
    icon: ft.IconData
    on_tap: Tap
    identifier: str


def nav_tiles(tiles: Sequence[NavTile], *, across: int = 2) -> ft.Control:
    """The tiles, so many beside each other."""
    rows = in_rows([_tile(tile) for tile in tiles], across)
    lines = [row_of_equal_height(row, spacing=10) for row in rows]
    return ft.Column(lines, spacing=10, tight=True)


def _tile(tile: NavTile) -> ft.Control:
    return touchable(
        min_height(
            ft.Row(
                [
                    ft.Icon(tile.icon, size=20, color=Tone.HEADING),
                    text(tile.words, size=14, face=TEXT.semibold, leading=1.2, expand=True),
                ],
                spacing=10,
            ),
            _HIGH,
        ),
        tile.on_tap,
        identifier=tile.identifier,
        radius=16,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=14),
        height=None,
        expand=True,
    )
