"""Referee: positions entered by taps, their playable cards, and the cost of a pass."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.books import cost
from companion.core.cards import CARDS, NO_CARDS, Card, Cards, Rank, card, spread
from companion.core.judge import Verdict, judge
from companion.core.presets import parse, preset
from companion.core.referee import Situation
from companion.core.rounds.events import HandEntered, Played
from companion.core.rounds.layout import Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import FineTo, Rules
from tests.core.positions import position
from tests.core.tables import named
from tests.strategies import HANDLES, Habits, deal, luck, play, rules

TAPS = {
    "a card above the seven lays all up to it": ("bicycle", "9S", "-/-/-/79"),
    "a card below the seven lays all down to it": ("bicycle", "9S 4S", "-/-/-/49"),
    "an end that lies there is taken back": ("bicycle", "9S 4S 4S 9S", "-/-/-/58"),
    "a card within the run ends it there": ("bicycle", "KH AH 10H", "-/-/A10/-"),
    "the seven under its run takes the run back": ("bicycle", "9C 7C", "7/-/-/-"),
    "a lone seven is taken back": ("bicycle", "7D 7D", "-/-/-/-"),
    "aces high: the ace ends the run above the king": ("pagat", "AS", "-/-/-/7A"),
    "aces high: the two ends it below": ("pagat", "2S", "-/-/-/27"),
    "the ten as starter": ("ten-titans", "QC 9D", "10Q/910/-/-"),
    "high first: a low card has the eight above it": ("fwend", "5H", "-/-/58/-"),
    "high first: without the eight there are no low cards": ("fwend", "5H 8H", "-/-/7/-"),
    "a card that leads lies there before any other": ("seven-of-diamonds", "9S", "-/7/-/79"),
    "a card that leads stays while others lie": ("seven-of-diamonds", "9S 7D", "-/7/-/79"),
    "any: the first card names the rank": ("domino", "9S JH", "-/-/9J/9"),
    "any: an empty table is open again": ("domino", "9S 9S JH", "-/-/J/-"),
    "5/9: another card opens nothing": ("five-or-nine", "7S", "-/-/-/-"),
    "5/9: the five was first": ("five-or-nine", "5S 7H", "-/-/57/5"),
}


@pytest.mark.parametrize(("named", "taps", "layout"), TAPS.values(), ids=TAPS)
def test_taps_lay_runs(named: str, taps: str, layout: str) -> None:
    situation = Situation(preset(named))
    for word in taps.split():
        situation = situation.with_laid(card(word))
    assert str(situation.layout) == layout


def test_before_the_first_card_the_card_that_leads_is_alone_playable() -> None:
    assert position("seven-of-diamonds").playable == card("7D").bit
    assert position("bicycle").playable.bit_count() == 4


COSTS = {
    "an honest pass": (position("bicycle", "-/-/-/59", "2H KC"), "1 to pot"),
    "no fee": (position("pagat", "-/-/-/59", "2H KC"), ""),
    "a false pass": (position("bicycle", "-/-/-/59", "4S KC"), "1 to pot, 3 to pot"),
    "a false pass to the winner": (position("kartendomino", "-/-/-/59", "4S"), "3 to winner"),
    "a seven held back": (
        position("bicycle", "-/-/-/59", "7H"),
        "1 to pot, 3 to pot, 5 for 7H to 6H, 5 for 7H to 8H",
    ),
    "an own six": (position("bicycle", "-/-/-/59", "7H 6H"), "1 to pot, 3 to pot, 5 for 7H to 8H"),
    "several sevens, a fine a pass": (
        position("bicycle", "-/-/-/59", "7H 7C"),
        "1 to pot, 3 to pot, 5 for 7C to 6C, 5 for 7C to 8C",
    ),
    "several sevens, a fine each": (
        position("bicycle seven_fine_per=seven seven_fine=2", "-/-/-/59", "7H 7C"),
        "1 to pot, 3 to pot, 2 for 7C to 6C, 2 for 7C to 8C, 2 for 7H to 6H, 2 for 7H to 8H",
    ),
    "no rank is named yet": (position("bicycle starter=5/9", hand="5H"), "1 to pot, 3 to pot"),
    "the neighbours of a ten": (
        position("bicycle starter=10", "10/-/-/-", "10S"),
        "1 to pot, 3 to pot, 5 for 10S to 9S, 5 for 10S to JS",
    ),
    "a starter at the end of its suit has one neighbour": (
        position("bicycle starter=K", "K/-/-/-", "KS"),
        "1 to pot, 3 to pot, 5 for KS to QS",
    ),
}


@pytest.mark.parametrize(("situation", "paid"), COSTS.values(), ids=COSTS)
def test_costs_of_a_pass(situation: Situation, paid: str) -> None:
    def words(chips: int, held: Card | None, neighbour: Card | None, *, winner: bool) -> str:
        if held:
            return f"{chips} for {held} to {neighbour}"
        return f"{chips} to {'winner' if winner else 'pot'}"

    costs = [
        words(part.chips, part.withheld, part.neighbour, winner=part.to_winner)
        for part in situation.costs()
    ]
    assert ", ".join(costs) == paid


def test_a_card_goes_into_the_hand_and_out_of_it() -> None:
    situation = position("bicycle", "-/-/-/59").with_held(card("4S")).with_held(card("2H"))
    assert situation.with_held(card("4S")).held == card("2H").bit


def test_a_card_on_the_table_is_not_held() -> None:
    situation = position("bicycle", "-/-/-/59", "4S").with_held(card("8S")).with_laid(card("3S"))
    assert situation.held == NO_CARDS


def test_another_opening_rank_keeps_the_runs_it_lies_in() -> None:
    situation = position("five-or-nine", "-/59/-/8J", opened="9").opened_with(Rank.FIVE)
    assert str(situation.layout) == "-/59/-/-"


def test_other_rules_keep_the_runs_that_fit_them() -> None:
    situation = position("bicycle", "-/59/7/48", "KC")
    assert str(situation.under(preset("fwend")).layout) == "-/59/7/48"
    assert str(situation.under(preset("ten-titans")).layout) == "-/-/-/-"
    assert str(situation.under(preset("domino")).layout) == "-/59/7/48"
    assert situation.under(preset("ten-titans")).held == card("KC").bit


def test_another_pack_keeps_the_runs_and_the_hand_that_are_dealt() -> None:
    situation = position("bicycle", "-/6J/7/48", "KC 9C").under(parse("bicycle pack=40"))
    assert (str(situation.layout), named(situation.held)) == ("-/6J/7/-", "KC")


def in_play_order(layout: Layout, house: Rules) -> Layout:
    """Return the layout that a table can lay by the rules, card by card."""
    opening = house.opening
    laid = Layout.empty(house)
    if opening and layout.laid & opening.bit:
        laid = laid.with_card(opening)
    while cards := spread(layout.laid & laid.playable & ~laid.laid):
        starters = [card for card in cards if card.rank is layout.starter]
        laid = laid.with_card((starters or cards)[0])
    return laid


@given(rules(), st.lists(st.sampled_from(CARDS), max_size=12), rules())
def test_what_is_tapped_could_be_played(house: Rules, taps: list[Card], other: Rules) -> None:
    situation = Situation(house)
    for tapped in taps:
        if tapped.rank in situation.growth.order:
            situation = situation.with_laid(tapped)
    for position_ in (situation, situation.under(other)):
        assert in_play_order(position_.layout, position_.rules) == position_.layout


@given(rules(), luck(), st.integers(2, 6))
def test_referee_and_ledger_agree_on_fines(house: Rules, chance: Random, players: int) -> None:
    begun = Round.begin(Setup.dealt(house, HANDLES[:players], 0))
    hands = deal(chance, begun.setup.hand_sizes)
    for seat, hand in enumerate(hands):
        begun = begun.after(HandEntered(seat, hand))
    ended = play(chance, begun, hands, Habits(false_passes=15))
    judgement = judge(ended)
    for ruling in judgement.rulings:
        situation = as_tapped(ended, ruling.turn, hands[ruling.seat])
        assert situation.playable == ruling.playable
        assert bool(situation.could_play) == (ruling.verdict is Verdict.ILLEGAL)
        if ruling.verdict is Verdict.ILLEGAL:
            to_own_pot = house.false_pass_to is FineTo.WINNER and ended.winner == ruling.seat
            fine = house.false_pass_fine if to_own_pot else 0
            due = sum(part.chips for part in cost(ended, judgement, ruling))
            assert sum(part.chips for part in situation.costs() if part.fine) == due + fine


def as_tapped(ended: Round, turn: int, hand: Cards) -> Situation:
    """Return the position before the pass at a turn, entered tap by tap."""
    laid = Layout.empty(ended.setup.rules)
    for taken in ended.turns[: turn - 1]:
        if isinstance(taken, Played):
            laid = laid.with_card(taken.card)
    return Situation(ended.setup.rules, laid.runs, laid.starter, hand)
