"""Turns as lines: number, player, what was done, and the verdict on a pass."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.people.avatars import player_colour
from companion.ui.theme import Tone
from companion.views.at_table.turns import TurnLine


def turn_list(turns: Sequence[TurnLine], line_height: float) -> list[ft.Control]:
    """The turns as given, for the table's side panel, each so many dp high."""
    return [keyed(f"turn-{line.turn}", TurnRow, line, line_height) for line in turns]


@ft.component
@boundary
def TurnRow(line: TurnLine, height: float) -> ft.Control:
    """One turn on the felt."""
    done = Tone.FELT_MUTED if line.verdict else Tone.ON_FELT
    cells: list[ft.Control] = [
        ft.Container(text(str(line.turn), size=13.5, tone=Tone.FELT_MUTED, lines=1), width=28),
        tint_dot(line.tint, 8),
        text(line.player, size=13.5, tone=Tone.ON_FELT, lines=1, expand=True),
        text(line.text, size=13.5, tone=done, face=TEXT.semibold),
    ]
    if line.verdict:
        cells.append(named(f"verdict-{line.turn}", verdict_pill(line, on_felt=True)))
    return ft.Semantics(
        content=ft.Container(ft.Row(cells, spacing=8), height=height),
        identifier=f"turn-{line.turn}",
        container=True,
    )


def tint_dot(tint: int, size: float) -> ft.Control:
    """A player's colour."""
    return disc(size, player_colour(tint))


def verdict_pill(line: TurnLine, *, on_felt: bool) -> ft.Control:
    """The verdict in one word."""
    if line.verdict == "illegal":
        ground, words = Tone.DANGER, Tone.ON_DANGER
    elif on_felt:
        ground, words = Tone.TILE, Tone.FELT_MUTED
    else:
        ground, words = Tone.QUIET, Tone.INK
    return ft.Container(
        text(line.verdict_text, size=11.5, tone=words, face=TEXT.medium, lines=1),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=2),
    )
