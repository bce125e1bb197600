"""The mat of felt that the layout lies on.

Each pixel of a rounded rectangle is blended, and that of a plain one only filled; the mat is the
largest thing on the screen, so it is rounded at its ends alone.
"""

from __future__ import annotations

import flet as ft

from companion.ui.theme import Tone

_RADIUS = 20


def mat(content: ft.Control, *, fills: bool, padding: ft.Padding | None = None) -> ft.Control:
    """The content in the middle of a mat that `fills` the room, or is as high as the content."""
    laid = ft.Container(content, alignment=ft.Alignment.CENTER, padding=padding)
    felt = ft.Container(bgcolor=Tone.FELT, left=0, right=0, top=_RADIUS, bottom=_RADIUS)
    return ft.Stack(
        [_end(top=0), _end(bottom=0), felt, laid],
        margin=_MARGIN,
        clip_behavior=ft.ClipBehavior.NONE,
        expand=fills or None,
    )


def _end(*, top: float | None = None, bottom: float | None = None) -> ft.Control:
    """A strip as high as its corners are round."""
    return ft.Container(
        bgcolor=Tone.FELT,
        border_radius=_RADIUS,
        left=0,
        right=0,
        top=top,
        bottom=bottom,
        height=2 * _RADIUS,
    )


_MARGIN = ft.Margin.symmetric(horizontal=6)
