"""Buttons, choices, steppers and pills."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import flet as ft

from companion.ui.component import Controls
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.panels import min_height, row_of_equal_height, stretched
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable


@dataclass(frozen=True)
class ButtonLook:
    """Colours of a button: its ground and its words."""

    ground: ft.Colors | None
    words: ft.Colors


_DIMMED = 0.45
_DIMMED_ICON = 0.4
"""Disabled buttons have fainter colours, because a layer with less opacity is slow to draw."""

_AROUND_WORDS = 6
"""Free space above and below the words, in dp."""
_LONG_WORD = 8
"""The least letters of a word that is smaller on a narrow button, so that it is not broken."""

PRIMARY = ButtonLook(Tone.ACTION, Tone.ON_ACTION)
BRASS = ButtonLook(Tone.BRASS, Tone.ON_BRASS)
SECONDARY = ButtonLook(Tone.QUIET, Tone.INK)
QUIET = ButtonLook(None, Tone.HEADING)
DANGER = ButtonLook(Tone.DANGER, Tone.ON_DANGER)


def button(
    words: str,
    on_tap: Tap | None,
    *,
    on_hold: Tap | None = None,
    identifier: str,
    look: ButtonLook = PRIMARY,
    icon: ft.IconData | None = None,
    beneath: str = "",
    small: float = 12,
    label: str = "",
    height: float = 56,
    narrow: bool = False,
    ripples: bool = True,
    expand: bool | int | None = None,
) -> ft.Control:
    """Build a button with an icon before its words; with `on_tap` None it is disabled.

    `beneath` is a `small` line below the words; `label` replaces both for screen readers. The
    button grows higher than `height` dp if its words need that. A narrow one has smaller words and
    sides.
    """
    ink = look.words if on_tap is not None else ft.Colors.with_opacity(_DIMMED, look.words)
    long = max(map(len, words.split()), default=0) >= _LONG_WORD
    size = (13 if long else 15) if narrow else 16
    lines: Controls = [_line(words, size, ink, TEXT.semibold)]
    if beneath:
        lines.append(_line(beneath, small, ink, TEXT.regular))
    column = ft.Column(
        lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER
    )
    column.expand = column.expand_loose = True
    sign = [ft.Icon(icon, size=size + 4, color=ink)] if icon is not None else []
    face = ft.Row([*sign, column], spacing=7, alignment=ft.MainAxisAlignment.CENTER)
    padded = ft.Container(face, padding=ft.Padding.symmetric(vertical=_AROUND_WORDS))
    return touchable(
        min_height(padded, height),
        on_tap,
        on_hold=on_hold,
        identifier=identifier,
        label=label,
        radius=16,
        bgcolor=look.ground,
        padding=ft.Padding.symmetric(horizontal=6 if narrow else 14),
        align=None,
        expand=expand,
        ink=look.words,
        ripples=ripples,
    )


low_button = partial(button, height=LEAST)
"""Build a button that is as low as a touch target may be."""


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
    rests: bool = False,
) -> ft.Control:
    """Build a button with only an icon; its label is read out and is its tooltip.

    One that `rests` is as faint as one without a tap, though a tap tells why.
    """
    faint = rests or on_tap is None
    shown = ft.Colors.with_opacity(_DIMMED_ICON, tone) if faint else tone
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


def rail(segments: Sequence[ft.Control], *, stacked: bool) -> ft.Control:
    """Build one rail of answers, side by side or `stacked` one below the other."""
    if stacked:
        cells: ft.Control = stretched(segments, spacing=2)
    else:
        for each in segments:
            each.expand = True
        cells = row_of_equal_height(segments, spacing=2)
    return ft.Container(cells, bgcolor=Tone.QUIET, border_radius=16, padding=4)


def segment(
    words: str, on_tap: Tap | None, *, identifier: str, chosen: bool = False, label: str = ""
) -> ft.Control:
    """Build an answer in a rail; a chosen one is filled."""
    shown = ft.Container(
        text(
            words,
            size=14,
            face=TEXT.semibold if chosen else TEXT.medium,
            tone=Tone.ON_ACTION if chosen else Tone.INK,
            align=ft.TextAlign.CENTER,
            leading=1.15,
        ),
        padding=ft.Padding.symmetric(vertical=6),
    )
    target = touchable(
        min_height(shown),
        on_tap,
        identifier=identifier,
        label=label,
        selected=chosen,
        radius=12,
        bgcolor=Tone.ACTION if chosen else None,
        padding=ft.Padding.symmetric(horizontal=10),
    )
    return ft.Container(target, key=identifier)


_SIDES = 15
_LINE = 1


def pill(
    words: str, on_tap: Tap | None, *, identifier: str, chosen: bool = False, label: str = ""
) -> ft.Control:
    """Build a pill with a few words; a chosen pill is filled. With `on_tap` None it is disabled."""
    full = Tone.ON_ACTION if chosen else Tone.INK
    tone = full if on_tap else ft.Colors.with_opacity(_DIMMED, full)
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
        align=None,
        key=identifier,
    )


def pill_row(pills: Sequence[ft.Control]) -> ft.Control:
    """Arrange pills in as many rows as needed."""
    return ft.Row(list(pills), spacing=8, run_spacing=8, wrap=True)
