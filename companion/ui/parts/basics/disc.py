"""A round ground with something in its middle: an initial, an icon, nothing."""

from __future__ import annotations

import flet as ft


def disc(size: float, ground: ft.ColorValue, content: ft.Control | None = None) -> ft.Container:
    """The disc, `size` dp across."""
    return ft.Container(
        content,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=ground,
        alignment=ft.Alignment.CENTER,
    )
