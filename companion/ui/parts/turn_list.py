"""Turns as lines: number, player, what was done, and the verdict on a pass."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed, memo
from companion.ui.parts.plan import TURN_LINE
from companion.ui.parts.text import named, text
from companion.ui.theme import AVATARS, Tone
from companion.views.table import TurnLine


def turn_list(turns: Sequence[TurnLine], *, on_felt: bool = True) -> list[ft.Control]:
    """The turns as given, for the table's side panel or for paper."""
    return [keyed(f"turn-{one.turn}", TurnRow, one, on_felt=on_felt) for one in turns]


@memo
@ft.component
@boundary
def TurnRow(line: TurnLine, *, on_felt: bool) -> ft.Control:
    """One turn."""
    ink, muted = (Tone.ON_FELT, Tone.FELT_MUTED) if on_felt else (Tone.INK, Tone.MUTED)
    size = 13.5 if on_felt else 16
    cells: list[ft.Control] = [
        ft.Container(
            text(str(line.turn), size=size, tone=muted, lines=1),
            width=28 if on_felt else 36,
        ),
        ft.Container(width=8, height=8, border_radius=4, bgcolor=AVATARS[line.tint % len(AVATARS)]),
        text(line.player, size=size, tone=ink, lines=1, expand=True),
        text(line.text, size=size, tone=muted if line.verdict else ink, face=TEXT.semibold),
    ]
    if line.verdict:
        cells.append(named(f"verdict-{line.turn}", _verdict(line, on_felt=on_felt)))
    return ft.Semantics(
        content=ft.Container(
            ft.Row(cells, spacing=8),
            height=TURN_LINE if on_felt else None,
            padding=0 if on_felt else ft.Padding.symmetric(vertical=10),
            border=None if on_felt else ft.Border.only(bottom=ft.BorderSide(1, Tone.LINE)),
        ),
        identifier=f"turn-{line.turn}",
        container=True,
    )


def _verdict(line: TurnLine, *, on_felt: bool) -> ft.Control:
    if line.verdict == "illegal":
        ground, words = Tone.DANGER, Tone.ON_DANGER
    elif on_felt:
        ground, words = Tone.PILL, Tone.FELT_MUTED
    else:
        ground, words = Tone.QUIET, Tone.INK
    return ft.Container(
        text(line.verdict_text, size=11.5, tone=words, face=TEXT.medium, lines=1),
        bgcolor=ground,
        border_radius=10,
        padding=ft.Padding.symmetric(horizontal=8, vertical=2),
    )
