"""Plans of the table screen, which divide its room so that nothing has to scroll.

Heights of text grow with the text scale of the device. Where text is large nothing is divided:
everything above the big buttons is as high as it needs, and scrolls.
"""

from dataclasses import dataclass, replace

from companion.core.cards import Rank
from companion.ui.parts.basics.touch import LEAST
from companion.ui.parts.cards.board import PILES, SUITS, Board, Side
from companion.ui.parts.cards.card_face import CardSize
from companion.ui.parts.cards.layout_board import CHOOSER_COLUMNS
from companion.ui.routes import Room, Shape

SIDE_CONTROLS = 156
TOOLS = 52
"""The height of a row of tools with captions, in dp."""
MAT_EDGE = 14
"""The margin of the mat above and below the cards, in dp."""
PANEL_EDGE = 14
WIDE_EDGE = 18
"""The margin of everything at the right of the panel, in dp."""
INSET = 12

_MAT_SIDES = 28
_PILE_GAP, _GRID_GAP = 9, 4
_EDGE = 14
_TALLEST, _TALLEST_IN_GRID = 1.5, 1.82
_GRID_FROM = 720
_WIDEST_CARD, _WIDEST_PILE = 112, 88
_SIDE_SEATS = 236
_PANEL_SHARE, _SLIMMEST_PANEL, _WIDEST_PANEL = 0.125, 220, 480
"""Half of the panel's share of the width, and the least and greatest width of the panel in dp."""
_PAGE, _WINDOW, _MOST_GROWN = (560, 800), (900, 620), 1.8
"""From these sizes of a tall and a wide screen on, text to be read across the table grows."""
_SEAT = 63
"""The least width of a seat's tile at the usual size of text, in dp."""
_LIST_FROM = 190
_LOW_BELOW = 700
_SURER = 6
"""The height that a tile with grown text needs beyond its share, in dp."""
_CLOSE = 5
"""The gap between two rows of cards on a low screen, in dp."""
_COLUMNS_HIGH = PILES * (LEAST + _CLOSE)
"""The least height for suits as columns; with less room they are rows."""


@dataclass(frozen=True, slots=True)
class TextHeights:
    """Heights of controls with text, in dp at the text `scale` of the device.

    Text to be read across the table is `grow` times its usual size.
    """

    scale: float
    grow: float = 1

    @property
    def grown(self) -> float:
        """The scale of text to be read across the table."""
        return self.scale * self.grow

    @property
    def head(self) -> float:
        """The height of the head: the title over the round."""
        return round(26 + 38 * self.grown)

    @property
    def wide_head(self) -> float:
        """The height of the head in a wide window."""
        return self.head + 8

    @property
    def prompt(self) -> float:
        """The height of the prompt, with two lines for a long name."""
        return round(4 + 36 * self.grown)

    @property
    def caption(self) -> float:
        """The height of the captions over the piles."""
        return round(4 + 14 * self.scale)

    @property
    def foot(self) -> float:
        """The height of the tray: a whole fine, and the edge of the next one."""
        return max(LEAST, round(22 + 46 * self.grown))

    @property
    def wide_foot(self) -> float:
        """The height of the tray in a wide window."""
        return self.foot + 16

    @property
    def bar(self) -> float:
        """The height of the big buttons, with two lines in the largest."""
        return round(36 + 40 * self.scale)

    @property
    def turn_line(self) -> float:
        """The height of a turn in the list; a pass is a touch target."""
        return max(LEAST, round(10 + 20 * self.grown))

    @property
    def seat_line(self) -> float:
        """The greatest height of a seat as a line of a list."""
        return round(28 + 38 * self.grown)

    def small_seat(self, *, points: bool) -> float:
        """Return the height of a seat's smaller tile."""
        return round(15 + (43 if points else 35) * self.grown + _SURER * (self.grow - 1))


@dataclass(frozen=True, slots=True)
class Plan:
    """The measures of the table in dp.

    `chooser` is the size of a card while any card may be played. A `low` screen has no captions and
    no small lines; a screen with large text `scrolls`. With `crosses` there is room for
    the suits as columns. The tray below the layout always has the height `foot` and the width
    `tray_width`, so that no news moves a card.
    """

    shape: Shape
    text: TextHeights
    board: Board
    chooser: CardSize
    seats_width: float
    seats_height: float
    seats_in_row: int
    foot: float
    tray_width: float = 0
    list_height: float = 0
    low: bool = False
    scrolls: bool = False
    crosses: bool = True


@dataclass(frozen=True, slots=True)
class Needs:
    """The ranks of a suit, and the seats that need room beside the layout, perhaps with points."""

    seats: int
    points: bool = True
    ranks: int = len(Rank)


def table_plan(room: Room, needs: Needs, side: Side) -> Plan:
    """Return the plan for this room."""
    if room.large_text:
        return _large(room, needs, side)
    if room.shape is Shape.TALL:
        return _tall(room, needs, side)
    return _wide(room, needs, side) if room.shape is Shape.WIDE else _side(room, side)


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
    cells = needs.ranks if spread else PILES
    board = _board(side, room.width - 2 * _EDGE, height - caption, cells, low=low)
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
        tray_width=room.width - 2 * INSET,
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
        board=_board(side, across, height, PILES, low=True),
        chooser=CardSize(LEAST, LEAST),
        seats_width=_SIDE_SEATS,
        seats_height=room.height - 16 - text.head - 6,
        seats_in_row=2,
        foot=0,
        tray_width=SIDE_CONTROLS,
        low=True,
    )


def _wide(room: Room, needs: Needs, side: Side) -> Plan:
    text = TextHeights(room.text_scale, _grow(room, _WINDOW))
    panel = _within(2 * round(room.width * _PANEL_SHARE), _SLIMMEST_PANEL, _WIDEST_PANEL)
    across = room.width - panel - 2 * WIDE_EDGE
    around = text.wide_head + text.prompt + text.wide_foot + text.bar + MAT_EDGE
    cells = PILES if side.columns else needs.ranks
    board = _board(side, across - _MAT_SIDES, room.height - around, cells, low=False)
    return Plan(
        shape=Shape.WIDE,
        text=text,
        board=board,
        chooser=board.card,
        seats_width=panel - 2 * PANEL_EDGE,
        seats_height=room.height - 2 * 16 - _LIST_FROM,
        seats_in_row=2,
        foot=text.wide_foot,
        tray_width=across,
        list_height=_LIST_FROM,
    )


def _large(room: Room, needs: Needs, side: Side) -> Plan:
    """Return the plan for large text: the layout is half as high as the screen.

    So the whole layout shows once people have scrolled to it.
    """
    text = TextHeights(room.text_scale)
    cells = needs.ranks if room.width >= _GRID_FROM and not side.columns else PILES
    seats_width = room.width - 2 * 10
    in_row = _seats_in_row(seats_width, text)
    height = max(room.height * 0.5, (PILES if side.columns else SUITS) * (LEAST + 6))
    return Plan(
        shape=Shape.TALL,
        text=text,
        board=_board(side, room.width - 2 * _EDGE, height, cells, low=True),
        chooser=_chooser(min(room.width, 460) - 12, height),
        seats_width=seats_width,
        seats_height=_seats_height(needs, text, in_row, low=True),
        seats_in_row=in_row,
        foot=0,
        tray_width=room.width - 2 * INSET,
        low=True,
        scrolls=True,
    )


def _board(side: Side, across: float, height: float, cells: int, *, low: bool) -> Board:
    """Return the board with the largest cards that fit."""
    spread = cells > PILES
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
    """Return the factor for text to be read across the table."""
    wide, high = usual
    return round(_within(min(room.width / wide, room.height / high), 1, _MOST_GROWN), 2)


def _seats_in_row(width: float, text: TextHeights) -> int:
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
