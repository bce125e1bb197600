"""What one player did, in numbers that add up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from operator import attrgetter


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player did. `series` are those in which they sat at the table, `rounds` those of their
    rounds that were played out, and on these all the rest is based; a round that was called off is
    none of them.

    `wins` are rounds in which they went out first, `cards_left` what they held whenever somebody
    else did. `false_passes` are those of their `passes` that are judged illegal, let go or not.
    `points` are those booked in `scored` of the rounds: where the rules count points, and all of
    the player's are known. `held_back` are those of their known `openers` that they held back
    (see `openers`).

    `finished` are the series with a winner in which they sat, and `won` those that they won, alone
    or with others; `led` those of them in which they were ahead at half way, and `led_won` how many
    of these they won.
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
        """What the player did in all of them."""
        return Tally(*map(sum, zip(*map(_numbers, tallies), strict=True)))


NOTHING = Tally()
_numbers = attrgetter(*(one.name for one in fields(Tally)))


@dataclass(frozen=True, slots=True)
class Streak:
    """Rounds won in a row, of so many `rounds` one after the other: at their beginning, at their
    end, and the longest anywhere.
    """

    rounds: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    @staticmethod
    def of(*, won: bool) -> Streak:
        """One round."""
        return Streak(1, int(won), int(won), int(won))

    def __add__(self, other: Streak) -> Streak:
        """These rounds, and then the others."""
        return Streak(
            self.rounds + other.rounds,
            self.first if self.first < self.rounds else self.rounds + other.first,
            other.last if other.last < other.rounds else self.last + other.rounds,
            max(self.longest, other.longest, self.last + other.first),
        )


NO_ROUNDS = Streak()


@dataclass(frozen=True, slots=True)
class Duel:
    """The rounds in which two players both sat: those in which the one was ahead and those in which
    they were behind. `in_points` of them are compared by points, of which few are good; the others
    by chips, since no points are counted there or not all of them are known.
    """

    rounds: int = 0
    ahead: int = 0
    behind: int = 0
    in_points: int = 0

    @staticmethod
    def total(duels: Iterable[Duel]) -> Duel:
        """All their rounds."""
        return Duel(*map(sum, zip(*map(_of_duel, duels), strict=True)))


_of_duel = attrgetter(*(one.name for one in fields(Duel)))
