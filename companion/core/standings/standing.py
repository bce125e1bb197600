"""The standing of a series: totals of chips and points, and whether the series is over with them.

Totals are added up round by round, at a cost that grows with those seated and not with all who ever
played. What decides the end (R10) is read off the totals, the rounds so far and the rules in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.house_rules.rules import JoinPoints, Rules
from companion.core.rounds.round import Round


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by handle in order of appearance, and whether the series is over with them. `open`
    holds those with points still unknown; their total counts what is known. `target` is in points
    and `limit` in rounds, 0 for none; `tied` are those who share the lowest total at the target,
    so that the series goes on. `seated` are the players of the last round, and `played` counts
    the rounds that were played to their end.
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
    """Whether a series is over, who won it, and who share the lowest total so that it goes on."""

    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


class _Former(NamedTuple):
    """What somebody had before the last round was added; no chips if they had not played."""

    handle: str
    chips: int | None
    points: int
    open: bool


class Totals:
    """Totals through some rounds of a series, to which the next round can be added; the last one
    added can be taken back.
    """

    def __init__(self, before: Standing = NOTHING) -> None:
        self.chips, self.points = dict(before.chips), dict(before.points)
        self.open, self.seated, self.played = set(before.open), before.seated, before.played
        self._places = {handle: place for place, handle in enumerate(self.chips)}
        self._former = before.seated, before.played
        self._changed: list[_Former] = []
        self._ranked: list[tuple[int, str]] | None = None
        """Totals of points, negated, the highest first; some of them have changed since."""

    def add(self, round_: Round) -> None:
        """Count a further round: who joins for it begins with points (R17), then its result."""
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
        """Undo the last `add`; not twice."""
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
        """How the series stands by these rules after its last round (R10, Readings); `ended` says
        that the table called it a night.
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
        """The totals as they are now, with the outcome by these rules."""
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
        """What somebody begins with who joins now; None in the first round, and where no points
        are counted.
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
        """Who of those seated has the lowest total, or the most chips where no points count."""
        totals = {
            handle: self.points[handle] if rules.count_points else -self.chips[handle]
            for handle in self.seated
        }
        lowest = min(totals.values())
        ahead = [handle for handle, total in totals.items() if total == lowest]
        return tuple(sorted(ahead, key=self._places.__getitem__))


def totals_of(rounds: Iterable[Round]) -> Totals:
    """The totals through these rounds of a series, from its first."""
    totals = Totals()
    for round_ in rounds:
        totals.add(round_)
    return totals


def through(rounds: Sequence[Round], rules: Rules | None = None) -> Standing:
    """The standing after these rounds of a series, by these rules, else by those of the last."""
    if not rounds:
        return NOTHING
    return totals_of(rounds).standing(rounds[-1], rules or rounds[-1].setup.rules)


def ends_early(rounds: Sequence[Round]) -> bool:
    """Whether a round was dealt although the series was over before it."""
    totals = Totals()
    for played, following in pairwise(rounds):
        totals.add(played)
        if totals.outcome(played, following.setup.rules).over:
            return True
    return False
