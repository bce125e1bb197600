"""How large the device writes: a text of known height lies unseen on the page and is measured."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

_HEIGHT = 20
_STEPS = 20
"""A scale is told in twentieths, so that a rounded pixel changes nothing."""


def ruler(on_scale: Callable[[float], None]) -> ft.Control:
    """The text, which tells the scale of the device's text whenever that is laid out anew."""

    def measured(event: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        on_scale(round(event.height / _HEIGHT * _STEPS) / _STEPS)

    line = ft.Text(
        "0",
        size=_HEIGHT,
        style=ft.TextStyle(height=1),
        opacity=0,
        on_size_change=measured,
        size_change_interval=0,
    )
    return ft.TransparentPointer(content=ft.Semantics(content=line, exclude_semantics=True))
