"""Positions of the cards on a board, and the referee's grid.

Every card always has a position, so that the list of cards on the screen never changes. A card
that is laid appears where it was offered, and slides to its place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import flet as ft

from companion.core.cards import Card
from companion.core.referee import Situation
from companion.ui.component import component, keyed
from companion.ui.looks import TEXT, Tone
from companion.ui.parts.basics.touch import LEAST, touchable
from companion.ui.parts.cards.card_face import (
    SUIT_SIGNS,
    CardSize,
    card_face,
    card_label,
    card_outline,
)
from companion.ui.session import Session
from companion.views.at_table.cards import Slot, SlotState, SuitRow
from companion.views.at_table.referee import Spot, SpotRow, SpotState

PILES, RANKS, SUITS = 5, 13, 4


@dataclass(frozen=True, slots=True)
class Side:
    """The side from which this device shows the layout.

    With `low_right` the low cards are at the right, in columns at the bottom. A `turned` layout is
    seen from the opposite side. With `as_laid` the suits are in the order in which they were begun.
    """

    low_right: bool
    columns: bool = False
    turned: bool = False
    as_laid: bool = False

    @property
    def low_last(self) -> bool:
        """True if the low cards appear at the right, or at the bottom."""
        return self.low_right != self.turned


@dataclass(frozen=True, slots=True)
class Board:
    """The measures of the layout in dp; a suit has five `cells` with piles, or thirteen.

    `rest` is free space behind the last card, across and down. With it the sizes of mat and board
    differ by an even number. An odd difference would put the board in the middle of the mat on half
    a dp, where cards are blurred and slower to draw.
    """

    card: CardSize
    gap: float
    row_gap: float
    cells: int
    side: Side
    rest: tuple[float, float] = (0, 0)

    @property
    def spread(self) -> bool:
        """True if every card has a cell of its own."""
        return self.cells == RANKS

    @property
    def step_across(self) -> float:
        """The distance between the left edges of neighbouring cards."""
        return self.card.width + self.gap

    @property
    def step_down(self) -> float:
        """The distance between the tops of neighbouring cards."""
        return self.card.height + self.row_gap

    @property
    def width(self) -> float:
        """The width from edge to edge, with the rest."""
        across = SUITS if self.side.columns else self.cells
        return across * self.step_across - self.gap + self.rest[0]

    @property
    def height(self) -> float:
        """The height from edge to edge, with the rest."""
        down = self.cells if self.side.columns else SUITS
        return down * self.step_down - self.row_gap + self.rest[1]

    def corner(self, suit: float, cell: float) -> tuple[float, float]:
        """Return left and top of a cell; suits count from the top, cells from the lowest card."""
        along = self.cells - 1 - cell if self.side.low_last else cell
        suit = SUITS - 1 - suit if self.side.turned else suit
        across, down = (suit, along) if self.side.columns else (along, suit)
        return round(across * self.step_across, 1), round(down * self.step_down, 1)


_LOW_NEXT, _LOW, _STARTER, _HIGH, _HIGH_NEXT = range(PILES)


@dataclass(frozen=True, slots=True)
class CardPosition:
    """The position of a card in dp; a hidden card has no slot.

    The newest card is not part of a position, so that a suit is drawn again only for one of its own
    cards.
    """

    code: str
    left: float
    top: float
    slot: Slot | None = None
    covered: bool = False


@dataclass(frozen=True, slots=True)
class ClosedEnd:
    """The cell behind the last card of a closed run."""

    key: str
    left: float
    top: float


def in_places(rows: Sequence[SuitRow], board: Board) -> list[tuple[int, SuitRow]]:
    """Return each suit with the number of its row, or column, on the board."""
    if board.side.as_laid:
        return [(row.came, row) for row in rows]
    return list(enumerate(rows))


def visible_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """Return all cards that show: playable cards, and cards on the table."""
    suits = (suit_cards(row, suit, board) for suit, row in in_places(rows, board))
    cards = (*offered_cards(rows, board), *chain.from_iterable(suits))
    return [card for card in cards if card.slot is not None]


def offered_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """Return the playable cards at the places where they are offered."""
    return [
        CardPosition(slot.face.code, *board.corner(suit, _offered_cell(row, rank, board)), slot)
        for suit, row in in_places(rows, board)
        for rank, slot in enumerate(row.slots)
        if slot.state is SlotState.PLAYABLE and _has_cell(row, slot, board)
    ]


def suit_cards(row: SuitRow, suit: int, board: Board) -> tuple[CardPosition, ...]:
    """Return all cards of a suit in the order of painting, from the starter outwards."""
    first = _starts_at(row) or 0
    outwards = sorted(range(RANKS), key=lambda rank: abs(rank - first))
    return tuple(_position(row, rank, suit, board) for rank in outwards)


def newest_card(rows: Sequence[SuitRow], board: Board) -> CardPosition | None:
    """Return the card that was laid last."""
    laid = (
        _position(row, rank, suit, board)
        for suit, row in in_places(rows, board)
        for rank, slot in enumerate(row.slots)
        if slot.newest
    )
    return next(laid, None)


def closed_ends(rows: Sequence[SuitRow], board: Board) -> list[ClosedEnd]:
    """Return the cells behind closed runs; a spread board shows them by itself."""
    if board.spread:
        return []
    return [
        ClosedEnd(f"shut-{row.suit}-{cell}", *board.corner(suit, cell))
        for suit, row in in_places(rows, board)
        for last, cell in ((0, _LOW_NEXT), (RANKS - 1, _HIGH_NEXT))
        if row.slots[last].state is SlotState.LAID and _beside_starter(row, last)
    ]


def empty_cells(rows: Sequence[SuitRow], board: Board) -> list[tuple[float, float, str]]:
    """Return the corner of every cell without a card; on a spread board with its rank."""
    taken = {(card.left, card.top) for card in visible_cards(rows, board)}
    return [
        (*corner, row.slots[cell].face.rank if board.spread else "")
        for suit, row in in_places(rows, board)
        for cell in range(board.cells)
        if (corner := board.corner(suit, cell)) not in taken
    ]


def _has_cell(row: SuitRow, slot: Slot, board: Board) -> bool:
    """Return whether the board shows the card; of many openers, piles show the first five."""
    return row.starter is not None or board.spread or slot in row.openers[:PILES]


def _offered_cell(row: SuitRow, rank: int, board: Board) -> float:
    """Return the cell where a card that is not on the table is offered, or would be."""
    if board.spread:
        return rank
    if row.starter is None:
        openers, slot = row.openers[:PILES], row.slots[rank]
        first = (PILES - len(openers)) / 2
        return first + openers.index(slot) if slot in openers else _STARTER
    return (_LOW_NEXT, _STARTER, _HIGH_NEXT)[_beside_starter(row, rank) + 1]


def _position(row: SuitRow, rank: int, suit: int, board: Board) -> CardPosition:
    slot, code = row.slots[rank], row.slots[rank].face.code
    if slot.state is not SlotState.LAID:
        return CardPosition(code, *board.corner(suit, _offered_cell(row, rank, board)))
    shown = replace(slot, newest=False) if slot.newest else slot
    side = _beside_starter(row, rank)
    if board.spread or side == 0:
        cell = rank if board.spread else _STARTER
        return CardPosition(code, *board.corner(suit, cell), shown)
    corner = board.corner(suit, _LOW if side < 0 else _HIGH)
    above = row.slots[rank + side] if 0 <= rank + side < RANKS else None
    if above is None or above.state is not SlotState.LAID:
        return CardPosition(code, *corner, shown)
    # The newest card lies over the one before, which shows until the newest has slid there.
    return CardPosition(code, *corner, shown if above.newest else None, covered=above.newest)


def _beside_starter(row: SuitRow, rank: int) -> int:
    """Return 0 for the card that opened the suit, -1 for a card below it, 1 for one above."""
    first = _starts_at(row)
    return 0 if first is None else (rank > first) - (rank < first)


def _starts_at(row: SuitRow) -> int | None:
    """Return the index of the card that opens the suit, once it is known."""
    return None if row.starter is None else row.slots.index(row.starter)


GAP, PAD = 4, 10
_UPRIGHT = 1.42
_EDGE, _INSET = 3, 1.5
"""Free space above and below a column, and inside each touch target, in dp.

Touch targets in columns have no gaps, so that thirteen ranks fit on a phone.
"""
ROWS_FROM = RANKS * LEAST + (RANKS - 1) * GAP + 2 * PAD
"""The least width for suits as rows, in dp."""


@dataclass(eq=False)
class PositionTaps:
    """Handlers of taps on the cards.

    One object serves all positions, so that no card is drawn again because of a new handler.
    """

    session: Session
    change: Callable[[Callable[[Situation], Situation]], None]

    async def lay(self, card: Card) -> None:
        """End the run of the suit at the card."""
        self.change(lambda position: position.with_laid(card))

    async def hold(self, card: Card) -> None:
        """Put the card into the hand, or out of the hand."""
        self.change(lambda position: position.with_held(card))


@dataclass(frozen=True, slots=True)
class GridPlan:
    """The size of a touch target, and the direction of the suits."""

    card: CardSize
    as_rows: bool

    @property
    def face(self) -> CardSize:
        """The size of a card in its touch target."""
        low = 0 if self.as_rows else 2 * _INSET
        return CardSize(self.card.width, self.card.height - low)


def grid_plan(width: float, highest: float) -> GridPlan:
    """Return the plan for a grid of that width; cards in rows are at most `highest` dp high."""
    as_rows = width >= ROWS_FROM
    across = RANKS if as_rows else SUITS
    wide = (width - 2 * PAD - (across - 1) * GAP) / across
    return GridPlan(CardSize(wide, min(wide * _UPRIGHT, highest) if as_rows else LEAST), as_rows)


def position_grid(
    taps: PositionTaps,
    rows: Sequence[SpotRow],
    plan: GridPlan,
    *,
    holding: bool,
    low_right: bool,
) -> ft.Control:
    """Build the grid; a tap lays a card on the table, or with `holding` puts it in the hand."""

    def cells(spots: Sequence[Spot]) -> list[ft.Control]:
        return [
            keyed(spot.face.code, CardTarget, taps, spot, plan, holding=holding) for spot in spots
        ]

    step = -1 if low_right or not plan.as_rows else 1
    line, gap = (ft.Row, GAP) if plan.as_rows else (ft.Column, 0)
    lines: list[ft.Control] = [
        line(cells(row.spots[::step]), spacing=gap, key=row.suit) for row in rows
    ]
    laid = (
        ft.Column(lines, spacing=GAP, tight=True)
        if plan.as_rows
        else ft.Row(lines, spacing=GAP, vertical_alignment=ft.CrossAxisAlignment.START)
    )
    return ft.Container(
        laid,
        padding=ft.Padding.symmetric(horizontal=PAD, vertical=PAD if plan.as_rows else _EDGE),
        border_radius=20,
        gradient=ft.RadialGradient(colors=[Tone.FELT, Tone.FELT_EDGE], radius=1.2),
    )


@component
def CardTarget(taps: PositionTaps, spot: Spot, plan: GridPlan, *, holding: bool) -> ft.Control:
    """Draw a card of the grid as a touch target."""
    change = taps.hold if holding else taps.lay
    size = plan.card
    return touchable(
        _drawn(spot, plan.face),
        taps.session.tap(change, spot.card),
        identifier=f"referee-{spot.face.code}",
        label=spot.hold_says if holding else spot.lay_says,
        selected=spot.state in {SpotState.LAID, SpotState.HELD, SpotState.COULD},
        radius=size.radius,
        width=size.width,
        height=size.height,
        ink=Tone.BRASS,
    )


def _drawn(spot: Spot, size: CardSize) -> ft.Control:
    match spot.state:
        case SpotState.LAID:
            return card_face(spot.face, size)
        case SpotState.PLAYABLE:
            return card_outline(spot.face, size)
        case SpotState.HELD | SpotState.COULD:
            return _in_hand(spot, size)
        case SpotState.FREE:
            sign = f"{spot.face.rank}{SUIT_SIGNS[spot.face.suit]}"
            return ft.Container(
                card_label(sign, size, 15, TEXT.medium),
                width=size.width,
                height=size.height,
                border_radius=size.radius,
                border=ft.Border.all(1, ft.Colors.with_opacity(0.7, Tone.SLOT)),
            )


def _in_hand(spot: Spot, size: CardSize) -> ft.Control:
    """Draw a card with a hand on it; the rim is red if the card could be played."""
    could = spot.state is SpotState.COULD
    hand = ft.Icon(ft.Icons.BACK_HAND, size=13, color=Tone.SPADES)
    return ft.Stack(
        [
            card_face(spot.face, size, newest=not could, marked=could),
            ft.Container(hand, right=5, top=5),
        ],
        width=size.width,
        height=size.height,
    )
