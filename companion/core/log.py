"""The log of a series: its steps in the order in which they were written down.

A log is all that is stored of a series; everything else is a function of it. It is folded here and
nowhere else: `objection` says whether a step can follow, `after` gives the log with it, and
`without_last` the log before its last step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import assert_never

from companion.core.errors import IllegalEventError
from companion.core.legality import MOST_CHIPS
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.series import Series, named, to_deal
from companion.core.setup import Setup
from companion.core.standing import Outcome, Totals, ends_early, totals_of
from companion.core.steps import Dealt, Ended, Planned, Recorded, Redealt, Settled, Step


@dataclass(frozen=True)
class Log:
    """A series and the steps that made it out of its `head`, which is the series before its first
    round. Build it with `begin`, `of` or `after`. `dealt_on` is the log before the last deal, from
    which taking back a later step begins.
    """

    head: Series
    steps: tuple[Step, ...] = ()
    series: Series = field(default_factory=Series, compare=False, repr=False)
    dealt_on: Log | None = field(default=None, compare=False, repr=False)

    @staticmethod
    def begin(head: Series) -> Log:
        """The log before its first step."""
        return Log(head, (), head)

    @staticmethod
    def of(head: Series, steps: Iterable[Step] = ()) -> Log:
        """The log of these steps.

        :raises IllegalEventError: when one of them cannot follow those before it
        """
        return _with_steps(Log.begin(head), steps)

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1."""
        return len(self.series.rounds)

    @property
    def round(self) -> Round:
        """The round in play, or the last one played.

        :raises LookupError: when there is none
        """
        return self.series.rounds[-1]

    @cached_property
    def _asked(self) -> Replay:
        """Answers questions and takes no steps."""
        return Replay(self)

    def objection(self, step: Step) -> Objection | None:
        """Why the step cannot follow, or None."""
        return self._asked.objection(step)

    def after(self, step: Step) -> Log:
        """The log with a further step.

        :raises IllegalEventError: when it cannot follow
        """
        return _with_steps(self, (step,))

    def without_last(self) -> Log:
        """The log without its last step, so as if it had never been taken.

        :raises LookupError: when there is none
        """
        if not self.steps:
            raise LookupError("the log has no step")
        base = self.dealt_on or Log.begin(self.head)
        return _with_steps(base, self.steps[len(base.steps) : -1])


def _with_steps(log: Log, steps: Iterable[Step]) -> Log:
    replay = Replay(log)
    for step in steps:
        if refusal := replay.take(step):
            raise IllegalEventError(step, refusal)
    return replay.log()


@dataclass(frozen=True, slots=True)
class _Deal:
    """How a replay stood before its last deal, but for the rounds: how many of its steps it had
    taken, and what the series held.
    """

    steps: int
    names: tuple[Player, ...]
    planned: Rules | None
    ended: bool
    settled: int


class Replay:
    """Folds steps one after the other, at a cost that does not grow with their number. A step that
    cannot follow is refused and leaves no trace.
    """

    def __init__(self, log: Log) -> None:
        """A replay that goes on where the log ends."""
        series = log.series
        self._log, self._steps = log, list[Step]()
        self._rounds, self._settled = list(series.rounds), list(series.settled)
        self._names, self._planned, self._ended = series.players, series.planned, series.ended
        self._deal: _Deal | None = None
        self._base = log.dealt_on
        self._totals: Totals | None = None
        self._last_counted = self._seats_changed = self._earlier_changed = False

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self._rounds[-1] if self._rounds else None

    @property
    def round_number(self) -> int:
        """The round in play or last played, counted from 1; 0 before the first."""
        return len(self._rounds)

    def totals(self) -> Totals:
        """Totals through the last round; not to be changed."""
        totals = self._totals if self._last_counted else None
        if totals is None:
            totals = self._before_last()
            if self._rounds:
                totals.add(self._rounds[-1])
                self._last_counted = True
        return totals

    def outcome(self) -> Outcome:
        """Whether the series is over after the last round, by the rules that the next one has."""
        if self.last is None:
            return Outcome()
        rules = self._planned or self.last.setup.rules
        return self.totals().outcome(self.last, rules, ended=self._ended)

    def plays(self, handle: str) -> bool:
        """Whether somebody of that handle sat in a round."""
        here = self.last is not None and handle in self.last.setup.players
        return here or handle in self._before_last().chips

    def take(self, step: Step) -> Objection | None:
        """Take the step; None, or why it cannot follow."""
        if refusal := self.objection(step):
            return refusal
        self._follow(step)
        self._steps.append(step)
        return None

    def objection(self, step: Step) -> Objection | None:
        """Why the step cannot follow, or None."""
        match step:
            case Recorded():
                return self._to_event(step)
            case Dealt(setup):
                return to_deal(self.totals(), self.last, setup)
            case Redealt(setup):
                return self._to_redeal(setup)
            case Planned():
                return None if self._rounds else Objection(Why.NO_ROUND, number=1)
            case Ended():
                return self._to_end()
            case Settled():
                return self._to_settling(step)
            case _:
                assert_never(step)

    def _to_event(self, step: Recorded) -> Objection | None:
        """In an earlier round, nothing that would have ended the series before the next one."""
        number, rounds = step.number, self._rounds
        if not 1 <= number <= len(rounds):
            return Objection(Why.NO_ROUND, number=number)
        refusal = rounds[number - 1].objection(step.event)
        if refusal or number == len(rounds):
            return refusal
        changed = rounds[number - 1].following(step.event)
        early = ends_early([*rounds[: number - 1], changed, *rounds[number:]])
        return Objection(Why.ENDS_EARLIER) if early else None

    def _to_redeal(self, setup: Setup) -> Objection | None:
        if not self._rounds:
            return Objection(Why.NO_ROUND, number=1)
        if not self._rounds[-1].untouched:
            return Objection(Why.ROUND_HAS_BEGUN)
        before = self._rounds[-2] if len(self._rounds) > 1 else None
        return to_deal(self._before_last(), before, setup)

    def _to_end(self) -> Objection | None:
        if not self._rounds:
            return Objection(Why.NO_ROUND, number=1)
        if not self._rounds[-1].over:
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

    def _follow(self, step: Step) -> None:
        """Take a step that `objection` has nothing against."""
        match step:
            case Recorded():
                self._follow_event(step)
            case Dealt(setup, joined):
                self._follow_deal(setup, joined)
            case Redealt(setup, joined):
                self._before_last()
                self._rounds[-1] = Round.dealt(setup)
                self._names = (*self._names_before_deal(), *joined)
                self._seats_changed = True
            case Planned(rules):
                self._planned = rules
            case Ended():
                self._ended = True
            case Settled():
                self._settled.append(step)
            case _:
                assert_never(step)

    def _follow_event(self, step: Recorded) -> None:
        if step.number == len(self._rounds):
            if self._last_counted:
                self._before_last()
        else:
            self._base = self._dealt_on()
            self._earlier_changed, self._last_counted, self._totals = True, False, None
        self._rounds[step.number - 1] = self._rounds[step.number - 1].following(step.event)

    def _follow_deal(self, setup: Setup, joined: tuple[Player, ...]) -> None:
        settled = len(self._settled)
        self._deal = _Deal(len(self._steps), self._names, self._planned, self._ended, settled)
        self._base = None
        self.totals()
        self._last_counted = False
        self._rounds.append(Round.dealt(setup))
        self._names = (*self._names, *joined) if joined else self._names
        self._planned, self._ended, self._seats_changed = None, False, True

    def _before_last(self) -> Totals:
        """Totals of the rounds but the last."""
        if self._totals is None:
            if self._earlier_changed:
                self._totals = totals_of(self._rounds[:-1])
            else:
                self._totals = Totals(self._log.series.before)
        if self._last_counted:
            self._totals.take_back()
            self._last_counted = False
        return self._totals

    def _names_before_deal(self) -> tuple[Player, ...]:
        if self._deal:
            return self._deal.names
        return self._base.series.players if self._base else self._names

    @property
    def series(self) -> Series:
        """The series after the steps so far."""
        log, rounds = self._log, tuple(self._rounds)
        series = replace(
            log.head,
            rounds=rounds,
            players=self._players() if self._seats_changed else log.series.players,
            planned=self._planned,
            ended=self._ended,
            settled=tuple(self._settled),
        )
        if len(rounds) > 1 and self._totals:
            series.carry(self._before_last().standing(rounds[-2], series.latest_rules))
        elif len(rounds) == len(log.series.rounds) and not self._earlier_changed:
            series.carry(log.series.before)
        return series

    def _players(self) -> tuple[Player, ...]:
        seated = self.last.setup.players if self.last else ()
        return named((*self._before_last().chips, *seated), self._names)

    def log(self) -> Log:
        """The log of the steps so far."""
        log = self._log
        return Log(log.head, (*log.steps, *self._steps), self.series, self._dealt_on())

    def _dealt_on(self) -> Log | None:
        """The log before the last deal."""
        log, deal = self._log, self._deal
        if deal is None or self._base:
            return self._base
        if not deal.steps:
            return replace(log, dealt_on=None)
        series = replace(
            log.head,
            rounds=tuple(self._rounds[:-1]),
            players=named(self._before_last().chips, deal.names),
            planned=deal.planned,
            ended=deal.ended,
            settled=tuple(self._settled[: deal.settled]),
        )
        return Log(log.head, (*log.steps, *self._steps[: deal.steps]), series)
