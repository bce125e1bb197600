"""A slip that would explain false passes, before the fines for them: nobody is accused yet."""

from __future__ import annotations

from math import ceil

import flet as ft

from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import text
from companion.ui.parts.basics.touch import LEAST, Tap, touchable
from companion.ui.parts.table.owed import TrayPlace, TrayShape
from companion.ui.session import Session
from companion.views.at_table.slips import SlipFirst

_WAITS_WIDTH = 84
"""What tells of the fines that wait takes of a narrow line, in dp."""
_TITLE, _SAYS, _TIGHT, _LINES = 12.5, 11, 1.06, 4
_WAITS = 12
_SIDES, _GAP, _ALONE = 8, 6, 4
_BESIDE_WORDS = 2 * _SIDES + 20 + 16 + 3 * _GAP + 2
"""What paddings, signs and gaps take of the line of a slip, in dp."""
_AROUND_WAITS = 2 * _SIDES + 18 + 2 * _ALONE + 2


def slip_tile(session: Session, slip: SlipFirst, place: TrayPlace, width: float) -> ft.Control:
    """The slip; a tap anywhere on it opens the repair for it."""
    ink, small = Tone.SPADES, place.grow
    # The two share four lines where they lie in a line.
    lines = (2, _LINES - 2) if place.in_line else (None, None)
    title = text(
        slip.title,
        size=_TITLE * small,
        tone=ink,
        face=TEXT.semibold,
        lines=lines[0],
        leading=_TIGHT,
    )
    says = text(slip.says, size=_SAYS * small, tone=ink, lines=lines[1], leading=_TIGHT)
    words = ft.Column([title, says], spacing=0, tight=True, expand=True)
    signs = (ft.Icons.EDIT_NOTE, 20), (ft.Icons.CHEVRON_RIGHT, 16)
    before, after = (ft.Icon(sign, size=size, color=ink) for sign, size in signs)
    cells: list[ft.Control] = [before, words, after]
    if place.shape in {TrayShape.COLUMN, TrayShape.LINE}:
        cells = [words] if place.shape is TrayShape.COLUMN else [words, after]
    gap = _GAP if len(cells) > 2 else 0  # noqa: PLR2004 - signs on both sides
    return touchable(
        ft.Row([ft.Container(width=0, height=LEAST), *cells], spacing=gap),
        session.tap(session.open, f"slip/{slip.slip}"),
        identifier=f"slip-{slip.slip}",
        label=slip.label,
        radius=14,
        bgcolor=Tone.IVORY,
        padding=ft.Padding.symmetric(horizontal=_SIDES, vertical=0 if place.in_line else 6),
        width=width,
        height=place.height if place.in_line else None,
        align=None,
        ink=ink,
        key="slip",
    )


def slip_width(session: Session, slip: SlipFirst, place: TrayPlace) -> float:
    """How much room its words need in one line each."""
    scale, grow = session.shown.room.text_scale, place.grow
    title = text_width(slip.title, _TITLE * grow, TEXT.semibold, scale)
    says = text_width(slip.says, _SAYS * grow, TEXT.regular, scale)
    return ceil(max(title, says)) + _BESIDE_WORDS


def waiting_fines(
    session: Session, slip: SlipFirst, place: TrayPlace, on_tap: Tap, *, shown: bool
) -> ft.Control:
    """How many fines wait behind the slip; a tap shows them, or puts them away again."""
    says = text(
        slip.hides if shown else slip.waits,
        size=_WAITS * place.grow,
        tone=Tone.ON_FELT,
        face=TEXT.medium,
        lines=_LINES if place.in_line else None,
        leading=_TIGHT,
        expand=place.shape is not TrayShape.WIDE_LINE,
    )
    sign = ft.Icons.EXPAND_LESS if shown else ft.Icons.EXPAND_MORE
    if place.in_line:
        sign = ft.Icons.CHEVRON_LEFT if shown else ft.Icons.CHEVRON_RIGHT
    strut, end = ft.Container(width=0, height=LEAST), ft.Icon(sign, size=18, color=Tone.BRASS)
    return touchable(
        ft.Row([strut, says, *([] if place.shape is TrayShape.LINE else [end])], spacing=_ALONE),
        on_tap,
        identifier="fines-wait",
        label=slip.hides if shown else f"{slip.waits}. {slip.shows}",
        radius=14,
        bgcolor=Tone.TILE,
        padding=ft.Padding.symmetric(horizontal=_SIDES),
        width=waits_width(session, slip, place, shown=shown) if place.in_line else None,
        height=place.height if place.in_line else None,
        align=None,
        key="fines-wait",
    )


def waits_width(session: Session, slip: SlipFirst, place: TrayPlace, *, shown: bool) -> float:
    """How much room its words need in one line; in a narrow line it is always the same."""
    if place.shape is TrayShape.LINE:
        return _WAITS_WIDTH
    scale, words = session.shown.room.text_scale, slip.hides if shown else slip.waits
    return ceil(text_width(words, _WAITS * place.grow, TEXT.medium, scale)) + _AROUND_WAITS
