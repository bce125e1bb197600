"""Doubt about results: what honest play can give is never doubted, and what it cannot often is."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.objections import Why
from companion.core.presets import PRESETS, parse, preset
from companion.core.rounds.doubt import doubt_of
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Laid
from tests.strategies import HANDLES, Habits, deal, play

HONEST = [name for name in PRESETS if preset(name).must_play and preset(name).laid is Laid.NONE]
"""The rule sets in which a player who can play lays a card."""
RULES = (*HONEST, "bicycle pack=32 starter=9", "bicycle opening=7D", "pagat high_first=yes")


@given(
    st.sampled_from(RULES), st.integers(2, 10), st.integers(0, 9), st.integers(0, 2**32), st.data()
)
def test_no_honest_round_is_doubted(
    words: str, players: int, dealer: int, seed: int, data: st.DataObject
) -> None:
    rules = parse(f"{words} play_on=no target=0")
    setup = Setup.dealt(rules, HANDLES[:players], dealer % players)
    chance = Random(seed)  # noqa: S311 - a game
    honest = Habits(false_passes=0)
    round_ = play(chance, Round.begin(setup), deal(chance, setup.hand_sizes), honest)
    passed = [turn.seat for turn in round_.turns if isinstance(turn, Passed)]
    passes = tuple(map(passed.count, range(players)))
    result = Result(round_.cards_left, passes)
    assert doubt_of(setup, result) is None
    seat = data.draw(st.integers(0, players - 1))
    more = tuple(n + 2 * (at == seat) for at, n in enumerate(passes))
    doubt = doubt_of(setup, Result(round_.cards_left, more))
    assert doubt
    assert doubt.why is Why.TURNS_MISFIT


DOUBTED = {
    "a fresh deal of three, only the winner entered": ("0 0  17 17  17 17", Why.TURNS_MISFIT),
    "a fresh deal of four, only the winner entered": (
        "13 12  13 12  13 12  0 0",
        Why.TURNS_MISFIT,
    ),
    "forty passes of one, none of the winner": ("1 40  0 0", Why.TURNS_MISFIT),
    "all pass forty times": ("1 39  0 40  1 40  1 40", Why.TURNS_MISFIT),
    "as many turns each, more than cards could be laid": (
        "10 57  0 47  10 56  9 55",
        Why.TURNS_MISFIT,
    ),
    "two cards laid by each of the others": ("0 0  15 15  15 15", None),
    "everybody plays all the time": ("1 0  0 0  1 0", None),
}


@pytest.mark.parametrize("name", DOUBTED)
def test_results_doubted(name: str) -> None:
    numbers, why = DOUBTED[name]
    counts = [*map(int, numbers.split())]
    setup = Setup.dealt(preset("bicycle"), HANDLES[: len(counts) // 2], len(counts) // 2 - 1)
    doubt = doubt_of(setup, Result(tuple(counts[::2]), tuple(counts[1::2])))
    assert (doubt and doubt.why) is why


def test_a_winner_has_a_turn_for_every_card_laid() -> None:
    setup = Setup(preset("bicycle"), HANDLES[:2], 1, (11, 41))
    # Ben lays all but the hearts, then the 7H, and keeps the AH; Ann waits, and goes out in hearts.
    assert doubt_of(setup, Result((0, 1), (40, 10))) is None
    assert doubt_of(setup, Result((0, 1), (42, 12)))


def test_nobody_counts_passes_that_cost_nothing() -> None:
    free = parse("bicycle ante=0 short_ante=0 pass_fee=0 false_pass_fine=0 seven_fine=0 card_fee=0")
    setup = Setup.dealt(free, HANDLES[:2], 1)
    assert doubt_of(setup, Result((3, 0), (0, 0))) is None
    assert doubt_of(setup, Result((3, 0), (1, 0)))
