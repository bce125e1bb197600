"""The players in seating order: cards left, chips, points, the dealer, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import keyed, memo
from companion.ui.parts.people import avatar
from companion.ui.parts.plan import SEATS_IN_A_ROW
from companion.ui.parts.text import named, text
from companion.ui.theme import AVATARS, Tone
from companion.views.table import SeatView
from companion.words import Words


def seat_strip(words: Words, seats: Sequence[SeatView], width: float, high: float) -> ft.Control:
    """The seats across the top: one row of tiles, or two rows of smaller ones."""
    if len(seats) <= SEATS_IN_A_ROW:
        rows = [list(seats)]
    else:
        first = (len(seats) + 1) // 2
        rows = [list(seats[:first]), list(seats[first:])]
    gap = 6.0
    across = max(len(row) for row in rows)
    tile_width = min(150.0, (width - (across - 1) * gap) / across)
    tile_high = (high - (len(rows) - 1) * gap) / len(rows)
    tile = SeatTile if tile_high > _SMALL_TILE else SmallSeatTile
    return ft.Column(
        [
            ft.Row(
                [keyed(one.handle, tile, words, one, tile_width, tile_high) for one in row],
                spacing=gap,
                alignment=ft.MainAxisAlignment.CENTER,
                key=f"seats-{number}",
            )
            for number, row in enumerate(rows)
        ],
        spacing=gap,
        tight=True,
    )


def seat_list(words: Words, seats: Sequence[SeatView], width: float, high: float) -> ft.Control:
    """The seats one below the other; in two columns if they would not fit in one."""
    gap = 6.0
    single = (high + gap) / len(seats) - gap
    columns = 1 if single >= _LOWEST_LINE else 2
    rows = -(-len(seats) // columns)
    tile_high = min(66.0, (high + gap) / rows - gap)
    if columns == 1:
        lines: list[ft.Control] = [
            keyed(seat.handle, SeatLine, words, seat, width, tile_high) for seat in seats
        ]
        return ft.Column(lines, spacing=gap, tight=True)
    half = (width - gap) / 2
    return ft.Column(
        [
            ft.Row(
                [
                    keyed(seat.handle, SmallSeatTile, words, seat, half, min(58.0, tile_high))
                    for seat in seats[first : first + 2]
                ],
                spacing=gap,
                key=f"seats-{first}",
            )
            for first in range(0, len(seats), 2)
        ],
        spacing=gap,
        tight=True,
    )


_LOWEST_LINE = 50
_SMALL_TILE = 60


@memo
@ft.component
@boundary
def SeatTile(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A tile with everything below the avatar."""
    lines: list[ft.Control] = [
        avatar(seat.initial, seat.tint, size=30, dealer=seat.dealer, dealer_mark=words.say("D")),
        _name(seat, 13),
        _cards(words, seat, 11.5),
        _chips(seat, 12.5),
    ]
    if seat.points is not None:
        lines.append(_points(words, seat, 11.5))
    if seat.place:
        lines.append(_place(seat))
    return _tile(
        seat,
        ft.Column(
            lines,
            spacing=1,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        width,
        high,
    )


@memo
@ft.component
@boundary
def SmallSeatTile(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A tile of three lines, as narrow as a fifth of a phone."""
    last: list[ft.Control] = []
    if seat.points is not None:
        last.append(_points(words, seat, 11))
    if seat.place:
        last.append(ft.Icon(ft.Icons.FLAG, size=12, color=Tone.BRASS))
    if seat.dealer:
        last.append(_dealer_mark(words))
    lines: list[ft.Control] = [
        _name(seat, 11.5),
        ft.Row(
            [_cards(words, seat, 11, short=True), _chips(seat, 12)],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            spacing=2,
        ),
        ft.Row(last, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=2),
    ]
    stripe = ft.Container(
        width=4,
        height=high - 18,
        border_radius=2,
        bgcolor=AVATARS[seat.tint % len(AVATARS)],
    )
    return _tile(
        seat,
        ft.Row(
            [
                stripe,
                ft.Column(lines, spacing=1, alignment=ft.MainAxisAlignment.CENTER, expand=True),
            ],
            spacing=4,
        ),
        width,
        high,
        padding=ft.Padding.only(left=4, right=5, top=2, bottom=2),
    )


@memo
@ft.component
@boundary
def SeatLine(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A line with the avatar at the left."""
    numbers: list[ft.Control] = [_cards(words, seat, 12.5, short=False), _dot(), _chips(seat, 13)]
    if seat.points is not None:
        numbers += [_dot(), _points(words, seat, 12.5)]
    return _tile(
        seat,
        ft.Row(
            [
                avatar(
                    seat.initial,
                    seat.tint,
                    size=min(38, high - 14),
                    dealer=seat.dealer,
                    dealer_mark=words.say("D"),
                ),
                ft.Column(
                    [
                        ft.Row([ft.Container(_name(seat, 15), expand=True), _place(seat)]),
                        ft.Row(numbers, spacing=4, tight=True),
                    ],
                    spacing=0,
                    alignment=ft.MainAxisAlignment.CENTER,
                    expand=True,
                ),
            ],
            spacing=10,
        ),
        width,
        high,
        padding=ft.Padding.symmetric(horizontal=10),
    )


def _tile(
    seat: SeatView,
    content: ft.Control,
    width: float,
    high: float,
    *,
    padding: ft.PaddingValue = 3,
) -> ft.Control:
    return ft.Semantics(
        content=ft.Container(
            content,
            width=width,
            height=high,
            padding=padding,
            border_radius=14,
            bgcolor=Tone.TILE_LIT if seat.to_play else Tone.TILE,
            border=ft.Border.all(2, Tone.BRASS if seat.to_play else Tone.TILE),
        ),
        label=seat.says,
        selected=seat.to_play,
        container=True,
    )


def _name(seat: SeatView, size: float) -> ft.Control:
    return text(
        seat.name,
        size=size,
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        lines=1,
        leading=1.2,
    )


def _cards(words: Words, seat: SeatView, size: float, *, short: bool = False) -> ft.Control:
    number = named(
        f"cards-{seat.handle}",
        text(str(seat.cards), size=size, tone=Tone.ON_FELT, face=TEXT.bold, leading=1.2),
    )
    if short:
        sign = ft.Icon(ft.Icons.STYLE, size=size, color=Tone.FELT_MUTED)
        return ft.Row([sign, number], spacing=2, tight=True)
    unit = text(
        words.count("card", "cards", seat.cards), size=size, tone=Tone.FELT_MUTED, leading=1.2
    )
    return ft.Row([number, unit], spacing=3, tight=True)


def _chips(seat: SeatView, size: float) -> ft.Control:
    tone = (
        Tone.FELT_GAIN if seat.chips > 0 else Tone.FELT_LOSS if seat.chips < 0 else Tone.FELT_MUTED
    )
    return named(
        f"chips-{seat.handle}",
        text(seat.chips_text, size=size, tone=tone, face=TEXT.semibold, leading=1.2),
    )


def _points(words: Words, seat: SeatView, size: float) -> ft.Control:
    return ft.Row(
        [
            named(
                f"points-{seat.handle}",
                text(str(seat.points), size=size, tone=Tone.FELT_MUTED, leading=1.2),
            ),
            text(
                words.count("pt", "pts", seat.points or 0),
                size=size,
                tone=Tone.FELT_MUTED,
                leading=1.2,
            ),
        ],
        spacing=3,
        tight=True,
    )


def _place(seat: SeatView) -> ft.Control:
    return text(seat.place, size=11.5, tone=Tone.BRASS, lines=1, leading=1.2)


def _dot() -> ft.Control:
    return text("·", size=12.5, tone=Tone.FELT_MUTED, leading=1.2)


def _dealer_mark(words: Words) -> ft.Control:
    return ft.Container(
        text(words.say("D"), size=8.5, tone=Tone.SPADES, face=TEXT.bold, leading=1),
        width=13,
        height=13,
        border_radius=7,
        bgcolor=Tone.IVORY,
        alignment=ft.Alignment.CENTER,
    )
