"""Fields to write a line of text into, or many, with the looks of the house."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypedDict, Unpack

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.basics.touch import Tap
from companion.ui.theme import Tone

LONGEST = 40
"""Letters that a name may have."""

_INK = ft.TextStyle(
    size=16,
    letter_spacing=0,
    color=Tone.INK,
    font_family=TEXT.regular,
    font_family_fallback=[TEXT.suits],
)
_SMALL_INK = _INK.copy(size=14)
_LOOKS: dict[str, Any] = {
    "hint_style": ft.TextStyle(
        size=16, letter_spacing=0, color=Tone.MUTED, font_family=TEXT.regular
    ),
    "autocorrect": False,
    "enable_suggestions": False,
    "border": {
        ft.ControlState.FOCUSED: ft.OutlineInputBorder(
            side=ft.BorderSide(2, Tone.ACTION), border_radius=14
        ),
        ft.ControlState.DEFAULT: ft.OutlineInputBorder(
            side=ft.BorderSide(1, Tone.EDGE), border_radius=14
        ),
    },
    "content_padding": ft.Padding.symmetric(horizontal=14, vertical=14),
    "filled": True,
    "fill_color": Tone.PANEL,
    "hover_color": Tone.PANEL,
}
"""What all fields have in common."""


class Writing(TypedDict, total=False):
    """What Enter does, and a hold on the field to give it the keyboard."""

    on_submit: Tap
    ref: ft.Ref[ft.TextField]


def field(
    value: str,
    on_change: Callable[[str], None],
    *,
    identifier: str,
    hint: str,
    **writing: Unpack[Writing],
) -> ft.Control:
    """One line; the hint stands in it while it is empty, and is its name."""

    def changed(event: ft.Event[ft.TextField]) -> None:
        on_change(str(event.data or ""))

    return _called(
        ft.TextField(
            value=value,
            hint_text=hint,
            text_style=_INK,
            max_length=LONGEST,
            counter="",
            on_change=changed,
            **writing,
            **_LOOKS,
        ),
        identifier,
        hint if value else None,
    )


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

    return _called(
        ft.TextField(
            value=value,
            hint_text=hint,
            text_style=_SMALL_INK,
            multiline=True,
            min_lines=lines,
            max_lines=lines,
            on_change=changed,
            **_LOOKS,
        ),
        identifier,
        hint if value else None,
    )


def _called(writing: ft.TextField, identifier: str, name: str | None) -> ft.Control:
    """The field under its name; while it is empty, the hint that stands in it is its name."""
    return ft.MergeSemantics(
        content=ft.Semantics(content=writing, identifier=identifier, label=name)
    )
