"""The way of the arrow keys from card to card."""

import pytest

from companion.ui.parts.cards.layout_board import next_pointed

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
