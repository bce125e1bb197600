"""Figures of a player: tiles, bars against others, and lines that say on what they rest."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import in_rows, row_of_equal_height, stretched
from companion.ui.parts.basics.panels import panel
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import with_trailing
from companion.ui.parts.people.avatars import avatar, player_colour
from companion.ui.routes.screens import Room
from companion.views.of_players.player import Against, Figure, Tile

_ACROSS, _ACROSS_LARGE = 3, 2
_WHOLE = 1000
"""A bar's length in parts, for Flet divides room in whole shares."""


def tiles(shown: Sequence[Tile], room: Room) -> ft.Control:
    """The tiles, three beside each other; two where text is large."""
    across = _ACROSS_LARGE if room.large_text else _ACROSS
    rows = in_rows([_tile(tile) for tile in shown], across)
    return stretched([row_of_equal_height(row, spacing=10) for row in rows], spacing=10)


def _tile(tile: Tile) -> ft.Control:
    """Draw a figure over its label; the label is read first."""
    value = text(tile.value, size=22, face=TEXT.heading, tone=Tone.HEADING, lines=1)
    label = text(
        tile.label,
        size=13,
        tone=Tone.MUTED,
        align=ft.TextAlign.CENTER,
        leading=1.2,
        silent=True,
    )
    column = ft.Column(
        [named(f"figure-{tile.name}", value), label],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    shown = ft.Container(
        column,
        bgcolor=Tone.PANEL,
        border_radius=16,
        border=ft.Border.all(1, Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=6, vertical=12),
    )
    return ft.Semantics(content=shown, label=tile.label, container=True, expand=True)


def against_panel(
    shown: Sequence[Against], rests: str, tint: int, title: str, room: Room
) -> ft.Control:
    """A bar for each other player: how often this one, of that colour, was ahead."""
    rows: list[ft.Control] = [_against(one, tint, large=room.large_text) for one in shown]
    return panel([*rows, text(rests, size=13, tone=Tone.MUTED)], title=title, spacing=12)


def _against(one: Against, tint: int, *, large: bool) -> ft.Control:
    name = text(one.name, size=15, face=TEXT.medium)
    value = text(one.value, size=15, face=TEXT.bold, align=ft.TextAlign.END)
    words = with_trailing(name, [value], below=large)
    lines = stretched([words, _bar(one.share, tint)], spacing=4)
    lines.expand = True
    cells: list[ft.Control] = [lines] if large else [avatar(one.initial, one.tint, size=32), lines]
    return ft.Semantics(
        content=ft.Row(cells, spacing=12),
        exclude_semantics=True,
        label=one.says,
        identifier=f"against-{'-'.join(one.name.split())}",
        container=True,
        key=str(one.number),
    )


def _bar(share: float, tint: int) -> ft.Control:
    reach = round(share * _WHOLE)
    parts: list[ft.Control] = [
        ft.Container(bgcolor=player_colour(tint), border_radius=5, expand=reach),
        ft.Container(expand=_WHOLE - reach),
    ]
    shown = [part for part in parts if part.expand]
    return ft.Container(
        ft.Row(shown, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=10,
        bgcolor=Tone.QUIET,
        border_radius=5,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def figures_panel(shown: Sequence[Figure], title: str, room: Room) -> ft.Control:
    """The figures, each with that on which it rests."""
    return panel([_figure(one, large=room.large_text) for one in shown], title=title, spacing=12)


def _figure(one: Figure, *, large: bool) -> ft.Control:
    label = text(one.label, size=15, face=TEXT.medium)
    words = stretched([label, text(one.rests, size=13, tone=Tone.MUTED)], spacing=1)
    value = text(one.value, size=17, face=TEXT.bold, lines=1)
    return named(f"figure-{one.name}", with_trailing(words, [value], below=large))
