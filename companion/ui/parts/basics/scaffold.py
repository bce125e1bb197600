"""What the scaffolds of whole screens have in common: a title, a body that scrolls, a bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypedDict

import flet as ft

from companion.ui.hooks import use_begun
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.buttons import icon_button
from companion.ui.parts.basics.field import show_written_field
from companion.ui.parts.basics.text import heading, kept_together, text
from companion.ui.parts.basics.touch import Tap
from companion.ui.routes.screens import Room


class TitleMore(TypedDict, total=False):
    """What stands round a screen's title: the way back left of it, `beside` right of it."""

    subtitle: str
    on_back: Tap | None
    back_says: str
    beside: ft.Control | None


def title_row(title: str, more: TitleMore, size: float, *, on_felt: bool = False) -> ft.Row:
    """The title over its subtitle, between the way back and what stands beside."""
    tone, muted = (Tone.ON_FELT, Tone.FELT_MUTED) if on_felt else (Tone.HEADING, Tone.MUTED)
    words: list[ft.Control] = [heading(title, size=size, tone=tone, level=1)]
    if subtitle := more.get("subtitle"):
        words.append(text(kept_together(subtitle), size=14, tone=muted))
    cells: list[ft.Control] = [ft.Column(words, spacing=2, tight=True, expand=True)]
    on_back, beside = more.get("on_back"), more.get("beside")
    if on_back is not None:
        ink = Tone.ON_FELT if on_felt else Tone.INK
        cells.insert(0, back_button(on_back, more.get("back_says", ""), ink))
    if beside is not None:
        cells.append(ft.Container(beside, padding=ft.Padding.only(left=8)))
    return ft.Row(cells, spacing=4)


def back_button(on_back: Tap, says: str, tone: ft.Colors) -> ft.Control:
    """The way back to the screen below."""
    return icon_button(ft.Icons.ARROW_BACK, on_back, identifier="back", label=says, tone=tone)


def scaffold(
    head: Sequence[ft.Control],
    body: ft.Control,
    bar: Sequence[ft.Control],
    room: Room,
    key: str = "body",
) -> ft.Control:
    """Return a screen whose body scrolls between head and bar. Where text is large the head scrolls
    with the body; where a keyboard leaves little height both do. Another `key` shows another body
    from its beginning.

    The body keeps its place in the tree: a field that moved there would lose its keyboard.
    """
    column: ft.Ref[ft.Column] = use_begun(ft.Ref[ft.Column])
    ft.use_effect(partial(show_written_field, column), [room.height])
    head_moves = room.large_text or room.shallow
    scrolling = ft.Column(
        [_strip(head, shown=head_moves), body, _strip(bar, shown=room.shallow)],
        scroll=ft.ScrollMode.AUTO,
        spacing=0,
        ref=column,
    )
    middle = ft.Container(scrolling, expand=True, key=key)
    above, below = _strip(head, shown=not head_moves), _strip(bar, shown=not room.shallow)
    return ft.Column([above, middle, below], spacing=0)


def _strip(controls: Sequence[ft.Control], *, shown: bool) -> ft.Control:
    return ft.Column(list(controls) if shown else [], spacing=0, tight=True)


def centred(content: ft.Control, widest: float, padding: ft.PaddingValue = 0) -> ft.Control:
    """The content in the middle, as wide as it may be; a narrow screen clamps it."""
    column = ft.Container(content, width=widest, padding=padding)
    return ft.Container(column, alignment=ft.Alignment.TOP_CENTER)


def bottom_bar(content: ft.Control) -> ft.Control:
    """The content under a line."""
    return ft.Container(content, border=ft.Border.only(top=ft.BorderSide(1, Tone.LINE)))
