"""Statistics: what each player did in the rounds that were played out, by name.

A `summary` is that of one series and depends on nothing else, so it can be kept for as long as the
series is the same; `total` adds summaries up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.core.books.ledger import ledger
from companion.core.books.points import cards_left, points
from companion.core.judging.judge import Verdict, judge
from companion.core.round import Round
from companion.core.series import Series


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player did. `series` are those in which they sat at the table, `rounds` those of their
    rounds that were played out, and on these all the rest is based; a round that was called off is
    none of them.

    `wins` are rounds in which they went out first, `cards_left` what they held whenever somebody
    else did. `false_passes` are those of their `passes` that are judged illegal, let go or not.
    `points` are those booked in `scored` of the rounds: where the rules count points, and all of
    the player's are known.
    """

    series: int = 0
    rounds: int = 0
    wins: int = 0
    cards_left: int = 0
    passes: int = 0
    false_passes: int = 0
    chips: int = 0
    points: int = 0
    scored: int = 0

    def __add__(self, other: Tally) -> Tally:
        """What the player did in both."""
        return Tally(
            self.series + other.series,
            self.rounds + other.rounds,
            self.wins + other.wins,
            self.cards_left + other.cards_left,
            self.passes + other.passes,
            self.false_passes + other.false_passes,
            self.chips + other.chips,
            self.points + other.points,
            self.scored + other.scored,
        )


Summary = Mapping[str, Tally]
"""What each player did, by name."""


def summary(series: Series) -> Summary:
    """What everybody did who sat at the table in this series."""
    names = {player.handle: player.name for player in series.players}
    handles = {handle for round_ in series.rounds for handle in round_.setup.players}
    done = {names.get(handle, handle): Tally(series=1) for handle in handles}
    for round_ in series.rounds:
        if round_.played_out and not round_.void:
            for handle, tally in zip(round_.setup.players, _tallies(round_), strict=True):
                done[names.get(handle, handle)] += tally
    return done


def _tallies(round_: Round) -> Iterator[Tally]:
    """What each seat did in a round that was played out."""
    passes, left, scores = judge(round_).rulings, cards_left(round_), points(round_)
    assert left is not None
    for seat, (chips, score) in enumerate(zip(ledger(round_).chips, scores, strict=True)):
        own = [ruling.verdict for ruling in passes if ruling.seat == seat]
        yield Tally(
            rounds=1,
            wins=int(seat == round_.winner),
            cards_left=left[seat],
            passes=len(own),
            false_passes=own.count(Verdict.ILLEGAL),
            chips=chips,
            points=score or 0,
            scored=int(score is not None and round_.setup.rules.count_points),
        )


def total(summaries: Iterable[Summary]) -> dict[str, Tally]:
    """What each player did in all of them, sorted by name."""
    done: defaultdict[str, Tally] = defaultdict(Tally)
    for one in summaries:
        for name, tally in one.items():
            done[name] += tally
    return dict(sorted(done.items()))
