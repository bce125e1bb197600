"""The board that the layout lies on: as rows or columns, mirrored or turned, piled or spread."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ui.parts.cards.card_face import CardSize

PILES, RANKS, SUITS = 5, 13, 4


@dataclass(frozen=True, slots=True)
class Side:
    """How the layout lies before this device: whether the low cards are at the right (below, in
    columns), whether the suits are columns, whether all is seen from the opposite side, and
    whether the suits lie in the order in which they were begun.
    """

    low_right: bool
    columns: bool = False
    turned: bool = False
    as_laid: bool = False

    @property
    def low_last(self) -> bool:
        """Whether the low cards are at the right, or below, as it is seen."""
        return self.low_right != self.turned


@dataclass(frozen=True, slots=True)
class Board:
    """The measures of the layout in dp; a suit has so many `cells`, five with piles or thirteen.

    A board in the middle of a mat would begin on half a dp where the difference of their sizes is
    odd, and its cards would be blurred, and slower to draw. So `rest` dp across and down are left
    free beyond the last card, which makes the difference even.
    """

    card: CardSize
    gap: float
    row_gap: float
    cells: int
    side: Side
    rest: tuple[float, float] = (0, 0)

    @property
    def spread(self) -> bool:
        """Whether every card has a cell of its own."""
        return self.cells == RANKS

    @property
    def step_across(self) -> float:
        """From the left edge of a card to that of the one beside it."""
        return self.card.width + self.gap

    @property
    def step_down(self) -> float:
        """From the top of a card to that of the one below it."""
        return self.card.height + self.row_gap

    @property
    def width(self) -> float:
        """From edge to edge, and the rest."""
        across = SUITS if self.side.columns else self.cells
        return across * self.step_across - self.gap + self.rest[0]

    @property
    def height(self) -> float:
        """From edge to edge, and the rest."""
        down = self.cells if self.side.columns else SUITS
        return down * self.step_down - self.row_gap + self.rest[1]

    def corner(self, suit: float, cell: float) -> tuple[float, float]:
        """The left and top of a cell: suits from the first row, cells from the lowest card."""
        along = self.cells - 1 - cell if self.side.low_last else cell
        suit = SUITS - 1 - suit if self.side.turned else suit
        across, down = (suit, along) if self.side.columns else (along, suit)
        return round(across * self.step_across, 1), round(down * self.step_down, 1)
