"""Positions of the cards on a board.

Every card always has a position, so that the list of cards on the screen never changes. A card
that is laid appears where it was offered, and slides to its place.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.screens.board import Slot, SlotState, SuitRow
from companion.ui.parts.cards.card_face import CardSize

PILES = 5
SUITS = 4


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
    """The measures of the layout in dp; a suit has five `cells` with piles, or one for each rank.

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
        return self.cells > PILES

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
    outwards = sorted(range(len(row.slots)), key=lambda rank: abs(rank - first))
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
        for last, cell in ((0, _LOW_NEXT), (-1, _HIGH_NEXT))
        if row.slots[last].state is SlotState.LAID
        and _beside_starter(row, last % len(row.slots))
        and not _is_island(row, last % len(row.slots))
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


def waiting_cards(rows: Sequence[SuitRow], board: Board) -> list[tuple[CardPosition, ...]]:
    """Return the cards of each suit that cannot be laid now, in the empty cells next to its run.

    Of many cards on one side, piles have cells for the first or the first two.
    """
    taken = {(card.left, card.top) for card in visible_cards(rows, board)}
    return [tuple(_waiting(row, suit, board, taken)) for suit, row in in_places(rows, board)]


def _waiting(
    row: SuitRow, suit: int, board: Board, taken: Container[tuple[float, float]]
) -> Iterator[CardPosition]:
    for cells, slots in _sides(row, board):
        corners = (board.corner(suit, cell) for cell in cells)
        empty = (corner for corner in corners if corner not in taken)
        free = (slot for slot in slots if slot.state is SlotState.FREE)
        for corner, slot in zip(empty, free, strict=False):
            yield CardPosition(slot.face.code, *corner, slot)


def _sides(row: SuitRow, board: Board) -> list[tuple[tuple[int, ...], Sequence[Slot]]]:
    """Return the cells of each side of a run with its cards, from the starter outwards."""
    if board.spread:
        return [((rank,), (slot,)) for rank, slot in enumerate(row.slots)]
    first = _starts_at(row)
    if first is None:
        return []
    lower = row.slots[:first][::-1]
    higher = row.slots[first + 1 :]
    opening = row.slots[first : first + 1]
    return [((_LOW, _LOW_NEXT), lower), ((_STARTER,), opening), ((_HIGH, _HIGH_NEXT), higher)]


def _has_cell(row: SuitRow, slot: Slot, board: Board) -> bool:
    """Return whether the board shows the card; of many openers, piles show the first five."""
    return row.starter is not None or board.spread or slot in row.openers[:PILES]


def _offered_cell(row: SuitRow, rank: int, board: Board) -> float:
    """Return the cell where a card that is not on the table is offered, or would be."""
    if board.spread:
        return rank
    if row.starter is None:
        openers = row.openers[:PILES]
        slot = row.slots[rank]
        first = (PILES - len(openers)) / 2
        return first + openers.index(slot) if slot in openers else _STARTER
    return (_LOW_NEXT, _STARTER, _HIGH_NEXT)[_beside_starter(row, rank) + 1]


def _position(row: SuitRow, rank: int, suit: int, board: Board) -> CardPosition:
    slot = row.slots[rank]
    code = row.slots[rank].face.code
    if slot.state is not SlotState.LAID or (not board.spread and _is_island(row, rank)):
        return CardPosition(code, *board.corner(suit, _offered_cell(row, rank, board)))
    shown = replace(slot, newest=False) if slot.newest else slot
    side = _beside_starter(row, rank)
    if board.spread or side == 0:
        cell = rank if board.spread else _STARTER
        return CardPosition(code, *board.corner(suit, cell), shown)
    corner = board.corner(suit, _LOW if side < 0 else _HIGH)
    above = row.slots[rank + side] if 0 <= rank + side < len(row.slots) else None
    if above is None or above.state is not SlotState.LAID or _is_island(row, rank + side):
        return CardPosition(code, *corner, shown)
    # The newest card lies over the one before, which shows until the newest has slid there.
    return CardPosition(code, *corner, shown if above.newest else None, covered=above.newest)


def _is_island(row: SuitRow, rank: int) -> bool:
    """Return whether a gap parts the card from its starter; piles do not show such a card."""
    first, side = _starts_at(row) or 0, _beside_starter(row, rank)
    return any(row.slots[at].state is not SlotState.LAID for at in range(first, rank, side or 1))


def _beside_starter(row: SuitRow, rank: int) -> int:
    """Return 0 for the card that opened the suit, -1 for a card below it, 1 for one above."""
    first = _starts_at(row)
    return 0 if first is None else (rank > first) - (rank < first)


def _starts_at(row: SuitRow) -> int | None:
    """Return the index of the card that opens the suit, once it is known."""
    return None if row.starter is None else row.slots.index(row.starter)
