"""The cost of judging a whole round anew, beside replaying the round."""

import statistics
from dataclasses import replace
from functools import partial
from random import Random

from benchmarks.timing import Ratio, compare, seconds_of
from companion.core.judge import Judgement, judge
from companion.core.presets import preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from tests.strategies import HANDLES, Habits, deal, play

PLAYERS, ROUNDS = 8, 200
TARGET, TARGET_MILLISECONDS = 3.0, 5.0
_REPEATS = 21


def run() -> None:
    """Print the median of a judging and its ratio to a replay, with their bounds."""
    rounds = rounds_in_play()
    passes = statistics.mean(len(judge(round_).rulings) for round_ in rounds)
    doubted = sum(judge(round_).contradiction for round_ in rounds)
    print(f"{ROUNDS} rounds of {PLAYERS}: {passes:.1f} passes each, {doubted} with a contradiction")
    print(f"one judging: median {_median(rounds):.2f} ms, target below {TARGET_MILLISECONDS} ms")
    print(f"{beside_replay(rounds)}, target below {TARGET:.1f}")


def rounds_in_play() -> list[Round]:
    """Return rounds of eight between the second trip and the end, with some false passes."""
    chance = Random(8)  # noqa: S311 - the same rounds each time
    setup = Setup.dealt(preset("bicycle"), HANDLES[:PLAYERS], PLAYERS - 1)
    begun = Round.begin(setup)
    return [
        play(
            chance,
            begun,
            deal(chance, setup.hand_sizes),
            Habits(turns=chance.randint(2 * PLAYERS, 60), false_passes=chance.choice((0, 5, 20))),
        )
        for _ in range(ROUNDS)
    ]


def beside_replay(rounds: list[Round]) -> Ratio:
    """Compare a judging of each round with a replay of each."""

    def ours() -> None:
        for round_ in rounds:
            anew(round_)

    def theirs() -> None:
        for round_ in rounds:
            Round.of(round_.setup, round_.events)

    units = (len(rounds), len(rounds))
    return compare("one judging, one replay", ours, theirs, units=units, repeats=_REPEATS)


def anew(round_: Round) -> Judgement:
    """Return the judgement of the round, computed without the cache."""
    return judge(replace(round_))


def _median(rounds: list[Round]) -> float:
    """Return the median in milliseconds."""
    return 1_000 * statistics.median(seconds_of(partial(anew, round_)) for round_ in rounds)
