"""The table in words and numbers: seats, layout, news, and offers."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from companion.core.cards import card
from companion.core.judge import judge
from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.decisions import FineTicked
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.round import Round
from companion.screens.board import SlotState, tell_card
from companion.screens.table import TableView, table
from companion.words import ENGLISH
from tests import strategies
from tests.screens.documents import numbers
from tests.screens.nights import ANN_GOES_OUT, BEN_PASSED, cards_of, night, played, then
from tests.screens.tables import KEPT_BACK


def view(*rounds: str, rules: str = "bicycle") -> TableView:
    return table(night(*rounds, rules=rules), ENGLISH)


def offered(shown: TableView) -> set[str]:
    """Return the cards open to a tap."""
    slots = (slot for row in shown.rows for slot in row.slots)
    playable = (slot for slot in slots if slot.state is SlotState.PLAYABLE)
    return {slot.face.code for slot in playable if not slot.noted}


def test_a_card_on_the_table_tells_its_turn_and_leads_there() -> None:
    snapshot = night(BEN_PASSED)
    told = {
        made.card.text: tell_card(snapshot, made.card, ENGLISH)
        for made in snapshot.round.turns
        if isinstance(made, Played)
    }
    assert {text: story.repair for text, story in told.items()} == {
        "7D": "turns/repair/1",
        "6D": "turns/repair/2",
        "8D": "turns/repair/4",
    }
    assert told["8D"].says == "Cem played 8♦ · Turn\N{NO-BREAK SPACE}4"


PROMPTS = {
    "9D": "tap a card, or pass",
    "QD": "can only pass",
}


@pytest.mark.parametrize("second", PROMPTS)
def test_a_known_hand_without_a_card_that_fits_can_only_pass(second: str) -> None:
    shown = view(
        "deal Ann 3 Ben 24 Cem 25\ndealer Cem\n"
        f"hand Ann 7D {second} KD\n    Ann Ben Cem\n 1  7D  8D  --\n"
    )
    assert shown.prompt == PROMPTS[second]


COSTS = {"bicycle": "pays 1 chip", "bicycle pass_fee=3": "pays 3 chips", "pagat": ""}


@pytest.mark.parametrize(("rules", "costs"), COSTS.items())
def test_what_a_pass_costs(rules: str, costs: str) -> None:
    assert view(BEN_PASSED, rules=rules).passing.costs == costs


CHIPS = {
    "bicycle": ("", 6, -2),
    "pagat": ("", None, None),
    "pagat pass_fee=1": ("", 1, 0),
    "pagat, corrected": ("pay Ann Ben 2", None, -2),
    "kartendomino": ("", None, 0),
    "kartendomino, corrected": ("pay Ann pot 2", 2, -2),
}


@pytest.mark.parametrize("game", CHIPS)
def test_pot_and_chips_are_shown_where_there_can_be_any(game: str) -> None:
    below, pot, chips = CHIPS[game]
    shown = view(f"{BEN_PASSED}{below}", rules=game.partition(",")[0])
    assert (shown.pot, shown.seats[0].chips) == (pot, chips)
    assert ("chip" in shown.seats[0].says) == (chips is not None)


AIMS = {
    "bicycle": (0, " · to 100"),
    "bicycle target=0": (0, ""),
    "bicycle points=none": (None, ""),
    "badam-satti opening=left": (0, " · to 7 rounds"),
    "bicycle rounds=1 target=0": (0, " · to 1 round"),
    "bicycle rounds=7": (0, " · to 100 or 7 rounds"),
    "pagat rounds=7": (None, " · to 7 rounds"),
}


@pytest.mark.parametrize("rules", AIMS)
def test_points_are_shown_where_they_count(rules: str) -> None:
    (points, aim), shown = AIMS[rules], view(BEN_PASSED, rules=rules)
    assert (shown.seats[0].points, shown.subtitle) == (points, f"Round 1{aim}")


def test_the_only_question_is_asked_where_a_hand_can_play() -> None:
    hand = cards_of("7C AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC QH 6D")
    shown = table(then(night(BEN_PASSED), HandEntered(0, hand)), ENGLISH)
    assert shown.passing.warning == "Ann can play 7♣. Pass anyway?"
    assert offered(shown) == {"7C"}


FIRST = {
    "fwend": ("Who holds 7♥?", {"7H"}),
    "bicycle": ("", {"7C", "7D", "7H", "7S"}),
    "five-or-nine": ("", {"5C", "9C", "5D", "9D", "5H", "9H", "5S", "9S"}),
    "ten-titans": ("", {"10C", "10D", "10H", "10S"}),
}


@pytest.mark.parametrize("rules", FIRST)
def test_what_opens_the_round(rules: str) -> None:
    shown = view("    Ann Ben Cem\n", rules=rules)
    assert (shown.lead.asks if shown.lead else "", offered(shown)) == FIRST[rules]


def test_a_debt_stands_at_the_seat_of_whoever_owes_it() -> None:
    shown = table(night("    Ann Ben Cem\nopen Ann Cem 4 Ben Ann 1\n"), ENGLISH)
    assert [seat.owes for seat in shown.seats] == [3, 1, 0]
    in_app = night("    Ann Ben Cem\n", rules="bicycle chips=app")
    assert [seat.owes for seat in table(in_app, ENGLISH).seats] == [0, 0, 0]


def test_a_tick_that_is_taken_back_says_so_although_its_fine_is_due() -> None:
    ticked = then(night(KEPT_BACK), FineTicked(7))
    back = table(replace(ticked, log=ticked.log.without_last(), before=ticked.log), ENGLISH)
    assert [fine.turn for fine in back.fines.owed] == [7]
    assert [sorted(numbers(line)) for line in back.news.notices] == [[3, 5, 5, 7]]


@given(strategies.rounds())
@settings(max_examples=60)
def test_all_that_the_screen_offers_is_accepted(round_: Round) -> None:
    shown = table(played(round_), ENGLISH)
    taps = [Played(round_.due or 0, card(code)) for code in offered(shown)]
    if shown.lead is None:
        assert [tap for tap in taps if round_.objection(tap)] == []
    may = round_.due is not None and round_.objection(Passed(round_.due)) is None
    assert (shown.passing.possible, len(shown.turns)) == (may, len(round_.turns))
    judged = {turn.turn for turn in shown.turns if turn.verdict}
    assert judged == {ruling.turn for ruling in judge(round_).rulings}


def test_nothing_is_to_do_once_the_round_is_over() -> None:
    over = table(night(ANN_GOES_OUT), ENGLISH)
    assert (over.prompt, over.passing.possible) == ("", False)
