"""Seats around the table.

The numbers of a seat have identifiers, except the place. All other texts of a seat are silent for
screen readers, because the label of the seat contains everything with its units.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import flet as ft
import flet.canvas as cv

from companion.screens.short_names import short_names
from companion.screens.table import SeatView
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone, text_width
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.panels import in_rows
from companion.ui.parts.basics.text import disc, named, silent, text
from companion.ui.parts.basics.touch import repaint_boundary, ringed
from companion.ui.parts.cards.card_face import canvas_text
from companion.ui.parts.table.menus import of_seat, opens
from companion.ui.parts.table.plan import TILE_GAP, TextHeights, TilePosition
from companion.ui.session import Session

_UPRIGHT_FROM = 86
_BROAD_FROM = 140
_SIGN_FROM = 70
"""The least measures of tiles, in dp at the usual size of text.

They are the height with the avatar above the name, and the widths with the avatar beside the name
and with a unit for the cards.
"""
_SIDES = 4
_BROAD_SIDES = 12
_STRIPE = 3
"""The free space at the sides of the content, and the width of the stripe of a low tile, in dp."""
_BADGE_ABOVE = 5
"""How far a badge hangs over the edge of the tile, in dp at the usual size of text."""
_RIM = 2
_ABOVE = 2
_ROUND = 14
"""The rim of the player to move, the free space above and below the content, and the radius."""
_AFTER_PLACE = 3
"""The gap between the place of a player who is out and the name, in dp."""
_CENTER = ft.MainAxisAlignment.CENTER


@dataclass(frozen=True, slots=True)
class TileSize:
    """The size of a tile in dp.

    Text is `grow` times as large as usual, times the text `scale` of the device.
    """

    width: float
    height: float
    scale: float = 1
    grow: float = 1

    @property
    def grown(self) -> float:
        """The scale of the text."""
        return self.scale * self.grow

    @property
    def is_upright(self) -> bool:
        """True if the avatar is above the name."""
        return self.height >= _UPRIGHT_FROM * self.grown

    @property
    def is_broad(self) -> bool:
        """True if the avatar is beside the name."""
        return not self.is_upright and self.width >= _BROAD_FROM * self.grown

    @property
    def is_slim(self) -> bool:
        """True if there is no room for signs beside the name and the cards."""
        return not self.is_upright and self.width < _SIGN_FROM * self.grown

    @property
    def name(self) -> float:
        """The size of the name."""
        return self.grow * (13 if self.is_upright else 15 if self.is_broad else 11.5)

    @property
    def avatar(self) -> float:
        """The size of the avatar, or the width of the stripe of a low tile."""
        if self.is_upright:
            return 30 * self.grow
        return min(38 * self.grow, self.height - 14) if self.is_broad else _STRIPE

    @property
    def room(self) -> float:
        """The width that a name has beside the arrow of the player to move, if the tile has one."""
        beside = 0 if self.is_upright else self.avatar + (10 if self.is_broad else 4)
        sides = _BROAD_SIDES if self.is_broad else _SIDES
        arrow = 0 if self.is_slim else self.name * self.scale + 1
        return self.width - 2 * sides - beside - arrow


@component
def SeatTile(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """Draw a seat with its numbers; a low tile without room for an avatar has a stripe."""
    cards, chips, points = _numbers(session, seat, size)
    if size.is_upright:
        top = ft.Row([_avatar(session, seat, size.avatar)], alignment=_CENTER)
        name = ft.Row(_name(seat, seat.short, size), spacing=1, alignment=_CENTER)
        totals = [*chips, *points]
        numbers = [_line([cards], _CENTER), *([_line(totals, _CENTER)] if totals else [])]
        return _tile(session, seat, _lines([top, name, *numbers]), size)
    if size.is_broad:
        name = ft.Row(_name(seat, seat.title, size), spacing=1)
        lines = _lines([name, _line([cards, *chips, *points], ft.MainAxisAlignment.START, 10)])
        left = _avatar(session, seat, size.avatar)
        row = ft.Row([left, lines], spacing=10)
        return _tile(session, seat, row, size, sides=_BROAD_SIDES)
    name = ft.Row(_name(seat, seat.short, size), spacing=1)
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    mark = [_dealer_mark(session, size.grown)]
    first = [cards, *chips[:1]]
    last = [*chips[1:], *points, *(mark if seat.dealer else [])]
    lines = _lines([name, _line(first, apart), *([_line(last, apart)] if last else [])])
    stripe = ft.Container(
        width=_STRIPE, height=size.height - 18, border_radius=2, bgcolor=player_colour(seat.tint)
    )
    return _tile(session, seat, ft.Row([stripe, lines], spacing=4), size)


def _lines(lines: list[ft.Control]) -> ft.Column:
    """Arrange the lines of a tile, each as wide as the tile has room for."""
    across = ft.CrossAxisAlignment.STRETCH
    return ft.Column(lines, spacing=1, alignment=_CENTER, horizontal_alignment=across, expand=True)


def _line(
    numbers: list[ft.Control], alignment: ft.MainAxisAlignment, spacing: float = 4
) -> ft.Control:
    return ft.Row(numbers, wrap=True, alignment=alignment, spacing=spacing, run_spacing=0)


def _name(seat: SeatView, says: str, tile: TileSize) -> list[ft.Control]:
    """Draw the name, behind an arrow for the player to move or the place of a player who is out.

    On a slim tile the rim alone tells who is due. By its key Flet recognises the name behind the
    arrow.
    """
    size = tile.name
    sign = size * tile.scale
    name = text(
        says,
        size=size,
        tone=Tone.ON_FELT,
        face=TEXT.semibold,
        lines=1,
        leading=1.15,
        expand=True,
        silent=True,
    )
    name.expand_loose = True
    name.key = "name"
    icon = ft.Icons.PLAY_ARROW if seat.to_play else ft.Icons.FLAG
    signs: list[ft.Control] = [] if tile.is_slim else [ft.Icon(icon, size=sign, color=Tone.BRASS)]
    if seat.to_play:
        return [*signs, name]
    if not seat.place:
        return [name]
    place = text(
        str(seat.place), size=size, tone=Tone.BRASS, face=TEXT.bold, leading=1.15, silent=True
    )
    return [*signs, ft.Container(place, padding=ft.Padding.only(right=_AFTER_PLACE)), name]


def _numbers(
    session: Session, seat: SeatView, size: TileSize
) -> tuple[ft.Control, list[ft.Control], list[ft.Control]]:
    """Draw cards, and chips and points if the game has any.

    Chips are recognisable by colour and sign. A low tile has a sign for the unit of the cards, the
    narrowest none.
    """
    small = (12.5 if size.is_broad else 11) * size.grow
    muted = Tone.FELT_MUTED
    left = _number(f"cards-{seat.handle}", str(seat.cards), small, Tone.ON_FELT, TEXT.bold)
    chips = [] if seat.chips is None else [_chips(seat, seat.chips, small)]
    if seat.passes:
        name = f"passes-left-{seat.handle}"
        dots = seat.passes[0] in "●○"  # only the font of the suits has them
        tall, face = (small * 0.8, TEXT.suits) if dots else (small, TEXT.bold)
        chips = [_number(name, seat.passes, tall, Tone.BRASS, face), *chips]
    if size.is_upright or size.is_broad:
        cells = [left, _unit(session.words.count("card", "cards", seat.cards), small)]
    else:
        sign = ft.Icon(ft.Icons.STYLE, size=small * size.scale, color=muted)
        cells = [left] if size.is_slim else [sign, left]
    cards = ft.Row(cells, spacing=3, tight=True)
    if seat.points is None:
        return cards, chips, []
    points = _number(f"points-{seat.handle}", str(seat.points), small, muted, TEXT.regular)
    unit = _unit(session.words.count("pt", "pts", seat.points), small)
    return cards, chips, [ft.Row([points, unit], spacing=3, tight=True)]


def _chips(seat: SeatView, chips: int, size: float) -> ft.Control:
    tone = Tone.FELT_GAIN if chips > 0 else Tone.FELT_LOSS if chips else Tone.FELT_MUTED
    return _number(f"chips-{seat.handle}", seat.chips_text, size, tone, TEXT.semibold)


def _number(identifier: str, value: str, size: float, tone: ft.Colors, face: str) -> ft.Control:
    return named(identifier, text(value, size=size, tone=tone, face=face, leading=1.2))


def _unit(unit: str, size: float) -> ft.Control:
    return text(unit, size=size, tone=Tone.FELT_MUTED, leading=1.2, silent=True)


def _avatar(session: Session, seat: SeatView, size: float) -> ft.Control:
    mark = session.words.say("D")
    return avatar(seat.initial, seat.tint, size=size, dealer=seat.dealer, dealer_mark=mark)


def _dealer_mark(session: Session, grow: float) -> ft.Control:
    """Draw the mark on a canvas, because its letter does not grow with the text."""
    side = 13 * grow
    letter = canvas_text(
        side / 2, side / 2, session.words.say("D"), 8.5 * grow, Tone.SPADES, TEXT.bold
    )
    canvas = cv.Canvas([letter], width=side, height=side)
    return silent(disc(side, Tone.IVORY, canvas))


def _tile(
    session: Session, seat: SeatView, content: ft.Control, size: TileSize, *, sides: int = _SIDES
) -> ft.Control:
    """Draw a seat with its label; a tap opens its menu.

    The tile of the player to move is lit and has a brass rim. The padding is smaller by the rim, so
    that the content does not move. The ground is opaque: the focus ring lies below it.
    """
    rim = _RIM if seat.to_play else 0
    tile = ft.Container(
        content,
        width=size.width,
        height=size.height,
        padding=ft.Padding.symmetric(horizontal=sides - rim, vertical=_ABOVE - rim),
        border_radius=_ROUND,
        bgcolor=Tone.TILE_LIT if seat.to_play else Tone.TILE,
        border=ft.Border.all(_RIM, Tone.BRASS) if seat.to_play else None,
    )
    shown: ft.Control = tile
    if seat.owes:
        shown = ft.Stack([tile, _owes(seat, size)], clip_behavior=ft.ClipBehavior.NONE)
    return repaint_boundary(
        ft.Semantics(
            content=ringed(shown, opens(session, of_seat(seat)), _ROUND),
            label=seat.says,
            identifier=f"seat-{seat.handle}",
            selected=seat.to_play,
            button=True,
            container=True,
        )
    )


def _owes(seat: SeatView, size: TileSize) -> ft.Control:
    """Draw the chips that the player still owes as a badge on the edge, off the name."""
    words = _number(f"owes-{seat.handle}", seat.owes_text, 10 * size.grow, Tone.ON_BRASS, TEXT.bold)
    return ft.Container(
        words,
        right=0,
        top=-_BADGE_ABOVE * size.grown,
        bgcolor=Tone.BRASS,
        border_radius=_ROUND,
        padding=ft.Padding.symmetric(horizontal=5),
    )


def seat_tiles(
    session: Session, seats: Sequence[SeatView], tiles: Sequence[TilePosition], heights: TextHeights
) -> ft.Control:
    """Draw the seats in rows of tiles at these positions."""
    first = tiles[0]
    size = TileSize(first.width, first.height, heights.scale, heights.grow)
    names = tuple(seat.title if size.is_broad else seat.short for seat in seats)
    drawn = [
        keyed(seat.handle, SeatTile, session, replace(seat, title=name, short=name), size)
        for seat, name in zip(seats, _fitting(names, size), strict=True)
    ]
    # Handles have no `#`, so the key of a row is never the key of a seat.
    rows: list[ft.Control] = [
        ft.Row(row, spacing=TILE_GAP, tight=True, key=f"#{number}") if len(row) > 1 else row[0]
        for number, row in enumerate(in_rows(drawn, first.across))
    ]
    across = ft.CrossAxisAlignment.CENTER
    # Another order of seats makes new controls: screen readers would read the same controls in
    # their old order.
    order = "#" + " ".join(seat.handle for seat in seats)
    return ft.Column(rows, spacing=TILE_GAP, tight=True, horizontal_alignment=across, key=order)


@lru_cache(maxsize=64)
def _fitting(names: tuple[str, ...], size: TileSize) -> tuple[str, ...]:
    """Return the names, or short names that differ where a tile has no room for one of them."""

    def fits(name: str) -> bool:
        return text_width(name, size.name, TEXT.semibold, size.scale) <= size.room

    return short_names(names, fits)
