"""Statistics of the players over all series.

The summaries of a series, one for each of its evenings, depend on the series alone, so they can be
stored until the series changes. `total` adds summaries.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.core.books import cards_left, ledger, points
from companion.core.entries import Entry
from companion.core.judge import Verdict, judge
from companion.core.names import in_order
from companion.core.rounds.round import Round
from companion.core.series import Series


class Tally(NamedTuple):
    """Counts of one player over all rounds that were played out and not called off.

    `series` counts the series in which the player was seated, `rounds` the rounds, and `wins` the
    rounds in which the player went out first, or was left over. `cards_left` adds the cards left to
    the player then. `false_passes` counts the `passes` judged illegal, waived or not. `points` are
    those of the `scored` rounds: rounds whose rules count points and in which all points of the
    player are known. `won` counts the series that the player won, alone or shared.
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
    won: int = 0


Summary = Mapping[str, Tally]
"""Counts of each player, by name."""


class Sitting(NamedTuple):
    """Date of an evening of a series, and the counts of the players seated then."""

    date: str
    summary: Summary


def sittings(series: Series) -> tuple[Sitting, ...]:
    """Return the evenings of this series.

    The series is counted once for each player, on their first evening, and its end on the last.
    """
    called = {player.handle: player.name for player in series.players}
    handles = {handle for round_ in series.rounds for handle in round_.setup.players}
    names = {handle: called.get(handle, handle) for handle in handles}
    evenings = series.evenings
    rounds = [[series.rounds[number - 1] for number in evening.rounds] for evening in evenings]
    seated = [
        {names[handle] for round_ in evening for handle in round_.setup.players}
        for evening in rounds
    ]
    first = {name: place for place, present in reversed([*enumerate(seated)]) for name in present}
    last = {name: place for place, present in enumerate(seated) for name in present}
    winners = {names[handle] for handle in series.standing.winners}
    found: list[Sitting] = []
    for place, (evening, played) in enumerate(zip(evenings, rounds, strict=True)):
        parts: list[Summary] = [
            {name: Tally(series=int(first[name] == place))}
            for name in sorted(seated[place], key=in_order)
        ]
        parts += [{name: Tally(won=1)} for name in winners if last[name] == place]
        for round_ in played:
            if round_.played_out and not round_.void:
                pairs = zip(round_.setup.players, _tallies(round_), strict=True)
                parts += [{names[handle]: tally} for handle, tally in pairs]
        found.append(Sitting(evening.date, total(parts)))
    return tuple(found)


def summary(series: Series) -> Summary:
    """Return the counts of all players who were seated in this series."""
    return total(sitting.summary for sitting in sittings(series))


def total(summaries: Iterable[Summary]) -> dict[str, Tally]:
    """Add summaries; the counts are sorted by name."""
    parts: defaultdict[str, list[Tally]] = defaultdict(list)
    for part in summaries:
        for name, tally in part.items():
            parts[name].append(tally)
    return {
        name: Tally(*map(sum, zip(*parts[name], strict=True)))
        for name in sorted(parts, key=in_order)
    }


def _tallies(round_: Round) -> Iterator[Tally]:
    passes = judge(round_).rulings
    left = cards_left(round_)
    results = zip(ledger(round_).chips, points(round_), strict=True)
    for seat, (chips, score) in enumerate(results):
        own = [ruling.verdict for ruling in passes if ruling.seat == seat]
        counted = round_.passes[seat] if round_.by_result else len(own)
        yield Tally(
            rounds=1,
            wins=int(seat == round_.winner),
            cards_left=left[seat] if left else 0,
            passes=counted,
            false_passes=own.count(Verdict.ILLEGAL),
            chips=chips,
            points=score or 0,
            scored=int(score is not None and round_.setup.rules.count_points),
        )


class Evening(NamedTuple):
    """Evening `place`, counted from 1, of a series: its date, and the counts of the players."""

    entry: Entry
    summary: Summary
    date: str
    place: int = 1

    @staticmethod
    def of(entry: Entry, sittings: Iterable[Sitting]) -> tuple[Evening, ...]:
        """Return the evenings of a series."""
        return tuple(
            Evening(entry, one.summary, one.date, place) for place, one in enumerate(sittings, 1)
        )


@dataclass(frozen=True, eq=False)
class Evenings:
    """All evenings, sorted by date and then by series; those without a date come first."""

    all: tuple[Evening, ...] = ()

    @staticmethod
    def of(evenings: Iterable[Evening]) -> Evenings:
        """Return the evenings in the order of their dates."""
        return Evenings(tuple(sorted(evenings, key=_by_date)))

    @cached_property
    def players(self) -> dict[str, Tally]:
        """Counts of each player over all evenings, sorted by name."""
        return total(evening.summary for evening in self.all)

    @cached_property
    def counts(self) -> Counter[str]:
        """Number of evenings of each player with a round that counts."""
        return Counter(
            name for evening in self.all for name, tally in evening.summary.items() if tally.rounds
        )

    def with_player(self, name: str) -> tuple[Evening, ...]:
        """Return the evenings on which this player was seated."""
        return tuple(evening for evening in self.all if name in evening.summary)

    def series_of(self, name: str) -> tuple[Entry, ...]:
        """Return the series in which this player was seated."""
        return tuple(dict.fromkeys(evening.entry for evening in self.with_player(name)))

    def together(self, name: str, other: str) -> Entry | None:
        """Return the first series in which both players were seated; None if there is none."""
        theirs = frozenset(self.series_of(other))
        return next((entry for entry in self.series_of(name) if entry in theirs), None)


def _by_date(evening: Evening) -> tuple[str, int, int]:
    return evening.date, evening.entry.number, evening.place
