"""The scaffold of every paper screen: heading, scrolling body, actions at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import flet as ft

from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.scaffold import (
    TitleMore,
    bottom_bar,
    centred,
    scaffold,
    title_row,
)
from companion.ui.parts.basics.text_scale import row_or_column, title_size
from companion.ui.routes.screens import Room

WIDEST = 680
"""The content of a paper screen grows no wider than this, in dp."""


class PaperMore(TitleMore, total=False):
    """How wide the content grows, and how large the title is, in dp; `refused` says why a tap was
    refused in the bottom bar, where it moves no row under a finger. With another `body_key` the
    body shows from its beginning.
    """

    widest: float
    title_size: float
    refused: Sequence[ft.Control]
    body_key: str


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
    bar, stay where they are. Where text is large, title and notices scroll with the body.
    """
    widest = more.get("widest", WIDEST)
    size = title_size(more.get("title_size", 26), room)
    top = title_row(title, more, size)
    left = 8 if more.get("on_back") is not None else 20
    head = [
        centred(top, widest, ft.Padding(left, 14, 20, 10)),
        *(centred(notice, widest, ft.Padding(20, 0, 20, 8)) for notice in notices),
    ]
    shown = centred(stretched(body), widest, ft.Padding(20, 2, 20, 24))
    foot = [*more.get("refused", ())]
    if actions:
        foot.append(row_or_column(actions, large=room.large_text))
    padding = ft.Padding.symmetric(horizontal=20, vertical=12)
    bar = [bottom_bar(centred(stretched(foot, spacing=8), widest, padding))] if foot else []
    page = ft.Container(
        scaffold(head, shown, bar, room, more.get("body_key", "body")), height=room.height
    )
    # A keyboard covers the page before the app hears of it. Until then the page keeps its height
    # and scrolls; a body without height would drop the field that is written into.
    covered = ft.Column([page], scroll=ft.ScrollMode.AUTO, spacing=0)
    return ft.Container(ft.SafeArea(covered, expand=True), bgcolor=Tone.PAPER, expand=True)
