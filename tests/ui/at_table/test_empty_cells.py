"""The frames and ranks of the cells that show no card."""

from typing import Any

import flet.canvas as cv
import pytest

from companion.ui.parts.cards.board import PILES, Board, Side, empty_cells
from companion.ui.parts.cards.card_face import CardSize, sides
from companion.ui.parts.cards.layout_board import outlines
from tests.ui.at_table.test_board import CLOSED, rows


def board_of(cells: int, *, columns: bool = False, turned: bool = False) -> Board:
    side = Side(low_right=True, columns=columns, turned=turned)
    return Board(CardSize(62, 110), 4, 10, cells, side)


def drawn(board: Board) -> list[Any]:
    canvas: Any = outlines(rows(CLOSED), board)
    return list(canvas.content.shapes)


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
def test_a_rank_is_in_the_middle_of_its_cell(*, columns: bool, turned: bool) -> None:
    board = board_of(13, columns=columns, turned=turned)
    texts = [shape for shape in drawn(board) if isinstance(shape, cv.Text)]
    assert [(text.x - 31, text.y - 55, text.value) for text in texts] == empty_cells(
        rows(CLOSED), board
    )


def test_piles_have_no_ranks() -> None:
    assert not [shape for shape in drawn(board_of(PILES)) if isinstance(shape, cv.Text)]


@pytest.mark.parametrize("cells", [PILES, 13], ids=["piles", "spread"])
def test_every_empty_cell_has_its_four_sides(cells: int) -> None:
    board = board_of(cells)
    around = sides(board.card.width, board.card.height, board.card.radius)
    lines = [shape for shape in drawn(board) if isinstance(shape, cv.Points)]
    assert [shape.points for shape in lines] == [
        [
            (x + left, y + top)
            for left, top, _ in empty_cells(rows(CLOSED), board)
            for x, y in around
        ]
    ]
