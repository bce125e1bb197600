"""Buttons with words in several looks, the one that submits a form, and icons alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.columns import stretched
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.text_scale import min_height
from companion.ui.parts.basics.touch import LEAST, Tap, touchable


@dataclass(frozen=True, slots=True)
class ButtonLook:
    """A button's ground and its words' tone."""

    ground: ft.Colors | None
    words: ft.Colors


_DIMMED, _DIMMED_ICON = 0.45, 0.4
"""What cannot be tapped is drawn in fainter colours: a layer of less opacity is costly."""

_AROUND_WORDS = 6
"""What is kept free above and below the words, in dp."""

PRIMARY = ButtonLook(Tone.ACTION, Tone.ON_ACTION)
BRASS = ButtonLook(Tone.BRASS, Tone.ON_BRASS)
SECONDARY = ButtonLook(Tone.QUIET, Tone.INK)
QUIET = ButtonLook(None, Tone.HEADING)
DANGER = ButtonLook(Tone.DANGER, Tone.ON_DANGER)
FELT = ButtonLook(Tone.TILE_LIT, Tone.ON_FELT)


class ButtonMore(TypedDict, total=False):
    """A small line beneath the words, a `label` said in their place, and the button's measures:
    it is as high as said in dp, or as its words need. A narrow one has smaller words and sides, a
    tight one is no wider than its words.
    """

    beneath: str
    label: str
    height: float
    narrow: bool
    tight: bool
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
    ink = look.words if on_tap is not None else ft.Colors.with_opacity(_DIMMED, look.words)
    face = _face((words, more.get("beneath", "")), ink, icon, narrow=narrow)
    face.tight = more.get("tight", False)
    padded = ft.Container(face, padding=ft.Padding.symmetric(vertical=_AROUND_WORDS))
    return touchable(
        min_height(padded, more.get("height", 56)),
        on_tap,
        identifier=identifier,
        label=more.get("label", ""),
        radius=16,
        bgcolor=look.ground,
        padding=ft.Padding.symmetric(horizontal=6 if narrow else 14),
        height=None,
        align=None,
        expand=more.get("expand"),
        ink=look.words,
        ripples=more.get("ripples", True),
        key=more.get("key"),
    )


def submit_button(
    words: str, on_tap: Tap, *, identifier: str, obstacle: str = "", beneath: str = ""
) -> ft.Control:
    """The button; with an `obstacle` that is said above it, and it cannot be touched."""
    if not obstacle:
        return button(words, on_tap, identifier=identifier, beneath=beneath, expand=True)
    why = text(obstacle, size=14, tone=Tone.MUTED, align=ft.TextAlign.CENTER)
    label = f"{words}. {obstacle}"
    waiting = button(words, None, identifier=identifier, look=SECONDARY, label=label)
    column = stretched([named("obstacle", why), waiting], spacing=8)
    column.expand = True
    return column


def _face(
    said: tuple[str, str], ink: ft.ColorValue, icon: ft.IconData | None, *, narrow: bool
) -> ft.Row:
    """The icon, and beside it the words with the small line beneath, in as many lines as needed."""
    size, (words, beneath) = 15 if narrow else 16, said
    lines: list[ft.Control] = [_line(words, size, ink, TEXT.semibold)]
    if beneath:
        lines.append(_line(beneath, 12, ink, TEXT.regular))
    middle = ft.CrossAxisAlignment.CENTER
    column = ft.Column(lines, spacing=0, tight=True, horizontal_alignment=middle)
    column.expand = column.expand_loose = True
    cells: list[ft.Control] = [column]
    if icon is not None:
        cells.insert(0, ft.Icon(icon, size=size + 4, color=ink))
    return ft.Row(cells, spacing=7, alignment=ft.MainAxisAlignment.CENTER)


def _line(words: str, size: float, ink: ft.ColorValue, face: str) -> ft.Control:
    return text(words, size=size, tone=ink, face=face, leading=1.2, align=ft.TextAlign.CENTER)


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
    shown = tone if on_tap is not None else ft.Colors.with_opacity(_DIMMED_ICON, tone)
    return touchable(
        ft.Container(
            ft.Icon(icon, size=22, color=shown),
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
