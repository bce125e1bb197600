"""The scaffold of a finished round: a felt banner, paper that scrolls, actions at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.paper import WIDEST
from companion.ui.parts.basics.text import heading, text
from companion.ui.parts.basics.text_scale import title_size
from companion.ui.parts.basics.touch import Tap
from companion.ui.screens import Room
from companion.ui.theme import Tone

_MARGIN = 20


class BannerMore(TypedDict, total=False):
    """What stands in the banner besides its title: the way back left of it, `beside` right,
    `beneath` below; `margin` is at either side of the body.
    """

    subtitle: str
    on_back: Tap | None
    back_says: str
    beside: ft.Control | None
    beneath: ft.Control | None
    widest: float
    margin: float


def banner_page(
    title: str,
    body: Sequence[ft.Control],
    room: Room,
    *,
    actions: Sequence[ft.Control] = (),
    notices: Sequence[ft.Control] = (),
    **more: Unpack[BannerMore],
) -> ft.Control:
    """A whole screen under a felt banner. Banner, notices and actions stay where they are; where
    text is large, banner and notices move along with the body.
    """
    widest, margin = more.get("widest", WIDEST), more.get("margin", _MARGIN)
    shown = _column(_body(body), widest, ft.Padding(margin, 16, margin, 24))
    head = [
        _banner(title, more, widest, room),
        *(_column(one, widest, ft.Padding(margin, 10, margin, 0)) for one in notices),
    ]
    still, moving = ([], [*head, shown]) if room.large_text else (head, [shown])
    scrolling = ft.Column(moving, scroll=ft.ScrollMode.AUTO, spacing=0)
    stack = [*still, ft.Container(scrolling, expand=True)]
    if actions:
        row = ft.Row(list(actions), spacing=10)
        bar = _column(row, widest, ft.Padding.symmetric(horizontal=margin, vertical=12))
        line = ft.Border.only(top=ft.BorderSide(1, Tone.LINE))
        stack.append(ft.Container(_safe(bar, bottom=True), border=line))
    return ft.Container(ft.Column(stack, spacing=0), bgcolor=Tone.PAPER, expand=True)


def _banner(title: str, more: BannerMore, widest: float, room: Room) -> ft.Control:
    on_back, beside = more.get("on_back"), more.get("beside")
    cells: list[ft.Control] = [_title(title, more.get("subtitle", ""), room)]
    if on_back is not None:
        says = more.get("back_says", "")
        cells.insert(
            0,
            icon_button(
                ft.Icons.ARROW_BACK, on_back, identifier="back", label=says, tone=Tone.ON_FELT
            ),
        )
    if beside is not None:
        cells.append(beside)
    row: ft.Control = ft.Row(cells, spacing=4 if on_back is not None else 10)
    if (beneath := more.get("beneath")) is not None:
        row = ft.Column([row, beneath], spacing=8, tight=True)
    left = 8 if on_back is not None else _MARGIN
    padding = ft.Padding(left, 16, _MARGIN, 18)
    return ft.Container(
        _safe(_column(row, widest, padding), top=True),
        gradient=ft.LinearGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
        ),
    )


def _title(title: str, subtitle: str, room: Room) -> ft.Control:
    words: list[ft.Control] = [
        heading(title, size=title_size(26, room), tone=Tone.ON_FELT, level=1)
    ]
    if subtitle:
        words.append(text(subtitle, size=14, tone=Tone.FELT_MUTED))
    return ft.Column(words, spacing=2, tight=True, expand=True)


def _body(controls: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        list(controls),
        spacing=14,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _column(content: ft.Control, widest: float, padding: ft.Padding) -> ft.Control:
    """The content in the middle, as wide as it may be; a narrow screen clamps it."""
    return ft.Container(
        ft.Container(content, width=widest, padding=padding), alignment=ft.Alignment.TOP_CENTER
    )


def _safe(content: ft.Control, *, top: bool = False, bottom: bool = False) -> ft.Control:
    return ft.SafeArea(
        content, avoid_intrusions_top=top or False, avoid_intrusions_bottom=bottom or False
    )
