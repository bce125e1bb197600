"""The scaffold of every paper screen: heading, scrolling body, actions at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import row_or_column, title_size
from companion.ui.parts.basics.touch import Tap
from companion.ui.screens import Room
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
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    **more: Unpack[PaperMore],
) -> ft.Control:
    """A whole paper screen. The body scrolls; title, notices and actions, which share the bottom
    bar, stay where they are. Where text is large, title and notices move along.
    """
    widest = more.get("widest", WIDEST)
    head = [_top(title, more, room), *(_notice(each) for each in notices)]
    still, moving = ([], [*head, _body(body)]) if room.large_text else (head, [_body(body)])
    stack = [*_columns(still, widest), _scrolling(_columns(moving, widest))]
    if actions:
        stack.append(_bar(row_or_column(actions, large=room.large_text), widest))
    return ft.Container(
        ft.SafeArea(ft.Column(stack, spacing=0), expand=True), bgcolor=Tone.PAPER, expand=True
    )


def _columns(controls: Sequence[ft.Control], widest: float) -> list[ft.Control]:
    return [_column(each, widest) for each in controls]


def _scrolling(controls: Sequence[ft.Control]) -> ft.Control:
    column = ft.Column(list(controls), scroll=ft.ScrollMode.AUTO, spacing=0)
    return ft.Container(column, expand=True)


def _notice(shown: ft.Control) -> ft.Control:
    return ft.Container(shown, padding=ft.Padding.only(left=20, right=20, bottom=8))


def _top(title: str, more: PaperMore, room: Room) -> ft.Control:
    on_back, beside, subtitle = more.get("on_back"), more.get("beside"), more.get("subtitle", "")
    top: list[ft.Control] = []
    if on_back is not None:
        top.append(
            icon_button(
                ft.Icons.ARROW_BACK, on_back, identifier="back", label=more.get("back_says", "")
            )
        )
    size = title_size(more.get("title_size", 26), room)
    words: list[ft.Control] = [heading(title, size=size, level=1)]
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


def _bar(actions: ft.Control, widest: float) -> ft.Control:
    padding = ft.Padding.symmetric(horizontal=20, vertical=12)
    return ft.Container(
        _column(ft.Container(actions, padding=padding), widest),
        border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)),
    )


def _column(content: ft.Control, widest: float) -> ft.Control:
    """The content in the middle, as wide as it may be; a narrow screen clamps it."""
    return ft.Container(ft.Container(content, width=widest), alignment=ft.Alignment.TOP_CENTER)
