"""The lines of a series read as steps: which ones stand after all that was taken back.

Each line has the number of the round it concerns, and its count among the lines of that round. So
a missing line shows in its round, and damage in one round stays there: from the first line that it
misses on nothing of it is read, until it is dealt anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from companion.core.steps import Dealt, Redealt, Repaired, Step
from storage import documents
from storage.documents import UNDO, UnknownKindError

HEADS, STEPS = "head", "steps"
"""The tables of a series' file."""
_DEALING = {"dealt", "redealt"}


class Standing(NamedTuple):
    """A step that stands, with the number of its line and of the round it concerns; None for a
    step of a kind that is not known.
    """

    sequence: int
    round: int
    step: Step | None


@dataclass
class StepLines:
    """Takes the documents one after the other. `counts` has how many lines each round had,
    `missing` how many of them are lost, `faults` why a line of a round cannot be used, the first
    one of each round; `unknown` says what is of an unknown kind.
    """

    damaged: bool
    standing: list[Standing] = field(default_factory=list[Standing])
    counts: dict[int, int] = field(default_factory=dict[int, int])
    missing: Counter[int] = field(default_factory=Counter[int])
    last: dict[int, int] = field(default_factory=dict[int, int])
    faults: dict[int, str] = field(default_factory=dict[int, str])
    unknown: str = ""
    head: Any = None
    cut: dict[int, int] = field(default_factory=dict[int, int])
    """The rounds that miss a line, with the first line behind the gap."""
    _players: dict[int, list[tuple[str, ...]]] = field(
        default_factory=dict[int, list[tuple[str, ...]]]
    )
    _alive: Counter[int] = field(default_factory=Counter[int])
    _whole: list[int] = field(default_factory=list[int])
    """The lines of the steps that stand and concern the series as a whole."""

    def take(self, sequence: int, change: Mapping[str, Any]) -> None:
        """Take all that a line says."""
        for table, docs in change.items():
            if table == STEPS and isinstance(docs, dict):
                for doc in cast("dict[str, Any]", docs).values():
                    self._take_doc(sequence, doc)
            elif table == HEADS and isinstance(docs, dict):
                self.head = next(iter(cast("dict[str, Any]", docs).values()), None)
            elif table not in {"schema", "lost"}:
                self.unknown = self.unknown or f"something called {table[:40]!r}"

    def _take_doc(self, sequence: int, doc: Any) -> None:
        number = 0
        try:
            number, count = documents.read_frame(doc)
            if not self._counted(number, count, sequence):
                return
            kind = documents.kind_of(doc)
            if kind == UNDO:
                self._take_back(number)
            else:
                self._add(sequence, number, kind, doc[kind])
        except UnknownKindError as fault:
            self.unknown = self.unknown or str(fault)
            self._stand(Standing(sequence, number, None))
        except ValueError as fault:
            self._refuse(number, str(fault))

    def _counted(self, number: int, count: int, sequence: int) -> bool:
        """Whether the line comes behind the others of its round; notes what is missing between."""
        expected = self.counts.get(number, 0) + 1
        if count < expected:
            raise ValueError(f"count: expected {expected}, got {count}")
        if count > expected:
            self.missing[number] += count - expected
            self.cut[number] = sequence
        self.counts[number], self.last[number] = count, sequence
        return True

    def _add(self, sequence: int, number: int, kind: str, told: Any) -> None:
        if kind == "dealt":
            self._begin_anew(number)
        if number and number in self.cut:
            return
        players = self._players.get(number)
        step = documents.read_step(kind, number, told, players[-1] if players else None)
        self._stand(Standing(sequence, number, step))

    def _stand(self, standing: Standing) -> None:
        self.standing.append(standing)
        self._alive[standing.round] += 1
        if not standing.round:
            self._whole.append(standing.sequence)
        if isinstance(standing.step, Dealt | Redealt | Repaired):
            self._players.setdefault(standing.round, []).append(standing.step.setup.players)

    def _begin_anew(self, number: int) -> None:
        """A round is dealt when it is not there; so whatever stands of it was taken back, and what
        it missed does no harm any more.
        """
        if not self.damaged:
            return
        while self._alive[number]:
            self._pop()
        self.cut.pop(number, None)

    def _take_back(self, number: int) -> None:
        """The last step of a log is the one that is taken back; so whatever stands behind the last
        one of that round was taken back before, in lines that are lost.
        """
        if number in self.cut and (number or self._whole[-1:] < [self.cut[0]]):
            return  # of the series as a whole, whose steps stand alone, what is behind the gap goes
        if not self._alive[number]:
            raise ValueError("there is no step to take back")
        if not self.damaged and self.standing[-1].round != number:
            raise ValueError("the step to take back is not the last one")
        while self._pop().round != number:
            pass

    def _pop(self) -> Standing:
        standing = self.standing.pop()
        self._alive[standing.round] -= 1
        if not standing.round:
            self._whole.pop()
        if isinstance(standing.step, Dealt | Redealt | Repaired):
            self._players[standing.round].pop()
        return standing

    def _refuse(self, number: int, fault: str) -> None:
        """From a line that cannot be used on, nothing of its round is."""
        self.faults.setdefault(number, fault)
        if number:
            self.cut.setdefault(number, self.last.get(number, 0))
