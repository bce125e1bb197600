"""Where each card is on the board: what is offered, and all that lies or may come to lie.

Every card has its position all the time, so that the screen's list of cards never changes: a card that
is laid begins to show where it was offered, slides to where it lies, and no other is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.ui.parts.cards.board import PILES, RANKS, Board
from companion.views.cards import Pile, Place, Slot, SuitRow

_LOW_NEXT, _LOW, _STARTER, _HIGH, _HIGH_NEXT = range(PILES)
_TIMES = "\u00d7"


@dataclass(frozen=True, slots=True)
class CardPosition:
    """A card at its corner. One that does not show has no slot; one that shows may be `covered` by
    another. The `badge` of a pile's top counts the pile, and stays as it was on what it covers, so
    that nothing is drawn again but what is new: for the same reason no position knows the newest card.
    """

    code: str
    left: float
    top: float
    slot: Slot | None = None
    badge: str = ""
    covered: bool = False


@dataclass(frozen=True, slots=True)
class ClosedEnd:
    """The place behind the last card of a run."""

    key: str
    left: float
    top: float


def visible_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """All cards that show: those that may be laid, and those that lie there."""
    shown = (*offered_cards(rows, board), *all_cards(rows, board))
    return [position for position in shown if position.slot is not None]


def offered_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """The cards that may be laid, each where it shows until then."""
    return [
        CardPosition(slot.face.code, *board.at(number, _asked_at(row, at, board)), slot)
        for number, row in enumerate(rows)
        for at, slot in enumerate(row.slots)
        if slot.place is Place.PLAYABLE and _has_room(row, slot, board)
    ]


def all_cards(rows: Sequence[SuitRow], board: Board) -> list[CardPosition]:
    """All cards as they are painted: from those that opened the suits outwards."""
    first = _starts_at(rows[0]) or 0
    outwards = sorted(range(RANKS), key=lambda at: abs(at - first))
    return [_lies(row, at, number, board) for at in outwards for number, row in enumerate(rows)]


def newest_card(rows: Sequence[SuitRow], board: Board) -> CardPosition | None:
    """Where the card lies that was laid last."""
    laid = (
        _lies(row, at, number, board)
        for number, row in enumerate(rows)
        for at, slot in enumerate(row.slots)
        if slot.newest
    )
    return next(laid, None)


def closed_ends(rows: Sequence[SuitRow], board: Board) -> list[ClosedEnd]:
    """Where a suit's run can go no further; a spread one shows that by itself."""
    if board.places == RANKS:
        return []
    return [
        ClosedEnd(f"shut-{row.suit}-{place}", *board.at(number, place))
        for number, row in enumerate(rows)
        for pile, place in ((row.low_pile, _LOW_NEXT), (row.high_pile, _HIGH_NEXT))
        if pile and pile.closed
    ]


def empty_cells(rows: Sequence[SuitRow], board: Board) -> list[tuple[float, float, str]]:
    """The corner of every place where no card shows; spread out, with its rank."""
    spread = board.places == RANKS
    taken = {(position.left, position.top) for position in visible_cards(rows, board)}
    return [
        (*corner, row.slots[place].face.rank if spread else "")
        for number, row in enumerate(rows)
        for place in range(board.places)
        if (corner := board.at(number, place)) not in taken
    ]


def _has_room(row: SuitRow, slot: Slot, board: Board) -> bool:
    """Whether the board shows the card: of many that may open a suit, piles show the first."""
    return row.starter is not None or board.places == RANKS or slot in row.openers[:PILES]


def _asked_at(row: SuitRow, at: int, board: Board) -> float:
    """The place where a card that does not lie there yet is offered, or would be."""
    if board.places == RANKS:
        return at
    if row.starter is None:
        openers, slot = row.openers[:PILES], row.slots[at]
        first = (PILES - len(openers)) / 2
        return first + openers.index(slot) if slot in openers else _STARTER
    return (_LOW_NEXT, _STARTER, _HIGH_NEXT)[_beside_starter(row, at) + 1]


def _lies(row: SuitRow, at: int, number: int, board: Board) -> CardPosition:
    slot, code = row.slots[at], row.slots[at].face.code
    if slot.place is not Place.LAID:
        return CardPosition(code, *board.at(number, _asked_at(row, at, board)))
    shown = replace(slot, newest=False) if slot.newest else slot
    side = _beside_starter(row, at)
    if board.places == RANKS or side == 0:
        return CardPosition(
            code, *board.at(number, at if board.places == RANKS else _STARTER), shown
        )
    pile, place = (row.low_pile, _LOW) if side < 0 else (row.high_pile, _HIGH)
    corner = board.at(number, place)
    if pile is None or slot not in _seen(pile):
        return CardPosition(code, *corner)
    on_top = slot == pile.top
    count = pile.count if on_top else pile.count - 1
    badge = _TIMES + str(count) if count > 1 else ""
    return CardPosition(code, *corner, shown, badge, covered=not on_top)


def _beside_starter(row: SuitRow, at: int) -> int:
    """-1 for the cards below the one that opened the suit, 0 for that one, 1 for those above."""
    first = _starts_at(row)
    return 0 if first is None else (at > first) - (at < first)


def _starts_at(row: SuitRow) -> int | None:
    """Which of the suit's cards opens it, counted from the lowest, once that is known."""
    return None if row.starter is None else row.slots.index(row.starter)


def _seen(pile: Pile) -> Iterator[Slot]:
    """The top card; the newest over the one it was laid on, so that it can slide there."""
    yield pile.top
    if pile.beneath and pile.top.newest:
        yield pile.beneath
