"""The board: places of cards from every side, empty cells, the arrow keys, the viewport."""

import math
from typing import Any

import flet.canvas as cv
import pytest

from companion.core.cards import CARDS
from companion.screens.board import SuitRow, board_rows
from companion.ui.parts.cards.board import (
    PILES,
    SUITS,
    Board,
    CardPosition,
    Side,
    closed_ends,
    empty_cells,
    newest_card,
    suit_cards,
    visible_cards,
    waiting_cards,
)
from companion.ui.parts.cards.card_face import CardSize, sides
from companion.ui.parts.cards.layout_board import next_pointed, outlines
from companion.ui.parts.table.plan import table_plan
from companion.ui.routes import Viewport
from companion.words import ENGLISH
from tests.screens.nights import night

SIDES = {
    "lows right": (Side(low_right=True), "8S 7S 6S / 8H 7H 6H / 8D 7D 6D / 8C 7C 6C"),
    "lows left": (Side(low_right=False), "6S 7S 8S / 6H 7H 8H / 6D 7D 8D / 6C 7C 8C"),
    "lows right, from opposite": (
        Side(low_right=True, turned=True),
        "6C 7C 8C / 6D 7D 8D / 6H 7H 8H / 6S 7S 8S",
    ),
    "columns": (Side(low_right=True, columns=True), "8S 8H 8D 8C / 7S 7H 7D 7C / 6S 6H 6D 6C"),
    "columns, from opposite": (
        Side(low_right=True, columns=True, turned=True),
        "6C 6D 6H 6S / 7C 7D 7H 7S / 8C 8D 8H 8S",
    ),
}
ALL_SEVENS = """
deal Ann 13 Ben 13 Cem 13 Dee 13
dealer Dee
    Ann Ben Cem Dee
 1  7S  7H  7D  7C
"""
CLOSED = """
deal Ann 26 Ben 26
dealer Ben
    Ann Ben
 1  7S  8S
 2  9S  10S
 3  JS  QS
 4  KS  6S
"""
CLOSING = CLOSED.replace("6S", ".")


def rows(round_text: str) -> tuple[SuitRow, ...]:
    return board_rows(night(round_text), ENGLISH)


def board(side: Side, cells: int = PILES) -> Board:
    return Board(CardSize(60, 80), 8, 8, cells, side)


def picture(round_text: str, at: Board) -> str:
    """Return the ranks line by line from the top, from left to right in each line."""
    lines: dict[float, list[tuple[float, str]]] = {}
    for card in visible_cards(rows(round_text), at):
        lines.setdefault(card.top, []).append((card.left, card.code))
    return " / ".join(" ".join(code for _, code in sorted(lines[top])) for top in sorted(lines))


@pytest.mark.parametrize(("side", "seen"), SIDES.values(), ids=SIDES)
def test_the_layout_lies_as_the_side_has_it(side: Side, seen: str) -> None:
    assert picture(ALL_SEVENS, board(side)) == seen


@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("cells", [PILES, 13], ids=["piles", "spread"])
def test_every_card_lies_on_the_board_and_none_on_another(*, columns: bool, cells: int) -> None:
    at = board(Side(low_right=True, columns=columns), cells)
    corners = [
        (card.left, card.top) for card in visible_cards(rows(CLOSED), at) if not card.covered
    ]
    assert len(set(corners)) == len(corners)
    assert all(0 <= x <= at.width - 60 and 0 <= y <= at.height - 80 for x, y in corners)
    left = {(x, y) for x, y, _ in empty_cells(rows(CLOSED), at)}
    assert not left & set(corners)
    assert len(left) + len(corners) == SUITS * cells


@pytest.mark.parametrize(
    ("round_text", "pile"),
    [(CLOSING, [("QS", True), ("KS", False)]), (CLOSED, [("KS", False)])],
    ids=["the newest", "an older one"],
)
def test_the_newest_lies_over_its_pile(round_text: str, pile: list[tuple[str, bool]]) -> None:
    seen = visible_cards(rows(round_text), board(Side(low_right=True)))
    assert [(card.code, card.covered) for card in seen if card.left == 68] == pile


def cards(round_text: str, at: Board) -> list[CardPosition]:
    return [card for suit, row in enumerate(rows(round_text)) for card in suit_cards(row, suit, at)]


@pytest.mark.parametrize("cells", [PILES, 13], ids=["piles", "spread"])
def test_every_card_always_has_a_position_and_is_painted_in_the_same_order(cells: int) -> None:
    at = board(Side(low_right=True), cells)
    orders = {
        tuple(card.code for card in cards(text, at)) for text in (ALL_SEVENS, CLOSING, CLOSED)
    }
    assert [len(set(order)) for order in orders] == [52]


def test_a_card_slides_from_where_it_was_offered() -> None:
    at = board(Side(low_right=True))
    positions = [{card.code: card for card in cards(text, at)}["6S"] for text in (CLOSING, CLOSED)]
    assert [(card.left, card.slot is None) for card in positions] == [(272, True), (204, False)]


@pytest.mark.parametrize(
    ("round_text", "seen"),
    [(CLOSING, ("KS", 68, 0)), (CLOSED, ("6S", 204, 0)), (ALL_SEVENS, ("7C", 136, 264))],
    ids=["a king", "a low card", "an opener"],
)
def test_the_newest_card_is_pointed_out(round_text: str, seen: tuple[str, float, float]) -> None:
    last = newest_card(rows(round_text), board(Side(low_right=True)))
    assert last is not None
    assert (last.code, last.left, last.top) == seen


def test_a_laid_card_is_drawn_the_same_when_another_one_is_the_newest() -> None:
    at = board(Side(low_right=True))
    before, after = (
        {card.code: card for card in cards(text, at)}["KS"] for text in (CLOSING, CLOSED)
    )
    assert before == after


def test_a_run_that_reached_the_king_is_closed() -> None:
    at = board(Side(low_right=True))
    assert [(card.left, card.top) for card in closed_ends(rows(CLOSED), at)] == [(0, 0)]
    assert closed_ends(rows(ALL_SEVENS), at) == []


def waiting(sheet: str, rule: str, cells: int) -> dict[str, str]:
    """Return the reason of each card that waits in an empty cell, by code."""
    played = night(sheet, rules=rule)
    suits = waiting_cards(board_rows(played, ENGLISH), board(Side(low_right=True), cells))
    return {card.code: card.slot.says for suit in suits for card in suit if card.slot}


HEARTS = "dealer Cem\n Ann Ben Cem\n 1 7H . ."
LEAD_KNOWN = "dealer Cem\nholds Ann 7H\n Ann Ben Cem"
ENTERED = "dealer Cem\nhand Ann 8H 7H AC 2C 3C 4C 5C AD 2D 3D 4D 5D AH 2H 3H AS 2S 3S\n"
WAITS = {
    "next to the opener": (HEARTS, "bicycle", "9H", ("9 of hearts", "8 of hearts")),
    "a suit that is not open": (HEARTS, "bicycle", "8S", ("8 of spades", "7 of spades")),
    "the second card of it": (HEARTS, "bicycle", "5S", ("5 of spades", "6 of spades")),
    "the higher card goes first": (HEARTS, "fwend", "6H", ("6 of hearts", "8 of hearts")),
    "in another hand": (f"{ENTERED}{HEARTS[11:]}", "bicycle", "8H", ("8♥", "Ann")),
    "another card leads": (LEAD_KNOWN, "fwend", "7S", ("7♥",)),
}


@pytest.mark.parametrize(("sheet", "rule", "code", "names"), WAITS.values(), ids=WAITS)
@pytest.mark.parametrize("cells", [PILES, 13], ids=["piles", "spread"])
def test_an_empty_cell_knows_why(
    sheet: str, rule: str, code: str, names: tuple[str, ...], cells: int
) -> None:
    says = waiting(sheet, rule, cells)[code]
    assert [name for name in names if name not in says] == []


def test_no_cell_waits_for_a_card_that_is_offered_or_laid() -> None:
    played = night(CLOSED).round
    shown = played.playable | played.layout.laid
    waits = {card.text for card in CARDS if not card.bit & shown}
    assert waiting(CLOSED, "bicycle", 13).keys() == waits


def board_of(cells: int, *, columns: bool = False, turned: bool = False) -> Board:
    side = Side(low_right=True, columns=columns, turned=turned)
    return Board(CardSize(62, 110), 4, 10, cells, side)


def shapes_on(board: Board) -> list[Any]:
    canvas: Any = outlines(rows(CLOSED), board)
    return list(canvas.content.shapes)


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
@pytest.mark.parametrize("columns", [False, True], ids=["rows", "columns"])
def test_a_rank_is_in_the_middle_of_its_cell(*, columns: bool, turned: bool) -> None:
    board = board_of(13, columns=columns, turned=turned)
    texts = [shape for shape in shapes_on(board) if isinstance(shape, cv.Text)]
    assert [(text.x - 31, text.y - 55, text.value) for text in texts] == empty_cells(
        rows(CLOSED), board
    )


def test_piles_have_no_ranks() -> None:
    assert not [shape for shape in shapes_on(board_of(PILES)) if isinstance(shape, cv.Text)]


@pytest.mark.parametrize("cells", [PILES, 13], ids=["piles", "spread"])
def test_every_empty_cell_has_its_four_sides(cells: int) -> None:
    board = board_of(cells)
    around = sides(board.card.width, board.card.height, board.card.radius)
    lines = [shape for shape in shapes_on(board) if isinstance(shape, cv.Points)]
    assert [shape.points for shape in lines] == [
        [
            (x + left, y + top)
            for left, top, _ in empty_cells(rows(CLOSED), board)
            for x, y in around
        ]
    ]


CORNERS = {
    "8S": (400.0, 0.0),
    "9H": (0.0, 100.0),
    "2H": (400.0, 100.0),
    "3D": (300.0, 200.0),
    "7C": (200.0, 300.0),
    "7S": (200.0, 0.0),
}
OFFERED = frozenset(CORNERS) - {"7S"}


@pytest.mark.parametrize(
    ("at", "key", "to"),
    [
        ("2H", "Left", "9H"),
        ("9H", "Right", "2H"),
        ("2H", "Right", "3D"),
        ("3D", "Left", "2H"),
        ("7C", "Right", "8S"),
        ("8S", "Left", "7C"),
        ("8S", "Down", "2H"),
        ("2H", "Up", "8S"),
        ("2H", "Down", "9H"),
        ("9H", "Down", "7C"),
        ("7S", "Right", "8S"),
        ("7S", "Down", "7C"),
        ("", "Right", "8S"),
        ("KC", "Up", "8S"),
    ],
    ids=str,
)
def test_an_arrow_leads_along_the_row_or_the_column(at: str, key: str, to: str) -> None:
    assert next_pointed(f"Arrow {key}", at, CORNERS, OFFERED) == to


@pytest.mark.parametrize("key", ["Left", "Right", "Up", "Down"])
def test_each_arrow_alone_reaches_every_card(key: str) -> None:
    seen, at = set[str](), ""
    for _ in OFFERED:
        at = next_pointed(f"Arrow {key}", at, CORNERS, OFFERED)
        seen.add(at)
    assert seen == OFFERED


@pytest.mark.parametrize(("offered", "to"), [(frozenset[str](), ""), (frozenset({"2H"}), "2H")])
def test_it_stays_where_no_other_card_is_offered(offered: frozenset[str], to: str) -> None:
    assert next_pointed("Arrow Right", "2H", CORNERS, offered) == to


CARD_SIZES = ((44, 62), (54, 78), (62, 112), (106, 184))


@pytest.mark.parametrize("size", CARD_SIZES, ids=str)
def test_a_card_covers_the_sides_of_its_place(size: tuple[int, int]) -> None:
    card = CardSize(*size)
    for x, y in sides(card.width, card.height, card.radius):
        from_side, from_top = min(x, card.width - x), min(y, card.height - y)
        assert min(from_side, from_top) > 0
        into_corner = (max(0, card.radius - from_side), max(0, card.radius - from_top))
        assert math.hypot(*into_corner) <= card.radius


COLUMNS = Side(low_right=True, columns=True, turned=False)


@pytest.mark.parametrize(
    ("size", "seats", "columns"),
    [
        ((360, 640), 2, True),
        ((360, 640), 5, True),
        ((360, 640), 6, False),
        ((360, 640), 10, False),
        ((375, 667), 5, True),
        ((375, 667), 10, False),
        ((360, 740), 10, True),
        ((390, 844), 10, True),
        ((844, 390), 10, True),
        ((1180, 820), 10, True),
    ],
    ids=str,
)
def test_columns_where_they_have_room(size: tuple[int, int], seats: int, *, columns: bool) -> None:
    shared = table_plan(Viewport(*size), seats, COLUMNS)
    assert (shared.board.side.columns, shared.crosses) == (columns, columns)
