"""The cells of the cards on a board; how large a cell is, only the client knows."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.screens.board import Slot, SlotState, SuitRow

PILES = 5
SUITS = 4


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Board:
    """The layout in cells; a suit has five of them with piles, or one for each rank."""

    cells: int
    side: Side

    @property
    def spread(self) -> bool:
        """True if every card has a cell of its own."""
        return self.cells > PILES

    def along(self, cell: float) -> float:
        """Return how many cells lie before a cell; they count from the lowest card."""
        return self.cells - 1 - cell if self.side.low_last else cell


_LOW_NEXT, _LOW, _STARTER, _HIGH, _HIGH_NEXT = range(PILES)


@dataclass(frozen=True)
class CardPosition:
    """A card that shows, and its cell; a covered card is about to disappear below the newest."""

    code: str
    cell: float
    slot: Slot
    covered: bool = False


def in_places(rows: Sequence[SuitRow], board: Board) -> list[tuple[int, SuitRow]]:
    """Return each suit with the number of its row, or column, on the board."""
    if board.side.as_laid:
        return [(row.came, row) for row in rows]
    return list(enumerate(rows))


def suit_cards(row: SuitRow, board: Board) -> tuple[CardPosition, ...]:
    """Return the cards of a suit that show, in the order of painting, from the starter outwards.

    A card that is laid keeps its place in this order, so it slides from where it was offered.
    """
    first = _starts_at(row) or 0
    outwards = sorted(range(len(row.slots)), key=lambda rank: abs(rank - first))
    return tuple(filter(None, (_position(row, rank, board) for rank in outwards)))


def closed_cells(row: SuitRow, board: Board) -> frozenset[float]:
    """Return the cells behind the ends of a closed run; a spread board shows them by itself."""
    if board.spread:
        return frozenset()
    return frozenset(
        cell
        for last, cell in ((0, _LOW_NEXT), (len(row.slots) - 1, _HIGH_NEXT))
        if row.slots[last].state is SlotState.LAID
        and _beside_starter(row, last)
        and not _is_island(row, last)
    )


def waiting_cards(row: SuitRow, board: Board) -> dict[float, Slot]:
    """Return the cards of a suit that cannot be laid now, by the empty cells next to its run.

    Of many cards on one side, piles have cells for the first or the first two.
    """
    taken = {card.cell for card in suit_cards(row, board)}
    return {
        cell: slot
        for cells, slots in _sides(row, board)
        for cell, slot in zip(
            (cell for cell in cells if cell not in taken),
            (slot for slot in slots if slot.state is SlotState.FREE),
            strict=False,
        )
    }


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


def _position(row: SuitRow, rank: int, board: Board) -> CardPosition | None:
    slot = row.slots[rank]
    code = slot.face.code
    if slot.state is SlotState.PLAYABLE and _has_cell(row, slot, board):
        return CardPosition(code, _offered_cell(row, rank, board), slot)
    if slot.state is not SlotState.LAID or (not board.spread and _is_island(row, rank)):
        return None
    side = _beside_starter(row, rank)
    if board.spread or side == 0:
        return CardPosition(code, rank if board.spread else _STARTER, slot)
    cell = _LOW if side < 0 else _HIGH
    above = row.slots[rank + side] if 0 <= rank + side < len(row.slots) else None
    if above is None or above.state is not SlotState.LAID or _is_island(row, rank + side):
        return CardPosition(code, cell, slot)
    # The newest card lies over the one before, which shows until the newest has slid there.
    return CardPosition(code, cell, slot, covered=True) if above.newest else None


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
