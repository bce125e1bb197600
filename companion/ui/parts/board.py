"""Where every card of the layout lies: as rows or columns, mirrored or turned, piled or spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.ui.parts.card_face import CardSize
from companion.views.cards import Pile, Place, Slot, SuitRow

PILES, RANKS, SUITS = 5, 13, 4
CHOICE = 3
"""So many openers of a suit stand in its row; more of them need the chooser."""

_TIMES = "\u00d7"


@dataclass(frozen=True, slots=True)
class Side:
    """How the layout lies before this device: whether the low cards are at the right (below, in
    columns), whether the suits are columns, and whether all is seen from the opposite side.
    """

    low_right: bool
    columns: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """The measures of the layout in dp; `places` a suit has, five with piles or thirteen."""

    card: CardSize
    gap: float
    row_gap: float
    places: int
    side: Side

    @property
    def width(self) -> float:
        """From edge to edge."""
        across = SUITS if self.side.columns else self.places
        return across * (self.card.width + self.gap) - self.gap

    @property
    def height(self) -> float:
        """From edge to edge."""
        down = self.places if self.side.columns else SUITS
        return down * (self.card.height + self.row_gap) - self.row_gap

    def strip(self, suit: int) -> Strip:
        """Where a suit lies."""
        ends = (self.at(suit, 0), self.at(suit, self.places - 1))
        (left, top), (right, below) = (min(ends), max(ends))
        return Strip(left, top, right - left + self.card.width, below - top + self.card.height)

    def at(self, suit: float, place: float) -> tuple[float, float]:
        """The corner of a place: suits from the first row, places from the lowest card."""
        low_last = self.side.low_right != self.side.turned
        along = self.places - 1 - place if low_last else place
        suit = SUITS - 1 - suit if self.side.turned else suit
        across, down = (suit, along) if self.side.columns else (along, suit)
        return (
            round(across * (self.card.width + self.gap), 1),
            round(down * (self.card.height + self.row_gap), 1),
        )


@dataclass(frozen=True, slots=True)
class Strip:
    """A suit's part of the board."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Spot:
    """A card at its corner; `covered` by another, with a pile's count in `badge`."""

    slot: Slot
    left: float
    top: float
    badge: str = ""
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Shut:
    """The place behind the last card of a run."""

    key: str
    left: float
    top: float


def spots(rows: Sequence[SuitRow], board: Board) -> list[Spot]:
    """All cards that lie on the board or may be laid on it, in each suit from below to above:
    a card slides over the place that is offered next.
    """
    return [spot for number, row in enumerate(rows) for spot in lying(row, number, board)]


def lying(row: SuitRow, number: int, board: Board) -> Iterator[Spot]:
    """The cards of one suit, from below to above."""
    spread = board.places == RANKS
    return _spread(row, number, board) if spread else _piled(row, number, board)


def shut_in(row: SuitRow, number: int, board: Board) -> list[Shut]:
    """Where a suit's run can go no further; a spread one shows that by itself."""
    if board.places == RANKS:
        return []
    return [
        Shut(f"shut-{place}", *board.at(number, place))
        for pile, place in _ends(row)
        if pile and pile.closed
    ]


def free(rows: Sequence[SuitRow], board: Board) -> list[tuple[float, float, str]]:
    """The corner of every place; spread out, with its rank."""
    spread = board.places == RANKS
    return [
        (*board.at(number, place), row.slots[place].face.rank if spread else "")
        for number, row in enumerate(rows)
        for place in range(board.places)
    ]


def _ends(row: SuitRow) -> tuple[tuple[Pile | None, int], tuple[Pile | None, int]]:
    return (row.low_pile, 0), (row.high_pile, PILES - 1)


def _spread(row: SuitRow, number: int, board: Board) -> Iterator[Spot]:
    for place, slot in enumerate(row.slots):
        if slot.place is not Place.FREE:
            yield Spot(slot, *board.at(number, place))


def _piled(row: SuitRow, number: int, board: Board) -> Iterator[Spot]:
    if row.starter is None:
        first = (PILES - len(row.openers)) / 2
        for place, slot in enumerate(row.openers[:PILES]):
            yield Spot(slot, *board.at(number, first + place))
        return
    for single, place in ((row.low_next, 0), (row.high_next, 4), (row.starter, 2)):
        if single is not None and single.place is not Place.FREE:
            yield Spot(single, *board.at(number, place))
    for pile, place in ((row.low_pile, 1), (row.high_pile, 3)):
        if pile:
            yield from _pile(pile, *board.at(number, place))


def _pile(pile: Pile, left: float, top: float) -> Iterator[Spot]:
    """The top card over the one it was laid on, so that it can slide there."""
    if pile.beneath:
        yield Spot(pile.beneath, left, top, covered=True)
    yield Spot(pile.top, left, top, _TIMES + str(pile.count) if pile.count > 1 else "")
