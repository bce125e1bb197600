"""Players to choose from, as tiles in even rows: the initial, the name, a remark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.rows import balanced_columns
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.text_scale import longest_word
from companion.ui.parts.basics.touch import Tap, touchable
from companion.ui.parts.people.avatars import avatar
from companion.ui.theme import Tone
from companion.views.people import Person

_GAP = 6.0
_PER_LETTER, _PER_SMALL_LETTER = 6.9, 6.0
"""About how wide a letter of a name is, and one of a remark, in dp."""

_BESIDE_NOTE, _CHECK = 35, 15
"""What the initial before a remark and the tile's edges take, and the sign that all is known."""
_LEAST_WIDTH, _SHORT = 58.0, 8


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
    longest = max(map(len, names), default=1)
    long = longest > _SHORT
    letters = max(map(_in_two_lines, names)) if long else longest
    needed = max(letters * _PER_LETTER * scale + 10, _noted(tiles, scale, long=long))
    most = int((width + _GAP) // (max(_LEAST_WIDTH, needed) + _GAP))
    across = balanced_columns(len(tiles), max(1, most))
    rows = [tiles[place : place + across] for place in range(0, len(tiles), across)]
    return ft.Column([_row(row, across, long=long) for row in rows], spacing=_GAP, tight=True)


def _noted(tiles: Sequence[PlayerTile], scale: float, *, long: bool) -> float:
    """How much room the remarks need: in one line beside the initial, or below the name."""
    notes = [tile.note for tile in tiles]
    if long:
        return max(map(len, notes), default=0) * _PER_SMALL_LETTER * scale + _BESIDE_NOTE
    check = _CHECK if any(tile.settled for tile in tiles) else 0
    return longest_word(*notes) * _PER_SMALL_LETTER * scale + 10 + check


def _in_two_lines(name: str) -> int:
    """How many letters the longer line of the name has, set in two lines."""
    words = name.split()
    splits = range(1, len(words) + 1)
    return min(
        (max(len(" ".join(words[:cut])), len(" ".join(words[cut:]))) for cut in splits), default=0
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
        [avatar(tile.player.initial, tile.player.tint, size=30), _name(tile, 13), _note(tile)]
    )


def _long(tile: PlayerTile) -> ft.Control:
    """The name in two lines, whether it needs them or not, over initial and remark."""
    two_lines = ft.Container(_name(tile, 12, says="0\n0"), opacity=0)
    named = ft.Stack([two_lines, _name(tile, 12)], alignment=ft.Alignment.CENTER)
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
    note = text(tile.note, size=12, tone=tone, leading=1.2, align=ft.TextAlign.CENTER)
    if not tile.settled:
        return note
    words = ft.Container(note, expand=True, expand_loose=True)
    return ft.Row([ft.Icon(ft.Icons.CHECK, size=13, color=tone), words], spacing=2, tight=True)
