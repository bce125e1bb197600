"""Doubt about results: what honest play can give is never doubted, and what it cannot often is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.objections import Why
from companion.core.presets import PRESETS, parse, preset
from companion.core.rounds.doubt import doubt_of, most_turns
from companion.core.rounds.events.results import Result
from companion.core.rounds.events.turns import Passed
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Laid
from tests.strategies import HANDLES, Habits, deal, play


@dataclass(frozen=True)
class Small:
    """A small pack: suits with ranks below and above the starter, dealt to hands of these sizes.

    The first hand leads. Cards are pairs of a suit and a place from the starter.
    """

    suits: int
    below: int
    above: int
    sizes: tuple[int, ...]
    high_first: bool = False

    @property
    def cards(self) -> list[tuple[int, int]]:
        """All cards."""
        return [*product(range(self.suits), range(-self.below, self.above + 1))]

    def playable(self, laid: frozenset[tuple[int, int]]) -> set[tuple[int, int]]:
        """Return the cards that fit, worked out from the rules anew (R4, R14)."""
        fit = set[tuple[int, int]]()
        for suit, place in self.cards:
            inner = place - 1 if place > 0 else place + 1
            waits = self.high_first and place == -1 and self.above and (suit, 1) not in laid
            if (place == 0 or (suit, inner) in laid) and not waits:
                fit.add((suit, place))
        return fit - laid


Cards = frozenset[tuple[int, int]]
Hands = tuple[Cards, ...]
Outcome = tuple[tuple[int, ...], tuple[int, ...]]
"""Cards left and passes, by seat."""


def _deals(cards: Cards, sizes: Sequence[int]) -> Iterator[Hands]:
    if not sizes:
        yield ()
        return
    for hand in map(frozenset, combinations(sorted(cards), sizes[0])):
        for others in _deals(cards - hand, sizes[1:]):
            yield (hand, *others)


def _outcomes(small: Small) -> set[Outcome]:
    """Return the outcome of every honest play of every deal."""
    seats = len(small.sizes)

    @cache
    def passes_to_come(hands: Hands, laid: Cards, seat: int) -> frozenset[Outcome]:
        able = hands[seat] & small.playable(laid)
        after = (seat + 1) % seats
        if not able:
            return frozenset(
                (left, tuple(n + (at == seat) for at, n in enumerate(passes)))
                for left, passes in passes_to_come(hands, laid, after)
            )
        found = set[Outcome]()
        for card in able:
            kept = hands[seat] - {card}
            now = (*hands[:seat], kept, *hands[seat + 1 :])
            if kept:
                found |= passes_to_come(now, laid | {card}, after)
            else:
                found.add((tuple(map(len, now)), (0,) * seats))
        return frozenset(found)

    found = set[Outcome]()
    for hands in _deals(frozenset(small.cards), small.sizes):
        found |= passes_to_come(hands, frozenset(), 0)
        passes_to_come.cache_clear()
    return found


SMALL: Final = {
    "two suits of three, two players": Small(2, 1, 1, (3, 3)),
    "two suits of four, two players": Small(2, 1, 2, (4, 4)),
    "two suits of four, the higher card first": Small(2, 1, 2, (4, 4), high_first=True),
    "two suits of four, three players": Small(2, 2, 1, (3, 3, 2)),
    "two suits of four, four players": Small(2, 2, 1, (2, 2, 2, 2)),
    "three suits of three, three players": Small(3, 1, 1, (3, 3, 3)),
    "three suits of three, a misdeal": Small(3, 1, 1, (2, 6, 1)),
    "three suits of two, the starter at the top": Small(3, 1, 0, (3, 3)),
    "four suits of two, three players": Small(4, 0, 1, (3, 3, 2)),
}


@pytest.mark.parametrize("small", SMALL.values(), ids=SMALL)
def test_all_honest_plays_of_a_small_pack_are_within_the_bound(small: Small) -> None:
    outcomes = _outcomes(small)
    assert outcomes
    for left, passes in outcomes:
        winner = left.index(0)
        last = winner == len(left) - 1
        laid = sum(small.sizes) - sum(left)
        most = most_turns(small.sizes[winner], laid, card_in_first_lap=last)
        assert small.sizes[winner] + passes[winner] <= most


HONEST: Final = [
    name for name in PRESETS if preset(name).must_play and preset(name).laid is Laid.NONE
]
"""The rule sets in which a player who can play lays a card."""
RULES: Final = (*HONEST, "bicycle pack=32 starter=9", "bicycle opening=7D", "pagat high_first=yes")


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


DOUBTED: Final = {
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


def test_nobody_counts_passes_that_cost_nothing() -> None:
    free = parse("bicycle ante=0 short_ante=0 pass_fee=0 false_pass_fine=0 seven_fine=0 card_fee=0")
    setup = Setup.dealt(free, HANDLES[:2], 1)
    assert doubt_of(setup, Result((3, 0), (0, 0))) is None
    assert doubt_of(setup, Result((3, 0), (1, 0)))
