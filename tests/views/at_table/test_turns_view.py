"""The list of turns, with the undone turns that it keeps."""

from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import Forgotten, Passed, Played, Seen
from companion.core.steps import Recorded
from companion.views.at_table.slip_offers import Denied, slips_view
from companion.views.at_table.table import table
from companion.views.at_table.turns import turns
from companion.words import ENGLISH
from tests.views.nights import ALL_TOLD, ANN_GOES_OUT, PASS_TOO_MANY, night, then

SECOND = "dealer Ann\n Ann Ben Cem\n"
CARD, PASS = Played(1, card("7H")), Passed(2)


def kept(*taken_back: Recorded) -> list[int]:
    """Return the turns of the second round that the list keeps."""
    back = replace(night(ANN_GOES_OUT, SECOND), undone=taken_back)
    return [line.turn for line in turns(back, 2, ENGLISH).undone]


def test_turns_that_were_taken_back_stay_the_last_one_first() -> None:
    assert kept(Recorded(2, PASS), Recorded(2, CARD)) == [2, 1]


def test_a_card_laid_together_with_a_note_taken_back_stays_too() -> None:
    noted = then(night(ANN_GOES_OUT, SECOND), Seen(2, CARD.card.bit), 2)
    laid = Recorded(2, Forgotten(2, CARD.card.bit, CARD))
    undone = turns(replace(noted, undone=(laid,)), 2, ENGLISH).undone
    assert [(line.turn, line.text) for line in undone] == [(1, "7♥")]


def test_what_was_taken_back_in_another_round_is_none_of_this_one() -> None:
    assert kept(Recorded(1, PASS), Recorded(1, CARD)) == []
    assert kept(Recorded(1, PASS), Recorded(2, CARD)) == [1]


def all_slips(rounds: str) -> Denied:
    """Return the changes of all slips that explain the false passes."""
    found = slips_view(night(rounds).series, 1, ENGLISH)
    return found.changes if found else frozenset()


@pytest.mark.parametrize(
    ("played", "denied", "mark"),
    [
        pytest.param(PASS_TOO_MANY, frozenset(), "unclear", id="a slip stands first"),
        pytest.param(PASS_TOO_MANY, all_slips(PASS_TOO_MANY), "illegal", id="it was none"),
        pytest.param(ALL_TOLD, frozenset(), "illegal", id="no slip stands first"),
    ],
)
def test_a_false_pass_is_not_marked_while_a_slip_stands_first(
    played: str, denied: Denied, mark: str
) -> None:
    at = night(played)
    beside = table(at, ENGLISH, denied).turns
    listed = [met.line for met in turns(at, 1, ENGLISH, denied).turns]
    for lines in (beside, listed):
        marks = {line.verdict: line.verdict_text for line in lines}
        assert {"illegal", "unclear"} & marks.keys() == {mark}
        assert marks[mark] == mark
