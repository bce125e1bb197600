"""Seats around the table, and tiles of players.

The numbers of a seat have identifiers, except the place. All other texts of a seat are silent for
screen readers, because the label of the seat contains everything with its units.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import flet as ft
import flet.canvas as cv

from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone, text_width, widest_word
from companion.ui.parts.avatars import avatar, player_colour
from companion.ui.parts.basics.panels import balanced_columns, in_rows
from companion.ui.parts.basics.text import disc, named, silent, text
from companion.ui.parts.basics.touch import Tap, repaint_boundary, ringed, touchable
from companion.ui.parts.cards.card_face import canvas_text
from companion.ui.parts.table.menus import of_seat, opens
from companion.ui.parts.table.plan import Plan
from companion.ui.session import Session
from companion.views.at_table.table import SeatView
from companion.views.speech import Person
from companion.words import Words

_DOT = "\u00b7"
"""The separator between two numbers in a line."""


def _cards_and_unit(
    words: Words, seat: SeatView, size: float, *, dot: bool = False
) -> list[ft.Control]:
    """Draw the number of cards with its unit, and perhaps a dot."""
    unit = words.count("card", "cards", seat.cards)
    after = f"{unit} {_DOT}" if dot else unit
    return [_cards_left(seat, size), _beside(after, size)]


def _chips(seat: SeatView, size: float, *, dot: bool = False) -> list[ft.Control]:
    """Draw the chips, recognisable by colour and sign, and perhaps a dot."""
    tone = Tone.FELT_GAIN if seat.chips > 0 else Tone.FELT_LOSS if seat.chips else Tone.FELT_MUTED
    shown = text(seat.chips_text, size=size, tone=tone, face=TEXT.semibold, leading=1.2)
    number = named(f"chips-{seat.handle}", shown)
    return [number, _beside(_DOT, size)] if dot else [number]


def _points(words: Words, seat: SeatView, size: float, *, alone: bool = False) -> list[ft.Control]:
    """Draw the points, if the rules count points, with their unit unless they are `alone`."""
    if seat.points is None:
        return []
    shown = text(str(seat.points), size=size, tone=Tone.FELT_MUTED, leading=1.2)
    number = named(f"points-{seat.handle}", shown)
    return [number] if alone else [number, _beside(words.count("pt", "pts", seat.points), size)]


def _flag_and_place(seat: SeatView, size: float) -> list[ft.Control]:
    """Draw the place of a player who is out, beside a flag."""
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


_GAP = 6.0
"""The gap between two tiles, in dp."""

_WIDEST_TILE = 150.0


@dataclass(frozen=True, slots=True)
class TileSize:
    """The size of a tile in dp, and of its text.

    Text is `grow` times as large as usual, times the text `scale` of the device. `word` is the
    width of the widest word of all names at a size of 1 dp.
    """

    width: float
    height: float
    scale: float = 1
    grow: float = 1
    word: float = 1


@dataclass(frozen=True, slots=True)
class TilePosition:
    """The position of a seat's tile in dp, and the number of tiles in a row."""

    left: float
    top: float
    width: float
    height: float
    across: int


def strip_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """Return the tiles of the strip, in seating order."""
    rows = -(-seats // plan.seats_in_row)
    across = -(-seats // rows)
    width = min(_WIDEST_TILE * plan.text.grow, (plan.seats_width - (across - 1) * _GAP) / across)
    height = (plan.seats_height - (rows - 1) * _GAP) / rows
    return _tiles(seats, across, (width, height), plan.seats_width)


def list_tiles(seats: int, plan: Plan) -> list[TilePosition]:
    """Return the tiles of the list, in seating order."""
    single = (plan.seats_height + _GAP) / seats - _GAP
    across = 1 if single >= plan.text.small_seat(points=False) else 2
    rows = -(-seats // across)
    highest = plan.text.seat_line if across == 1 else plan.text.small_seat(points=True)
    height = min(highest, (plan.seats_height + _GAP) / rows - _GAP)
    width = (plan.seats_width - (across - 1) * _GAP) / across
    return _tiles(seats, across, (width, height), plan.seats_width)


def _tiles(seats: int, across: int, size: tuple[float, float], room: float) -> list[TilePosition]:
    """Return tiles of that size in rows, each row in the middle of the room."""
    width, height = size
    tiles: list[TilePosition] = []
    for seat in range(seats):
        row, column = divmod(seat, across)
        beside = min(across, seats - row * across)
        left = (room - beside * (width + _GAP) + _GAP) / 2 + column * (width + _GAP)
        tiles.append(TilePosition(left, row * (height + _GAP), width, height, across))
    return tiles


_INSET, _SMALL_INSET, _LINE_INSET = (5, 5, 5, 5), (4, 4, 5, 4), (12, 2, 12, 2)
"""Free space inside the edges of a tile, in dp: left, top, right, bottom."""
_RIM, _ARROW, _BESIDE_ARROW, _MARK = 2, 14, 1, 13.0
"""Widths of the rim of the player to move, the arrow before the name, the gap beside the arrow, and
the dealer's mark, in dp.
"""
_NAME, _LONG_NAME, _SMALLEST_NAME, _ROUND = 13, 12.5, 9, 14
_STRIPE, _BESIDE_STRIPE, _APART = 3, 4, 4
"""The stripe of a small tile, the gap beside it, and the least gap of two numbers, in dp."""


@component
def SeatTile(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """Draw a tile with everything below the avatar; a long name may have two lines."""
    words, grow = session.words, size.grow
    room = size.width - _INSET[0] - _INSET[2] - _ARROW * grow
    long = text_width(seat.name, _NAME * grow, TEXT.semibold) > room
    chips = _chips(seat, 12.5 * grow)
    points = _points(words, seat, 11.5 * grow)
    lines: list[ft.Control] = [
        _avatar(words, seat, (24 if long else 30) * grow),
        _name(seat, _two_line_size(size) if long else _NAME * grow, 2 if long else 1),
        _together(_cards_and_unit(words, seat, 11.5 * grow), 3),
        _together([*chips, *_flag_and_place(seat, 12.5 * grow)], 4),
        *([_together(points, 2)] if points else []),
    ]
    column = _centred_column(lines, 1)
    column.horizontal_alignment = ft.CrossAxisAlignment.CENTER
    return _tile(session, seat, column, size)


def _two_line_size(size: TileSize) -> float:
    """Return the size of names in two lines, small enough for the widest word beside the arrow.

    The arrow is as high as the name.
    """
    inside = size.width - _INSET[0] - _INSET[2] - _BESIDE_ARROW
    fits = inside / (size.word * size.scale + 1)
    return max(_SMALLEST_NAME * size.grow, min(_LONG_NAME * size.grow, fits))


@component
def SmallSeatTile(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """Draw a tile of three lines, as narrow as a fifth of a phone.

    Units and the sign of the cards show if there is room.
    """
    words, grow, scale = session.words, size.grow, size.scale
    inside = size.width - _SMALL_INSET[0] - _SMALL_INSET[2] - _STRIPE - _BESIDE_STRIPE
    room = inside / scale - _APART
    sign = ft.Icon(ft.Icons.STYLE, size=11 * grow, color=Tone.FELT_MUTED)
    fits = _first_line_width(seat, grow) <= room
    cards = [*([sign] if fits else []), _cards_left(seat, 11 * grow)]
    points = _points(words, seat, 11 * grow, alone=_last_line_width(words, seat, grow) > room)
    last = [*([_together(points, 2)] if points else []), *_flag_and_place(seat, 11 * grow)]
    if seat.dealer:
        last.append(_dealer_mark(words, grow))
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    column = _centred_column(
        [
            _name(seat, 11.5 * grow),
            ft.Row([_together(cards, 2), *_chips(seat, 11.5 * grow)], alignment=apart, spacing=0),
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


def _first_line_width(seat: SeatView, grow: float) -> float:
    """Return the width of the cards with their sign and the chips, at the usual text scale."""
    cards = text_width(str(seat.cards), 11 * grow, TEXT.bold)
    return 13 * grow + cards + text_width(seat.chips_text, 11.5 * grow, TEXT.semibold)


def _last_line_width(words: Words, seat: SeatView, grow: float) -> float:
    """Return the width of the points with their unit, the place and the dealer's mark."""
    if seat.points is None:
        return 0
    unit = words.count("pt", "pts", seat.points)
    beside = (_MARK + _APART if seat.dealer else 0) + (24 if seat.place else 0)
    return text_width(f"{seat.points} {unit}", 11 * grow) + beside * grow


@component
def SeatRow(session: Session, seat: SeatView, size: TileSize) -> ft.Control:
    """Draw a seat as a line with the avatar at the left, lit while the player is to move."""
    words, grow = session.words, size.grow
    points = _points(words, seat, 12.5 * grow)
    numbers = [
        *_cards_and_unit(words, seat, 12.5 * grow, dot=True),
        *_chips(seat, 12.5 * grow, dot=bool(points)),
        *points,
    ]
    name = _name(seat, 15 * grow)
    if seat.place:  # the key distinguishes this row from the one of the name alone
        tone, small = Tone.BRASS, 11.5 * grow
        place = text(seat.place_says, size=small, tone=tone, lines=1, leading=1.2, silent=True)
        name = ft.Row([ft.Container(name, expand=True), place], key="placed")
    column = _centred_column([name, _together(numbers, 4)], 0)
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
    """Draw a seat with its label; a tap opens its menu.

    The tile of the player to move is lit and has a brass rim. The padding is smaller by the rim, so
    that the content does not move. The ground is opaque: the focus ring lies below it.
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
    """Draw the name, with an arrow for the player to move.

    By its key Flet recognises the name behind the arrow.
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


def _dealer_mark(words: Words, grow: float) -> ft.Control:
    """Draw the mark on a canvas, because its letter does not grow with the text."""
    side = _MARK * grow
    letter = canvas_text(side / 2, side / 2, words.say("D"), 8.5 * grow, Tone.SPADES, TEXT.bold)
    canvas = cv.Canvas([letter], width=side, height=side)
    return silent(disc(side, Tone.IVORY, canvas))


DrawTile = Callable[[Session, SeatView, TileSize], ft.Control]


def seat_strip(session: Session, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """Draw the seats across the top: one row of tiles, or several rows of smaller tiles."""
    tiles = strip_tiles(len(seats), plan)
    small = len(tiles) > tiles[0].across or plan.low
    return _row_tiles(session, seats, tiles, SmallSeatTile if small else SeatTile, plan)


def seat_list(session: Session, seats: Sequence[SeatView], plan: Plan) -> ft.Control:
    """Draw the seats one below the other, in two columns if one has not enough room."""
    tiles = list_tiles(len(seats), plan)
    return _row_tiles(
        session, seats, tiles, SeatRow if tiles[0].across == 1 else SmallSeatTile, plan
    )


def _row_tiles(
    session: Session,
    seats: Sequence[SeatView],
    tiles: Sequence[TilePosition],
    tile: DrawTile,
    plan: Plan,
) -> ft.Control:
    word = widest_word([seat.name for seat in seats], 1, TEXT.semibold)
    text = (plan.text.scale, plan.text.grow, word)
    drawn = [
        keyed(seat.handle, tile, session, seat, TileSize(at.width, at.height, *text))
        for seat, at in zip(seats, tiles, strict=True)
    ]
    # Handles have no `#`, so the key of a row is never the key of a seat.
    rows: list[ft.Control] = [
        ft.Row(row, spacing=_GAP, tight=True, key=f"#{number}") if len(row) > 1 else row[0]
        for number, row in enumerate(in_rows(drawn, tiles[0].across))
    ]
    across = ft.CrossAxisAlignment.CENTER
    # Another order of seats makes new controls: screen readers would read the same controls in
    # their old order.
    order = "#" + " ".join(seat.handle for seat in seats)
    return ft.Column(rows, spacing=_GAP, tight=True, horizontal_alignment=across, key=order)


_PLAYER_NAME, _LONG_PLAYER_NAME, _NOTE = 13, 12, 12
"""Sizes of a name in one line and in two, and of a remark."""
_EDGES, _BESIDE_NOTE, _CHECK = 10, 35, 15
"""Widths of the edges of a tile, of edges and avatar beside a remark, and of the check mark, in dp.
"""
_LEAST_WIDTH, _ONE_LINE = 58.0, 56.0
"""The least width of a tile, and the greatest width of names in one line, in dp."""


@dataclass(frozen=True, slots=True)
class PlayerTile:
    """A player to choose; with `on_tap` None the tile is disabled.

    A `lit` tile waits for a tap; a `settled` one has a check mark.
    """

    player: Person
    note: str
    says: str
    identifier: str
    on_tap: Tap | None
    lit: bool = False
    selected: bool = False
    settled: bool = False


def player_tiles(tiles: Sequence[PlayerTile], width: float, scale: float = 1) -> ft.Control:
    """Arrange the tiles in rows as long as their names allow at that text scale."""
    names = [tile.player.name for tile in tiles]
    widest = max((text_width(name, _PLAYER_NAME, TEXT.semibold) for name in names), default=0)
    long = widest > _ONE_LINE
    name_width = max(map(_two_line_width, names)) if long else widest
    needed = max(name_width * scale + _EDGES, _note_width(tiles, scale, long=long))
    most = int((width + _GAP) // (max(_LEAST_WIDTH, needed) + _GAP))
    across = balanced_columns(len(tiles), max(1, most))
    rows = [_row(row, across, long=long) for row in in_rows(tiles, across)]
    return ft.Column(rows, spacing=_GAP, tight=True)


def _note_width(tiles: Sequence[PlayerTile], scale: float, *, long: bool) -> float:
    """Return the width of the remarks: beside the avatar of `long` tiles, or below the name."""
    notes = [tile.note for tile in tiles]
    if long:
        return max(text_width(note, _NOTE, scale=scale) for note in notes) + _BESIDE_NOTE
    check = _CHECK if any(tile.settled for tile in tiles) else 0
    return widest_word(notes, _NOTE, scale=scale) + _EDGES + check


def _two_line_width(name: str) -> float:
    """Return the width of the wider line of a name in two lines."""
    words = name.split()
    lines = ((words[:cut], words[cut:]) for cut in range(1, len(words) + 1))
    return min(
        max(text_width(" ".join(line), _LONG_PLAYER_NAME, TEXT.semibold) for line in both)
        for both in lines
    )


def _row(tiles: Sequence[PlayerTile], across: int, *, long: bool) -> ft.Control:
    cells = [_player_tile(tile, long=long) for tile in tiles]
    cells += [ft.Container(expand=True) for _ in range(across - len(tiles))]
    return ft.Row(cells, spacing=_GAP)


def _player_tile(tile: PlayerTile, *, long: bool) -> ft.Control:
    edge = Tone.ACTION if tile.selected else Tone.LINE
    return touchable(
        _centred(_long(tile) if long else _short(tile)),
        tile.on_tap,
        identifier=tile.identifier,
        label=tile.says,
        selected=tile.selected,
        radius=14,
        bgcolor=Tone.BRASS if tile.lit else Tone.PANEL,
        border=ft.Border.all(2, Tone.BRASS if tile.lit else edge),
        padding=ft.Padding.symmetric(horizontal=3, vertical=6),
        expand=True,
        key=tile.identifier,
    )


def _short(tile: PlayerTile) -> list[ft.Control]:
    """Draw the avatar over the name and the remark."""
    shown = avatar(tile.player.initial, tile.player.tint, size=30)
    return [shown, _player_name(tile, _PLAYER_NAME), _note(tile)]


def _long(tile: PlayerTile) -> list[ft.Control]:
    """Draw the name, always as high as two lines, over avatar and remark."""
    two_lines = ft.Container(_player_name(tile, _LONG_PLAYER_NAME, says="0\n0"), opacity=0)
    name = ft.Stack(
        [two_lines, _player_name(tile, _LONG_PLAYER_NAME)], alignment=ft.Alignment.CENTER
    )
    shown = avatar(tile.player.initial, tile.player.tint, size=20)
    return [name, ft.Row([shown, _note(tile)], spacing=5, tight=True)]


def _centred(cells: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        list(cells),
        spacing=3,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _player_name(tile: PlayerTile, size: float, *, says: str = "") -> ft.Control:
    return text(
        says or tile.player.name,
        size=size,
        tone=Tone.ON_BRASS if tile.lit else Tone.INK,
        face=TEXT.semibold,
        leading=1.15,
        align=ft.TextAlign.CENTER,
    )


def _note(tile: PlayerTile) -> ft.Control:
    tone = Tone.ON_BRASS if tile.lit else Tone.MUTED
    note = text(tile.note, size=_NOTE, tone=tone, leading=1.2, align=ft.TextAlign.CENTER)
    if not tile.settled:
        return note
    words = ft.Container(note, expand=True, expand_loose=True)
    return ft.Row([ft.Icon(ft.Icons.CHECK, size=13, color=tone), words], spacing=2, tight=True)
