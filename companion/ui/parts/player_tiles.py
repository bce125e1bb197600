"""Players to choose from, as tiles in even rows: the initial, the name, a remark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.people import avatar
from companion.ui.parts.text import text
from companion.ui.parts.touch import Tap, touchable
from companion.ui.theme import Tone
from companion.views.people import Person

_GAP = 8.0
_PER_LETTER = 7.4
"""About how wide a letter of a name is, in dp."""
_LEAST_WIDTH, _SHORT = 58.0, 8


@dataclass(frozen=True, slots=True)
class Tile:
    """A player to choose: what a tap does, None if it cannot be tapped; `lit` tiles wait for
    a tap, the `selected` one was chosen.
    """

    player: Person
    note: str
    says: str
    identifier: str
    on_tap: Tap | None
    lit: bool = False
    selected: bool = False
    settled: bool = False


def player_tiles(tiles: Sequence[Tile], width: float) -> ft.Control:
    """The tiles, as many beside each other as their names allow."""
    across = _across(tiles, width)
    rows = [tiles[place : place + across] for place in range(0, len(tiles), across)]
    return ft.Column([_row(row, across) for row in rows], spacing=_GAP, tight=True)


def _across(tiles: Sequence[Tile], width: float) -> int:
    longest = max((len(tile.player.name) for tile in tiles), default=1)
    letters = longest if longest <= _SHORT else max(_SHORT, longest // 2 + 3)
    needed = max(_LEAST_WIDTH, letters * _PER_LETTER + 12)
    most = max(1, min(len(tiles), int((width + _GAP) // (needed + _GAP))))
    return -(-len(tiles) // -(-len(tiles) // most))


def _row(tiles: Sequence[Tile], across: int) -> ft.Control:
    empty = [ft.Container(expand=True) for _ in range(across - len(tiles))]
    return ft.Row(
        [*map(_tile, tiles), *empty],
        spacing=_GAP,
        intrinsic_height=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _tile(tile: Tile) -> ft.Control:
    ink = Tone.ON_BRASS if tile.lit else Tone.INK
    muted = Tone.ON_BRASS if tile.lit else Tone.MUTED
    note = text(tile.note, size=12, tone=muted, lines=1, leading=1.2, align=ft.TextAlign.CENTER)
    tick = ft.Icon(ft.Icons.CHECK, size=13, color=muted)
    content = ft.Column(
        [
            avatar(tile.player.initial, tile.player.tint, size=30),
            text(
                tile.player.name,
                size=13,
                tone=ink,
                face=TEXT.semibold,
                lines=2,
                leading=1.15,
                align=ft.TextAlign.CENTER,
            ),
            ft.Row([tick, note], spacing=2, tight=True) if tile.settled else note,
        ],
        spacing=3,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    edge = Tone.ACTION if tile.selected else Tone.LINE
    return touchable(
        content,
        tile.on_tap,
        identifier=tile.identifier,
        label=tile.says,
        selected=tile.selected,
        radius=14,
        bgcolor=Tone.BRASS if tile.lit else Tone.PANEL,
        border=ft.Border.all(2, Tone.BRASS if tile.lit else edge),
        padding=ft.Padding.symmetric(horizontal=4, vertical=7),
        height=None,
        expand=True,
        key=tile.identifier,
    )
