"""A series while it is folded out of its steps: whether a step can follow, and what comes of it.

The cost is linear in the steps, however many rounds, players and corrections there are: totals are
added up once, and corrections of the last round wait until somebody asks for it. Only a fact of an
earlier round costs as much as there are rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, assert_never

from companion.core.errors import IllegalEventError
from companion.core.events import Paid, PointsCorrected
from companion.core.house_rules.rules import Rules
from companion.core.legality import MOST_CHIPS
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.round import Round
from companion.core.series import Series, named, to_deal, to_replace
from companion.core.setup import Setup
from companion.core.standing import Outcome, Totals, ends_early, totals_of
from companion.core.steps import Dealt, Ended, Planned, Recorded, Redealt, Repaired, Settled, Step

_NO_FIRST_ROUND: Final = Objection(Why.NO_ROUND, number=1)


@dataclass(frozen=True, slots=True)
class _Deal:
    """What the series held before its last deal, but for the rounds."""

    names: tuple[Player, ...]
    planned: Rules | None
    ended: bool
    settled: int


class Fold:
    """A series that takes one step after the other."""

    def __init__(self, series: Series, undealt: Series | None = None) -> None:
        """The fold goes on with the series; `undealt` is the series before its last deal."""
        self._start, self._undealt = series, undealt
        self._rounds, self._settled = list(series.rounds), list(series.settled)
        self._names, self._planned, self._ended = series.players, series.planned, series.ended
        self._deal: _Deal | None = None
        self._repaired: tuple[Player, ...] = ()
        """Who joined by repairs of earlier rounds since the last deal."""
        self._corrections: list[Paid | PointsCorrected] = []
        self._totals: Totals | None = None
        self._last_counted = self._seats_changed = self._earlier_changed = False

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self._last() if self._rounds else None

    def _last(self) -> Round:
        if self._corrections:
            self._rounds[-1] = self._rounds[-1].corrected(self._corrections)
            self._corrections = []
        return self._rounds[-1]

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1; 0 before the first."""
        return len(self._rounds)

    def totals(self) -> Totals:
        """Totals through the last round; not to be changed."""
        if self._totals and self._last_counted:
            return self._totals
        totals, last = self._before_last(), self.last
        if last:
            totals.add(last)
            self._last_counted = True
        return totals

    def outcome(self) -> Outcome:
        """Whether the series is over after the last round, by the rules that the next one has."""
        last = self.last
        if last is None:
            return Outcome()
        rules = self._planned or last.setup.rules
        return self.totals().outcome(last, rules, ended=self._ended)

    def plays(self, handle: str) -> bool:
        """Whether somebody of that handle sat in a round."""
        here = bool(self._rounds) and handle in self._rounds[-1].setup.players
        return here or handle in self._before_last().chips

    def objection(self, step: Step) -> Objection | None:
        """Why the step cannot follow, or None."""
        match step:
            case Recorded():
                return self._to_event(step)
            case Dealt(setup):
                return to_deal(self.totals(), self.last, setup)
            case Redealt(setup):
                return self._to_redeal(setup)
            case Repaired():
                return self._to_repair(step)
            case Planned():
                return None if self._rounds else _NO_FIRST_ROUND
            case Ended():
                return self._to_end()
            case Settled():
                return self._to_settling(step)
            case _:
                assert_never(step)

    def _to_event(self, step: Recorded) -> Objection | None:
        """In an earlier round, nothing that would have ended the series before the next one."""
        number, event, rounds = step.number, step.event, self._rounds
        if not 1 <= number <= len(rounds):
            return Objection(Why.NO_ROUND, number=number)
        if number == len(rounds) and not isinstance(event, Paid | PointsCorrected):
            return self._last().objection(event)
        refusal = rounds[number - 1].objection(event)
        if refusal or number == len(rounds):
            return refusal
        changed = rounds[number - 1].following(event)
        early = ends_early([*rounds[: number - 1], changed, *rounds[number:]])
        return Objection(Why.ENDS_EARLIER) if early else None

    def _to_redeal(self, setup: Setup) -> Objection | None:
        if self.last is None:
            return _NO_FIRST_ROUND
        if not self.last.untouched:
            return Objection(Why.ROUND_HAS_BEGUN)
        before = self._rounds[-2] if len(self._rounds) > 1 else None
        return to_deal(self._before_last(), before, setup)

    def _to_repair(self, step: Repaired) -> Objection | None:
        """The facts fit together, the rounds before and after still stand, and so does what was
        handed over to settle.
        """
        number, rounds = step.number, self._rounds
        if not 1 <= number <= len(rounds):
            return Objection(Why.NO_ROUND, number=number)
        try:
            repaired = Round.of(step.setup, step.events)
        except IllegalEventError as refused:
            return refused.objection
        if not repaired.over and (self._ended or number < len(rounds)):
            return Objection(Why.ROUND_IN_PLAY)
        others = [*rounds[: number - 1], *rounds[number:]]
        gone = to_replace(rounds[number - 1], repaired, others, self._settled)
        return gone or self._to_place(number, repaired)

    def _to_place(self, number: int, repaired: Round) -> Objection | None:
        """No round may have been dealt after the end of the series."""
        rounds = self._rounds
        if number == len(rounds):
            before = rounds[-2] if number > 1 else None
            return to_deal(self._before_last(), before, repaired.setup)
        early = ends_early([*rounds[: number - 1], repaired, *rounds[number:]])
        return Objection(Why.ENDS_EARLIER) if early else None

    def _to_end(self) -> Objection | None:
        if self.last is None:
            return _NO_FIRST_ROUND
        if not self.last.over:
            return Objection(Why.ROUND_IN_PLAY)
        return Objection(Why.ENDED_ALREADY) if self._ended else None

    def _to_settling(self, step: Settled) -> Objection | None:
        for handle in (step.source, step.target):
            if not self.plays(handle):
                return Objection(Why.NOT_IN_SERIES, player=handle)
        if step.source == step.target:
            return Objection(Why.SAME_ACCOUNT)
        if step.chips > MOST_CHIPS:
            return Objection(Why.TOO_MANY_CHIPS, expected=MOST_CHIPS)
        return None if step.chips > 0 else Objection(Why.NO_CHIPS)

    def follow(self, step: Step) -> None:
        """Go on with a step that `objection` has nothing against; it is not asked again."""
        match step:
            case Recorded():
                self._follow_event(step)
            case Dealt(setup, joined):
                self._follow_deal(setup, joined)
            case Redealt(setup, joined):
                self._names = (*self._names_but_of_deal(), *joined)
                self._rounds[-1] = Round.dealt(setup)
                self._seats_changed = True
            case Repaired():
                self._follow_repair(step)
            case Planned(rules):
                self._planned = rules
            case Ended():
                self._ended = True
            case Settled():
                self._settled.append(step)
            case _:
                assert_never(step)

    def _follow_event(self, step: Recorded) -> None:
        number, event = step.number, step.event
        if number < len(self._rounds):
            self._change_earlier(number, self._rounds[number - 1].following(event))
            return
        if self._last_counted:
            self._before_last()
        if isinstance(event, Paid | PointsCorrected):
            self._corrections.append(event)
        else:
            self._rounds[-1] = self._last().following(event)

    def _change_earlier(self, number: int, changed: Round) -> None:
        """Another round in the place of one before the last: all totals are added up anew."""
        self._undealt = self.undealt()
        self._earlier_changed, self._last_counted, self._totals = True, False, None
        self._rounds[number - 1] = changed

    def _follow_repair(self, step: Repaired) -> None:
        repaired, there = Round.of(step.setup, step.events), {one.handle for one in self._names}
        joined = tuple(
            one for one in step.joined if one.handle not in there and not self.plays(one.handle)
        )
        if step.number < len(self._rounds):
            self._change_earlier(step.number, repaired)
            self._repaired += joined
        else:
            self._before_last()
            self._rounds[-1], self._corrections = repaired, []
        self._names, self._seats_changed = (*self._names, *joined), True

    def _follow_deal(self, setup: Setup, joined: tuple[Player, ...]) -> None:
        self.totals()
        self._last_counted = False
        self._deal = _Deal(self._names, self._planned, self._ended, len(self._settled))
        self._undealt, self._repaired = None, ()
        self._rounds.append(Round.dealt(setup))
        self._names = (*self._names, *joined) if joined else self._names
        self._planned, self._ended, self._seats_changed = None, False, True

    def _before_last(self) -> Totals:
        """Totals of the rounds but the last."""
        if self._totals is None:
            if self._earlier_changed:
                self._totals = totals_of(self._rounds[:-1])
            else:
                self._totals = Totals(self._start.before)
        if self._last_counted:
            self._totals.take_back()
            self._last_counted = False
        return self._totals

    def _names_but_of_deal(self) -> tuple[Player, ...]:
        """The names without those of the last deal; who joined by a repair of a round before it
        keeps theirs.
        """
        if self._deal:
            return (*self._deal.names, *self._repaired)
        before = self._undealt.players if self._undealt else self._names
        new = self._before_last().chips.keys() - {player.handle for player in before}
        return (*before, *(player for player in self._names if player.handle in new))

    @property
    def series(self) -> Series:
        """The series after the steps so far."""
        last, start = self.last, self._start
        series = replace(
            start,
            rounds=tuple(self._rounds),
            players=self._players() if self._seats_changed else start.players,
            planned=self._planned,
            ended=self._ended,
            settled=tuple(self._settled),
        )
        if self._totals and len(self._rounds) > 1 and last:
            series.carry(self._before_last().standing(self._rounds[-2], last.setup.rules))
        elif len(self._rounds) == len(start.rounds) and not self._earlier_changed:
            series.carry(start.before)
        return series

    def _players(self) -> tuple[Player, ...]:
        seated = self._rounds[-1].setup.players
        return named((*self._before_last().chips, *seated), self._names)

    def undealt(self) -> Series | None:
        """The series before its last deal, as it was then."""
        deal = self._deal
        if deal is None or self._undealt:
            return self._undealt
        rounds = tuple(self._rounds[:-1])
        return replace(
            self._start,
            rounds=rounds,
            players=named(self._before_last().chips, deal.names) if rounds else deal.names,
            planned=deal.planned,
            ended=deal.ended,
            settled=tuple(self._settled[: deal.settled]),
        )
