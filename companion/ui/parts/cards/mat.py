"""The mat of felt that the layout lies on."""

from __future__ import annotations

import flet as ft

from companion.ui.looks.theme import Tone


def mat(content: ft.Control, *, fills: bool, padding: ft.Padding | None = None) -> ft.Control:
    """The content in the middle of a mat that `fills` the room, or is as high as the content."""
    return ft.Container(
        content,
        bgcolor=Tone.FELT,
        border_radius=20,
        alignment=ft.Alignment.CENTER,
        padding=padding,
        margin=ft.Margin.symmetric(horizontal=6),
        expand=fills or None,
    )
