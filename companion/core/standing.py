"""The standing of a series: totals of chips and points, and whether the series is over with them.

Totals are added up round by round; what decides the end (R10) is read off the totals, the rounds
so far and the rules in force.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.round import Round
from companion.core.rules import JoinPoints, Rules


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by handle in order of appearance, and whether the series is over with them. `open`
    holds those with points still unknown; their total counts what is known. `target` is in points
    and `limit` in rounds, 0 for none; `tied` are those who share the lowest total at the target,
    so that the series goes on.
    """

    chips: Mapping[str, int]
    points: Mapping[str, int]
    open: frozenset[str]
    target: int = 0
    limit: int = 0
    over: bool = False
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()


NOTHING = Standing({}, {}, frozenset())


def through(rounds: Sequence[Round]) -> Standing:
    """The standing after these rounds of a series."""
    standing = NOTHING
    for number in range(1, len(rounds) + 1):
        standing = adding(standing, rounds[:number])
    return decided(standing, rounds) if rounds else standing


def adding(before: Standing, rounds: Sequence[Round]) -> Standing:
    """The totals through the last of these rounds, given those before it."""
    last = rounds[-1]
    chips, total, unknown = dict(before.chips), dict(before.points), set(before.open)
    for handle, start in _joining(before, rounds).items():
        total[handle] = max(total.get(handle, 0), start)
    for handle, net, counted in zip(
        last.setup.players, ledger(last).chips, points(last), strict=True
    ):
        chips[handle] = chips.get(handle, 0) + net
        total[handle] = total.get(handle, 0) + (counted or 0)
        if counted is None and last.over:
            unknown.add(handle)
    return Standing(chips, total, frozenset(unknown))


def _joining(before: Standing, rounds: Sequence[Round]) -> dict[str, int]:
    """The points that those begin with who join for the last round, or come back (R17)."""
    setup = rounds[-1].setup
    if len(rounds) == 1 or not setup.rules.count_points:
        return {}
    seated = rounds[-2].setup.players
    totals = [before.points[handle] for handle in seated]
    start = {
        JoinPoints.HIGHEST: max(totals),
        JoinPoints.MEAN: -(-sum(totals) // len(totals)),
        JoinPoints.ZERO: 0,
    }[setup.rules.join_points]
    return {handle: start for handle in setup.players if handle not in seated}


def decided(
    standing: Standing, rounds: Sequence[Round], *, rules: Rules | None = None, ended: bool = False
) -> Standing:
    """The standing with the end of the series decided (R10, Readings) by these rules, else by
    those of the last round; `ended` says that the table called it a night.
    """
    last = rounds[-1]
    rules = rules or last.setup.rules
    standing = replace(standing, target=rules.target, limit=rules.rounds)
    if not last.over:
        return standing
    reached = bool(rules.target) and any(
        total >= rules.target for total in standing.points.values()
    )
    played = sum(not one.void for one in rounds) if rules.rounds else 0
    shared = ended or bool(rules.rounds and played >= rules.rounds)
    if not (reached or shared) or (standing.open and not ended):
        return standing
    ahead = () if standing.open else _ahead(standing, last)
    if not shared and len(ahead) > 1:
        return replace(standing, tied=ahead)
    return replace(standing, over=True, winners=ahead)


def _ahead(standing: Standing, last: Round) -> tuple[str, ...]:
    """Who of those seated has the lowest total, or the most chips where no points are counted."""
    totals = standing.points
    if not last.setup.rules.count_points:
        totals = {handle: -chips for handle, chips in standing.chips.items()}
    seated = [handle for handle in totals if handle in last.setup.players]
    lowest = min(totals[handle] for handle in seated)
    return tuple(handle for handle in seated if totals[handle] == lowest)
