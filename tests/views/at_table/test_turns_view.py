"""The list of turns, with the undone turns that it keeps."""

from dataclasses import replace

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import Forgotten, Passed, Played, Seen
from companion.core.steps import Recorded
from companion.views.at_table.slip_offers import Denied, slip_changes
from companion.views.at_table.table import table
from companion.views.at_table.turns import turns
from companion.views.blocks import Act, Document, Go, Row
from companion.words import ENGLISH
from tests.views.documents import actions, rows
from tests.views.nights import ALL_TOLD, ANN_GOES_OUT, PASS_TOO_MANY, night, then

SECOND = "dealer Ann\n Ann Ben Cem\n"
ALL_SLIPS = slip_changes(night(PASS_TOO_MANY).round)
CARD, PASS = Played(1, card("7H")), Passed(2)


def kept(*taken_back: Recorded) -> list[int]:
    """Return the turns of the second round that the list keeps."""
    back = replace(night(ANN_GOES_OUT, SECOND), undone=taken_back)
    return [int(row.id.removeprefix("undone-")) for row in undone(turns(back, 2, ENGLISH))]


def undone(view: Document) -> list[Row]:
    """Return the turns that were taken back."""
    return [row for row in rows(view) if row.id.startswith("undone-")]


def test_turns_that_were_taken_back_stay_the_last_one_first() -> None:
    assert kept(Recorded(2, PASS), Recorded(2, CARD)) == [2, 1]


def test_a_card_laid_together_with_a_note_taken_back_stays_too() -> None:
    noted = then(night(ANN_GOES_OUT, SECOND), Seen(2, CARD.card.bit), 2)
    laid = Recorded(2, Forgotten(2, CARD.card.bit, CARD))
    view = turns(replace(noted, undone=(laid,)), 2, ENGLISH)
    assert [(row.id, row.value) for row in undone(view)] == [("undone-1", "7♥")]


def test_what_was_taken_back_in_another_round_is_none_of_this_one() -> None:
    assert kept(Recorded(1, PASS), Recorded(1, CARD)) == []
    assert kept(Recorded(1, PASS), Recorded(2, CARD)) == [1]


@pytest.mark.parametrize(
    ("played", "denied", "mark"),
    [
        pytest.param(PASS_TOO_MANY, frozenset(), "unclear", id="a slip stands first"),
        pytest.param(
            PASS_TOO_MANY, slip_changes(night(PASS_TOO_MANY).round), "illegal", id="it was none"
        ),
        pytest.param(ALL_TOLD, frozenset(), "illegal", id="no slip stands first"),
    ],
)
def test_a_false_pass_is_not_marked_while_a_slip_stands_first(
    played: str, denied: Denied, mark: str
) -> None:
    at = night(played)
    beside = [line.verdict_text for line in table(at, ENGLISH, denied).turns]
    badges = [row.badge for row in rows(turns(at, 1, ENGLISH, denied))]
    listed = [badge.action.says if badge else "" for badge in badges]
    assert listed == beside
    assert {"illegal", "unclear"} & set(listed) == {mark}


def test_a_turn_opens_its_repair_and_a_pass_its_verdict() -> None:
    latest_first = rows(turns(night(ALL_TOLD), 1, ENGLISH))
    intents = {row.id: row.intent for row in latest_first}
    badges = {row.badge.action.id: row.badge.action.intent for row in latest_first if row.badge}
    assert intents["turn-1"] == Go("repair/1")
    assert badges["verdict-2"] == Go("verdict/2")
    assert "verdict-1" not in badges


def test_the_explanations_lead_to_their_repair_or_verdict() -> None:
    view = turns(night(PASS_TOO_MANY), 1, ENGLISH)
    assert actions(view)["slip-1"].intent == Go("slip/1")
    assert actions(view)["slips-no"].intent == Act("deny", (1,))
