"""Standing of a series: totals of chips and points, and the end of the series (R10)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from companion.core.books import ledger, points
from companion.core.rounds.round import Round
from companion.core.rules import JoinPoints, Rules


class Outcome(NamedTuple):
    """End of a series, its winners, and the players whose tie prolongs it."""

    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals by handle in order of appearance.

    `open` holds the players with points still unknown; their totals count the known points only.
    `seated` are the players of the last round, and `played` counts the rounds that were played out.
    """

    chips: Mapping[str, int]
    points: Mapping[str, int]
    open: frozenset[str] = frozenset()
    seated: tuple[str, ...] = ()
    played: int = 0

    def after(self, round_: Round) -> "Totals":
        """Return the totals after a further round.

        The round adds the points that newcomers join with (R17), then its result.
        """
        start, players = self._start(round_.setup.rules), round_.setup.players
        chips, totals, unknown = dict(self.chips), dict(self.points), set(self.open)
        for handle, net, counted in zip(players, ledger(round_).chips, points(round_), strict=True):
            had = totals.get(handle, 0)
            if start is not None and handle not in self.seated:
                had = max(had, start) if handle in chips else start
            chips[handle] = chips.get(handle, 0) + net
            totals[handle] = had + (counted or 0)
            if counted is None and round_.over:
                unknown.add(handle)
        played = self.played + (round_.played_out and not round_.void)
        return Totals(chips, totals, frozenset(unknown), players, played)

    def outcome(self, last: Round, rules: Rules, *, ended: bool = False) -> Outcome:
        """Return the outcome by these rules after the last round (R10).

        `ended` means that the table ended the series.
        """
        if not last.over:
            return Outcome()
        reached = bool(rules.target) and max(self.points.values()) >= rules.target
        shared = ended or bool(rules.rounds and self.played >= rules.rounds)
        if not (reached or shared) or (self.open and not ended):
            return Outcome()
        ahead = () if self.open else self._ahead(last.setup.rules)
        if not shared and len(ahead) > 1:
            return Outcome(tied=ahead)
        return Outcome(over=True, winners=ahead)

    def standing(self, last: Round, rules: Rules, *, ended: bool = False) -> "Standing":
        """Return the totals with the outcome by these rules."""
        totals = self.chips, self.points, self.open, self.seated, self.played
        outcome = self.outcome(last, rules, ended=ended)
        return Standing(*totals, rules.target, rules.rounds, *outcome)

    def _start(self, rules: Rules) -> int | None:
        """Return the points that a newcomer joins with (R17).

        Return None in the first round and if the rules count no points.
        """
        if not self.seated or not rules.count_points:
            return None
        totals = [self.points[handle] for handle in self.seated]
        match rules.join_points:
            case JoinPoints.HIGHEST:
                return max(totals)
            case JoinPoints.MEAN:
                return -(-sum(totals) // len(totals))
            case JoinPoints.ZERO:
                return 0

    def _ahead(self, rules: Rules) -> tuple[str, ...]:
        """Return the seated players with the lowest total, or the most chips if no points count."""
        totals = {
            handle: self.points[handle] if rules.count_points else -self.chips[handle]
            for handle in self.seated
        }
        lowest = min(totals.values())
        return tuple(handle for handle in self.chips if totals.get(handle) == lowest)


@dataclass(frozen=True, slots=True)
class Standing(Totals):
    """Totals, and the outcome of the series.

    `target` is in points and `limit` in rounds, 0 for none. `tied` are the players who share the
    lowest total when the target is reached, which prolongs the series.
    """

    target: int = 0
    limit: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


NOTHING = Standing({}, {})


def totals_of(rounds: Iterable[Round]) -> Totals:
    """Return the totals after these rounds, which start with the first of the series."""
    return reduce(Totals.after, rounds, Totals({}, {}))


def ends_early(rounds: Sequence[Round]) -> bool:
    """Return whether a round was dealt after the series was already over."""
    totals = Totals({}, {})
    for played, following in pairwise(rounds):
        totals = totals.after(played)
        if totals.outcome(played, following.setup.rules).over:
            return True
    return False
