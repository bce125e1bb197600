"""The list of turns: which of those that were taken back it keeps."""

from __future__ import annotations

from companion.core.cards import card
from companion.core.rounds.events import Passed, Played
from companion.core.steps import Recorded
from companion.views.at_table.turns import turns
from companion.words import ENGLISH
from tests.views.nights import ANN_GOES_OUT, night

SECOND = "dealer Ann\n Ann Ben Cem\n"
CARD, PASS = Played(1, card("7H")), Passed(2)


def kept(*taken_back: Recorded) -> list[int]:
    """Which turns of the second round the list keeps."""
    series = night(ANN_GOES_OUT, SECOND).series
    return [line.turn for line in turns(series, 2, ENGLISH, taken_back).undone]


def test_turns_that_were_taken_back_stay_the_last_one_first() -> None:
    assert kept(Recorded(2, PASS), Recorded(2, CARD)) == [2, 1]


def test_what_was_taken_back_in_another_round_is_none_of_this_one() -> None:
    assert kept(Recorded(1, PASS), Recorded(1, CARD)) == []
    assert kept(Recorded(1, PASS), Recorded(2, CARD)) == [1]
