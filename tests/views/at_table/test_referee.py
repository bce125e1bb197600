"""The referee's answers in words."""

import pytest

from companion.core.presets import parse
from companion.core.referee import Situation
from companion.views.at_table.referee import Opinion, RefereeView, SpotState, referee
from companion.words import ENGLISH
from tests.core.positions import position


def shown(rules: str, layout: str = "-/-/-/-", hand: str = "", opened: str = "") -> RefereeView:
    return referee(position(rules, layout, hand, opened), ENGLISH)


FIVE_TO_NINE, FULL = "-/-/-/59", "AK/AK/AK/AK"
CAN = "Can be played: 4♠ 10♠ 7♥ 7♦ 7♣"
TABLE, HAND = "Tap the ends of the rows on the table", "Now choose “In the hand”"
LEADS_7D, HAS_7D = (position("seven-of-diamonds", hand=code) for code in ("7H", "7D"))
FALSE = position("bicycle", FIVE_TO_NINE, "4S 7H KC")
ANSWERS = {
    "an empty table": (position("bicycle"), TABLE, "Can be played: 7♠ 7♥ 7♦ 7♣"),
    "a table without a hand": (position("bicycle", FIVE_TO_NINE), HAND, CAN),
    "an honest pass": (
        position("bicycle", FIVE_TO_NINE, "2H KC"),
        "A legal pass",
        f"Nothing in the hand can be played. {CAN}",
    ),
    "a false pass": (FALSE, "Not a legal pass", "The hand can play 7♥ and 4♠."),
    "the lead is another’s": (LEADS_7D, "No pass is due yet", "7♦ leads the round."),
    "the lead is here": (HAS_7D, "Not a legal pass", "The hand can play 7♦."),
    "any card opens": (position("domino"), TABLE, "Any card can be played."),
    "all are on the table": (position("bicycle", FULL), HAND, "No card can be played any more."),
}


@pytest.mark.parametrize(("at", "headline", "because"), ANSWERS.values(), ids=ANSWERS)
def test_what_the_referee_says(at: Situation, headline: str, because: str) -> None:
    view = referee(at, ENGLISH)
    assert (view.headline, view.because) == (headline, because)


def test_while_the_hand_is_tapped_the_referee_waits_for_it() -> None:
    view = referee(position("bicycle", FIVE_TO_NINE), ENGLISH, holding=True)
    assert view.headline == "Tap the cards in the hand"


def test_what_a_pass_costs_line_by_line() -> None:
    view = shown("bicycle", FIVE_TO_NINE, "7H KC")
    assert [(cost.what, cost.recipient, cost.chips) for cost in view.costs] == [
        ("Pass", "to the pot", 1),
        ("False pass", "to the pot", 3),
        ("7♥ held back", "to whoever holds 6♥", 5),
        ("7♥ held back", "to whoever holds 8♥", 5),
    ]
    assert (view.total, view.brief) == (14, "costs 14: 1 for the pass, 13 as fine")
    winner = shown("kartendomino", FIVE_TO_NINE, "4S")
    assert [cost.recipient for cost in winner.costs] == ["to the winner of the round"]
    free = shown("pagat", FIVE_TO_NINE, "2H")
    assert (free.opinion, free.brief, free.costs) == (Opinion.LEGAL, "costs nothing", ())
    no_hand = shown("bicycle", FIVE_TO_NINE)
    assert (no_hand.opinion, no_hand.brief, no_hand.costs) == (Opinion.ASKING, "", ())


def test_each_card_lies_in_the_order_of_play() -> None:
    view = shown("bicycle", FIVE_TO_NINE, "4S KC")
    states = {spot.face.code: spot.state for row in view.rows for spot in row.spots}
    assert [states[code] for code in ("5S", "4S", "10S", "KC", "QC")] == [
        *(SpotState.LAID, SpotState.COULD, SpotState.PLAYABLE, SpotState.HELD, SpotState.FREE)
    ]
    assert (view.table_says, view.hand_says) == ("On the table · 5", "In the hand · 2")
    rows = {row.suit: [spot.face.rank for spot in row.spots] for row in shown("pagat").rows}
    assert list(rows) == ["S", "H", "D", "C"]
    assert (rows["S"][0], rows["S"][-1]) == ("2", "A")


def test_the_rank_that_opened_is_asked_for_once_a_card_named_it() -> None:
    assert shown("five-or-nine").starters == shown("bicycle", FIVE_TO_NINE).starters == ()
    starters = shown("five-or-nine", "-/-/-/9", "", "9").starters
    assert [(starter.words, starter.chosen) for starter in starters] == [("5", False), ("9", True)]


def test_house_rules_that_were_saved_can_be_chosen() -> None:
    own = parse("bicycle ante=3")
    view = referee(Situation(own), ENGLISH, saved=(("Pub", own),))
    first, *named = view.presets.answers
    assert (first.title, first.rules, first.chosen) == ("Pub", own, True)
    assert not any(answer.chosen for answer in named)
