"""Buttons, choices, steppers and pills."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

import flet as ft

from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import (
    column_width,
    min_height,
    row_of_equal_height,
    stretched,
)
from companion.ui.parts.basics.text import named, text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.routes import Room


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


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a choice: its words, what a tap on it does, how tests find it."""

    words: str
    identifier: str
    on_tap: Tap
    chosen: bool = False
    label: str = ""


def segmented(answers: Sequence[Answer], *, stacked: bool = False) -> ft.Control:
    """The answers in one rail; `stacked` puts them one below the other where words are long."""
    cells = [_segment(answer, fill=not stacked) for answer in answers]
    rail = stretched(cells, spacing=2) if stacked else row_of_equal_height(cells, spacing=2)
    return ft.Container(rail, bgcolor=Tone.QUIET, border_radius=16, padding=4)


def _segment(answer: Answer, *, fill: bool) -> ft.Control:
    return ft.Container(
        touchable(
            min_height(_words(answer)),
            answer.on_tap,
            identifier=answer.identifier,
            label=answer.label,
            selected=answer.chosen,
            radius=12,
            bgcolor=Tone.ACTION if answer.chosen else None,
            padding=ft.Padding.symmetric(horizontal=10),
            height=None,
        ),
        expand=fill or None,
        key=answer.identifier,
    )


def _words(answer: Answer) -> ft.Control:
    return ft.Container(
        text(
            answer.words,
            size=14,
            face=TEXT.semibold if answer.chosen else TEXT.medium,
            tone=Tone.ON_ACTION if answer.chosen else Tone.INK,
            align=ft.TextAlign.CENTER,
            leading=1.15,
        ),
        padding=ft.Padding.symmetric(vertical=6),
    )


@dataclass(frozen=True, slots=True)
class Counting:
    """What minus and plus do and say; None where the number goes no further."""

    less: Tap | None
    more: Tap | None
    less_says: str
    more_says: str


def stepper(
    number: ft.Control, counting: Counting, *, identifier: str, value: str = "", width: float = 84
) -> ft.Control:
    """The number is named `value`, else after the stepper: `IDENTIFIER-value`."""
    said = named(value or f"{identifier}-value", number, live=True)
    middle = ft.Stack([ft.Container(width=width, height=0), said], alignment=ft.Alignment.CENTER)
    less = _button(ft.Icons.REMOVE, counting.less, f"{identifier}-less", counting.less_says)
    more = _button(ft.Icons.ADD, counting.more, f"{identifier}-more", counting.more_says)
    return ft.Row([less, middle, more], spacing=4, tight=True)


def _button(icon: ft.IconData, on_tap: Tap | None, identifier: str, says: str) -> ft.Control:
    return icon_button(icon, on_tap, identifier=identifier, label=says, ground=Tone.QUIET)


_SIDES, _LINE = 15, 1
_ROOMY = 500
"""The least width in which pills stand in several rows, in dp."""


def pill(
    words: str, on_tap: Tap, *, identifier: str, chosen: bool = False, label: str = ""
) -> ft.Control:
    """A few words in a pill; the chosen one is filled."""
    tone = Tone.ON_ACTION if chosen else Tone.INK
    shown = ft.Container(
        text(words, size=14, face=TEXT.semibold if chosen else TEXT.medium, tone=tone),
        padding=ft.Padding.symmetric(vertical=6),
    )
    least = ft.Container(width=LEAST - 2 * _SIDES, height=LEAST - 2 * _LINE)
    return touchable(
        ft.Stack([least, shown], alignment=ft.Alignment.CENTER),
        on_tap,
        identifier=identifier,
        label=label,
        selected=chosen,
        radius=LEAST / 2,
        bgcolor=Tone.ACTION if chosen else Tone.PANEL,
        border=ft.Border.all(_LINE, Tone.ACTION if chosen else Tone.LINE),
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        height=None,
        align=None,
        key=identifier,
    )


def pill_row(pills: Sequence[ft.Control], room: Room | None = None) -> ft.Control:
    """The pills in as many rows as it takes; in one row that scrolls if the room is a phone's."""
    if room and column_width(room) < _ROOMY and not room.large_text:
        return ft.Row(list(pills), spacing=8, scroll=ft.ScrollMode.HIDDEN)
    return ft.Row(list(pills), spacing=8, run_spacing=8, wrap=True)
