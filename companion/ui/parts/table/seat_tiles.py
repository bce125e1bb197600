"""Seats around the table.

The numbers of a seat have identifiers, except the place. All other texts of a seat are silent for
screen readers, because the label of the seat contains everything with its units.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import flet as ft

from companion.screens.short_names import letters_of, short_names
from companion.screens.table import SeatView
from companion.screens.table_menus import seat_menu
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.panels import balanced_columns, in_rows
from companion.ui.parts.basics.text import named, plate, text
from companion.ui.parts.basics.touch import repaint_boundary, ringed
from companion.ui.parts.table.chips import chip_count
from companion.ui.session import Session

_RIM = 2
_ROUND = 14
"""The rim of the player to move, and the radius, in dp."""
_IN_ROW = 5
_LETTERS = {False: 8, True: 13}
"""The greatest number of slim tiles in a row, and of letters of names, in a broad tile or not; a
full row has room for two less.
"""
_BARE = 10
"""The most letters of a name in a broad tile with a stripe."""
_OWES = 0.9
"""The size of what a player owes beside the chips, as a share of the usual one."""
_COUPLE = 2
"""How many players have room for names as in a broad tile."""
_MARK = 9
"""The size of the mark of the dealer on the stripe of a slim tile, before the words."""
_TILE = 240
"""The greatest width of a slim tile, in dp."""
GAP = 6
_LEAST_GAP = 4
_CENTER = ft.MainAxisAlignment.CENTER


class Tile(Enum):
    """The form of a tile: with a stripe, alone or two abreast in large text, with the avatar above
    the name or beside it, or broad with a stripe.
    """

    SLIM = "slim"
    PAIRED = "paired"
    UPRIGHT = "upright"
    BROAD = "broad"
    BARE = "bare"

    @property
    def is_broad(self) -> bool:
        """True if what is seldom there has room behind the chips."""
        return self in {Tile.BROAD, Tile.BARE, Tile.PAIRED}


@component
def SeatTile(session: Session, seat: SeatView, tile: Tile, grow: float) -> ft.Control:
    """Draw a seat, whose largest figure is the number of cards left."""
    name = ft.Row(_name(seat, tile, grow), spacing=2)
    money = ft.Row(_money(session, seat, grow), wrap=True, spacing=6, run_spacing=0)
    across = ft.CrossAxisAlignment.STRETCH
    lines = ft.Column([name, money], spacing=1, tight=True, horizontal_alignment=across)
    content: ft.Control = lines
    match tile:
        case Tile.BROAD | Tile.BARE:
            lines.expand = True
            left = _cards_left(session, seat, 26 * grow)
            sign = _avatar(seat, 36 * grow) if tile is Tile.BROAD else _stripe(seat)
            content = ft.Row([sign, lines, left], spacing=8)
        case Tile.UPRIGHT:
            name.alignment = money.alignment = _CENTER
            left = _cards_left(session, seat, 22 * grow)
            face = [_avatar(seat, 30 * grow)]
            if seat.dealer:
                mark = _dealer_mark(_SMALL * grow)
                mark.left, mark.bottom = -6, -4
                face.append(mark)
            disc = ft.Stack(face, clip_behavior=ft.ClipBehavior.NONE)
            top = ft.Row([disc, left], spacing=6, alignment=_CENTER)
            lines.controls.insert(0, top)
        case Tile.SLIM | Tile.PAIRED:
            left = _number(f"cards-{seat.handle}", str(seat.cards), 18 * grow, Tone.ON_FELT)
            money.controls.insert(0, left)
            lines.expand = True
            marked = seat.dealer and tile is Tile.SLIM
            content = ft.Row([_stripe(seat), lines], spacing=6 if marked else 2)
    if seat.owes and tile.is_broad:
        # No higher than the chips, so that no seat moves.
        money.controls.append(_owes(seat, _OWES * grow))
    if seat.dealer and tile.is_broad:
        money.controls.append(_dealer_mark(_SMALL * grow))
    return ft.Container(
        _tile(session, seat, content, tile, grow),
        width=None if tile.is_broad else _TILE * grow,
        expand=True,
        expand_loose=True,
    )


def _name(seat: SeatView, tile: Tile, grow: float) -> list[ft.Control]:
    """Draw the name, behind an arrow for the player to move or the place of a player who is out.

    A tile with a stripe has no room for an arrow. By its key Flet recognises the name behind the
    arrow.
    """
    broad = tile.is_broad
    size = (15 if tile is Tile.BROAD else 12.5 if broad else 11.5) * grow
    says = seat.title if broad else seat.short
    name = text(
        says, size=size, tone=Tone.ON_FELT, face=TEXT.semibold, lines=1, leading=1.15, silent=True
    )
    name.expand = name.expand_loose = True
    name.key = "name"
    icon = ft.Icons.PLAY_ARROW if seat.to_play else ft.Icons.FLAG
    sign = ft.Icon(icon, size=size, color=Tone.BRASS)
    if seat.to_play:
        return [sign, name] if tile in {Tile.UPRIGHT, Tile.BROAD} else [name]
    if not seat.place:
        return [name]
    place = text(
        str(seat.place), size=size, tone=Tone.BRASS, face=TEXT.bold, leading=1.15, silent=True
    )
    return [sign, place, name]


def _cards_left(session: Session, seat: SeatView, size: float) -> ft.Control:
    """Draw the number of cards over its unit."""
    number = _number(f"cards-{seat.handle}", str(seat.cards), size, Tone.ON_FELT)
    unit = _unit(session.words.count("card", "cards", seat.cards), size * 0.42)
    across = ft.CrossAxisAlignment.CENTER
    return ft.Column([number, unit], spacing=0, tight=True, horizontal_alignment=across)


_SMALL = 11.5


def _money(session: Session, seat: SeatView, grow: float) -> list[ft.Control]:
    """Draw the passes left, and chips and points if the game has any."""
    small = _SMALL * grow
    shown: list[ft.Control] = []
    if seat.passes:
        dots = seat.passes[0] in "●○"  # only the font of the suits has them
        tall, face = (small * 0.8, TEXT.suits) if dots else (small, TEXT.bold)
        shown.append(_number(f"passes-left-{seat.handle}", seat.passes, tall, Tone.BRASS, face))
    if seat.chips is not None:
        gain = Tone.FELT_GAIN if seat.chips > 0 else Tone.FELT_LOSS
        tone = gain if seat.chips else Tone.FELT_MUTED
        name = f"chips-{seat.handle}"
        shown.append(chip_count(name, seat.chips_text, small, tone, moves=session.moves))
    if seat.points is not None:
        muted = Tone.FELT_MUTED
        points = _number(f"points-{seat.handle}", str(seat.points), small, muted, TEXT.regular)
        unit = _unit(session.words.count("pt", "pts", seat.points), small)
        shown.append(ft.Row([points, unit], spacing=3, tight=True))
    return shown


def _number(
    identifier: str, value: str, size: float, tone: ft.Colors, face: str = TEXT.bold
) -> ft.Control:
    return named(identifier, text(value, size=size, tone=tone, face=face, leading=1.1))


def _unit(unit: str, size: float) -> ft.Control:
    return text(unit, size=size, tone=Tone.FELT_MUTED, leading=1.1, silent=True)


def _avatar(seat: SeatView, size: float) -> ft.Control:
    return avatar(seat.initial, seat.tint, size=size)


def _stripe(seat: SeatView) -> ft.Control:
    return plate(width=3, height=36, border_radius=2, bgcolor=player_colour(seat.tint))


def _tile(
    session: Session, seat: SeatView, content: ft.Control, form: Tile, grow: float
) -> ft.Control:
    """Draw a seat with its label; a tap opens its menu.

    The tile of the player to move is lit and has a brass rim. The padding is smaller by the rim, so
    that the content does not move. The ground is opaque: the focus ring lies below it.
    """
    rim = _RIM if seat.to_play else 0
    sides = 10 if form.is_broad else 2
    tile: ft.Control = plate(
        content,
        padding=ft.Padding.symmetric(horizontal=sides - rim, vertical=5 - rim),
        border_radius=_ROUND,
        bgcolor=Tone.TILE_LIT if seat.to_play else Tone.TILE,
        border=ft.Border.all(_RIM, Tone.BRASS) if seat.to_play else None,
        alignment=ft.Alignment.CENTER,
    )
    badge: list[ft.Control] = []
    if seat.owes and not form.is_broad:
        owes = _owes(seat, grow)
        owes.right = 0
        owes.top = -5
        badge.append(owes)
    if seat.dealer and form is Tile.SLIM:
        mark = _dealer_mark(_MARK)
        mark.left = -1
        mark.bottom = 5
        badge.append(mark)
    if badge:
        layers = [tile, *badge]
        clip = ft.ClipBehavior.NONE
        tile = ft.Stack(layers, fit=ft.StackFit.PASS_THROUGH, clip_behavior=clip)
    opens = session.tap(session.open_menu, seat_menu(seat))
    return repaint_boundary(
        ft.Semantics(
            content=ringed(tile, opens, _ROUND),
            label=seat.says,
            identifier=f"seat-{seat.handle}",
            selected=seat.to_play,
            button=True,
            container=True,
        )
    )


def _dealer_mark(size: float) -> ft.Container:
    """Draw cards on ivory as the mark of the dealer; no letter, which would look like an avatar."""
    cards = ft.Icon(ft.Icons.STYLE, size=size, color=Tone.SPADES)
    return plate(cards, bgcolor=Tone.IVORY, border_radius=size, padding=1.5)


def _owes(seat: SeatView, grow: float) -> ft.Container:
    """Draw the chips that the player still owes as a badge, on the edge of a tile without room."""
    words = _number(f"owes-{seat.handle}", seat.owes_text, 10 * grow, Tone.ON_BRASS, TEXT.bold)
    return plate(
        words,
        bgcolor=Tone.BRASS,
        border_radius=_ROUND,
        padding=ft.Padding.symmetric(horizontal=5),
    )


def seat_tiles(
    session: Session, seats: Sequence[SeatView], tile: Tile, grow: float, *, columns: int = _IN_ROW
) -> ft.Control:
    """Draw the seats in rows of so many, which are balanced."""
    broad = tile.is_broad

    def is_short(name: str) -> bool:
        roomy = tile is Tile.BROAD or (len(seats) == _COUPLE and not broad)
        crowded = tile is Tile.SLIM and len(seats) >= _IN_ROW
        most = _BARE if tile is Tile.BARE else _LETTERS[roomy] - 2 * crowded
        return len(letters_of(name)) <= most

    names = short_names([seat.title if broad else seat.short for seat in seats], is_short)
    drawn = [
        keyed(seat.handle, SeatTile, session, replace(seat, title=name, short=name), tile, grow)
        for seat, name in zip(seats, names, strict=True)
    ]
    # Handles have no `#`, so the key of a row is never the key of a seat.
    rows: list[ft.Control] = [
        ft.Row(
            row,
            spacing=GAP if tile.is_broad else _LEAST_GAP,
            alignment=_CENTER,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
            intrinsic_height=True,
            key=f"#{number}",
        )
        for number, row in enumerate(in_rows(drawn, balanced_columns(len(drawn), columns)))
    ]
    # Another order of seats makes new controls: screen readers would read the same controls in
    # their old order.
    order = "#" + " ".join(seat.handle for seat in seats)
    return ft.Column(rows, spacing=GAP, tight=True, key=order)
