"""How the table screen shares its room: a pure sum, so that nothing on it ever has to scroll."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.parts.card_face import CardSize
from companion.ui.parts.touch import LEAST
from companion.ui.screens import Room, Shape

SUITS = 4
RANKS = 13
PILES = 5
CHOOSER_COLUMNS = 7
SEATS_IN_A_ROW = 5

HEAD = 64
PROMPT = 40
CAPTION = 18
FOOT = 40
NEWS = 68
TOOLS = 48
BAR = 76
WIDE_HEAD = 72
BANNER = 58
TURN_LINE = 30
_PILE_GAP = 9
_GRID_GAP = 4
_ROW_GAP = 8
_EDGE = 14
_TALLEST = 1.5
_TALLEST_IN_GRID = 1.82
_GRID_FROM = 720
_WIDEST_PILES = 460
_SIDE_SEATS = 236
SIDE_CONTROLS = 156
_LIST_FROM = 190
_LOW_BELOW = 700


@dataclass(frozen=True, slots=True)
class Plan:
    """The table's measures in dp. `chooser` is a card's size where all 52 may be played; on a low
    screen captions and small lines are spared.
    """

    shape: Shape
    grid: bool
    card: CardSize
    chooser: CardSize
    gap: float
    row_gap: float
    seats_width: float
    seats_high: float
    line: float = 0
    list_height: float = 0
    low: bool = False

    @property
    def layout_width(self) -> float:
        """The width of the layout's rows, gaps between the cards included."""
        columns = RANKS if self.grid else PILES
        return columns * self.card.width + (columns - 1) * self.gap


@dataclass(frozen=True, slots=True)
class Needs:
    """What has to have room besides the layout: `foot` for what happened, `news` for a banner."""

    seats: int
    points: bool = True
    foot: bool = True
    news: bool = False
    doubt: bool = False

    def line(self, *, low: bool) -> float:
        """The height of what is told below the layout: news, or a doubt and what happened."""
        if self.news:
            return NEWS
        if self.doubt:
            return LEAST + (6 if low else FOOT)
        return FOOT if self.foot else 0


def plan(room: Room, needs: Needs) -> Plan:
    """The plan for this room."""
    match room.shape:
        case Shape.WIDE:
            return _wide(room, needs)
        case Shape.SIDE:
            return _side(room, needs)
        case Shape.TALL:
            return _tall(room, needs)


def _tall(room: Room, needs: Needs) -> Plan:
    grid, low = room.width >= _GRID_FROM, room.height < _LOW_BELOW
    columns, gap = (RANKS, _GRID_GAP) if grid else (PILES, _PILE_GAP)
    across = room.width if grid else min(room.width, _WIDEST_PILES)
    width = (across - 2 * _EDGE - (columns - 1) * gap) // columns
    seats_high, row_gap = _seats_high(needs, low=low), 5 if low else _ROW_GAP
    caption = 0 if grid or low else CAPTION
    above = HEAD + seats_high + PROMPT + caption
    below = needs.line(low=low) + TOOLS + BAR
    high = room.height - above - below - 6
    free = high - SUITS * row_gap
    tallest = width * (_TALLEST_IN_GRID if grid else _TALLEST)
    height = _within(free // SUITS, LEAST, tallest)
    spare = free - SUITS * height
    return Plan(
        shape=Shape.TALL,
        grid=grid,
        card=CardSize(width, height),
        chooser=_chooser(min(room.width, _WIDEST_PILES) - 12, high + caption),
        gap=gap,
        row_gap=row_gap,
        seats_width=room.width - 2 * 10,
        seats_high=seats_high,
        list_height=spare if spare >= _LIST_FROM else 0,
        low=low,
    )


def _side(room: Room, needs: Needs) -> Plan:
    across = room.width - _SIDE_SEATS - SIDE_CONTROLS - 5 * 12
    width = min(96, (across - (PILES - 1) * 8) // PILES)
    high = room.height - PROMPT - 20 - BANNER * (needs.news or needs.doubt)
    height = _within(high // SUITS - 6, 44, width * _TALLEST)
    return Plan(
        shape=Shape.SIDE,
        grid=False,
        card=CardSize(width, height),
        chooser=CardSize(LEAST, LEAST),
        gap=8,
        row_gap=6,
        seats_width=_SIDE_SEATS,
        seats_high=room.height - 16 - HEAD,
        low=True,
    )


def _wide(room: Room, needs: Needs) -> Plan:
    seats_width = _within(room.width * 0.22, 220, 320)
    across = room.width - seats_width - 2 * 18
    width = min(112, (across - (RANKS - 1) * _GRID_GAP) // RANKS)
    line = max(NEWS, needs.line(low=False))
    free = room.height - WIDE_HEAD - PROMPT - line - BAR - 6
    height = _within(free // SUITS - _ROW_GAP, LEAST, width * _TALLEST_IN_GRID)
    size = CardSize(width, height)
    return Plan(
        shape=Shape.WIDE,
        grid=True,
        card=size,
        chooser=size,
        gap=_GRID_GAP,
        row_gap=_ROW_GAP,
        seats_width=seats_width,
        seats_high=room.height - 2 * 16 - _LIST_FROM,
        line=line,
        list_height=_LIST_FROM,
    )


def _seats_high(needs: Needs, *, low: bool) -> float:
    small = 58 if needs.points else 50
    if needs.seats > SEATS_IN_A_ROW:
        return 2 * small + 6
    return small if low else 2 * small


def _chooser(across: float, high: float) -> CardSize:
    width = (across - (CHOOSER_COLUMNS - 1) * 2) // CHOOSER_COLUMNS
    rows = SUITS * 2
    return CardSize(width, _within((high - rows * 2) // rows, LEAST, width * 1.3))


def _within(value: float, least: float, most: float) -> float:
    return max(least, min(value, most))
