"""Where each card is on the board: those that may be laid, and all that lie or may come to lie.

Every card has its position all the time, so that the screen's list of cards never changes: a card
that is laid begins to show where it was offered and slides to where it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from companion.ui.parts.cards.board import PILES, RANKS, Board
from companion.views.at_table.cards import Pile, Slot, SlotState, SuitRow

_LOW_NEXT, _LOW, _STARTER, _HIGH, _HIGH_NEXT = range(PILES)
_TIMES = "\u00d7"


@dataclass(frozen=True, slots=True)
class CardPosition:
    """A card at its corner, in dp. One that does not show has no slot; one that shows may be
    `covered` by another. The `badge` of a pile's top counts the pile, and stays as it was on what
    it covers. No position knows the newest card, so that a suit is drawn again only for a card of
    its own.
    """

    code: str
    left: float
    top: float
    slot: Slot | None = None
    badge: str = ""
    covered: bool = False


@dataclass(frozen=True, slots=True)
class ClosedEnd:
    """The cell behind the last card of a run that can go no further."""

    key: str
    left: float
    top: float


def in_places(rows: Sequence[SuitRow], board: Board) -> list[tuple[int, SuitRow]]:
    """Each suit with the row, or column, of the board in which it lies."""
    if board.side.as_laid:
        return [(row.came, row) for row in rows]
    return list(enumerate(rows))


def visible_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """All cards that show: those that may be laid, and those that lie there."""
    suits = (suit_cards(row, suit, board) for suit, row in in_places(rows, board))
    cards = (*offered_cards(rows, board), *chain.from_iterable(suits))
    return [card for card in cards if card.slot is not None]


def offered_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """The cards that may be laid, each where it shows until then."""
    return [
        CardPosition(slot.face.code, *board.corner(suit, _offered_cell(row, rank, board)), slot)
        for suit, row in in_places(rows, board)
        for rank, slot in enumerate(row.slots)
        if slot.state is SlotState.PLAYABLE and _has_cell(row, slot, board)
    ]


def suit_cards(row: SuitRow, suit: int, board: Board) -> tuple[CardPosition, ...]:
    """All cards of a suit as they are painted: from the one that opens it outwards."""
    first = _starts_at(row) or 0
    outwards = sorted(range(RANKS), key=lambda rank: abs(rank - first))
    return tuple(_position(row, rank, suit, board) for rank in outwards)


def newest_card(rows: Sequence[SuitRow], board: Board) -> CardPosition | None:
    """The card that was laid last, where it lies."""
    laid = (
        _position(row, rank, suit, board)
        for suit, row in in_places(rows, board)
        for rank, slot in enumerate(row.slots)
        if slot.newest
    )
    return next(laid, None)


def closed_ends(rows: Sequence[SuitRow], board: Board) -> list[ClosedEnd]:
    """Where a suit's run can go no further; a spread one shows that by itself."""
    if board.spread:
        return []
    return [
        ClosedEnd(f"shut-{row.suit}-{cell}", *board.corner(suit, cell))
        for suit, row in in_places(rows, board)
        for pile, cell in ((row.low_pile, _LOW_NEXT), (row.high_pile, _HIGH_NEXT))
        if pile and pile.closed
    ]


def empty_cells(rows: Sequence[SuitRow], board: Board) -> list[tuple[float, float, str]]:
    """The corner of every cell where no card shows; spread out, with its rank."""
    taken = {(card.left, card.top) for card in visible_cards(rows, board)}
    return [
        (*corner, row.slots[cell].face.rank if board.spread else "")
        for suit, row in in_places(rows, board)
        for cell in range(board.cells)
        if (corner := board.corner(suit, cell)) not in taken
    ]


def _has_cell(row: SuitRow, slot: Slot, board: Board) -> bool:
    """Whether the board shows the card: of many that may open a suit, piles show the first."""
    return row.starter is not None or board.spread or slot in row.openers[:PILES]


def _offered_cell(row: SuitRow, rank: int, board: Board) -> float:
    """The cell where a card that does not lie there yet is offered, or would be."""
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
    pile, cell = (row.low_pile, _LOW) if side < 0 else (row.high_pile, _HIGH)
    corner = board.corner(suit, cell)
    if pile is None or slot not in _seen(pile):
        return CardPosition(code, *corner)
    on_top = slot == pile.top
    count = pile.count if on_top else pile.count - 1
    badge = _TIMES + str(count) if count > 1 else ""
    return CardPosition(code, *corner, shown, badge, covered=not on_top)


def _beside_starter(row: SuitRow, rank: int) -> int:
    """-1 for the cards below the one that opened the suit, 0 for that one, 1 for those above."""
    first = _starts_at(row)
    return 0 if first is None else (rank > first) - (rank < first)


def _starts_at(row: SuitRow) -> int | None:
    """Which of the suit's cards opens it, counted from the lowest, once that is known."""
    return None if row.starter is None else row.slots.index(row.starter)


def _seen(pile: Pile) -> Iterator[Slot]:
    """The top card; the newest over the one it was laid on, so that it can slide there."""
    yield pile.top
    if pile.beneath and pile.top.newest:
        yield pile.beneath
