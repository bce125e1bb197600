"""Buttons: the one thing to do, the other thing, the quiet thing, and the lone icon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.fonts import TEXT
from companion.ui.parts.text import text
from companion.ui.parts.touch import LEAST, Tap, touchable
from companion.ui.theme import Tone


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button's ground, its words' tone, and the line round it if it has one."""

    ground: ft.Colors | None
    words: ft.Colors
    line: ft.Colors | None = None


PRIMARY = ButtonLook(Tone.ACTION, Tone.ON_ACTION)
BRASS = ButtonLook(Tone.BRASS, Tone.ON_BRASS)
SECONDARY = ButtonLook(Tone.QUIET, Tone.INK)
QUIET = ButtonLook(None, Tone.HEADING)
DANGER = ButtonLook(Tone.DANGER, Tone.ON_DANGER)
FELT = ButtonLook(Tone.PILL, Tone.ON_FELT)


class ButtonMore(TypedDict, total=False):
    """A small line beneath the words, a `label` said in their place, and the button's measures;
    a narrow one makes the best of little room.
    """

    beneath: str
    label: str
    height: float
    narrow: bool
    ripples: bool
    expand: bool | int | None
    key: str


def button(
    words: str,
    on_tap: Tap | None,
    *,
    identifier: str,
    look: ButtonLook = PRIMARY,
    icon: ft.IconData | None = None,
    **more: Unpack[ButtonMore],
) -> ft.Control:
    """A button with words and an icon before them; with `on_tap` None it is dimmed."""
    narrow = more.get("narrow", False)
    shown = _face(words, more.get("beneath", ""), look, icon, narrow=narrow)
    return touchable(
        shown if on_tap is not None else ft.Container(shown, opacity=0.45),
        on_tap,
        identifier=identifier,
        label=more.get("label", ""),
        radius=16,
        bgcolor=look.ground,
        border=ft.Border.all(1, look.line) if look.line else None,
        padding=ft.Padding.symmetric(horizontal=6 if narrow else 14),
        height=more.get("height", 56),
        expand=more.get("expand"),
        ink=look.words,
        ripples=more.get("ripples", True),
        key=more.get("key"),
    )


def _face(
    words: str, beneath: str, look: ButtonLook, icon: ft.IconData | None, *, narrow: bool
) -> ft.Control:
    """The icon, and beside it the words with the small line beneath."""
    size = 15 if narrow else 16
    lines: list[ft.Control] = [
        text(words, size=size, tone=look.words, face=TEXT.semibold, lines=1, leading=1.2)
    ]
    if beneath:
        lines.append(text(beneath, size=12, tone=look.words, lines=1, leading=1.2))
    middle = ft.CrossAxisAlignment.CENTER
    cells: list[ft.Control] = [ft.Column(lines, spacing=0, tight=True, horizontal_alignment=middle)]
    if icon is not None:
        cells.insert(0, ft.Icon(icon, size=size + 4, color=look.words))
    return ft.Row(cells, spacing=7, tight=True, alignment=ft.MainAxisAlignment.CENTER)


def icon_button(
    icon: ft.IconData,
    on_tap: Tap | None,
    *,
    identifier: str,
    label: str,
    tone: ft.Colors = Tone.INK,
    ground: ft.Colors | None = None,
) -> ft.Control:
    """An icon alone, 48 dp, whose label is said and shown on hovering."""
    return touchable(
        ft.Container(
            ft.Icon(icon, size=22, color=tone, opacity=1 if on_tap is not None else 0.4),
            tooltip=label,
            width=LEAST,
            height=LEAST,
            alignment=ft.Alignment.CENTER,
        ),
        on_tap,
        identifier=identifier,
        label=label,
        radius=LEAST / 2,
        bgcolor=ground,
        width=LEAST,
        height=LEAST,
        ink=tone,
    )
