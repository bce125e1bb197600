"""The log of a series: its steps in the order in which they were written down.

A log is all that is stored of a series; everything else is a function of it. It is replayed here
and nowhere else: `objection` says whether a step can follow, `after` gives the log with it, and
`without_last` the log before its last step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.core import step_legality
from companion.core.errors import IllegalEventError
from companion.core.fold import Fold
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Dealt, PlayerRenamed, Step


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


class Replay(Fold):
    """Folds steps one after the other, at a cost that does not grow with their number. A step that
    cannot follow is refused and leaves no trace.
    """

    def __init__(self, log: Log) -> None:
        """A replay that goes on where the log ends."""
        super().__init__(log.series, log.dealt_on.series if log.dealt_on else None)
        self._log, self._steps = log, list[Step]()
        self._dealt_at: int | None = None

    def objection(self, step: Step) -> Objection | None:
        """Why the step cannot follow, or None."""
        return step_legality.objection(self, step)

    def take(self, step: Step) -> Objection | None:
        """Take the step; None, or why it cannot follow."""
        if refusal := self.objection(step):
            return refusal
        if isinstance(step, Dealt):
            self._dealt_at = len(self._steps)
        self.follow(step)
        self._steps.append(step)
        return None

    def log(self) -> Log:
        """The log of the steps so far."""
        log = self._log
        # Written with stars, the steps of a long series would be copied twice.
        steps = log.steps + tuple(self._steps)
        return Log(log.head, steps, self.series, self._dealt_on())

    def renamed_since_deal(self) -> Mapping[str, Player]:
        """Who got another name by a step of its own since the last deal."""
        now, log = super().renamed_since_deal(), self._log
        if self._dealt_at is not None:
            return now
        since = log.steps[len(log.dealt_on.steps) if log.dealt_on else 0 :]
        renamed = (step for step in since if isinstance(step, PlayerRenamed))
        return {step.handle: Player(step.handle, step.name) for step in renamed} | {**now}

    def _dealt_on(self) -> Log | None:
        log, place, series = self._log, self._dealt_at, self.undealt()
        if place is None or series is None:
            return log.dealt_on
        if not place:
            return replace(log, dealt_on=None)
        return Log(log.head, (*log.steps, *self._steps[:place]), series)
