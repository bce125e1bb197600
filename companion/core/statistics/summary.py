"""Summary of a series: a record of each player, by name, over the rounds that were played out.

A `summary` depends on its series alone, so it can be stored until the series changes. `total` adds
summaries in the order in which the series were played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from companion.core.books.ledger import ledger
from companion.core.books.points import cards_left, points
from companion.core.judging.judge import Verdict, judge
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.standings.standing import through
from companion.core.statistics.openers import openers
from companion.core.statistics.tally import NO_ROUNDS, NOTHING, Duel, Streak, Tally


@dataclass(frozen=True, slots=True)
class Record:
    """Statistics of one player: counts, winning streaks, and duels by the other player's name."""

    tally: Tally = NOTHING
    streak: Streak = NO_ROUNDS
    duels: Mapping[str, Duel] = field(default_factory=dict[str, Duel])

    @staticmethod
    def total(records: Sequence[Record]) -> Record:
        """Add the records of one player, in the order of play."""
        duels: defaultdict[str, list[Duel]] = defaultdict(list)
        for record in records:
            for name, duel in record.duels.items():
                duels[name].append(duel)
        return Record(
            Tally.total(record.tally for record in records),
            sum((record.streak for record in records), NO_ROUNDS),
            {name: Duel.total(duels[name]) for name in sorted(duels)},
        )


Summary = Mapping[str, Record]
"""Record of each player, by name."""


def summary(series: Series) -> Summary:
    """Return the records of all players who were seated in this series."""
    called = {player.handle: player.name for player in series.players}
    handles = {handle for round_ in series.rounds for handle in round_.setup.players}
    names = {handle: called.get(handle, handle) for handle in handles}
    seated = dict.fromkeys(names.values(), Record(Tally(series=1)))
    parts = [seated, _endings(series, names)]
    for round_ in series.rounds:
        if round_.played_out and not round_.void:
            parts += _records(round_, [names[handle] for handle in round_.setup.players])
    return total(parts)


def total(summaries: Iterable[Summary]) -> dict[str, Record]:
    """Add summaries in the order of play; the records are sorted by name."""
    parts: defaultdict[str, list[Record]] = defaultdict(list)
    for part in summaries:
        for name, record in part.items():
            parts[name].append(record)
    return {name: Record.total(parts[name]) for name in sorted(parts)}


def _records(round_: Round, names: list[str]) -> Iterator[Summary]:
    """Yield the records of each seat for a round that was played out."""
    results = list(map(_Result, ledger(round_).chips, points(round_)))
    counts = round_.setup.rules.count_points
    for seat, tally in enumerate(_tallies(round_, results)):
        yield {names[seat]: Record(tally, Streak.of(won=seat == round_.winner))}
    for seat, other in permutations(range(len(names)), 2):
        if names[seat] != names[other]:
            duel = _duel(results[seat], results[other], in_points=counts)
            yield {names[seat]: Record(duels={names[other]: duel})}


class _Result(NamedTuple):
    """Chips and points of a player in a round; the points are None while unknown."""

    chips: int
    points: int | None


def _duel(own: _Result, theirs: _Result, *, in_points: bool) -> Duel:
    if in_points and own.points is not None and theirs.points is not None:
        return Duel(1, int(own.points < theirs.points), int(own.points > theirs.points), 1)
    return Duel(1, int(own.chips > theirs.chips), int(own.chips < theirs.chips), 0)


def _tallies(round_: Round, results: Iterable[_Result]) -> Iterator[Tally]:
    passes, left, held = judge(round_).rulings, cards_left(round_), openers(round_)
    assert left is not None
    for seat, (chips, score) in enumerate(results):
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
            openers=held[seat].held,
            held_back=held[seat].held_back,
        )


def _endings(series: Series, names: Mapping[str, str]) -> Summary:
    """Return the winners of the series and the players ahead at half time; empty if not over."""
    winners = {names[handle] for handle in series.standing.winners}
    if not winners or not series.standing.over:
        return {}
    ahead = {names[handle] for handle in _ahead_at_half_way(series)}
    return {
        name: Record(
            Tally(
                finished=1,
                won=int(name in winners),
                led=int(name in ahead),
                led_won=int(name in winners & ahead),
            )
        )
        for name in set(names.values())
    }


def _ahead_at_half_way(series: Series) -> list[str]:
    """Return the players ahead after half of the rounds, rounded down.

    The list is empty for a series of one round, and if points were still unknown at that time.
    """
    first = series.rounds[: len(series.rounds) // 2]
    if not first:
        return []
    standing = through(first)
    if first[-1].setup.rules.count_points:
        if standing.open.intersection(standing.seated):
            return []
        totals = {handle: standing.points[handle] for handle in standing.seated}
    else:
        totals = {handle: -standing.chips[handle] for handle in standing.seated}
    best = min(totals.values())
    return [handle for handle, sum_ in totals.items() if sum_ == best]
