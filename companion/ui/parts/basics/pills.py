"""Pills: a few words each, one of which may be chosen."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import column_width
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.routes.screens import Room

_SIDES, _LINE = 15, 1
_ROOMY = 500
"""The least width in which pills stand in several rows, in dp."""


def pill(
    words: str, on_tap: Tap, *, identifier: str, chosen: bool = False, label: str = ""
) -> ft.Control:
    """A few words in a pill; the chosen one is filled."""
    tone = Tone.ON_ACTION if chosen else Tone.INK
    shown = ft.Container(
        text(words, size=14, face=TEXT.semibold if chosen else TEXT.medium, tone=tone),
        padding=ft.Padding.symmetric(vertical=6),
    )
    least = ft.Container(width=LEAST - 2 * _SIDES, height=LEAST - 2 * _LINE)
    return touchable(
        ft.Stack([least, shown], alignment=ft.Alignment.CENTER),
        on_tap,
        identifier=identifier,
        label=label,
        selected=chosen,
        radius=LEAST / 2,
        bgcolor=Tone.ACTION if chosen else Tone.PANEL,
        border=ft.Border.all(_LINE, Tone.ACTION if chosen else Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        height=None,
        align=None,
        key=identifier,
    )


def pill_row(pills: Sequence[ft.Control], room: Room | None = None) -> ft.Control:
    """The pills in as many rows as it takes; in one row that scrolls if the room is a phone's."""
    if room and column_width(room) < _ROOMY and not room.large_text:
        return ft.Row(list(pills), spacing=8, scroll=ft.ScrollMode.HIDDEN)
    return ft.Row(list(pills), spacing=8, run_spacing=8, wrap=True)
