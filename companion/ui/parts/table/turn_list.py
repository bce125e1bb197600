"""Turns as lines: number, player, what was done, and the verdict on a pass."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.hooks import keyed
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import ringed
from companion.ui.parts.people.avatars import player_colour
from companion.ui.session import Session
from companion.views.at_table.turns import TurnLine

_ROUND = 8
"""How round the ring around a pass is that has the focus, in dp."""


def turn_list(
    session: Session, turns: Sequence[TurnLine], line_height: float, grow: float
) -> list[ft.Control]:
    """The turns as given, for the table's side panel, each so many dp high and written so many
    times as large as usual.
    """
    return [keyed(f"turn-{line.turn}", TurnRow, session, line, line_height, grow) for line in turns]


@ft.component
@boundary
def TurnRow(session: Session, line: TurnLine, height: float, grow: float) -> ft.Control:
    """One turn on the felt; a pass leads to its verdict."""
    done, size = Tone.FELT_MUTED if line.verdict else Tone.ON_FELT, 13.5 * grow
    number = text(str(line.turn), size=size, tone=Tone.FELT_MUTED, lines=1)
    cells: list[ft.Control] = [
        ft.Container(number, width=28 * grow),
        tint_dot(line.tint, 8 * grow),
        text(line.player, size=size, tone=Tone.ON_FELT, lines=1, expand=True),
        text(line.text, size=size, tone=done, face=TEXT.semibold),
    ]
    if line.verdict:
        pill = verdict_pill(line, on_felt=True, size=11.5 * grow)
        cells.append(named(f"verdict-{line.turn}", pill))
    verdict = session.tap(session.open, f"verdict/{line.turn}") if line.verdict else None
    row = ft.Container(ft.Row(cells, spacing=8), height=height)
    return ft.Semantics(
        content=ringed(row, verdict, _ROUND) if verdict else row,
        identifier=f"turn-{line.turn}",
        button=bool(verdict) or None,
        container=True,
    )


def tint_dot(tint: int, size: float) -> ft.Control:
    """A player's colour."""
    return disc(size, player_colour(tint))


def verdict_pill(line: TurnLine, *, on_felt: bool, size: float = 11.5) -> ft.Control:
    """The verdict in one word."""
    if line.verdict == "illegal":
        ground, words = Tone.DANGER, Tone.ON_DANGER
    elif on_felt:
        ground, words = Tone.TILE, Tone.FELT_MUTED
    else:
        ground, words = Tone.QUIET, Tone.INK
    return ft.Container(
        text(line.verdict_text, size=size, tone=words, face=TEXT.medium, lines=1),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=2),
    )
