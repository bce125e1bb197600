"""The log of a series: its steps in the order in which they were written down.

A log is all that is stored of a series; everything else is a function of it. It is folded here and
nowhere else: `objection` says whether a step can follow, `after` gives the log with it, and
`without_last` the log before its last step.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import assert_never

from companion.core.errors import IllegalEventError
from companion.core.legality import MOST_CHIPS
from companion.core.objections import Objection, Why
from companion.core.round import Round
from companion.core.series import Series
from companion.core.setup import Setup
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
        replay = Replay(Log.begin(head))
        for step in steps:
            if refusal := replay.take(step):
                raise IllegalEventError(step, refusal)
        return replay.log()

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

    def objection(self, step: Step) -> Objection | None:
        """Why the step cannot follow, or None."""
        return _objection(self.series, step)

    def after(self, step: Step) -> Log:
        """The log with a further step.

        :raises IllegalEventError: when it cannot follow
        """
        if refusal := self.objection(step):
            raise IllegalEventError(step, refusal)
        base = replace(self, dealt_on=None) if isinstance(step, Dealt) else self.dealt_on
        return Log(self.head, (*self.steps, step), _following(self.series, step), base)

    def without_last(self) -> Log:
        """The log without its last step, so as if it had never been taken.

        :raises LookupError: when there is none
        """
        if not self.steps:
            raise LookupError("the log has no step")
        base = self.dealt_on or Log.begin(self.head)
        replay = Replay(base)
        for step in self.steps[len(base.steps) : -1]:
            replay.take(step)
        return replay.log()


class Replay:
    """Folds steps one after the other, at a cost that does not grow with their number. A step that
    cannot follow is refused and leaves no trace.
    """

    def __init__(self, log: Log) -> None:
        """A replay that goes on where the log ends."""
        self._log, self._series = log, log.series
        self._steps: list[Step] = []
        self._round: Round | None = None
        """The last round, where it is further on than in the series."""
        self._last_deal: tuple[int, Series] | None = None
        """How many of the steps came before the last deal, and the series then."""

    def take(self, step: Step) -> Objection | None:
        """Take the step; None, or why it cannot follow."""
        if isinstance(step, Recorded) and step.number == len(self._series.rounds) > 0:
            last = self._round or self._series.rounds[-1]
            if refusal := last.objection(step.event):
                return refusal
            self._round = last.following(step.event)
        else:
            series = self.series
            if refusal := _objection(series, step):
                return refusal
            if isinstance(step, Dealt):
                self._last_deal = len(self._steps), series
            self._series = _following(series, step)
        self._steps.append(step)
        return None

    @property
    def series(self) -> Series:
        """The series after the steps so far."""
        if self._round is not None:
            self._series = self._series.replaced(len(self._series.rounds), self._round)
            self._round = None
        return self._series

    def log(self) -> Log:
        """The log of the steps so far."""
        log, steps, base = self._log, tuple(self._steps), self._log.dealt_on
        if self._last_deal:
            count, series = self._last_deal
            base = Log(log.head, (*log.steps, *steps[:count]), series)
        return Log(log.head, (*log.steps, *steps), self.series, base)


def _objection(series: Series, step: Step) -> Objection | None:
    match step:
        case Dealt(setup):
            return series.objection_to_deal(setup)
        case Redealt(setup):
            return _to_redeal(series, setup)
        case Recorded():
            return _to_event(series, step)
        case Planned():
            return None if series.rounds else Objection(Why.NO_ROUND, number=1)
        case Ended():
            return _to_end(series)
        case Settled():
            return _to_settling(series, step)
        case _:
            assert_never(step)


def _to_event(series: Series, step: Recorded) -> Objection | None:
    """In an earlier round, nothing that would have ended the series before the next one."""
    if not 1 <= step.number <= len(series.rounds):
        return Objection(Why.NO_ROUND, number=step.number)
    round_ = series.rounds[step.number - 1]
    refusal = round_.objection(step.event)
    if refusal or step.number == len(series.rounds):
        return refusal
    changed = series.replaced(step.number, round_.following(step.event))
    return Objection(Why.ENDS_EARLIER) if changed.ends_early() else None


def _to_redeal(series: Series, setup: Setup) -> Objection | None:
    if series.last is None:
        return Objection(Why.NO_ROUND, number=1)
    if not series.last.untouched:
        return Objection(Why.ROUND_HAS_BEGUN)
    return series.without_last_round().objection_to_deal(setup)


def _to_end(series: Series) -> Objection | None:
    if series.last is None:
        return Objection(Why.NO_ROUND, number=1)
    if not series.last.over:
        return Objection(Why.ROUND_IN_PLAY)
    return Objection(Why.ENDED_ALREADY) if series.ended else None


def _to_settling(series: Series, step: Settled) -> Objection | None:
    for handle in (step.source, step.target):
        if handle not in series.standing.chips:
            return Objection(Why.NOT_IN_SERIES, player=handle)
    if step.source == step.target:
        return Objection(Why.SAME_ACCOUNT)
    if step.chips > MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=MOST_CHIPS)
    return None if step.chips > 0 else Objection(Why.NO_CHIPS)


def _following(series: Series, step: Step) -> Series:
    """The series after a step that `_objection` has nothing against."""
    match step:
        case Dealt(setup, joined):
            return series.with_round(Round.begin(setup), joined)
        case Redealt(setup, joined):
            again = series.without_last_round().with_round(Round.begin(setup), joined)
            return replace(again, planned=series.planned)
        case Recorded(number, event):
            return series.replaced(number, series.rounds[number - 1].following(event))
        case Planned(rules):
            return replace(series, planned=rules)
        case Ended():
            return replace(series, ended=True)
        case Settled():
            return replace(series, settled=(*series.settled, step))
        case _:
            assert_never(step)
