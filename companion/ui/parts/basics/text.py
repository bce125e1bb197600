"""Text in the app's typefaces, named or silent for screen readers."""

from __future__ import annotations

import re
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.looks import TEXT, Tone

_BEFORE_SUM = re.compile(r" (?=\d)")
_DOT, _TOGETHER = " · ", "\N{NO-BREAK SPACE}"


class Typesetting(TypedDict, total=False):
    """How text is set: alignment, line height and letter spacing, whether it takes the room, and
    whether it is silent, since something else tells the same to assistive technology.
    """

    align: ft.TextAlign
    leading: float
    spacing: float
    expand: bool
    silent: bool


def text(
    value: str,
    *,
    size: float = 15,
    tone: ft.ColorValue = Tone.INK,
    face: str = TEXT.regular,
    lines: int | None = None,
    **setting: Unpack[Typesetting],
) -> ft.Text:
    """A run of text; with `lines` given it ends in an ellipsis instead of growing."""
    return ft.Text(
        value,
        size=size,
        color=tone,
        font_family=None if face == TEXT.regular else face,
        max_lines=lines,
        overflow=ft.TextOverflow.CLIP if lines is None else ft.TextOverflow.ELLIPSIS,
        text_align=setting.get("align", ft.TextAlign.START),
        style=_style(setting),
        expand=setting.get("expand") or None,
        semantics_label="" if setting.get("silent") else None,
    )


def _style(setting: Typesetting) -> ft.TextStyle | None:
    """What the theme's own style does not say; most text has nothing to add."""
    leading, spacing = setting.get("leading"), setting.get("spacing")
    if leading is None and spacing is None:
        return None
    return ft.TextStyle(height=leading, letter_spacing=spacing)


def kept_together(line: str) -> str:
    """A line of parts with dots between them, none of which leaves its last word alone in the next
    line, nor a number without its percent.
    """
    parts = line.replace(" %", f"{_TOGETHER}%").split(_DOT)
    if len(parts) == 1:
        return line
    return _DOT.join(_TOGETHER.join(part.rsplit(" ", 1)) for part in parts)


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


def sums_whole(words: str) -> str:
    """The words, in which no line ends between a sum and what stands before it."""
    return _BEFORE_SUM.sub("\u00a0", words)


def silent(content: ft.Control) -> ft.Control:
    """What says nothing to assistive technology."""
    return ft.Semantics(content=content, exclude_semantics=True)


def named(identifier: str, content: ft.Control, *, live: bool = False) -> ft.Control:
    """A text that tests and assistive technology find by name; a live one is announced."""
    return ft.Semantics(
        content=content, identifier=identifier, container=True, live_region=live or None
    )


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
