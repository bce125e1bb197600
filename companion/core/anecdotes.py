"""Anecdotes of an evening: true stories of its rounds, chosen by a small table of rules.

A rule returns its story, or None if the evening has none worth telling. Of several equal
stories the first counts.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from companion.core.books import cards_left, fines_due
from companion.core.cards import Card
from companion.core.dues import taker
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round
from companion.core.series import Series, Totals

MOST = 3
"""The number of stories that stand for an evening."""
_LEAST_PASSES = 3
_LEAST_WAIT = 10
"""The fewest passes in a row, and the fewest turns of waiting, that are worth telling."""
_LEAST_TABLE = 3
"""The fewest players at a table at which being last means something."""


class Kind(Enum):
    """The rule by which a story was found."""

    COMEBACK = "comeback"
    FINE = "fine"
    PASSES = "passes"
    WAIT = "wait"
    CLOSEST = "closest"


@dataclass(frozen=True)
class Anecdote:
    """A story about a player, by handle, in a round of the series, counted from 1.

    `count` is the passes in a row, the turns of waiting for the `card`, the chips of the fine, or
    the cards left in all other hands. After the round of a comeback its player was last.
    """

    kind: Kind
    number: int
    handle: str
    count: int = 0
    card: Card | None = None


class EveningRounds(NamedTuple):
    """Rounds of an evening that are over and were not called off, by number; and their series."""

    series: Series
    rounds: Sequence[tuple[int, Round]]


def anecdotes(series: Series) -> tuple[Anecdote, ...]:
    """Return the best stories of the last evening of a series, at most `MOST`."""
    numbers = series.evenings[-1].rounds if series.rounds else ()
    rounds = ((number, series.rounds[number - 1]) for number in numbers)
    counted = tuple(
        (number, round_) for number, round_ in rounds if round_.over and not round_.void
    )
    found = (rule(EveningRounds(series, counted)) for rule in RULES)
    return tuple(story for story in found if story)[:MOST]


def comeback(evening: EveningRounds) -> Anecdote | None:
    """Return the player who leads alone in the end, and was last alone after an earlier round."""
    numbers = [number for number, _ in evening.rounds]
    if not numbers or not (evening.series.latest_rules.count_points or evening.series.counts_chips):
        return None
    *earlier, final = [(number, evening.series.standings[number - 1]) for number in numbers]
    best, _ = _ends(evening.series, final[1])
    for number, totals in reversed(earlier):
        _, worst = _ends(evening.series, totals)
        if best and best == worst:
            return Anecdote(Kind.COMEBACK, number, best)
    return None


def _ends(series: Series, totals: Totals) -> tuple[str, str]:
    """Return the seated player who is first alone, and the one who is last alone; or empty texts.

    Nobody is while points are open, nor at a table for two.
    """
    by_points = series.latest_rules.count_points
    if len(totals.seated) < _LEAST_TABLE or (by_points and totals.open):
        return "", ""
    scores = {
        handle: totals.points[handle] if by_points else -totals.chips[handle]
        for handle in totals.seated
    }
    first, last = (
        [handle for handle, score in scores.items() if score == extreme]
        for extreme in (min(scores.values()), max(scores.values()))
    )
    return first[0] if len(first) == 1 else "", last[0] if len(last) == 1 else ""


def dearest_fine(evening: EveningRounds) -> Anecdote | None:
    """Return the false pass that cost most, without what its player won back with the pot."""
    found: list[Anecdote] = []
    for number, round_ in evening.rounds:
        paid = Counter[tuple[int, int]]()
        for fine in fines_due(round_):
            if taker(round_, fine) != fine.offender:
                paid[fine.turn, fine.offender] += fine.chips
        found += (
            Anecdote(Kind.FINE, number, round_.setup.players[seat], chips)
            for (_, seat), chips in sorted(paid.items())
        )
    return _greatest(found, 1)


def row_of_passes(evening: EveningRounds) -> Anecdote | None:
    """Return the most passes of one player in a row, in one round."""
    return _greatest(
        [
            Anecdote(Kind.PASSES, number, round_.setup.players[seat], len([*run]))
            for number, round_ in evening.rounds
            for seat in range(len(round_.setup.players))
            for laid, run in groupby(
                turn.laid is not None for turn in round_.turns if turn.seat == seat
            )
            if not laid
        ],
        _LEAST_PASSES,
    )


def longest_wait(evening: EveningRounds) -> Anecdote | None:
    """Return the card that could be laid for the most turns before its player laid it."""
    return _greatest([*_waits(evening)], _LEAST_WAIT)


def _waits(evening: EveningRounds) -> Iterator[Anecdote]:
    for number, round_ in evening.rounds:
        for turn in round_.turns:
            if isinstance(turn, Played):
                # A card that fits is met at every turn until it is laid, the last time as it is.
                waited = sum(met & turn.card.bit > 0 for met in round_.met) - 1
                handle = round_.setup.players[turn.seat]
                yield Anecdote(Kind.WAIT, number, handle, waited, turn.card)


def closest_round(evening: EveningRounds) -> Anecdote | None:
    """Return the round with the fewest cards left in all, of several rounds that somebody won."""
    found: list[Anecdote] = []
    for number, round_ in evening.rounds:
        left = cards_left(round_)
        if left is not None and round_.out:
            winner = round_.setup.players[round_.out[0]]
            found.append(Anecdote(Kind.CLOSEST, number, winner, sum(left)))
    return min(found, key=lambda story: story.count) if len(found) > 1 else None


def _greatest(found: Sequence[Anecdote], least: int) -> Anecdote | None:
    """Return the first story with the greatest count, unless that is less than the least."""
    best = max(found, key=lambda story: story.count, default=None)
    return best if best and best.count >= least else None


RULES: tuple[Callable[[EveningRounds], Anecdote | None], ...] = (
    comeback,
    dearest_fine,
    row_of_passes,
    longest_wait,
    closest_round,
)
"""The rules, the best stories first."""
