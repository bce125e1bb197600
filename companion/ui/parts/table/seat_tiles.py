"""A player as a tile: cards left, chips, points, the dealer, whether it is their turn."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet.canvas as cv

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.cards.card_face import canvas_text
from companion.ui.parts.people.avatars import avatar, player_colour
from companion.ui.parts.table.seat_numbers import (
    cards_and_unit,
    chips_alone,
    flag_and_place,
    points_and_unit,
    sign_and_cards,
)
from companion.ui.text_width import text_width
from companion.ui.theme import Tone
from companion.views.at_table.table import SeatView
from companion.words import Words

_INSET, _SMALL_INSET, _LINE_INSET = (5, 5, 5, 5), (6, 4, 7, 4), (12, 2, 12, 2)
"""What is free inside a tile's edges in dp: left, top, right, bottom."""
_RIM, _ARROW, _MARK = 2, 14, 13.0
"""The rim of the player who is due, the arrow before their name, and the dealer's mark, in dp."""
_NAME = 13


@ft.component
@boundary
def SeatTile(words: Words, seat: SeatView, width: float, height: float) -> ft.Control:
    """A tile with everything below the avatar; a name too wide for it may take two lines."""
    room = width - _INSET[0] - _INSET[2] - _ARROW
    long = text_width(seat.name, _NAME, TEXT.semibold) > room
    chips, points = chips_alone(seat, 12.5), points_and_unit(words, seat, 11.5)
    lines: list[ft.Control] = [
        _avatar(words, seat, 24 if long else 30),
        _name(seat, 12.5 if long else _NAME, 2 if long else 1),
        _together(cards_and_unit(words, seat, 11.5), 3),
        _together([*chips, *flag_and_place(seat, 12.5)], 4),
        *([_together(points, 2)] if points else []),
    ]
    column = _centred_column(lines, 1)
    column.horizontal_alignment = ft.CrossAxisAlignment.CENTER
    return _tile(seat, column, width, height)


@ft.component
@boundary
def SmallSeatTile(words: Words, seat: SeatView, width: float, height: float) -> ft.Control:
    """A tile of three lines, as narrow as a fifth of a phone."""
    points = points_and_unit(words, seat, 11, alone=bool(seat.place))
    last = [*([_together(points, 2)] if points else []), *flag_and_place(seat, 11)]
    if seat.dealer:
        last.append(_dealer_mark(words))
    numbers = [_together(sign_and_cards(seat, 11), 2), *chips_alone(seat, 12)]
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    column = _centred_column(
        [
            _name(seat, 11.5),
            ft.Row(numbers, alignment=apart, spacing=2),
            ft.Row(last, alignment=apart, spacing=0),
        ],
        1,
    )
    column.expand = True
    stripe = ft.Container(
        width=4, height=height - 18, border_radius=2, bgcolor=player_colour(seat.tint)
    )
    return _tile(seat, ft.Row([stripe, column], spacing=4), width, height, padding=_SMALL_INSET)


@ft.component
@boundary
def SeatRow(words: Words, seat: SeatView, width: float, height: float) -> ft.Control:
    """A line with the avatar at the left, on a ground only while they are due."""
    points = points_and_unit(words, seat, 12.5)
    numbers = [
        *cards_and_unit(words, seat, 12.5, dot=True),
        *chips_alone(seat, 12.5, dot=bool(points)),
        *points,
    ]
    name = _name(seat, 15)
    column = _centred_column(
        [_with_place(name, seat) if seat.place else name, _together(numbers, 4)], 0
    )
    column.expand = True
    row = ft.Row([_avatar(words, seat, min(38, height - 14)), column], spacing=10)
    return _tile(seat, row, width, height, padding=_LINE_INSET, ground=None)


def _avatar(words: Words, seat: SeatView, size: float) -> ft.Control:
    mark = words.say("D")
    return avatar(seat.initial, seat.tint, size=size, dealer=seat.dealer, dealer_mark=mark)


def _tile(
    seat: SeatView,
    content: ft.Control,
    width: float,
    height: float,
    *,
    padding: tuple[int, int, int, int] = _INSET,
    ground: ft.Colors | None = Tone.TILE,
) -> ft.Control:
    """A seat on its ground; the one of the player who is due is lit and has a brass rim, which
    takes its width off the padding, so that all inside stays where it is. It tells all
    of the seat to assistive technology.
    """
    rim = _RIM if seat.to_play else 0
    tile = ft.Container(
        content,
        width=width,
        height=height,
        padding=ft.Padding(*(side - rim for side in padding)),
        border_radius=14,
        bgcolor=Tone.TILE_LIT if seat.to_play else ground,
        border=ft.Border.all(_RIM, Tone.BRASS) if seat.to_play else None,
    )
    return repaint_boundary(
        ft.Semantics(
            content=tile,
            label=seat.says,
            identifier=f"seat-{seat.handle}",
            selected=seat.to_play,
            container=True,
        )
    )


def _centred_column(lines: list[ft.Control], spacing: float) -> ft.Column:
    return ft.Column(lines, spacing=spacing, alignment=ft.MainAxisAlignment.CENTER)


def _together(cells: Sequence[ft.Control], spacing: float) -> ft.Control:
    return ft.Row([*cells], spacing=spacing, tight=True)


def _name(seat: SeatView, size: float, lines: int = 1) -> ft.Control:
    """The name; the player who is due has an arrow before it. The key tells Flet that the name is
    the same one then.
    """
    shown = text(
        seat.name,
        size=size,
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        lines=lines,
        leading=1.15,
        align=ft.TextAlign.CENTER if lines > 1 else ft.TextAlign.START,
        expand=True,
        silent=True,
    )
    shown.expand_loose, shown.key = True, "name"
    arrow = [ft.Icon(ft.Icons.PLAY_ARROW, size=size, color=Tone.BRASS)] if seat.to_play else []
    return ft.Row([*arrow, shown], spacing=1, tight=True)


def _with_place(name: ft.Control, seat: SeatView) -> ft.Control:
    """The key tells Flet that this row is not the one of the name alone."""
    place = text(seat.place_says, size=11.5, tone=Tone.BRASS, lines=1, leading=1.2, silent=True)
    return ft.Row([ft.Container(name, expand=True), place], key="placed")


def _dealer_mark(words: Words) -> ft.Control:
    """Drawn on a canvas, for it is as large as ever where text is large."""
    letter = canvas_text(_MARK / 2, _MARK / 2, words.say("D"), 8.5, Tone.SPADES, TEXT.bold)
    canvas = cv.Canvas([letter], width=_MARK, height=_MARK)
    return silent(disc(_MARK, Tone.IVORY, canvas))
