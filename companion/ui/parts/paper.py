"""The scaffold of every paper screen: heading, scrolling body, actions at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.parts.buttons import icon_button
from companion.ui.parts.text import heading, text
from companion.ui.parts.touch import Tap
from companion.ui.theme import Tone

WIDEST = 680
"""The content of a paper screen grows no wider than this, in dp."""


class PaperMore(TypedDict, total=False):
    """What stands round a paper screen's title; `beside` is right of it."""

    subtitle: str
    on_back: Tap | None
    back_says: str
    beside: ft.Control | None
    widest: float
    title_size: float


def paper(
    title: str,
    body: Sequence[ft.Control],
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    **more: Unpack[PaperMore],
) -> ft.Control:
    """A whole paper screen. The body scrolls; title, notices and actions stay where they are.

    `actions` share the bottom bar's width if they expand.
    """
    widest = more.get("widest", WIDEST)
    stack = [
        _column(_top(title, more), widest),
        *(
            _column(ft.Container(one, padding=ft.Padding.only(left=20, right=20, bottom=8)), widest)
            for one in notices
        ),
        ft.Container(
            ft.Column([_column(_body(body), widest)], scroll=ft.ScrollMode.AUTO, spacing=0),
            expand=True,
        ),
    ]
    if actions:
        stack.append(_bar(actions, widest))
    return ft.Container(
        ft.SafeArea(ft.Column(stack, spacing=0), expand=True), bgcolor=Tone.PAPER, expand=True
    )


def _top(title: str, more: PaperMore) -> ft.Control:
    on_back, beside, subtitle = more.get("on_back"), more.get("beside"), more.get("subtitle", "")
    top: list[ft.Control] = []
    if on_back is not None:
        top.append(
            icon_button(
                ft.Icons.ARROW_BACK, on_back, identifier="back", label=more.get("back_says", "")
            )
        )
    words: list[ft.Control] = [heading(title, size=more.get("title_size", 26), level=1)]
    if subtitle:
        words.append(text(subtitle, size=14, tone=Tone.MUTED))
    top.append(ft.Column(words, spacing=2, tight=True, expand=True))
    if beside is not None:
        top.append(beside)
    left = 8 if on_back is not None else 20
    return ft.Container(
        ft.Row(top, spacing=4),
        padding=ft.Padding.only(left=left, right=20, top=14, bottom=10),
    )


def _body(controls: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(
            list(controls),
            spacing=14,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.only(left=20, right=20, top=2, bottom=24),
    )


def _bar(actions: Sequence[ft.Control], widest: float) -> ft.Control:
    return ft.Container(
        _column(
            ft.Container(
                ft.Row(list(actions), spacing=12),
                padding=ft.Padding.symmetric(horizontal=20, vertical=12),
            ),
            widest,
        ),
        border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
    )


def _column(content: ft.Control, widest: float) -> ft.Control:
    """The content in the middle, as wide as it may be; a narrow screen clamps it."""
    return ft.Container(ft.Container(content, width=widest), alignment=ft.Alignment.TOP_CENTER)
