"""Statistics of one player as numbers that can be added."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one player over all rounds that were played out and not called off.

    `series` counts the series in which the player was seated, `rounds` the rounds, and `wins` the
    rounds in which the player went out first. `cards_left` adds the cards held when another player
    went out first. `false_passes` counts the `passes` judged illegal, waived or not. `points` are
    those of the `scored` rounds: rounds whose rules count points and in which all points of the
    player are known. `held_back` counts the `openers` that the player held back (see `openers`).

    `finished` counts the series with a winner, `won` those that the player won, alone or shared,
    `led` those in which the player was ahead at half time, and `led_won` those both led and won.
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
    openers: int = 0
    held_back: int = 0
    finished: int = 0
    won: int = 0
    led: int = 0
    led_won: int = 0

    @staticmethod
    def total(tallies: Iterable[Tally]) -> Tally:
        """Add the tallies of one player."""
        return Tally(*map(sum, zip(*map(_numbers, tallies), strict=True)))


NOTHING = Tally()
_numbers = attrgetter(*(count.name for count in fields(Tally)))


@dataclass(frozen=True, slots=True)
class Streak:
    """Winning streaks of consecutive `rounds`: at their start, at their end, and the longest."""

    rounds: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    @staticmethod
    def of(*, won: bool) -> Streak:
        """Return the streak of a single round."""
        return Streak(1, int(won), int(won), int(won))

    def __add__(self, other: Streak) -> Streak:
        return Streak(
            self.rounds + other.rounds,
            self.first if self.first < self.rounds else self.rounds + other.first,
            other.last if other.last < other.rounds else self.last + other.rounds,
            max(self.longest, other.longest, self.last + other.first),
        )


NO_ROUNDS = Streak()


@dataclass(frozen=True, slots=True)
class Duel:
    """Rounds of one player against another: how many the player finished ahead or behind.

    `in_points` rounds were compared by points, where fewer are better; the others by chips, because
    their rules count no points or some points are unknown.
    """

    rounds: int = 0
    ahead: int = 0
    behind: int = 0
    in_points: int = 0

    @staticmethod
    def total(duels: Iterable[Duel]) -> Duel:
        """Add the duels of the same two players."""
        return Duel(*map(sum, zip(*map(_counts, duels), strict=True)))


_counts = attrgetter(*(count.name for count in fields(Duel)))
