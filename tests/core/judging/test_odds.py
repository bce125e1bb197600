"""Odds of open passes compared with every possible deal, and with the judge."""

from collections import Counter
from collections.abc import Sequence
from math import perm
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.cards import Cards, card
from companion.core.odds import (
    MOST_IN_QUESTION,
    Deals,
    Hidden,
    hidden,
    in_question,
    odds,
)
from companion.core.rounds.round import Round
from tests.cases import cases
from tests.core.judging.brute_force import few_deals, honest_shares
from tests.core.tables import round_of, rows
from tests.strategies import Habits, Hands, luck, play, small_packs

_FALSE = st.builds(Habits, turns=st.integers(2, 60), false_passes=st.sampled_from((0, 5, 30, 90)))


@settings(max_examples=300)
@given(small_packs(), luck(), _FALSE, st.sampled_from((0.01, 0.02, 0.3, 1.0)))
def test_the_odds_are_those_of_every_deal(
    case: tuple[Round, Hands], chance: Random, how: Habits, false_rate: float
) -> None:
    begun, hands = case
    round_ = few_deals(play(chance, begun, hands, how), hands)
    expected = honest_shares(round_, false_rate)
    found = {turn: odds(round_, turn, false_rate) for turn in expected}
    assert not any(one and one.about for one in found.values())
    honest = {turn: one and one.honest for turn, one in found.items()}
    assert honest == pytest.approx(expected, abs=1e-9)


OWN_HAND = "hand A 7C 8C 7D 7H 7S 6D 8D 9D 10D JD QD KD AC 2C 3C 4C AD 2D"
FIRST_PASS = {
    "open, and rare for an honest player": ("", "7C --", 2, "0.87"),
    "the own hand leaves fewer cards in question": (OWN_HAND, "7C --", 2, "0.98"),
    "laid later, so it was false": ("deal A 5 B 5 C 42", "7C -- -- / 6C 8C", 2, "0.00"),
    "entered, so it was honest": ("deal A 5 B 2 C 45\nhand B 9C KS", "7C --", 2, "1.00"),
    "no pass": ("", "7C --", 1, "none"),
}


@cases("above, turns, turn, expected", FIRST_PASS)
def test_odds_of_the_first_pass(above: str, turns: str, turn: int, expected: str) -> None:
    round_ = round_of(f"{above}\nA B C\n{rows(turns)}")
    found = odds(round_, turn)
    assert (f"{found.honest:.2f}" if found else "none") == expected


def test_with_many_cards_in_question_the_odds_leave_out_other_passes() -> None:
    names = "A B C D E F G H I J"
    trips = ("1 . -- 5C 5D 5H 5S -- -- -- --", "2 -- 4C -- -- -- -- -- -- -- --")
    many = round_of("rules five-or-nine\ndealer A\n" + "\n".join((names, *trips)))
    assert in_question(hidden(many)).bit_count() > MOST_IN_QUESTION
    found = odds(many, 1)
    assert found
    assert found.about


def test_deals_are_drawn_as_often_as_they_weigh() -> None:
    first, second, third = (card(text).bit for text in ("6C", "8C", "7D"))
    hands = (Hidden(0, 2, {1: first | second}), Hidden(0, 2, {2: third}), Hidden(0, 1, {}))
    deals = Deals(hands, first | second | third, 0.25)
    chance, times = Random(1), 20_000  # noqa: S311 - the same deals each time
    drawn = Counter(tuple(deals.sample(chance)) for _ in range(times))
    weights = {dealt: _weight(hands, dealt) for dealt in drawn}
    total = sum(weights.values())
    assert deals.weight == pytest.approx(total)
    for dealt, count in drawn.items():
        assert count / times == pytest.approx(weights[dealt] / total, abs=0.01), dealt


def _weight(hands: Sequence[Hidden], dealt: Sequence[Cards]) -> float:
    weight = 1.0
    for hand, cards in zip(hands, dealt, strict=True):
        weight *= perm(hand.room, cards.bit_count())
        weight *= 0.25 ** sum(bool(met & cards) for met in hand.met.values())
    return weight
