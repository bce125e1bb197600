"""A player as a tile: cards left, chips, points, the dealer, whether it is their turn."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.ui.boundary import boundary
from companion.ui.fonts import TEXT
from companion.ui.hooks import kept
from companion.ui.parts.people import avatar
from companion.ui.parts.still import still
from companion.ui.parts.text import named, text
from companion.ui.theme import AVATARS, Tone
from companion.views.table import SeatView
from companion.words import Words

_LONG = 10
"""A name of more letters may take two lines of a tile."""


@ft.component
@boundary
def SeatTile(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A tile with everything below the avatar."""
    long = len(seat.name) > _LONG
    size = 24 if long else 30
    lines: list[ft.Control] = [
        _kept_avatar(words, seat, size),
        _name(seat, 12.5 if long else 13, 2 if long else 1),
        _kept_cards(words, seat, 11.5),
        _kept_chips(words, seat, 12.5),
        *_kept_points(words, seat, 11.5),
    ]
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


@ft.component
@boundary
def SmallSeatTile(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A tile of three lines, as narrow as a fifth of a phone."""
    last = _kept_points(words, seat, 11)
    if seat.place:
        last.append(ft.Icon(ft.Icons.FLAG, size=12, color=Tone.BRASS))
    if seat.dealer:
        last.append(_dealer_mark(words))
    lines: list[ft.Control] = [
        _name(seat, 11.5),
        ft.Row(
            [_kept_cards(words, seat, 11, short=True), _kept_chips(words, seat, 12)],
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            spacing=2,
        ),
        ft.Row(last, alignment=ft.MainAxisAlignment.SPACE_BETWEEN, spacing=0),
    ]
    stripe = kept("stripe", lambda: _stripe(seat.tint, high - 18), seat.tint, high)
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
        padding=_SMALL_INSET,
    )


@ft.component
@boundary
def SeatLine(words: Words, seat: SeatView, width: float, high: float) -> ft.Control:
    """A line with the avatar at the left, on a ground only while they are due."""
    cards, chips = _kept_cards(words, seat, 12.5), _kept_chips(words, seat, 13)
    points = _kept_points(words, seat, 12.5)
    dot, other_dot = kept("dot", _dot), kept("other-dot", _dot)
    numbers = [cards, dot, chips, *([other_dot, *points] if points else [])]
    return _tile(
        seat,
        ft.Row(
            [
                _kept_avatar(words, seat, min(38, high - 14)),
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
        padding=_LINE_INSET,
        ground=None,
    )


def _kept_avatar(words: Words, seat: SeatView, size: float) -> ft.Control:
    initial, tint, dealer = seat.initial, seat.tint, seat.dealer
    return kept(
        "avatar",
        lambda: avatar(initial, tint, size=size, dealer=dealer, dealer_mark=words.say("D")),
        *(words, initial, tint, dealer, size),
    )


def _kept_cards(words: Words, seat: SeatView, size: float, *, short: bool = False) -> ft.Control:
    return kept(
        "cards",
        lambda: _cards(words, seat, size, short=short),
        *(words, seat.handle, seat.cards, size, short),
    )


def _kept_chips(words: Words, seat: SeatView, size: float) -> ft.Control:
    return kept(
        "chips", lambda: _chips(words, seat, size), words, seat.handle, seat.chips_text, size
    )


def _kept_points(words: Words, seat: SeatView, size: float) -> list[ft.Control]:
    """The points, if any count."""
    shown = kept(
        "points", lambda: _points(words, seat, size), words, seat.handle, seat.points, size
    )
    return [] if seat.points is None else [shown]


def _stripe(tint: int, high: float) -> ft.Control:
    return ft.Container(width=4, height=high, border_radius=2, bgcolor=AVATARS[tint % len(AVATARS)])


_RIM = 2
_INSET = ft.Padding.all(5)
_SMALL_INSET = ft.Padding(6, 4, 7, 4)
_LINE_INSET = ft.Padding(12, 2, 12, 2)
_BRASS_RIM = ft.Border.all(_RIM, Tone.BRASS)


def _tile(
    seat: SeatView,
    content: ft.Control,
    width: float,
    high: float,
    *,
    padding: ft.Padding = _INSET,
    ground: ft.Colors | None = Tone.TILE,
) -> ft.Control:
    """A seat on its ground; the one of the player who is due is lit and has a brass rim."""
    below = ft.Container(
        width=width,
        height=high,
        border_radius=14,
        bgcolor=Tone.TILE_LIT if seat.to_play else ground,
        border=_BRASS_RIM if seat.to_play else None,
    )
    inside = ft.Container(content, width=width, height=high, padding=padding)
    return still(ft.Stack([below, inside], width=width, height=high))


def _name(seat: SeatView, size: float, lines: int = 1) -> ft.Control:
    """The name; the player who is due has an arrow before it."""
    arrow = ft.Icon(ft.Icons.PLAY_ARROW, size=size, color=Tone.BRASS, visible=seat.to_play)
    shown = text(
        seat.name,
        size=size,
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        lines=lines,
        leading=1.15,
        align=ft.TextAlign.CENTER if lines > 1 else ft.TextAlign.START,
        expand=True,
    )
    shown.expand_loose = True
    return ft.Semantics(
        content=ft.Row([arrow, shown], spacing=1, tight=True),
        exclude_semantics=True,
        label=seat.says,
        identifier=f"seat-{seat.handle}",
        selected=seat.to_play,
        container=True,
    )


def _cards(words: Words, seat: SeatView, size: float, *, short: bool = False) -> ft.Control:
    number = named(
        f"cards-{seat.handle}",
        text(str(seat.cards), size=size, tone=Tone.ON_FELT, face=TEXT.bold, leading=1.2),
    )
    unit = words.count("card", "cards", seat.cards)
    if short:
        sign = ft.Icon(ft.Icons.STYLE, size=size, color=Tone.FELT_MUTED)
        return ft.Row([ft.Semantics(content=sign, label=unit), number], spacing=2, tight=True)
    after = text(unit, size=size, tone=Tone.FELT_MUTED, leading=1.2)
    return ft.Row([number, after], spacing=3, tight=True)


def _chips(words: Words, seat: SeatView, size: float) -> ft.Control:
    """The chips, whose unit is only said."""
    tone = (
        Tone.FELT_GAIN if seat.chips > 0 else Tone.FELT_LOSS if seat.chips < 0 else Tone.FELT_MUTED
    )
    number = named(
        f"chips-{seat.handle}",
        text(seat.chips_text, size=size, tone=tone, face=TEXT.semibold, leading=1.2),
    )
    unit = ft.Semantics(
        content=ft.Container(width=1, height=1),
        label=words.count("chip", "chips", abs(seat.chips)),
        container=True,
    )
    return ft.Row([number, unit], spacing=0, tight=True)


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
        spacing=2,
        tight=True,
    )


def _place(seat: SeatView) -> ft.Control:
    return text(seat.place, size=11.5, tone=Tone.BRASS, lines=1, leading=1.2)


def _dot() -> ft.Control:
    return text("·", size=12.5, tone=Tone.FELT_MUTED, leading=1.2)


def _dealer_mark(words: Words) -> ft.Control:
    """Drawn on a canvas, for it is as large as ever where text is large."""
    letter = cv.Text(
        *(_MARK / 2, _MARK / 2),
        words.say("D"),
        style=_MARK_LETTER,
        alignment=ft.Alignment.CENTER,
    )
    disc = ft.Container(
        cv.Canvas([letter], width=_MARK, height=_MARK),
        width=_MARK,
        height=_MARK,
        border_radius=_MARK / 2,
        bgcolor=Tone.IVORY,
    )
    return ft.Semantics(content=disc, exclude_semantics=True)


_MARK = 13.0
_MARK_LETTER = ft.TextStyle(size=8.5, color=Tone.SPADES, font_family=TEXT.bold, height=1)
