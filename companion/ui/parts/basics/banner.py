"""The scaffold of a finished round: a felt banner, paper that scrolls, actions at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.paper import WIDEST
from companion.ui.parts.basics.scaffold import (
    TitleMore,
    bottom_bar,
    centred,
    scaffold,
    title_row,
)
from companion.ui.parts.basics.text_scale import title_size
from companion.ui.routes.screens import Room

_MARGIN = 20


class BannerMore(TitleMore, total=False):
    """`beneath` stands below the title; `margin` is at either side of the body, in dp; `refused`
    says why a tap was refused in the bottom bar, where it moves no row under a finger.
    """

    beneath: ft.Control | None
    refused: Sequence[ft.Control]
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
    text is large, banner and notices scroll with the body.
    """
    widest, margin = more.get("widest", WIDEST), more.get("margin", _MARGIN)
    told = [centred(notice, widest, ft.Padding(margin, 10, margin, 0)) for notice in notices]
    shown = centred(stretched(body), widest, ft.Padding(margin, 16, margin, 24))
    foot = [*more.get("refused", ()), *([ft.Row([*actions], spacing=10)] if actions else [])]
    padding = ft.Padding.symmetric(horizontal=margin, vertical=12)
    row = centred(stretched(foot, spacing=8), widest, padding)
    bar = [bottom_bar(_safe(row, bottom=True))] if foot else []
    page = scaffold([_banner(title, more, widest, room), *told], shown, bar, room)
    return ft.Container(page, bgcolor=Tone.PAPER, expand=True)


def _banner(title: str, more: BannerMore, widest: float, room: Room) -> ft.Control:
    shown: ft.Control = title_row(title, more, title_size(26, room), on_felt=True)
    if (beneath := more.get("beneath")) is not None:
        shown = ft.Column([shown, beneath], spacing=8, tight=True)
    left = 8 if more.get("on_back") is not None else _MARGIN
    return ft.Container(
        _safe(centred(shown, widest, ft.Padding(left, 16, _MARGIN, 18)), top=True),
        gradient=ft.LinearGradient(
            colors=[Tone.FELT, Tone.FELT_EDGE],
            begin=ft.Alignment.TOP_LEFT,
            end=ft.Alignment.BOTTOM_RIGHT,
        ),
    )


def _safe(content: ft.Control, *, top: bool = False, bottom: bool = False) -> ft.Control:
    return ft.SafeArea(content, avoid_intrusions_top=top, avoid_intrusions_bottom=bottom)
