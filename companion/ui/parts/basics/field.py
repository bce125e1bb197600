"""Fields to write a line of text into, or many, with the looks of the house."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypedDict, Unpack

import flet as ft

from companion.core.names import LONGEST
from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.touch import Tap


class FieldMore(TypedDict, total=False):
    """What Enter does, and a reference to the field to give it the keyboard."""

    on_submit: Tap
    ref: ft.Ref[ft.TextField]


def field(
    value: str,
    on_change: Callable[[str], None],
    *,
    identifier: str,
    hint: str,
    **more: Unpack[FieldMore],
) -> ft.Control:
    """One line; the hint stands in it while it is empty, and is its name."""

    def changed(event: ft.Event[ft.TextField]) -> None:
        on_change(str(event.data or ""))

    shown = _text_field(value, hint, 16, **more)
    shown.max_length, shown.counter, shown.on_change = LONGEST, "", changed
    return _named(shown, identifier)


def text_area(
    value: str,
    on_change: Callable[[str], Coroutine[Any, Any, None]],
    *,
    identifier: str,
    hint: str,
    lines: int,
) -> ft.Control:
    """A field of many lines, of which so many show; for text that is pasted."""

    async def changed(event: ft.Event[ft.TextField]) -> None:
        await on_change(str(event.data or ""))

    shown = _text_field(value, hint, 14)
    shown.multiline, shown.min_lines, shown.max_lines = True, lines, lines
    shown.on_change = changed
    return _named(shown, identifier)


def _text_field(value: str, hint: str, size: float, **more: Unpack[FieldMore]) -> ft.TextField:
    return ft.TextField(
        value=value,
        hint_text=hint,
        text_style=_style(size, Tone.INK),
        hint_style=_style(16, Tone.MUTED),
        autocorrect=False,
        enable_suggestions=False,
        border={
            ft.ControlState.FOCUSED: _border(2, Tone.ACTION),
            ft.ControlState.DEFAULT: _border(1, Tone.EDGE),
        },
        content_padding=ft.Padding.symmetric(horizontal=14, vertical=14),
        filled=True,
        fill_color=Tone.PANEL,
        hover_color=Tone.PANEL,
        **more,
    )


def _style(size: float, tone: ft.Colors) -> ft.TextStyle:
    return ft.TextStyle(
        size=size,
        letter_spacing=0,
        color=tone,
        font_family=TEXT.regular,
        font_family_fallback=[TEXT.suits],
    )


def _border(width: float, tone: ft.Colors) -> ft.OutlineInputBorder:
    return ft.OutlineInputBorder(side=ft.BorderSide(width, tone), border_radius=14)


def _named(shown: ft.TextField, identifier: str) -> ft.Control:
    """The field under its name; while it is empty, the hint that stands in it is its name."""
    label = str(shown.hint_text) if shown.value else None
    return ft.MergeSemantics(
        content=ft.Semantics(content=shown, identifier=identifier, label=label)
    )
