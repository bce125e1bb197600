"""What a series is played to: a total of points, a number of rounds, or an open end."""

from __future__ import annotations

from typing import Final

from companion.core.house_rules.rules import Points, Rules
from companion.core.series import Series
from companion.words import Words

POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0}
"""What whoever has the most points gains in a round: measured for cards, about fifty rounds to 100;
a card's pips are 6.5 on average, its rank 7.
"""


def aim(rules: Rules, words: Words) -> str:
    """`to 100`, `to 7 rounds`, `to 100 or 7 rounds`; empty where the end is open."""
    target, rounds = rules.target if rules.count_points else 0, rules.rounds
    if not rounds:
        return words.say("to {target}", target=target) if target else ""
    if not target:
        return words.count("to {n} round", "to {n} rounds", rounds)
    return words.count(
        "to {target} or {n} round", "to {target} or {n} rounds", rounds, target=target
    )


def aim_of(series: Series, words: Words) -> str:
    """What the series is played to from here: by the rules of the next round, once the last one is
    over.
    """
    planned = series.planned if series.last and series.last.over else None
    return aim(planned or series.latest_rules, words)
