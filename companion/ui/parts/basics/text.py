"""Text in the app's typefaces, named or silent for screen readers."""

import re
from functools import partial

import flet as ft

from companion.screens.blocks import Wording
from companion.ui.looks import TEXT, WEIGHTS, Tone

_BEFORE_SUM = re.compile(r" (?=\d)")
_DOT = " · "
_TOGETHER = "\N{NO-BREAK SPACE}"
_SHORT = 16
"""The most letters of two words that share a line."""

plate = partial(ft.Container, clip_behavior=ft.ClipBehavior.NONE)
"""A container with round corners that does not clip: a clip cuts letters and is slow to draw."""


def text(
    value: str,
    *,
    size: float = 15,
    tone: ft.ColorValue = Tone.INK,
    face: str = TEXT.regular,
    lines: int | None = None,
    align: ft.TextAlign = ft.TextAlign.START,
    leading: float | None = None,
    spacing: float | None = None,
    expand: bool = False,
    silent: bool = False,
) -> ft.Text:
    """Draw a run of text; with `lines` it ends in an ellipsis instead of growing.

    `leading` is the line height, `spacing` the letter spacing. Silent text is skipped by screen
    readers, because another label contains its words. The weight is said for letters that the face
    lacks.
    """
    bare = leading is None and spacing is None
    return ft.Text(
        value,
        size=size,
        color=tone,
        font_family=None if face == TEXT.regular else face,
        weight=WEIGHTS.get(face),
        max_lines=lines,
        overflow=ft.TextOverflow.CLIP if lines is None else ft.TextOverflow.ELLIPSIS,
        text_align=align,
        style=None if bare else ft.TextStyle(height=leading, letter_spacing=spacing),
        expand=expand or None,
        semantics_label="" if silent else None,
    )


def kept_together(line: str) -> str:
    """Return a line of parts between dots; short last words, numbers and `%` stay together.

    No part leaves its last word alone in the next line, and no number its percent sign.
    """
    parts = line.replace(" %", f"{_TOGETHER}%").split(_DOT)
    if len(parts) == 1:
        return line
    return _DOT.join(map(keep_last_words_together, parts))


def keep_last_words_together(part: str) -> str:
    """Return the words with no line break before a short last one."""
    *before, last = part.rsplit(" ", 1)
    short = len(" ".join(before).rpartition(" ")[2] + last) <= _SHORT
    return (_TOGETHER if short else " ").join([*before, last])


def worded(words: Wording, shown: ft.Control) -> ft.Control:
    """Return the control that shows these words, under their identifier if they have one."""
    return shown if isinstance(words, str) else named(words.id, shown, live=words.live)


def heading(
    value: str,
    *,
    size: float = 22,
    tone: ft.Colors = Tone.HEADING,
    level: int = 2,
    lines: int | None = None,
) -> ft.Control:
    """Draw a heading in the serif typeface, at this `level` of the document's outline."""
    return ft.Semantics(
        content=text(value, size=size, tone=tone, face=TEXT.heading, lines=lines, leading=1.15),
        header=True,
        heading_level=level,
    )


def keep_sums_together(words: str) -> str:
    """Return the words with no line break before a number."""
    return _BEFORE_SUM.sub("\u00a0", words)


def silent(content: ft.Control) -> ft.Control:
    """Hide the content from screen readers."""
    return ft.Semantics(content=content, exclude_semantics=True)


def named(identifier: str, content: ft.Control, *, live: bool = False) -> ft.Control:
    """Give the content an identifier; a screen reader announces changes of a live one."""
    return ft.Semantics(
        content=content, identifier=identifier, container=True, live_region=live or None
    )


def described(
    identifier: str, content: ft.Control, says: str, *, key: str | None = None
) -> ft.Control:
    """Give the content an identifier, and a label that replaces its texts for screen readers."""
    return ft.Semantics(
        content=content,
        exclude_semantics=True,
        label=says,
        identifier=identifier,
        container=True,
        key=key,
    )


def disc(size: float, ground: ft.ColorValue, content: ft.Control | None = None) -> ft.Container:
    """Draw a disc, `size` dp across."""
    return plate(
        content,
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=ground,
        alignment=ft.Alignment.CENTER,
    )
