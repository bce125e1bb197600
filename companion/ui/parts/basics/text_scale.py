"""What is as high as a finger needs, and higher where large text needs more."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.parts.basics.touch import LEAST
from companion.ui.screens import Room


def min_height(
    content: ft.Control, high: float = LEAST, *, align: ft.Alignment = ft.Alignment.CENTER
) -> ft.Control:
    """The content in a strip of that height, or of its own if that is more."""
    return ft.Stack(
        [ft.Container(width=0, height=high), content],
        alignment=align,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def row_or_column(
    controls: Sequence[ft.Control], *, large: bool, spacing: float = 12
) -> ft.Row | ft.Column:
    """Controls that share the width, or where text is large below each other."""
    for each in controls:
        each.expand = None if large else each.expand or True
    if large:
        across = ft.CrossAxisAlignment.STRETCH
        return ft.Column(list(controls), spacing=8, tight=True, horizontal_alignment=across)
    return ft.Row(list(controls), spacing=spacing)


def longest_word(*texts: str) -> int:
    """How many letters the longest word has, for it must not be torn."""
    return max((len(word) for each in texts for word in each.split()), default=0)


def title_size(size: float, room: Room) -> float:
    """The size of a title, which is large already: it grows half as much as other text does."""
    return size * (1 + room.text_scale) / 2 / room.text_scale


def with_trailing(words: ft.Control, after: Sequence[ft.Control], *, below: bool) -> ft.Control:
    """Words with what stands after them in the line, or if need be below them."""
    if below:
        return ft.Column([words, *after], spacing=8, tight=True)
    return ft.Row([ft.Container(words, expand=True), *after], spacing=8)
