"""Ways on from a screen: quiet tiles, each an icon and a word or two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.theme import Tone

_HIGH = 54


@dataclass(frozen=True, slots=True)
class NavTile:
    """One way on: its words, its icon, what a tap on it does, how tests find it."""

    words: str
    icon: ft.IconData
    on_tap: Tap
    identifier: str


def nav_tiles(each: Sequence[NavTile], *, across: int = 2) -> ft.Control:
    """The ways on, as many beside each other."""
    pairs = [each[place : place + across] for place in range(0, len(each), across)]
    return ft.Column(
        [_row(pair) for pair in pairs],
        spacing=10,
        tight=True,
    )


def _row(pair: Sequence[NavTile]) -> ft.Control:
    return ft.Row(
        [_tile(way) for way in pair],
        spacing=10,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        intrinsic_height=True,
    )


def _tile(way: NavTile) -> ft.Control:
    return touchable(
        min_height(
            ft.Row(
                [
                    ft.Icon(way.icon, size=20, color=Tone.HEADING),
                    text(way.words, size=14, face=TEXT.semibold, leading=1.2, expand=True),
                ],
                spacing=10,
            ),
            _HIGH,
        ),
        way.on_tap,
        identifier=way.identifier,
        radius=16,
        bgcolor=Tone.PANEL,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=14),
        height=None,
        expand=True,
    )
