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
from companion.ui.routes import Shape, Viewport

SIDE_CONTROLS = 156
TOOLS = 52
"""The height of a row of tools with captions, in dp."""
HAND = 60
HAND_EDGE = 8
"""The height of the row of a private hand on a phone, and the free space at its ends, in dp."""
HAND_GROWS = 1.6
"""How much the cards of a private hand grow with text at most."""
MAT_EDGE = 14
"""The margin of the mat above and below the cards, in dp."""
PANEL_EDGE = 14
WIDE_EDGE = 18
"""The margin of everything at the right of the panel, in dp."""

_MAT_SIDES = 28
_PILE_GAP = 9
_GRID_GAP = 4
_EDGE = 14
_TALLEST = 1.5
_TALLEST_IN_GRID = 1.82
_GRID_FROM = 720
_WIDEST_CARD = 112
_WIDEST_PILE = 88
_SIDE_SEATS = 236
_PANEL_SHARE = 0.125
_SLIMMEST_PANEL = 220
_WIDEST_PANEL = 480
"""Half of the panel's share of the width, and the least and greatest width of the panel in dp."""
_PAGE = (560, 800)
_WINDOW = (900, 620)
_MOST_GROWN = 1.8
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

    Text to be read across the table is `grow` times its usual size. With `gaps` there is room for a
    line with the cards behind gaps.
    """

    scale: float
    grow: float = 1
    gaps: bool = False

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
        gap_line = self.caption if self.gaps else 0
        return max(LEAST, round(22 + 46 * self.grown)) + gap_line

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
    no small lines; a screen with large text, or with too little room, `scrolls`. With `crosses`
    there is room for the suits as columns. The tray below the layout always has the height `foot`,
    so that no news moves a card. A private `hand` has the size of its whole row, with its margin.
    """

    shape: Shape
    text: TextHeights
    board: Board
    chooser: CardSize
    seats_width: float
    seats_height: float
    hand: CardSize
    seats_in_row: int = 0
    foot: float = 0
    list_height: float = 0
    low: bool = False
    scrolls: bool = False
    crosses: bool = True


def table_plan(  # noqa: PLR0913 - all that decides the measures
    viewport: Viewport,
    seats: int,
    side: Side,
    *,
    points: bool = True,
    ranks: int = len(Rank),
    hand: bool = False,
    gaps: bool = False,
) -> Plan:
    """Return the plan for this viewport, seats with or without points, and the ranks of a suit.

    A private `hand` has a row of its own, and the cards behind `gaps` a line.
    """
    if viewport.large_text:
        return _large(viewport, seats, side, points=points, ranks=ranks)
    if viewport.shape is Shape.TALL:
        return _tall(viewport, seats, side, points=points, ranks=ranks, hand=hand, gaps=gaps)
    if viewport.shape is Shape.WIDE:
        return _wide(viewport, side, ranks, hand=hand, gaps=gaps)
    return _side(viewport, side, hand=hand)


def _tall(  # noqa: PLR0913 - all that decides the measures
    viewport: Viewport,
    seats: int,
    side: Side,
    *,
    points: bool,
    ranks: int,
    hand: bool,
    gaps: bool,
) -> Plan:
    text = TextHeights(viewport.text_scale, _grow(viewport, _PAGE), gaps)
    low = viewport.height < _LOW_BELOW
    seats_width = viewport.width - 2 * 10
    in_row = _seats_in_row(seats_width, text)
    # A private hand has its row in place of the avatars, so that the cards keep their size.
    seats_height = _seats_height(
        -(-seats // in_row), text.small_seat(points=points), low=low or hand
    )
    row = round(HAND * text.grow) if hand else 0
    around = text.head + seats_height + text.prompt + text.foot + TOOLS + text.bar + MAT_EDGE
    height = viewport.height - around - row
    if hand and height < SUITS * (LEAST + _CLOSE):
        return _large(viewport, seats, side, points=points, ranks=ranks)
    crosses = height >= _COLUMNS_HIGH
    side = replace(side, columns=side.columns and crosses)
    spread = viewport.width >= _GRID_FROM and not side.columns
    caption = 0 if spread or low or side.columns else text.caption
    cells = ranks if spread else PILES
    across = viewport.width - 2 * _EDGE
    board = _board(side, across, height - caption, cells, low=low, scale=text.scale)
    # The list leaves the mat an even height more than the board's, as `rest` does.
    spare = height - caption - board.height - board.row_gap // 2 * 2
    return Plan(
        shape=Shape.TALL,
        text=text,
        board=board,
        chooser=_chooser(min(viewport.width, 460) - 12, height, text.scale),
        seats_width=seats_width,
        seats_height=seats_height,
        seats_in_row=in_row,
        foot=text.foot,
        list_height=spare if spare >= _LIST_FROM else 0,
        low=low,
        crosses=crosses,
        hand=CardSize(viewport.width - 2 * HAND_EDGE, row),
    )


def _side(viewport: Viewport, side: Side, *, hand: bool) -> Plan:
    text = TextHeights(viewport.text_scale)
    across = viewport.width - _SIDE_SEATS - SIDE_CONTROLS - 5 * 12 - _MAT_SIDES
    row = HAND if hand else 0
    height = viewport.height - text.prompt - 28 - row
    return Plan(
        shape=Shape.SIDE,
        text=text,
        board=_board(side, across, height, PILES, low=True, scale=text.scale),
        chooser=CardSize(LEAST, LEAST, text.scale),
        seats_width=_SIDE_SEATS,
        seats_height=viewport.height - 16 - text.head - 6,
        low=True,
        hand=CardSize(across + _MAT_SIDES - 2 * HAND_EDGE, row),
    )


def _wide(viewport: Viewport, side: Side, ranks: int, *, hand: bool, gaps: bool) -> Plan:
    text = TextHeights(viewport.text_scale, _grow(viewport, _WINDOW), gaps)
    panel = _within(2 * round(viewport.width * _PANEL_SHARE), _SLIMMEST_PANEL, _WIDEST_PANEL)
    across = viewport.width - panel - 2 * WIDE_EDGE
    row = round(HAND * 1.25 * text.grow) if hand else 0
    around = text.wide_head + text.prompt + row + text.wide_foot + text.bar + MAT_EDGE
    cells = PILES if side.columns else ranks
    height = viewport.height - around
    board = _board(side, across - _MAT_SIDES, height, cells, low=False, scale=text.scale)
    return Plan(
        shape=Shape.WIDE,
        text=text,
        board=board,
        chooser=board.card,
        seats_width=panel - 2 * PANEL_EDGE,
        seats_height=viewport.height - 2 * 16 - _LIST_FROM,
        foot=text.wide_foot,
        list_height=_LIST_FROM,
        hand=CardSize(across, row),
    )


def _large(viewport: Viewport, seats: int, side: Side, *, points: bool, ranks: int) -> Plan:
    """Return the plan for large text: the layout is half as high as the screen.

    So the whole layout shows once people have scrolled to it.
    """
    text = TextHeights(viewport.text_scale)
    cells = ranks if viewport.width >= _GRID_FROM and not side.columns else PILES
    seats_width = viewport.width - 2 * 10
    in_row = _seats_in_row(seats_width, text)
    grown = max(1.25, min(text.scale, HAND_GROWS))
    height = max(viewport.height * 0.5, (PILES if side.columns else SUITS) * (LEAST + 6))
    return Plan(
        shape=Shape.TALL,
        text=text,
        board=_board(side, viewport.width - 2 * _EDGE, height, cells, low=True, scale=text.scale),
        chooser=_chooser(min(viewport.width, 460) - 12, height, text.scale),
        seats_width=seats_width,
        seats_height=_seats_height(-(-seats // in_row), text.small_seat(points=points), low=True),
        seats_in_row=in_row,
        low=True,
        scrolls=True,
        hand=CardSize(viewport.width - 2 * HAND_EDGE, round(HAND * grown), text.scale),
    )


def _board(
    side: Side, across: float, height: float, cells: int, *, low: bool, scale: float
) -> Board:
    """Return the board with the largest cards that fit."""
    spread = cells > PILES
    columns, rows = (SUITS, cells) if side.columns else (cells, SUITS)
    gap = _GRID_GAP if spread else _PILE_GAP
    row_gap = _CLOSE if low or side.columns else 8
    widest = _WIDEST_CARD if spread else _WIDEST_PILE
    card_width = min(widest, (across + gap) // columns - gap)
    tallest = card_width * (_TALLEST_IN_GRID if spread else _TALLEST)
    card_height = _within(height // rows - row_gap, LEAST, tallest // 1)
    board = Board(CardSize(card_width, card_height, scale), gap, row_gap, cells, side)
    return replace(board, rest=((across - board.width) % 2, (height - board.height) % 2))


def _grow(viewport: Viewport, usual: tuple[int, int]) -> float:
    """Return the factor for text to be read across the table."""
    wide, high = usual
    return round(_within(min(viewport.width / wide, viewport.height / high), 1, _MOST_GROWN), 2)


def _seats_in_row(width: float, text: TextHeights) -> int:
    return max(2, int((width + 6) // ((_SEAT + 5) * text.grown)))


def _seats_height(rows: int, tile: float, *, low: bool) -> float:
    if rows > 1:
        return rows * (tile + TILE_GAP) - TILE_GAP
    return tile if low else 2 * tile


def _chooser(across: float, height: float, scale: float) -> CardSize:
    width = (across - (CHOOSER_COLUMNS - 1) * 2) // CHOOSER_COLUMNS
    rows = SUITS * 2
    return CardSize(width, _within((height - rows * 2) // rows, LEAST, width * 1.3), scale)


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))


TILE_GAP = 6.0
"""The gap between two tiles of seats, in dp."""
_WIDEST_TILE = 150.0
_POT_FROM_EDGE = 58

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TilePosition:
    """The position of a seat's tile in dp, and the number of tiles in a row."""

    left: float
    top: float
    width: float
    height: float
    across: int


def tile_positions(seats: int, plan: Plan) -> list[TilePosition]:
    """Return the tiles of the seats, above the layout or beside the layout, in seating order."""
    return _strip(seats, plan) if plan.shape is Shape.TALL else _list(seats, plan)


def _strip(seats: int, plan: Plan) -> list[TilePosition]:
    rows = -(-seats // plan.seats_in_row)
    across = -(-seats // rows)
    widest = (plan.seats_width + TILE_GAP) / across - TILE_GAP
    height = (plan.seats_height + TILE_GAP) / rows - TILE_GAP
    return _tiles(
        seats, across, (min(_WIDEST_TILE * plan.text.grow, widest), height), plan.seats_width
    )


def _list(seats: int, plan: Plan) -> list[TilePosition]:
    """Return the tiles in one column, or in two if one has not enough room."""
    single = (plan.seats_height + TILE_GAP) / seats - TILE_GAP
    across = 1 if single >= plan.text.small_seat(points=False) else 2
    rows = -(-seats // across)
    highest = plan.text.seat_line if across == 1 else plan.text.small_seat(points=True)
    height = min(highest, (plan.seats_height + TILE_GAP) / rows - TILE_GAP)
    width = (plan.seats_width + TILE_GAP) / across - TILE_GAP
    return _tiles(seats, across, (width, height), plan.seats_width)


def _tiles(seats: int, across: int, size: tuple[float, float], space: float) -> list[TilePosition]:
    """Return tiles of that size in rows, each row in the middle of the `space` in dp."""
    width, height = size
    tiles: list[TilePosition] = []
    for seat in range(seats):
        row, column = divmod(seat, across)
        beside = min(across, seats - row * across)
        left = (space - beside * (width + TILE_GAP) + TILE_GAP) / 2 + column * (width + TILE_GAP)
        tiles.append(TilePosition(left, row * (height + TILE_GAP), width, height, across))
    return tiles


def chip_positions(plan: Plan, seats: int, viewport: Viewport) -> dict[int | None, Corner]:
    """Return the middles of the seats and of the pot (None) on the screen.

    A screen that scrolls has no fixed positions.
    """
    if plan.scrolls:
        return {}
    if plan.shape is Shape.TALL:
        left = 10.0
        top = plan.text.head
        pot = (viewport.width, plan.text.head / 2)
    elif plan.shape is Shape.SIDE:
        left = 12.0
        top = 8 + plan.text.head + 6
        pot = (viewport.width - SIDE_CONTROLS - 24, 28.0)
    else:
        left = float(PANEL_EDGE)
        top = 16.0
        pot = (viewport.width - WIDE_EDGE, plan.text.wide_head / 2)
    middles: dict[int | None, Corner] = {
        seat: (left + tile.left + tile.width / 2, top + tile.top + tile.height / 2)
        for seat, tile in enumerate(tile_positions(seats, plan))
    }
    return {None: (pot[0] - _POT_FROM_EDGE, pot[1]), **middles}
