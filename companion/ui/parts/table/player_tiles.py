"""Players to choose from, as tiles in rows: the initial, the name, a remark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width, widest_word
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import balanced_columns, in_rows
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.people.avatars import avatar
from companion.views.person import Person

_GAP = 6.0
_NAME, _LONG_NAME, _NOTE = 13, 12, 12
"""The sizes of a name in one line and in two, and of a remark."""

_EDGES, _BESIDE_NOTE, _CHECK = 10, 35, 15
"""What the tile's edges take of its width, those and the initial before a remark, and the sign that
all is known, in dp.
"""
_LEAST_WIDTH, _ONE_LINE = 58.0, 56.0
"""The least width of a tile, and of a name from which on all names are set in two lines, in dp."""


@dataclass(frozen=True, slots=True)
class PlayerTile:
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


def player_tiles(tiles: Sequence[PlayerTile], width: float, scale: float = 1) -> ft.Control:
    """The tiles, as many beside each other as their names allow at that scale of text."""
    names = [tile.player.name for tile in tiles]
    widest = max((text_width(name, _NAME, TEXT.semibold) for name in names), default=0)
    long = widest > _ONE_LINE
    name_width = max(map(_in_two_lines, names)) if long else widest
    needed = max(name_width * scale + _EDGES, _noted(tiles, scale, long=long))
    most = int((width + _GAP) // (max(_LEAST_WIDTH, needed) + _GAP))
    across = balanced_columns(len(tiles), max(1, most))
    rows = [_row(row, across, long=long) for row in in_rows(tiles, across)]
    return ft.Column(rows, spacing=_GAP, tight=True)


def _noted(tiles: Sequence[PlayerTile], scale: float, *, long: bool) -> float:
    """How much room the remarks need: in one line beside the initial, or below the name."""
    notes = [tile.note for tile in tiles]
    if long:
        return max(text_width(note, _NOTE, scale=scale) for note in notes) + _BESIDE_NOTE
    check = _CHECK if any(tile.settled for tile in tiles) else 0
    return widest_word(notes, _NOTE, scale=scale) + _EDGES + check


def _in_two_lines(name: str) -> float:
    """How wide the wider line of the name is, set in two lines."""
    words = name.split()
    lines = ((words[:cut], words[cut:]) for cut in range(1, len(words) + 1))
    return min(
        max(text_width(" ".join(line), _LONG_NAME, TEXT.semibold) for line in both)
        for both in lines
    )


def _row(tiles: Sequence[PlayerTile], across: int, *, long: bool) -> ft.Control:
    cells: list[ft.Control] = [_tile(tile, long=long) for tile in tiles]
    cells += [ft.Container(expand=True) for _ in range(across - len(tiles))]
    return ft.Row(cells, spacing=_GAP)


def _tile(tile: PlayerTile, *, long: bool) -> ft.Control:
    edge = Tone.ACTION if tile.selected else Tone.LINE
    return touchable(
        _long(tile) if long else _short(tile),
        tile.on_tap,
        identifier=tile.identifier,
        label=tile.says,
        selected=tile.selected,
        radius=14,
        bgcolor=Tone.BRASS if tile.lit else Tone.PANEL,
        border=ft.Border.all(2, Tone.BRASS if tile.lit else edge),
        padding=ft.Padding.symmetric(horizontal=3, vertical=6),
        height=None,
        expand=True,
        key=tile.identifier,
    )


def _short(tile: PlayerTile) -> ft.Control:
    """The initial over the name."""
    return _centred(
        [avatar(tile.player.initial, tile.player.tint, size=30), _name(tile, _NAME), _note(tile)]
    )


def _long(tile: PlayerTile) -> ft.Control:
    """The name in two lines, whether it needs them or not, over initial and remark."""
    two_lines = ft.Container(_name(tile, _LONG_NAME, says="0\n0"), opacity=0)
    named = ft.Stack([two_lines, _name(tile, _LONG_NAME)], alignment=ft.Alignment.CENTER)
    disc = avatar(tile.player.initial, tile.player.tint, size=20)
    return _centred([named, ft.Row([disc, _note(tile)], spacing=5, tight=True)])


def _centred(cells: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        list(cells),
        spacing=3,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _name(tile: PlayerTile, size: float, *, says: str = "") -> ft.Control:
    return text(
        says or tile.player.name,
        size=size,
        tone=Tone.ON_BRASS if tile.lit else Tone.INK,
        face=TEXT.semibold,
        leading=1.15,
        align=ft.TextAlign.CENTER,
    )


def _note(tile: PlayerTile) -> ft.Control:
    tone = Tone.ON_BRASS if tile.lit else Tone.MUTED
    note = text(tile.note, size=_NOTE, tone=tone, leading=1.2, align=ft.TextAlign.CENTER)
    if not tile.settled:
        return note
    words = ft.Container(note, expand=True, expand_loose=True)
    return ft.Row([ft.Icon(ft.Icons.CHECK, size=13, color=tone), words], spacing=2, tight=True)
