"""The steps that stand, folded into a log; what damage makes impossible is left out or called off.

A round that is not over although another one was dealt after it has lost its end: it is called
off. So are rounds of which not even the deal is left, with the seats of the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.events import CalledOff
from companion.core.log import Log, Replay
from companion.core.objections import Objection
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded, Redealt, Step
from companion.desk.ports import Finding, Problem
from storage.step_lines import Standing, StepLines

_MOST_LOST_ROUNDS = 1000
"""More rounds without one intact line between two others are not believed."""


class Fold:
    """The log of the steps that stand, and what was found wrong with them, in a file that has lost
    so many lines.
    """

    def __init__(self, head: Series, lines: StepLines, lost: int) -> None:
        self._lines = lines
        self._replay = Replay(Log.begin(head))
        self._dealt = 0
        self._kept: Counter[int] = Counter()
        self._refused = dict(lines.faults)
        self._dropped: set[int] = set()
        self._called_off: set[int] = set()
        self._stopped = False
        self._lost = lost
        for standing in lines.standing:
            self._take(standing)

    @property
    def log(self) -> Log:
        """The log of all that could be kept."""
        return self._replay.log()

    def findings(self, where: str, series: int, *, refusals: bool) -> Iterator[Finding]:
        """What was found wrong, round by round; `refusals` says whether what the rules refuse is
        told too.
        """
        missing = {number for number in self._lines.cut if self._lines.missing[number]}
        for number in sorted((missing | self._called_off) - {0} - self._refused.keys()):
            kept, off = self._kept[number], number in self._called_off
            yield Finding(Problem.ROUND_DAMAGED, where, series, number, count=kept, called_off=off)
        for number, detail in sorted(self._refused.items()) if refusals else ():
            off = number in self._called_off
            yield Finding(
                Problem.STEP_REFUSED, where, series, number or None, detail=detail, called_off=off
            )

    @property
    def unexplained(self) -> int:
        """How many lines are lost of which it is not known what they were about. A round that had
        to be called off misses one at least.
        """
        missing = {**dict.fromkeys(self._called_off, 1), **self._lines.missing, 0: 0}
        return max(self._lost - sum(missing.values()), 0)

    def _take(self, standing: Standing) -> None:
        number, step = standing.round, standing.step
        if isinstance(step, Dealt):
            self._deal(standing, step)
        elif step is None or number in self._dropped or number > self._dealt:
            return
        elif isinstance(step, Redealt) and number != self._dealt:
            self._refuse(number, "it is not the last round")
        elif refusal := self._replay.take(step):
            self._refuse(number, refusal.english)
        else:
            self._kept[number] += isinstance(step, Recorded)

    def _deal(self, standing: Standing, step: Dealt) -> None:
        """Deal a round, and before it those that are lost."""
        if self._stopped:
            return
        number, before = standing.round, self._dealt
        lost = range(before + 1, number)
        if number <= before or (lost and not self._may_be_lost(len(lost))):
            self._stop(number, f"round {before + 1} is expected")
            return
        for stand_in in lost:
            if not self._dealt_after(stand_in, Dealt(step.setup)):
                self._call_off()
        if refusal := self._dealt_after(number, step):
            self._stop(number, refusal.english)

    def _may_be_lost(self, rounds: int) -> bool:
        return self._lines.damaged and len(self._called_off) + rounds <= _MOST_LOST_ROUNDS

    def _dealt_after(self, number: int, step: Dealt) -> Objection | None:
        """Deal it, and call the round before it off if it has lost something that makes that
        impossible; None, or why it cannot be dealt even so.
        """
        refusal = self._replay.take(step)
        if refusal and self._dealt and (self._lines.damaged or self._dealt in self._refused):
            self._call_off()
            refusal = self._replay.take(step)
        if refusal is None:
            self._dealt = number
        return refusal

    def _call_off(self) -> None:
        """Nothing else of a round that is called off is taken any more."""
        off: Step = Recorded(self._dealt, CalledOff())
        if not self._replay.take(off):
            self._called_off.add(self._dealt)
            self._dropped.add(self._dealt)

    def _refuse(self, number: int, why: str) -> None:
        self._refused.setdefault(number, why)
        if number:
            self._dropped.add(number)

    def _stop(self, number: int, why: str) -> None:
        """A round that cannot be dealt; those after it cannot either."""
        self._refuse(number, why)
        self._stopped = True
