"""The scaffold of a question answered: a paper sheet that lies upon the felt."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import heading
from companion.ui.parts.basics.text_scale import row_or_column
from companion.ui.parts.basics.touch import Tap
from companion.ui.screens import Room
from companion.ui.theme import Tone

WIDEST = 560
_ROUND = 28


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
    free = room.width > WIDEST + 2 * _ROUND
    below = 24 if free and room.height > WIDEST else 0
    radius = ft.BorderRadius(_ROUND, _ROUND, _ROUND if below else 0, _ROUND if below else 0)
    laid = ft.Container(
        ft.Column([_scrolling(body), *_bar(actions, large=room.large_text)], spacing=0),
        bgcolor=Tone.PAPER,
        border_radius=radius,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
        width=WIDEST if free else None,
        expand=True,
    )
    column = ft.Column(
        [_top(title, on_back, back_says, free=free), laid, ft.Container(height=below)],
        spacing=0,
        horizontal_alignment=(
            ft.CrossAxisAlignment.CENTER if free else ft.CrossAxisAlignment.STRETCH
        ),
    )
    return ft.Container(
        ft.SafeArea(column, expand=True),
        gradient=ft.RadialGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE], center=ft.Alignment(0, -0.25), radius=1.05
        ),
        expand=True,
    )


def _top(title: str, on_back: Tap, back_says: str, *, free: bool) -> ft.Control:
    back = icon_button(
        ft.Icons.ARROW_BACK, on_back, identifier="back", label=back_says, tone=Tone.ON_FELT
    )
    row = ft.Row([back, heading(title, size=20, tone=Tone.ON_FELT, level=1)], spacing=4)
    return ft.Container(row, width=WIDEST if free else None, padding=ft.Padding(8, 12, 20, 12))


def _scrolling(body: Sequence[ft.Control]) -> ft.Control:
    inner = ft.Column(
        list(body),
        spacing=16,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Container(
        ft.Column(
            [ft.Container(inner, padding=ft.Padding(20, 20, 20, 24))],
            scroll=ft.ScrollMode.AUTO,
            spacing=0,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
    )


def _bar(actions: Sequence[ft.Control], *, large: bool) -> list[ft.Control]:
    if not actions:
        return []
    return [
        ft.Container(
            row_or_column(actions, large=large),
            padding=ft.Padding.symmetric(horizontal=20, vertical=12),
            border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
        )
    ]
