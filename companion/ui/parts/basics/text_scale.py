"""What keeps its place or height at any size of the device's text."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.touch import LEAST
from companion.ui.routes.screens import Room


def min_height(
    content: ft.Control, height: float = LEAST, *, align: ft.Alignment = ft.Alignment.CENTER
) -> ft.Control:
    """The content in a strip of that height in dp, or of its own height if that is more."""
    return ft.Stack(
        [ft.Container(width=0, height=height), content],
        alignment=align,
        clip_behavior=ft.ClipBehavior.NONE,
    )


def row_or_column(
    controls: Sequence[ft.Control], *, large: bool, spacing: float = 12
) -> ft.Row | ft.Column:
    """Controls that share the width, or where text is large below each other."""
    for control in controls:
        control.expand = None if large else control.expand or True
    return stretched(controls, spacing=8) if large else ft.Row(list(controls), spacing=spacing)


def title_size(size: float, room: Room) -> float:
    """The size of a title, which is large already: it grows half as much as other text does."""
    return size * (1 + room.text_scale) / 2 / room.text_scale


def with_trailing(words: ft.Control, trailing: Sequence[ft.Control], *, below: bool) -> ft.Control:
    """Words with what stands after them in the line, or below them."""
    if below:
        return ft.Column([words, *trailing], spacing=8, tight=True)
    return ft.Row([ft.Container(words, expand=True), *trailing], spacing=8)
