"""Text in the house's typefaces; suits and arrows are drawn wherever they stand in it."""

from __future__ import annotations

from typing import TypedDict, Unpack

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.theme import Tone


class Setting(TypedDict, total=False):
    """How text is set: alignment, line height and letter spacing, whether it takes the room."""

    align: ft.TextAlign
    leading: float
    spacing: float
    expand: bool


def text(
    value: str,
    *,
    size: float = 15,
    tone: ft.Colors = Tone.INK,
    face: str = TEXT.regular,
    lines: int | None = None,
    **setting: Unpack[Setting],
) -> ft.Text:
    """A run of text; with `lines` given it ends in an ellipsis instead of growing."""
    return ft.Text(
        value,
        size=size,
        color=tone,
        font_family=face,
        font_family_fallback=[TEXT.regular, TEXT.suits],
        max_lines=lines,
        overflow=ft.TextOverflow.CLIP if lines is None else ft.TextOverflow.ELLIPSIS,
        text_align=setting.get("align", ft.TextAlign.START),
        style=ft.TextStyle(height=setting.get("leading"), letter_spacing=setting.get("spacing", 0)),
        expand=setting.get("expand") or None,
    )


def heading(
    value: str,
    *,
    size: float = 22,
    tone: ft.Colors = Tone.HEADING,
    level: int = 2,
    lines: int | None = None,
) -> ft.Control:
    """A heading in the serif, announced as one; `level` as in a document's outline."""
    return ft.Semantics(
        content=text(value, size=size, tone=tone, face=TEXT.heading, lines=lines, leading=1.15),
        header=True,
        heading_level=level,
    )


def named(identifier: str, content: ft.Control, *, live: bool = False) -> ft.Control:
    """A text that tests and assistive technology find by name; a live one is announced."""
    return ft.Semantics(
        content=content, identifier=identifier, container=True, live_region=live or None
    )
