"""The referee's answers in words."""

import pytest

from companion.core.presets import parse
from companion.core.referee import Situation
from companion.views.at_table.referee import Opinion, RefereeView, SpotState, referee
from companion.words import ENGLISH
from tests.core.positions import position


def shown(rules: str, layout: str = "-/-/-/-", hand: str = "", opened: str = "") -> RefereeView:
    return referee(position(rules, layout, hand, opened), ENGLISH)


ANSWERS = {
    "an empty table": (
        position("bicycle"),
        "Tap the ends of the rows on the table",
        "Can be played: 7♠ 7♥ 7♦ 7♣",
    ),
    "a table without a hand": (
        position("bicycle", "-/-/-/59"),
        "Now choose “In the hand”",
        "Can be played: 4♠ 10♠ 7♥ 7♦ 7♣",
    ),
    "an honest pass": (
        position("bicycle", "-/-/-/59", "2H KC"),
        "A legal pass",
        "Nothing in the hand can be played. Can be played: 4♠ 10♠ 7♥ 7♦ 7♣",
    ),
    "a false pass": (
        position("bicycle", "-/-/-/59", "4S 7H KC"),
        "Not a legal pass",
        "The hand can play 7♥ and 4♠.",
    ),
    "the lead is another’s": (
        position("seven-of-diamonds", hand="7H"),
        "No pass is due yet",
        "7♦ leads the round.",
    ),
    "the lead is in the hand": (
        position("seven-of-diamonds", hand="7D"),
        "Not a legal pass",
        "The hand can play 7♦.",
    ),
    "any card opens": (
        position("domino"),
        "Tap the ends of the rows on the table",
        "Any card can be played.",
    ),
    "all cards are on the table": (
        position("bicycle", "AK/AK/AK/AK"),
        "Now choose “In the hand”",
        "No card can be played any more.",
    ),
}


@pytest.mark.parametrize(("told", "headline", "because"), ANSWERS.values(), ids=ANSWERS)
def test_what_the_referee_says(told: Situation, headline: str, because: str) -> None:
    view = referee(told, ENGLISH)
    assert (view.headline, view.because) == (headline, because)


def test_while_the_hand_is_tapped_the_referee_waits_for_it() -> None:
    view = referee(position("bicycle", "-/-/-/59"), ENGLISH, holding=True)
    assert view.headline == "Tap the cards in the hand"


def test_what_a_false_pass_costs_line_by_line() -> None:
    view = shown("bicycle", "-/-/-/59", "7H KC")
    assert [(cost.what, cost.whom, cost.chips) for cost in view.costs] == [
        ("Pass", "to the pot", 1),
        ("False pass", "to the pot", 3),
        ("7♥ held back", "to whoever holds 6♥", 5),
        ("7♥ held back", "to whoever holds 8♥", 5),
    ]
    assert (view.total, view.brief) == (14, "costs 14: 1 for the pass, 13 as fine")


def test_the_fine_goes_to_the_winner() -> None:
    view = shown("kartendomino", "-/-/-/59", "4S")
    assert [cost.whom for cost in view.costs] == ["to the winner of the round"]


def test_a_pass_may_cost_nothing() -> None:
    view = shown("pagat", "-/-/-/59", "2H")
    assert (view.opinion, view.brief, view.costs) == (Opinion.LEGAL, "costs nothing", ())


def test_nothing_costs_before_there_is_a_hand() -> None:
    view = shown("bicycle", "-/-/-/59")
    assert (view.opinion, view.brief, view.costs) == (Opinion.ASKING, "", ())


def test_where_each_card_lies() -> None:
    view = shown("bicycle", "-/-/-/59", "4S KC")
    states = {spot.face.code: spot.state for row in view.rows for spot in row.spots}
    assert states["5S"] is SpotState.LAID
    assert states["4S"] is SpotState.COULD
    assert states["10S"] is SpotState.PLAYABLE
    assert states["KC"] is SpotState.HELD
    assert states["QC"] is SpotState.FREE
    assert (view.table_says, view.hand_says) == ("On the table · 5", "In the hand · 2")


def test_rows_follow_the_order_of_play() -> None:
    rows = {row.suit: [spot.face.rank for spot in row.spots] for row in shown("pagat").rows}
    assert list(rows) == ["S", "H", "D", "C"]
    assert (rows["S"][0], rows["S"][-1]) == ("2", "A")


def test_the_rank_that_opened_is_asked_for_once_a_card_named_it() -> None:
    assert shown("five-or-nine").starters == ()
    view = shown("five-or-nine", "-/-/-/9", "", "9")
    assert [(starter.words, starter.chosen) for starter in view.starters] == [
        ("5", False),
        ("9", True),
    ]


def test_a_fixed_rank_is_not_asked_for() -> None:
    assert shown("bicycle", "-/-/-/59").starters == ()


def test_house_rules_that_were_saved_can_be_chosen() -> None:
    own = parse("bicycle ante=3")
    view = referee(Situation(own), ENGLISH, saved=(("Pub", own),))
    first, *named = view.presets.answers
    assert (first.title, first.rules, first.chosen) == ("Pub", own, True)
    assert not any(answer.chosen for answer in named)
