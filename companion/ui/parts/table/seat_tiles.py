"""A player as a tile: cards left, chips, points, the dealer, whether it is their turn."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft
import flet.canvas as cv

from companion.ui.boundary import boundary
from companion.ui.looks.fonts import TEXT, text_width
from companion.ui.looks.theme import Tone
from companion.ui.parts.basics.disc import disc
from companion.ui.parts.basics.repaint import repaint_boundary
from companion.ui.parts.basics.text import silent, text
from companion.ui.parts.basics.touch import ringed
from companion.ui.parts.cards.card_face import canvas_text
from companion.ui.parts.people.avatars import avatar, player_colour
from companion.ui.parts.table.menus import opens
from companion.ui.parts.table.seat_numbers import (
    cards_and_unit,
    chips_alone,
    flag_and_place,
    points_and_unit,
    sign_and_cards,
)
from companion.ui.parts.table.seat_positions import TileSize
from companion.ui.parts.table.table_menus import of_seat
from companion.ui.session import Session
from companion.views.at_table.table import SeatView
from companion.words import Words

_INSET, _SMALL_INSET, _LINE_INSET = (5, 5, 5, 5), (4, 4, 5, 4), (12, 2, 12, 2)
"""What is free inside a tile's edges in dp: left, top, right, bottom."""
_RIM, _ARROW, _BESIDE_ARROW, _MARK = 2, 14, 1, 13.0
"""The rim of the player who is due, the arrow before their name and what is free beside it, and the
dealer's mark, in dp.
"""
_NAME, _LONG_NAME, _SMALLEST_NAME, _ROUND = 13, 12.5, 9, 14
_STRIPE, _BESIDE_STRIPE, _APART = 3, 4, 4
"""A small tile's stripe, what is free beside it, and the least between two numbers, in dp."""


@ft.component
@boundary
def SeatTile(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """A tile with everything below the avatar; a name too wide for it may take two lines."""
    words, grow = session.words, size.grow
    room = size.width - _INSET[0] - _INSET[2] - _ARROW * grow
    long = text_width(seat.name, _NAME * grow, TEXT.semibold) > room
    chips = chips_alone(seat, 12.5 * grow)
    points = points_and_unit(words, seat, 11.5 * grow)
    lines: list[ft.Control] = [
        _avatar(words, seat, (24 if long else 30) * grow),
        _name(seat, _in_two_lines(size) if long else _NAME * grow, 2 if long else 1),
        _together(cards_and_unit(words, seat, 11.5 * grow), 3),
        _together([*chips, *flag_and_place(seat, 12.5 * grow)], 4),
        *([_together(points, 2)] if points else []),
    ]
    column = _centred_column(lines, 1)
    column.horizontal_alignment = ft.CrossAxisAlignment.CENTER
    return _tile(session, seat, column, size)


def _in_two_lines(size: TileSize) -> float:
    """The size of all names in two lines, of which no word is torn if that can be: beside the arrow
    as well, which is as high as they are.
    """
    inside = size.width - _INSET[0] - _INSET[2] - _BESIDE_ARROW
    fits = inside / (size.word * size.scale + 1)
    return max(_SMALLEST_NAME * size.grow, min(_LONG_NAME * size.grow, fits))


@ft.component
@boundary
def SmallSeatTile(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """A tile of three lines, as narrow as a fifth of a phone: units and the sign of the cards stand
    where there is room for them.
    """
    words, grow, scale = session.words, size.grow, size.scale
    inside = size.width - _SMALL_INSET[0] - _SMALL_INSET[2] - _STRIPE - _BESIDE_STRIPE
    room = inside / scale - _APART
    cards = sign_and_cards(seat, 11 * grow, sign=_first_line(seat, grow) <= room)
    points = points_and_unit(words, seat, 11 * grow, alone=_last_line(words, seat, grow) > room)
    last = [*([_together(points, 2)] if points else []), *flag_and_place(seat, 11 * grow)]
    if seat.dealer:
        last.append(_dealer_mark(words, grow))
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    column = _centred_column(
        [
            _name(seat, 11.5 * grow),
            ft.Row(
                [_together(cards, 2), *chips_alone(seat, 11.5 * grow)], alignment=apart, spacing=0
            ),
            ft.Row(last, alignment=apart, spacing=0),
        ],
        1,
    )
    column.expand = True
    stripe = ft.Container(
        width=_STRIPE, height=size.height - 18, border_radius=2, bgcolor=player_colour(seat.tint)
    )
    row = ft.Row([stripe, column], spacing=_BESIDE_STRIPE)
    return _tile(session, seat, row, size, padding=_SMALL_INSET)


def _first_line(seat: SeatView, grow: float) -> float:
    """How wide the cards with their sign, and the chips, are at the usual size of text."""
    cards = text_width(str(seat.cards), 11 * grow, TEXT.bold)
    return 13 * grow + cards + text_width(seat.chips_text, 11.5 * grow, TEXT.semibold)


def _last_line(words: Words, seat: SeatView, grow: float) -> float:
    """How wide the points with their unit, the place and the dealer's mark are."""
    if seat.points is None:
        return 0
    unit = words.count("pt", "pts", seat.points)
    beside = (_MARK + _APART if seat.dealer else 0) + (24 if seat.place else 0)
    return text_width(f"{seat.points} {unit}", 11 * grow) + beside * grow


@ft.component
@boundary
def SeatRow(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """A line with the avatar at the left, on a ground that stands out only while they are due."""
    words, grow = session.words, size.grow
    points = points_and_unit(words, seat, 12.5 * grow)
    numbers = [
        *cards_and_unit(words, seat, 12.5 * grow, dot=True),
        *chips_alone(seat, 12.5 * grow, dot=bool(points)),
        *points,
    ]
    name = _name(seat, 15 * grow)
    named = _with_place(name, seat, grow) if seat.place else name
    column = _centred_column([named, _together(numbers, 4)], 0)
    column.expand = True
    row = ft.Row([_avatar(words, seat, min(38 * grow, size.height - 14)), column], spacing=10)
    return _tile(session, seat, row, size, padding=_LINE_INSET, ground=Tone.PILL)


def _avatar(words: Words, seat: SeatView, size: float) -> ft.Control:
    mark = words.say("D")
    return avatar(seat.initial, seat.tint, size=size, dealer=seat.dealer, dealer_mark=mark)


def _tile(
    session: Session,
    seat: SeatView,
    content: ft.Control,
    size: TileSize,
    *,
    padding: tuple[int, int, int, int] = _INSET,
    ground: ft.Colors = Tone.TILE,
) -> ft.Control:
    """A seat on its ground, through which no ring shines; the one of the player who is due is lit
    and has a brass rim, which takes its width off the padding, so that all inside stays where it
    is. It tells all of the seat to assistive technology, and leads to its menu.
    """
    rim = _RIM if seat.to_play else 0
    tile = ft.Container(
        content,
        width=size.width,
        height=size.height,
        padding=ft.Padding(*(side - rim for side in padding)),
        border_radius=_ROUND,
        bgcolor=Tone.TILE_LIT if seat.to_play else ground,
        border=ft.Border.all(_RIM, Tone.BRASS) if seat.to_play else None,
    )
    return repaint_boundary(
        ft.Semantics(
            content=ringed(tile, opens(session, of_seat(seat)), _ROUND),
            label=seat.says,
            identifier=f"seat-{seat.handle}",
            selected=seat.to_play,
            button=True,
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
    return ft.Row([*arrow, shown], spacing=_BESIDE_ARROW, tight=True)


def _with_place(name: ft.Control, seat: SeatView, grow: float) -> ft.Control:
    """The key tells Flet that this row is not the one of the name alone."""
    size = 11.5 * grow
    place = text(seat.place_says, size=size, tone=Tone.BRASS, lines=1, leading=1.2, silent=True)
    return ft.Row([ft.Container(name, expand=True), place], key="placed")


def _dealer_mark(words: Words, grow: float) -> ft.Control:
    """Drawn on a canvas, for it is as large as ever where text is large."""
    side = _MARK * grow
    letter = canvas_text(side / 2, side / 2, words.say("D"), 8.5 * grow, Tone.SPADES, TEXT.bold)
    canvas = cv.Canvas([letter], width=side, height=side)
    return silent(disc(side, Tone.IVORY, canvas))
