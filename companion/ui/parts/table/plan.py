"""The arrangement of the table screen, the only thing that depends on the window."""

from dataclasses import dataclass, replace

from companion.core.cards import Rank
from companion.preferences import Preferences
from companion.screens.table import TableView
from companion.ui.parts.cards.board import PILES, Board, Side
from companion.ui.parts.cards.card_face import Signs
from companion.ui.routes import Shape, Viewport

_GRID_FROM = 720
"""The least width for all cards of a suit side by side, in dp."""
_LOW_BELOW = 700
_CROWDED_BELOW = 800
"""The height of an upright phone without room for avatars and captions, and of one without room
for more than a row of seats, in dp.
"""
_ACROSS_TABLE = 1.3
_ACROSS_ROOM = 1.6
_ROOM_FROM = (1600, 900)
"""How much larger text is that is read across the table, on more than a phone, or across the room,
on a screen from this size on, in dp.
"""

_HIGH = {False: 34, True: 38}
_LOW = {False: 27, True: 32}
_FLAT = 24
_SPREAD = 30
_FAR = 44
"""The heights of rank and suit on high cards and low ones, on a screen that scrolls or not, on flat
ones in rows, on slim ones, and on those across the room, in dp.
"""


@dataclass(frozen=True)
class TablePlan:
    """What stands beside what; how large anything is, the client decides.

    Where text is `large` an upright screen scrolls. A `low` one has no avatars and captions. Text
    to be read across the table is `grow` times its usual size. The signs of cards have one size.
    """

    shape: Shape
    board: Board
    large: bool
    low: bool
    grow: float
    signs: Signs

    @property
    def scrolls(self) -> bool:
        """True if the screen is longer than the window."""
        return self.large and self.shape is Shape.TALL


def arrangement(
    viewport: Viewport, side: Side, ranks: int = len(Rank), *, crowded: bool = False
) -> TablePlan:
    """Return the arrangement for this viewport, seen from a side, with the ranks of a suit.

    Columns are flat, and so is a low board where much stands above and below it: it is `crowded`.
    """
    shape = viewport.window
    if shape is Shape.SIDE:
        side = replace(side, columns=False)
    roomy = shape is Shape.WIDE or (shape is Shape.TALL and viewport.width >= _GRID_FROM)
    low = viewport.height < _LOW_BELOW
    far = viewport.width >= _ROOM_FROM[0] and viewport.height >= _ROOM_FROM[1]
    spread = far or (roomy and not viewport.large_text)
    board = Board(ranks if spread and not side.columns else PILES, side)
    high = viewport.height >= (_CROWDED_BELOW if crowded else _LOW_BELOW)
    heights = _HIGH if high and shape is not Shape.SIDE else _LOW
    near = _SPREAD if board.spread else heights[viewport.large_text and shape is not Shape.SIDE]
    scrolls = shape is Shape.TALL and viewport.large_text
    flat = not scrolls and (side.columns or (low and crowded))
    if flat and not side.columns:
        near = _FLAT
    grow = _ACROSS_ROOM if far else _ACROSS_TABLE if roomy else 1
    return TablePlan(
        shape=shape,
        board=board,
        large=viewport.large_text,
        low=low,
        grow=max(1, grow / viewport.text_scale) if viewport.large_text else grow,
        signs=Signs(_FAR if far else near, flat, tall=board.spread),
    )


_ONE_ROW = 5
"""The most seats in a row above the layout."""


def plan_of(view: TableView, viewport: Viewport, preferences: Preferences) -> TablePlan:
    """Return the arrangement of the table screen."""
    side = Side(
        preferences.low_right(ruled=view.picture_low_right),
        columns=preferences.columns,
        turned=preferences.turned,
        as_laid=preferences.as_laid,
    )
    rows = viewport.window is Shape.TALL and len(view.seats) > _ONE_ROW
    crowded = view.own is not None or rows
    return arrangement(viewport, side, len(view.rows[0].slots), crowded=crowded)
