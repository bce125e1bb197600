"""The initial form of the referee, opened during a round."""

import pytest
from hypothesis import given

from companion.core.cards import NO_CARDS, card
from companion.core.rounds.round import Round
from companion.core.rounds.setup import HandEntered, Passed
from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.views.at_table.referee import last_pass, referee
from companion.words import ENGLISH
from tests.strategies import rounds
from tests.views.nights import cards_of, night, then

HEAD = "deal Ann 17 Ben 17 Cem 18\ndealer Ben\n Ann Ben Cem\n 1 . . 7D\n 2 6D -- 8D\n"
OF_BEN = "7C 7H 7S AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC"
LEGAL = "5C 6C 8C AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC"
TABLES = {
    "nobody passed": (night("dealer Ben\n Ann Ben Cem\n 1 . . 7D\n"), "-/7/-/-", "", ""),
    "a hand nobody knows": (night(HEAD), "-/67/-/-", "Ben’s pass at turn 3", ""),
    "the layout that the pass met": (
        night(HEAD + " 3 9D 10D .\n"),
        "-/67/-/-",
        "Ben’s pass at turn 3",
        "",
    ),
    "an entered hand": (
        then(night(HEAD), HandEntered(1, cards_of(OF_BEN))),
        "-/67/-/-",
        "Ben’s pass at turn 3",
        "Not a legal pass",
    ),
    "an honest hand": (
        then(night(HEAD), HandEntered(1, cards_of(LEGAL))),
        "-/67/-/-",
        "Ben’s pass at turn 3",
        "A legal pass",
    ),
    "what came to light": (
        night(HEAD + " 3 9D 7H .\n"),
        "-/67/-/-",
        "Ben’s pass at turn 3",
        "Not a legal pass",
    ),
}


@pytest.mark.parametrize(("at", "layout", "about", "headline"), TABLES.values(), ids=TABLES)
def test_the_referee_begins_with_the_last_pass(
    at: Snapshot, layout: str, about: str, headline: str
) -> None:
    start = last_pass(at.series, 1, ENGLISH)
    assert str(start.position.layout) == layout
    assert (start.about, start.position.rules) == (about, at.round.setup.rules)
    asked = bool(about) and not headline
    assert (start.holding, start.position.hand == NO_CARDS) == (asked, not headline)
    shown = referee(start.position, ENGLISH, holding=start.holding, start=start)
    assert shown.about == about
    to_do = "Tap the cards in the hand" if asked else "Now choose “In the hand”"
    assert shown.headline == (headline or to_do)


def test_another_position_is_about_nobody() -> None:
    start = last_pass(night(HEAD).series, 1, ENGLISH)
    other = start.position.with_laid(card("5D"))
    assert referee(other, ENGLISH, start=start).about == ""


@given(rounds())
def test_what_could_be_played_is_what_the_pass_met(played: Round) -> None:
    turns = [turn for turn, made in enumerate(played.turns) if isinstance(made, Passed)]
    start = last_pass(Series(last=played), 1, ENGLISH)
    met = played.met[turns[-1]] if turns else played.playable
    assert start.position.playable == met
