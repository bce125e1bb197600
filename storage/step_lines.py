"""The lines of a series read as steps, and those that stand folded into a log.

Each line has the number of the round it concerns, and its count among the lines of that round. So
a missing line shows in its round, and damage in one round stays there: from the first line that it
misses on nothing of it is read, until it is dealt anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, cast

from companion.core.log import Log, Replay
from companion.core.rounds.events import CalledOff
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded, Redealt
from companion.desk.ports import Finding, Problem
from storage import documents
from storage.documents import UNDO, UnknownKindError
from storage.lines import HEADS, STEPS, Scan

_MOST_LOST_ROUNDS = 1000
"""More rounds without one intact line between two others are not believed."""


class StandingLine(NamedTuple):
    """A step that stands: the numbers of its line and its round, its kind, and what it says."""

    sequence: int
    round: int
    kind: str
    told: Any


class StepLines:
    """The lines as steps that stand. `counts` has how many lines each round had, `missing` how many
    of them are lost, `cut` the rounds that miss one with the first line behind the gap, `faults`
    why a line of a round cannot be used, the first one of each round; `unknown` says what is of an
    unknown kind.
    """

    def __init__(self, found: Scan) -> None:
        self.found = found
        self.damaged = bool(found.lost) or found.damaged
        self.standing: list[StandingLine] = []
        self.counts, self.missing = Counter[int](), Counter[int]()
        self.cut: dict[int, int] = {}
        self.faults: dict[int, str] = {}
        self.unknown = ""
        self.head: Any = None
        self._of_round: dict[int, list[StandingLine]] = defaultdict(list)
        for sequence, said in found.changes:
            self._take(sequence, said)

    def _take(self, sequence: int, said: dict[str, Any]) -> None:
        for table, docs in said.items():
            if table == STEPS and isinstance(docs, dict):
                for doc in cast("dict[str, Any]", docs).values():
                    self._take_doc(sequence, doc)
            elif table == HEADS and isinstance(docs, dict):
                self.head = next(iter(cast("dict[str, Any]", docs).values()), None)
            elif table != "schema":
                self.unknown = self.unknown or f"something called {table[:40]!r}"

    def _take_doc(self, sequence: int, doc: Any) -> None:
        number = 0
        try:
            number, count, kind = documents.read_frame(doc)
            self._count(number, count, sequence)
            if kind == UNDO:
                self._take_back(number)
            else:
                self._add(StandingLine(sequence, number, kind, doc.get(kind)))
        except ValueError as fault:
            self.faults.setdefault(number, str(fault))
            if number:  # from a line that cannot be used on, nothing of its round is
                self.cut.setdefault(number, sequence)

    def _count(self, number: int, count: int, sequence: int) -> None:
        expected = self.counts[number] + 1
        if count < expected:
            raise ValueError(f"count: expected {expected}, got {count}")
        if count > expected:
            self.missing[number] += count - expected
            self.cut[number] = sequence
        self.counts[number] = count

    def _add(self, line: StandingLine) -> None:
        if self.damaged and line.kind == "dealt":
            # A round is dealt when it is not there, so whatever stands of it was taken back.
            while self._of_round[line.round]:
                self._pop()
            self.cut.pop(line.round, None)
        # What is of an unknown kind is never left out, so that it seals the file.
        if not line.round or line.round not in self.cut or not documents.is_known(line.kind):
            self.standing.append(line)
            self._of_round[line.round].append(line)

    def _take_back(self, number: int) -> None:
        """What stands behind the last step of that round was taken back before, in lost lines."""
        of_round = self._of_round[number]
        if number in self.cut and (number or not of_round or of_round[-1].sequence < self.cut[0]):
            return  # of the series as a whole, whose steps stand alone, what is behind the gap goes
        if not of_round:
            raise ValueError("there is no step to take back")
        if not self.damaged and self.standing[-1].round != number:
            raise ValueError("the step to take back is not the last one")
        while self._pop() != number:
            pass

    def _pop(self) -> int:
        number = self.standing.pop().round
        self._of_round[number].pop()
        return number


class StoredLog:
    """The log of the steps that stand, and what was found wrong with them and with their file. A
    round that is not over although another one was dealt after it has lost its end: it is called
    off. So are rounds of which not even the deal is left, with the seats of the next one.
    """

    def __init__(self, head: Series, lines: StepLines) -> None:
        self._lines = lines
        self._replay = Replay(Log.begin(head))
        self._dealt = 0
        self._kept = Counter[int]()
        self._refused = dict(lines.faults)
        self._dropped, self._called_off = set[int](), set[int]()
        self._stopped = False
        self.unknown = lines.unknown
        for line in lines.standing:
            self._take(line)

    @property
    def log(self) -> Log:
        """The log of all that could be kept."""
        return self._replay.log()

    def findings(self, tell: Callable[..., Finding], *, refusals: bool) -> Iterator[Finding]:
        """What was found wrong, round by round; with `refusals`, what the rules refuse too."""
        off, missing, found = self._called_off, self._lines.missing, self._lines.found
        hurt = {number for number in self._lines.cut if missing[number]} | off
        for number in sorted(hurt - {0} - self._refused.keys()):
            kept, is_off = self._kept[number], number in off
            yield tell(Problem.ROUND_DAMAGED, round=number, count=kept, called_off=is_off)
        for number, why in sorted(self._refused.items()) if refusals else ():
            about, is_off = number or None, number in off
            yield tell(Problem.STEP_REFUSED, round=about, detail=why, called_off=is_off)
        # Of these it is not known what they were about; a round called off misses one at least.
        explained = {**dict.fromkeys(off, 1), **missing, 0: self._lines.head is None}
        unexplained = max(found.lost - sum(explained.values()), 0)
        if lost := unexplained + found.lost_at_end:
            yield tell(Problem.STEPS_LOST, count=lost)

    def _take(self, line: StandingLine) -> None:
        number, why = line.round, ""
        try:
            why = self._follow(line)
        except UnknownKindError as fault:
            self.unknown = self.unknown or str(fault)
        except ValueError as fault:
            why = str(fault)
        if why and not (self._stopped and number > self._dealt):
            self._refused.setdefault(number, why)
            self._dropped |= {number} - {0}
            self._stopped |= line.kind == "dealt"  # those after it cannot be dealt either

    def _follow(self, line: StandingLine) -> str:
        """Take a step; why it cannot be, or nothing. Of a round that is refused or called off no
        more is taken.
        """
        number, rounds = line.round, self._replay.rounds
        players = rounds[number - 1].setup.players if 0 < number <= self._dealt else ()
        step = documents.read_step(line.kind, number, line.told, players)
        if isinstance(step, Dealt):
            return "" if self._stopped else self._deal(number, step)
        if number in self._dropped:
            return ""
        if isinstance(step, Redealt) and number != self._dealt:
            return "it is not the last round"
        refusal = self._replay.take(step)
        self._kept[number] += isinstance(step, Recorded) and not refusal
        return refusal.english if refusal else ""

    def _deal(self, number: int, step: Dealt) -> str:
        """Deal a round, and before it those that are lost; why that cannot be, or nothing. Whatever
        is in the way since its end is lost is called off.
        """
        expected, damaged = self._dealt + 1, self._lines.damaged
        lost = number - expected
        believed = damaged and len(self._called_off) + lost <= _MOST_LOST_ROUNDS
        if lost < 0 or (lost and not believed):
            return f"round {expected} is expected"
        refusal = None
        for place in range(expected, number + 1):
            deal = step if place == number else Dealt(step.setup)
            refusal = self._replay.take(deal)
            if refusal and self._dealt and (damaged or self._dealt in self._refused):
                self._call_off()
                refusal = self._replay.take(deal)
            if refusal is None:
                self._dealt = place
        return refusal.english if refusal else ""

    def _call_off(self) -> None:
        if not self._replay.take(Recorded(self._dealt, CalledOff())):
            self._called_off.add(self._dealt)
            self._dropped.add(self._dealt)
