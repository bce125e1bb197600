"""The board: cells of cards from every side, empty cells, and what stands beside what."""

import pytest

from companion.core.cards import CARDS
from companion.screens.board import SuitRow, board_rows
from companion.ui.parts.cards.board import (
    PILES,
    Board,
    Side,
    waiting_cards,
)
from companion.words import ENGLISH
from tests.cases import cases
from tests.desks import Desk, begin
from tests.screens.nights import night
from tests.ui.headless import Headless, opened

SIDES = {
    "lows right": (("mirror", "mirror"), "8S 7S 6S / 8H 7H 6H / 8D 7D 6D / 8C 7C 6C"),
    "lows left": (("mirror",), "6S 7S 8S / 6H 7H 8H / 6D 7D 8D / 6C 7C 8C"),
    "from opposite": (("flip",), "6C 7C 8C / 6D 7D 8D / 6H 7H 8H / 6S 7S 8S"),
    "columns": (("suits",), "8S 8H 8D 8C / 7S 7H 7D 7C / 6S 6H 6D 6C"),
    "columns, from opposite": (
        ("suits", "flip"),
        "6C 6D 6H 6S / 7C 7D 7H 7S / 8C 8D 8H 8S",
    ),
    "as they were begun": (("suits-order",), "8S 7S 6S / 8H 7H 6H / 8D 7D 6D / 8C 7C 6C"),
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
LOWS_RIGHT = Side(low_right=True)


def rows(round_text: str) -> tuple[SuitRow, ...]:
    return board_rows(night(round_text), ENGLISH)


def picture(app: Headless) -> str:
    """Return the cards line by line from the top, from left to right in each line."""
    lines: dict[float, list[tuple[float, str]]] = {}
    for name, place in app.places("play-", "card-").items():
        lines.setdefault(round(place.top), []).append((place.left, name.partition("-")[2]))
    return " / ".join(" ".join(code for _, code in sorted(lines[top])) for top in sorted(lines))


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1180, 820)], ids=str)
@cases("taps, seen", SIDES)
async def test_the_layout_lies_as_the_side_has_it(
    desk: Desk, taps: tuple[str, ...], seen: str, size: tuple[int, int]
) -> None:
    desk.adopt(night(ALL_SEVENS).log)
    async with opened(desk, "/table/1", size=size) as app:
        for tap in taps:
            await app.tap("more", "layout-menu", tap)
        assert picture(app) == seen


def waiting(sheet: str, rule: str, cells: int) -> dict[str, str]:
    """Return the reason of each card that waits in an empty cell, by code."""
    played = night(sheet, rules=rule)
    at = Board(cells, LOWS_RIGHT)
    suits = [waiting_cards(row, at) for row in board_rows(played, ENGLISH)]
    return {slot.face.code: slot.says for suit in suits for slot in suit.values()}


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


@cases("sheet, rule, code, names", WAITS)
@cases("cells", {"piles": PILES, "spread": 13})
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


LEAST = 44
"""The least side of a card that can be tapped, in dp."""


@pytest.mark.parametrize("players", ["Ann Ben", "A B C D E F G H I J"])
@pytest.mark.parametrize("size", [(360, 640), (360, 740), (844, 390), (1180, 820)], ids=str)
async def test_every_card_in_columns_is_large_enough_to_tap(
    desk: Desk, size: tuple[int, int], players: str
) -> None:
    begin(desk, "Friday night", players)
    async with opened(desk, "/table/1", size=size) as app:
        await app.tap("more", "layout-menu", "suits")
        sevens = app.places("play-7", whole=True).values()
        assert len(sevens) == 4
        assert min(min(place.wide, place.high) for place in sevens) >= LEAST
