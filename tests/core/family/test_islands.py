"""Cards that a gap parts from their suit (R24)."""

from companion.core.cards import CARDS, Suit, card, gather
from companion.core.objections import Objection, Why
from companion.core.presets import parse
from companion.core.rounds.layout import Layout
from tests.cases import cases
from tests.core.tables import named

STARTERS = "7C 7D 7H 7S"
ISLANDS = {
    "nothing laid out": ("", "7/7/7/7", "6C 8C", ""),
    "a card with a gap above": ("9C", "7,9/7/7/7", "6C 8C", "9C"),
    "a card with a gap below": ("4C 5C", "45,7/7/7/7", "6C 8C", "4C 5C"),
    "the first gap on each side": ("3C 5C 9C JC", "3,5,7,9,J/7/7/7", "6C 8C", "3C 5C 9C JC"),
    "a gap that is closed": ("8C 9C 10C QC", "710,Q/7/7/7", "6C JC", "QC"),
    "an island as far as the king": ("8C 9C 10C JC QC KC", "7K/7/7/7", "6C", ""),
    "ace and king, gaps on both sides": ("AC KC", "A,7,K/7/7/7", "6C 8C", "AC KC"),
}
CLUBS = gather(each for each in CARDS if each.suit is Suit.CLUBS)


@cases("laid, line, fits, waits", ISLANDS)
def test_r24_cards_fit_up_to_the_first_gap_on_each_side(
    laid: str, line: str, fits: str, waits: str
) -> None:
    on_table = gather(map(card, f"{STARTERS} {laid}".split()))
    layout = Layout.empty(parse("shichinarabe")).with_cards(on_table)
    assert named(layout.playable & CLUBS) == fits
    assert named(layout.islands) == waits
    assert str(layout) == line


def test_r24_a_card_that_closes_the_gap_joins_the_island() -> None:
    on_table = gather(map(card, f"{STARTERS} 9C JC".split()))
    layout = Layout.empty(parse("shichinarabe")).with_cards(on_table)
    assert layout.objection(card("10C")) == Objection(
        Why.NEIGHBOUR_MISSING, card=card("10C"), other_card=card("8C")
    )
    joined = layout.with_card(card("8C"))
    assert named(joined.playable & CLUBS) == "6C 10C"
    assert named(joined.islands) == "JC"
    assert named(joined.with_card(card("10C")).playable & CLUBS) == "6C QC"
