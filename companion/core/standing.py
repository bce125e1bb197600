"""Standing of a series: totals of chips and points, and the end of the series (R10).

Totals are added round by round; the cost of a round grows with the players seated in it, not with
all players of the series.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from companion.core.books import ledger, points
from companion.core.rounds.round import Round
from companion.core.rules import JoinPoints, Rules


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by handle in order of appearance, and the outcome of the series.

    `open` holds the players with points still unknown; their totals count the known points only.
    `target` is in points and `limit` in rounds, 0 for none. `tied` are the players who share the
    lowest total when the target is reached, which prolongs the series. `seated` are the players of
    the last round, and `played` counts the rounds that were played out.
    """

    chips: Mapping[str, int]
    points: Mapping[str, int]
    open: frozenset[str]
    target: int = 0
    limit: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    seated: tuple[str, ...] = ()
    played: int = 0


NOTHING = Standing({}, {}, frozenset())


class Outcome(NamedTuple):
    """End of a series, its winners, and the players whose tie prolongs it."""

    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


class _Former(NamedTuple):
    """Totals of a player before the last round was added; `chips` is None for a new player."""

    handle: str
    chips: int | None
    points: int
    open: bool


class Totals:
    """Running totals of a series; the last round added can be taken back."""

    def __init__(self, before: Standing = NOTHING) -> None:
        self.chips, self.points = dict(before.chips), dict(before.points)
        self.open, self.seated, self.played = set(before.open), before.seated, before.played
        self._places = {handle: place for place, handle in enumerate(self.chips)}
        self._former = before.seated, before.played
        self._changed: list[_Former] = []
        self._ranked: list[tuple[int, str]] | None = None
        """Heap of negated point totals, the highest first; may hold outdated totals."""

    def add(self, round_: Round) -> None:
        """Add a round: the points that newcomers join with (R17), then the result."""
        start, players = self._start(round_.setup.rules), round_.setup.players
        self._former, self._changed = (self.seated, self.played), []
        for handle, net, counted in zip(players, ledger(round_).chips, points(round_), strict=True):
            chips, had = self.chips.get(handle), self.points.get(handle, 0)
            self._changed.append(_Former(handle, chips, had, handle in self.open))
            self._places.setdefault(handle, len(self._places))
            if start is not None and handle not in self.seated:
                had = start if chips is None else max(had, start)
            self.chips[handle] = (chips or 0) + net
            self._note_points(handle, had + (counted or 0))
            if counted is None and round_.over:
                self.open.add(handle)
        self.seated = players
        self.played += round_.played_out and not round_.void

    def take_back(self) -> None:
        """Undo the last `add`; may be called once after each `add`."""
        self.seated, self.played = self._former
        for handle, chips, had, was_open in reversed(self._changed):
            if not was_open:
                self.open.discard(handle)
            if chips is None:
                del self.chips[handle], self.points[handle], self._places[handle]
            else:
                self.chips[handle] = chips
                self._note_points(handle, had)

    def outcome(self, last: Round, rules: Rules, *, ended: bool = False) -> Outcome:
        """Return the outcome by these rules after the last round (R10).

        `ended` means that the table ended the series.
        """
        if not last.over:
            return Outcome()
        reached = bool(rules.target) and self._highest() >= rules.target
        shared = ended or bool(rules.rounds and self.played >= rules.rounds)
        if not (reached or shared) or (self.open and not ended):
            return Outcome()
        ahead = () if self.open else self._ahead(last.setup.rules)
        if not shared and len(ahead) > 1:
            return Outcome(tied=ahead)
        return Outcome(over=True, winners=ahead)

    def standing(self, last: Round, rules: Rules, *, ended: bool = False) -> Standing:
        """Return the current totals with the outcome by these rules."""
        over, winners, tied = self.outcome(last, rules, ended=ended)
        return Standing(
            dict(self.chips),
            dict(self.points),
            frozenset(self.open),
            rules.target,
            rules.rounds,
            over,
            winners,
            tied,
            self.seated,
            self.played,
        )

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

    def _note_points(self, handle: str, total: int) -> None:
        if self._ranked is not None and self.points.get(handle) != total:
            heappush(self._ranked, (-total, handle))
        self.points[handle] = total

    def _highest(self) -> int:
        if self._ranked is None:
            self._ranked = [(-total, handle) for handle, total in self.points.items()]
            heapify(self._ranked)
        while self.points.get(self._ranked[0][1]) != -self._ranked[0][0]:
            heappop(self._ranked)
        return -self._ranked[0][0]

    def _ahead(self, rules: Rules) -> tuple[str, ...]:
        """Return the seated players with the lowest total, or the most chips if no points count."""
        totals = {
            handle: self.points[handle] if rules.count_points else -self.chips[handle]
            for handle in self.seated
        }
        lowest = min(totals.values())
        ahead = [handle for handle, total in totals.items() if total == lowest]
        return tuple(sorted(ahead, key=self._places.__getitem__))


def totals_of(rounds: Iterable[Round]) -> Totals:
    """Return the totals after these rounds, which start with the first of the series."""
    totals = Totals()
    for round_ in rounds:
        totals.add(round_)
    return totals


def through(rounds: Sequence[Round], rules: Rules | None = None) -> Standing:
    """Return the standing after these rounds, by `rules` or else the rules of the last round."""
    if not rounds:
        return NOTHING
    return totals_of(rounds).standing(rounds[-1], rules or rounds[-1].setup.rules)


def ends_early(rounds: Sequence[Round]) -> bool:
    """Return whether a round was dealt after the series was already over."""
    totals = Totals()
    for played, following in pairwise(rounds):
        totals.add(played)
        if totals.outcome(played, following.setup.rules).over:
            return True
    return False
