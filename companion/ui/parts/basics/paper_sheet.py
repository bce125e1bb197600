"""The scaffold of a question answered: a paper sheet that lies upon the felt."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.scaffold import back_button, bottom_bar
from companion.ui.parts.basics.text import heading
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes.screens import Room

WIDEST = 560
_RADIUS = 28


def sheet_page(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    on_back: Tap,
    back_says: str,
    actions: Sequence[ft.Control] = (),
) -> ft.Control:
    """A whole screen. On a phone the sheet reaches the edges; in a wide window it lies free."""
    free = room.width > WIDEST + 2 * _RADIUS
    width = WIDEST if free else None
    below = 24 if free and room.height > WIDEST else 0
    foot = _RADIUS if below else 0
    laid = ft.Container(
        ft.Column([_scrolling(body), *_bar(actions, large=room.large_text)], spacing=0),
        bgcolor=Tone.PAPER,
        border_radius=ft.BorderRadius(_RADIUS, _RADIUS, foot, foot),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        width=width,
        expand=True,
    )
    across = ft.CrossAxisAlignment.CENTER if free else ft.CrossAxisAlignment.STRETCH
    back = back_button(on_back, back_says, Tone.ON_FELT)
    row = ft.Row([back, heading(title, size=20, tone=Tone.ON_FELT, level=1)], spacing=4)
    top = ft.Container(row, width=width, padding=ft.Padding(8, 12, 20, 12))
    lines: list[ft.Control] = [top, laid, ft.Container(height=below)]
    column = ft.Column(lines, spacing=0, horizontal_alignment=across)
    return ft.Container(
        ft.SafeArea(column, expand=True),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(0, -0.25), radius=1.05
        ),
        expand=True,
    )


def _scrolling(body: Sequence[ft.Control]) -> ft.Control:
    shown = ft.Container(stretched(body, spacing=16), padding=ft.Padding(20, 20, 20, 24))
    column = stretched([shown], spacing=0)
    column.scroll, column.tight = ft.ScrollMode.AUTO, False
    return ft.Container(column, expand=True)


def _bar(actions: Sequence[ft.Control], *, large: bool) -> list[ft.Control]:
    if not actions:
        return []
    row = row_or_column(actions, large=large)
    return [bottom_bar(ft.Container(row, padding=ft.Padding.symmetric(horizontal=20, vertical=12)))]
