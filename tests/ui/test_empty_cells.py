"""The places where no card shows: a rank in the middle of each, one text for a column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import flet.canvas as cv
import pytest
from fontTools.ttLib import TTFont

from companion.ui.fonts import TEXT
from companion.ui.parts.cards.board import PILES, RANKS, SUITS, Board, Side
from companion.ui.parts.cards.card_face import CardSize
from companion.ui.parts.cards.card_positions import empty_cells
from companion.ui.parts.cards.empty_cells import cell_outlines
from companion.ui.parts.cards.strokes import sides
from tests.ui.test_board import CLOSED, rows

INTER: Any = TTFont(Path(__file__).parents[2] / "assets" / TEXT.files()[TEXT.regular])
NEAR = 0.1
"""How far a rank may be off, in dp."""


def board_of(
    places: int, width: float = 62, *, columns: bool = False, turned: bool = False
) -> Board:
    side = Side(low_right=True, columns=columns, turned=turned)
    return Board(CardSize(width, 110), 4, 10, places, side)


def drawn(board: Board) -> list[Any]:
    places: Any = cell_outlines(rows(CLOSED), board)
    return list(places.content.shapes)


def texts(board: Board) -> list[Any]:
    return [shape for shape in drawn(board) if isinstance(shape, cv.Text)]


def middles(text: Any) -> list[tuple[float, float, str]]:
    """Where the middle of the capitals of each line is, by what the font says of itself."""
    above, below = INTER["hhea"].ascent, -INTER["hhea"].descent
    capital = INTER["OS/2"].sCapHeight / INTER["head"].unitsPerEm * text.style.size
    lines, high = text.value.split("\n"), text.style.height * text.style.size
    top, to_baseline = text.y - len(lines) * high / 2, high * above / (above + below)
    return [
        (text.x, top + number * high + to_baseline - capital / 2, line)
        for number, line in enumerate(lines)
        if line
    ]


@pytest.mark.parametrize("width", [40, 62], ids=["narrow", "wide"])
@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
def test_a_rank_is_in_the_middle_of_its_place(*, columns: bool, turned: bool, width: float) -> None:
    board = board_of(RANKS, width, columns=columns, turned=turned)
    shown = sorted(each for text in texts(board) for each in middles(text))
    meant = sorted((x + width / 2, y + 55, rank) for x, y, rank in empty_cells(rows(CLOSED), board))
    assert [rank for *_, rank in shown] == [rank for *_, rank in meant]
    for (x, y, _), (meant_x, meant_y, _) in zip(shown, meant, strict=True):
        assert abs(x - meant_x) < NEAR
        assert abs(y - meant_y) < NEAR


def test_ranks_below_each_other_are_one_text() -> None:
    assert len(texts(board_of(RANKS, columns=True))) == SUITS


def test_piles_have_no_ranks() -> None:
    assert texts(board_of(PILES)) == []


@pytest.mark.parametrize("places", [PILES, RANKS], ids=["piles", "spread"])
def test_every_free_place_has_its_four_sides(places: int) -> None:
    board = board_of(places)
    around = sides(board.card.width, board.card.height, board.card.radius)
    lines = [shape for shape in drawn(board) if isinstance(shape, cv.Points)]
    assert [shape.points for shape in lines] == [
        [
            (x + left, y + top)
            for left, top, _ in empty_cells(rows(CLOSED), board)
            for x, y in around
        ]
    ]
