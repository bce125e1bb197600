"""The numbers of a seat: cards left, chips, points and the place.

Each but the place is named, and told as the number alone; all else is silent, for the seat as a
whole tells everything with its unit.
"""

from __future__ import annotations

import flet as ft

from companion.ui.looks.fonts import TEXT
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.text import named, text
from companion.views.at_table.table import SeatView
from companion.words import Words

_DOT = "\u00b7"
"""Stands between two numbers in a line."""


def cards_and_unit(
    words: Words, seat: SeatView, size: float, *, dot: bool = False
) -> list[ft.Control]:
    """How many cards are left, in a text of that size in dp, and the unit, behind which a dot may
    stand.
    """
    unit = words.count("card", "cards", seat.cards)
    after = f"{unit} {_DOT}" if dot else unit
    return [_cards_left(seat, size), _beside(after, size)]


def sign_and_cards(seat: SeatView, size: float, *, sign: bool) -> list[ft.Control]:
    """How many cards are left, behind a sign that stands for the unit if there is room for it."""
    icon = ft.Icon(ft.Icons.STYLE, size=size, color=Tone.FELT_MUTED)
    return [*([icon] if sign else []), _cards_left(seat, size)]


def chips_alone(seat: SeatView, size: float, *, dot: bool = False) -> list[ft.Control]:
    """The chips, whose colour and sign tell them apart from the rest, and perhaps a dot."""
    tone = _tone(seat.chips)
    shown = text(seat.chips_text, size=size, tone=tone, face=TEXT.semibold, leading=1.2)
    number = named(f"chips-{seat.handle}", shown)
    return [number, _beside(_DOT, size)] if dot else [number]


def points_and_unit(
    words: Words, seat: SeatView, size: float, *, alone: bool = False
) -> list[ft.Control]:
    """The points, if any count, and their unit, unless they are to stand alone."""
    if seat.points is None:
        return []
    shown = text(str(seat.points), size=size, tone=Tone.FELT_MUTED, leading=1.2)
    number = named(f"points-{seat.handle}", shown)
    return [number] if alone else [number, _beside(words.count("pt", "pts", seat.points), size)]


def flag_and_place(seat: SeatView, size: float) -> list[ft.Control]:
    """The place of a player who is out, beside a flag; nothing for all others."""
    if not seat.place:
        return []
    number = text(
        str(seat.place), size=size, tone=Tone.BRASS, face=TEXT.bold, leading=1.2, silent=True
    )
    flag = ft.Icon(ft.Icons.FLAG, size=size, color=Tone.BRASS)
    return [ft.Row([flag, number], spacing=1, tight=True)]


def _cards_left(seat: SeatView, size: float) -> ft.Control:
    shown = text(str(seat.cards), size=size, tone=Tone.ON_FELT, face=TEXT.bold, leading=1.2)
    return named(f"cards-{seat.handle}", shown)


def _beside(words: str, size: float) -> ft.Control:
    return text(words, size=size, tone=Tone.FELT_MUTED, leading=1.2, silent=True)


def _tone(chips: int) -> ft.Colors:
    if not chips:
        return Tone.FELT_MUTED
    return Tone.FELT_GAIN if chips > 0 else Tone.FELT_LOSS
