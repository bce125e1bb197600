"""The initial form of the referee, opened during a round."""

import pytest
from hypothesis import given

from companion.core.cards import card
from companion.core.judge import judge
from companion.core.rounds.events import HandEntered, Passed
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.views.at_table.referee import (
    RefereeForm,
    RefereeStart,
    RefereeView,
    referee,
    start_at,
)
from companion.words import ENGLISH
from tests.strategies import rounds
from tests.views.nights import (
    ANN_GOES_OUT,
    BEN_PASSED,
    LEFT_TO_BEN,
    NO_ROOM_ELSEWHERE,
    OVER_WITH_A_FINE,
    cards_of,
    night,
    shows,
    then,
)

BEGUN = night(BEN_PASSED)
FALSE = cards_of("7C 7H 7S AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC")
LEGAL = cards_of("5C 6C 8C AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC")
ASKS = "Tap the cards in the hand"
TABLES = {
    "a hand nobody knows": (BEGUN, ASKS),
    "the layout that the pass met": (night(f"{BEN_PASSED} 3 9D 10D .\n"), "Legal so far"),
    "an entered hand": (then(BEGUN, HandEntered(1, FALSE)), "Not a legal pass"),
    "an honest hand": (then(BEGUN, HandEntered(1, LEGAL)), "A legal pass"),
    "what came to light": (night(f"{BEN_PASSED} 3 9D 7H .\n"), "Not a legal pass"),
}


def at_start(start: RefereeStart) -> RefereeView:
    """Return the first screen of the referee."""
    return referee(RefereeForm(start.position, start.holding), start, Catalogue(()), ENGLISH)


@pytest.mark.parametrize(("at", "headline"), TABLES.values(), ids=TABLES)
def test_the_referee_begins_with_the_last_pass(at: Snapshot, headline: str) -> None:
    start = start_at(at.series, 1, ENGLISH)
    assert (str(start.position.layout), start.about) == ("-/67/-/-", "Ben’s pass at turn 3")
    assert (start.position.rules, start.cards) == (at.round.setup.rules, 17)
    assert start.holding is (headline in {ASKS, "Legal so far"})
    shown = at_start(start)
    assert (shown.about, shown.headline) == (start.about, headline)


def test_the_referee_knows_what_counting_proved() -> None:
    start = start_at(night(NO_ROOM_ELSEWHERE).series, 1, ENGLISH, 2)
    shown = at_start(start)
    assert (shown.headline, shown.total) == ("Not a legal pass", 4)
    assert "the others have room for only 2 of these 5" in shown.because
    other = referee(RefereeForm(start.position).hold(card("2S")), start, Catalogue(()), ENGLISH)
    assert other.headline == "Legal so far"


PAYEES = {
    "known in the play": (night(OVER_WITH_A_FINE), "to the pot"),
    "known afterwards": (then(night(ANN_GOES_OUT), shows(1, LEFT_TO_BEN)), "to Ann, the winner"),
    "of a round in play": (night(f"{BEN_PASSED} 3 9D 7H .\n"), "to the pot"),
}


@pytest.mark.parametrize(("at", "payee"), PAYEES.values(), ids=PAYEES)
def test_a_fine_goes_where_the_round_has_it_go(at: Snapshot, payee: str) -> None:
    (ruling,) = judge(at.round).illegal
    costs = at_start(start_at(at.series, 1, ENGLISH, ruling.turn)).costs
    (found,) = [str(cost.subtitle) for cost in costs if cost.title == "False pass"]
    assert found.startswith(payee)


def test_it_begins_with_any_turn_of_any_round() -> None:
    at = night(f"{BEN_PASSED} 3 9D -- .\n")
    assert start_at(at.series, 1, ENGLISH, 3).about == "Ben’s pass at turn 3"
    assert start_at(at.series, 1, ENGLISH).about == "Ben’s pass at turn 6"
    laid = start_at(at.series, 1, ENGLISH, 5)
    assert (laid.about, at_start(laid).headline) == ("Ann’s turn 5", "Not a legal pass")


def test_where_nobody_passed_it_begins_with_the_table() -> None:
    at = night("dealer Ben\n Ann Ben Cem\n 1 . . 7D\n")
    start = start_at(at.series, 1, ENGLISH)
    assert (str(start.position.layout), start.about, start.holding) == ("-/7/-/-", "", False)
    shown = at_start(start)
    assert (shown.about, shown.headline) == ("", "Now choose “In the hand”")


def test_another_position_is_about_nobody() -> None:
    start = start_at(BEGUN.series, 1, ENGLISH)
    other = RefereeForm(start.position).lay(card("5D"))
    assert referee(other, start, Catalogue(()), ENGLISH).about == ""


@given(rounds())
def test_what_could_be_played_is_what_the_pass_met(played: Round) -> None:
    turns = [turn for turn, made in enumerate(played.turns) if isinstance(made, Passed)]
    start = start_at(Series(last=played), 1, ENGLISH)
    met = played.met[turns[-1]] if turns else played.playable
    assert start.position.playable == met
