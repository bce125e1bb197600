"""Players to choose from, as tiles in even rows: the initial, the name, a remark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.lines import even
from companion.ui.parts.people import avatar
from companion.ui.parts.text import text
from companion.ui.parts.touch import Tap, touchable
from companion.ui.theme import Tone
from companion.views.people import Person

_GAP = 6.0
_PER_LETTER = 6.9
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
    names = [tile.player.name for tile in tiles]
    longest = max(map(len, names), default=1)
    long = longest > _SHORT
    letters = max(map(_in_two_lines, names)) if long else longest
    most = int((width + _GAP) // (max(_LEAST_WIDTH, letters * _PER_LETTER + 10) + _GAP))
    across = even(len(tiles), max(1, most))
    rows = [tiles[place : place + across] for place in range(0, len(tiles), across)]
    return ft.Column([_row(row, across, long=long) for row in rows], spacing=_GAP, tight=True)


def _in_two_lines(name: str) -> int:
    """How many letters the longer line of the name has, set in two lines."""
    words = name.split()
    splits = range(1, len(words) + 1)
    return min(
        (max(len(" ".join(words[:cut])), len(" ".join(words[cut:]))) for cut in splits), default=0
    )


def _row(tiles: Sequence[Tile], across: int, *, long: bool) -> ft.Control:
    cells: list[ft.Control] = [_tile(tile, long=long) for tile in tiles]
    cells += [ft.Container(expand=True) for _ in range(across - len(tiles))]
    return ft.Row(cells, spacing=_GAP)


def _tile(tile: Tile, *, long: bool) -> ft.Control:
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


def _short(tile: Tile) -> ft.Control:
    """The initial over the name."""
    return _centred(
        [avatar(tile.player.initial, tile.player.tint, size=30), _name(tile, 13, 1), _note(tile)]
    )


def _long(tile: Tile) -> ft.Control:
    """The name in two lines, whether it needs them or not, over initial and remark."""
    two_lines = ft.Container(_name(tile, 12, None, says="A\nA"), opacity=0)
    named = ft.Stack([two_lines, _name(tile, 12, 2)], alignment=ft.Alignment.CENTER)
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


def _name(tile: Tile, size: float, lines: int | None, *, says: str = "") -> ft.Control:
    return text(
        says or tile.player.name,
        size=size,
        tone=Tone.ON_BRASS if tile.lit else Tone.INK,
        face=TEXT.semibold,
        lines=lines,
        leading=1.15,
        align=ft.TextAlign.CENTER,
    )


def _note(tile: Tile) -> ft.Control:
    tone = Tone.ON_BRASS if tile.lit else Tone.MUTED
    note = text(tile.note, size=12, tone=tone, lines=1, leading=1.2, align=ft.TextAlign.CENTER)
    if not tile.settled:
        return note
    return ft.Row([ft.Icon(ft.Icons.CHECK, size=13, color=tone), note], spacing=2, tight=True)
