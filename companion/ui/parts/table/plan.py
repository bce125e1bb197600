"""How the table screen shares its room, so that nothing on it has to scroll.

Heights that hold text grow with the size of text that the device is set to. Where that is large,
nothing is shared out: what stands above the big buttons is as high as it needs, and scrolls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.cards.card_face import CardSize
from companion.ui.parts.cards.layout_board import CHOOSER_COLUMNS
from companion.ui.parts.cards.positions import PILES, RANKS, SUITS, Board, Side
from companion.ui.routes import Room, Shape

SIDE_CONTROLS = 156
TOOLS = 52
"""How high a row of tools with captions is."""
MAT_EDGE = 14
"""What the mat that the layout lies on shows above and below the cards."""
PANEL_EDGE = 14
WIDE_EDGE = 18
"""What is free beside all that stands right of the panel, in dp."""
INSET = 12

_MAT_SIDES = 28
_PILE_GAP, _GRID_GAP = 9, 4
_EDGE = 14
_TALLEST, _TALLEST_IN_GRID = 1.5, 1.82
_GRID_FROM = 720
_WIDEST_CARD, _WIDEST_PILE = 112, 88
_SIDE_SEATS = 236
_PANEL_SHARE, _SLIMMEST_PANEL, _WIDEST_PANEL = 0.125, 220, 480
"""Half of the panel's share of the width, and how wide it is in dp."""
_PAGE, _WINDOW, _MOST_GROWN = (560, 800), (900, 620), 1.8
"""From these sizes on, upright and wide, what is read from across the table grows."""
_SEAT = 63
"""A seat's tile is at least so wide, in dp at the usual size of text."""
_LIST_FROM = 190
_LOW_BELOW = 700
_SURER = 6
"""What a tile of text that has grown needs beyond its share, in dp."""
_CLOSE = 5
"""Between two rows of cards where room is low, in dp."""
_COLUMNS_HIGH = PILES * (LEAST + _CLOSE)
"""The suits as columns are at least so high; where there is less room they are rows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The table's measures in dp. `chooser` is a card's size where all 52 may be played; on a low
    screen captions and small lines are spared, a large one scrolls. `crosses` says whether there
    is room for the suits as columns. What is told below the layout has always the same room, `foot`
    high and `told_width` wide, so that no news move a card.
    """

    shape: Shape
    text: TextHeights
    board: Board
    chooser: CardSize
    seats_width: float
    seats_height: float
    seats_in_row: int
    foot: float
    told_width: float = 0
    list_height: float = 0
    low: bool = False
    scrolls: bool = False
    crosses: bool = True


@dataclass(frozen=True, slots=True)
class TextHeights:
    """The heights of what holds text, at that scale of text; what is read from across the table
    is so many times its usual size.
    """

    scale: float
    grow: float = 1

    @property
    def grown(self) -> float:
        """The scale of what is read from across the table."""
        return self.scale * self.grow

    @property
    def head(self) -> float:
        """The title over the round."""
        return round(26 + 38 * self.grown)

    @property
    def wide_head(self) -> float:
        """The same in a wide window."""
        return self.head + 8

    @property
    def prompt(self) -> float:
        """Whose turn it is, in two lines where a name is long."""
        return round(4 + 36 * self.grown)

    @property
    def caption(self) -> float:
        """The words over the piles."""
        return round(4 + 14 * self.scale)

    @property
    def foot(self) -> float:
        """What is told below the layout: a fine whole, and the edge of the next one below it."""
        return max(LEAST, round(22 + 46 * self.grown))

    @property
    def wide_foot(self) -> float:
        """The same in a wide window."""
        return self.foot + 16

    @property
    def bar(self) -> float:
        """The big buttons, two lines of words in the largest."""
        return round(36 + 40 * self.scale)

    @property
    def turn_line(self) -> float:
        """A turn in the list: a pass can be touched."""
        return max(LEAST, round(10 + 20 * self.grown))

    @property
    def seat_line(self) -> float:
        """A seat as a line of a list, at most."""
        return round(28 + 38 * self.grown)

    def small_seat(self, *, points: bool) -> float:
        """A seat's smaller tile."""
        return round(15 + (43 if points else 35) * self.grown + _SURER * (self.grow - 1))


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to have room besides the layout: so many seats, with points or without."""

    seats: int
    points: bool = True


def table_plan(room: Room, needs: Needs, side: Side) -> Plan:
    """The plan for this room."""
    if room.large_text:
        return _large(room, needs, side)
    if room.shape is Shape.TALL:
        return _tall(room, needs, side)
    return _wide(room, side) if room.shape is Shape.WIDE else _side(room, side)


def _tall(room: Room, needs: Needs, side: Side) -> Plan:
    text, low = TextHeights(room.text_scale, _grow(room, _PAGE)), room.height < _LOW_BELOW
    seats_width = room.width - 2 * 10
    in_row = _seats_in_row(seats_width, text)
    seats_height = _seats_height(needs, text, in_row, low=low)
    around = text.head + seats_height + text.prompt + text.foot + TOOLS + text.bar + MAT_EDGE
    height = room.height - around
    crosses = height >= _COLUMNS_HIGH
    side = replace(side, columns=side.columns and crosses)
    spread = room.width >= _GRID_FROM and not side.columns
    caption = 0 if spread or low or side.columns else text.caption
    board = _board(side, room.width - 2 * _EDGE, height - caption, spread=spread, low=low)
    # The list leaves the mat an even height more than the board's, as `rest` does.
    spare = height - caption - board.height - board.row_gap // 2 * 2
    return Plan(
        shape=Shape.TALL,
        text=text,
        board=board,
        chooser=_chooser(min(room.width, 460) - 12, height),
        seats_width=seats_width,
        seats_height=seats_height,
        seats_in_row=in_row,
        foot=text.foot,
        told_width=room.width - 2 * INSET,
        list_height=spare if spare >= _LIST_FROM else 0,
        low=low,
        crosses=crosses,
    )


def _side(room: Room, side: Side) -> Plan:
    text = TextHeights(room.text_scale)
    across = room.width - _SIDE_SEATS - SIDE_CONTROLS - 5 * 12 - _MAT_SIDES
    height = room.height - text.prompt - 28
    return Plan(
        shape=Shape.SIDE,
        text=text,
        board=_board(side, across, height, spread=False, low=True),
        chooser=CardSize(LEAST, LEAST),
        seats_width=_SIDE_SEATS,
        seats_height=room.height - 16 - text.head - 6,
        seats_in_row=2,
        foot=0,
        told_width=SIDE_CONTROLS,
        low=True,
    )


def _wide(room: Room, side: Side) -> Plan:
    text = TextHeights(room.text_scale, _grow(room, _WINDOW))
    panel = _within(2 * round(room.width * _PANEL_SHARE), _SLIMMEST_PANEL, _WIDEST_PANEL)
    across = room.width - panel - 2 * WIDE_EDGE
    around = text.wide_head + text.prompt + text.wide_foot + text.bar + MAT_EDGE
    board = _board(
        side, across - _MAT_SIDES, room.height - around, spread=not side.columns, low=False
    )
    return Plan(
        shape=Shape.WIDE,
        text=text,
        board=board,
        chooser=board.card,
        seats_width=panel - 2 * PANEL_EDGE,
        seats_height=room.height - 2 * 16 - _LIST_FROM,
        seats_in_row=2,
        foot=text.wide_foot,
        told_width=across,
        list_height=_LIST_FROM,
    )


def _large(room: Room, needs: Needs, side: Side) -> Plan:
    """The layout takes half of the screen, so that it shows whole once it is scrolled to."""
    text = TextHeights(room.text_scale)
    spread = room.width >= _GRID_FROM and not side.columns
    seats_width = room.width - 2 * 10
    in_row = _seats_in_row(seats_width, text)
    height = max(room.height * 0.5, (PILES if side.columns else SUITS) * (LEAST + 6))
    return Plan(
        shape=Shape.TALL,
        text=text,
        board=_board(side, room.width - 2 * _EDGE, height, spread=spread, low=True),
        chooser=_chooser(min(room.width, 460) - 12, height),
        seats_width=seats_width,
        seats_height=_seats_height(needs, text, in_row, low=True),
        seats_in_row=in_row,
        foot=0,
        told_width=room.width - 2 * INSET,
        low=True,
        scrolls=True,
    )


def _board(side: Side, across: float, height: float, *, spread: bool, low: bool) -> Board:
    """The board with the largest cards that this room has space for."""
    cells = RANKS if spread else PILES
    columns, rows = (SUITS, cells) if side.columns else (cells, SUITS)
    gap = _GRID_GAP if spread else _PILE_GAP
    row_gap = _CLOSE if low or side.columns else 8
    widest = _WIDEST_CARD if spread else _WIDEST_PILE
    card_width = min(widest, (across + gap) // columns - gap)
    tallest = card_width * (_TALLEST_IN_GRID if spread else _TALLEST)
    card_height = _within(height // rows - row_gap, LEAST, tallest // 1)
    board = Board(CardSize(card_width, card_height), gap, row_gap, cells, side)
    return replace(board, rest=((across - board.width) % 2, (height - board.height) % 2))


def _grow(room: Room, usual: tuple[int, int]) -> float:
    """How many times as large as usual that is written which is read from across the table."""
    wide, high = usual
    return round(_within(min(room.width / wide, room.height / high), 1, _MOST_GROWN), 2)


def _seats_in_row(width: float, text: TextHeights) -> int:
    """As many as have room."""
    return max(2, int((width + 6) // ((_SEAT + 5) * text.grown)))


def _seats_height(needs: Needs, text: TextHeights, in_row: int, *, low: bool) -> float:
    small, rows = text.small_seat(points=needs.points), -(-needs.seats // in_row)
    if rows > 1:
        return rows * (small + 6) - 6
    return small if low else 2 * small


def _chooser(across: float, height: float) -> CardSize:
    width = (across - (CHOOSER_COLUMNS - 1) * 2) // CHOOSER_COLUMNS
    rows = SUITS * 2
    return CardSize(width, _within((height - rows * 2) // rows, LEAST, width * 1.3))


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))
