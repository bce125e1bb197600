"""Documents of the store, and the steps in the lines of a series.

Each line has the number of a round, and a count among the lines of the round. A missing line is
therefore found in one round, and damages only this round: the lines after the gap are skipped until
the round is dealt anew.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple, cast, get_type_hints

from companion.core import steps
from companion.core.forecast import Entry, entry_of
from companion.core.log import Log, Replay
from companion.core.presets import describe
from companion.core.rounds.setup import CalledOff
from companion.core.series import Series
from companion.core.step_words import (
    KINDS,
    UNDO,
    Doc,
    Players,
    Shape,
    UnknownKindError,
    called_doc,
    filled,
    read_called,
    read_step,
    rules_in,
    step_doc,
    values,
)
from companion.core.steps import Step
from companion.desk.ports import Finding, Problem
from storage.lines import HEADS, STEPS, Scan

_FRAME: Shape = {"round": int, "count": int}
_HEAD: Shape = {"name": str, "date": str, "rules": str, "worth": str, "called": dict}
_JSON_OF: Mapping[Any, Any] = {tuple[str, ...]: [str], Mapping[str, int]: dict}


def shape_of(kind: type) -> Shape:
    """Return the shape of a document with the fields of a dataclass."""
    return {name: _JSON_OF.get(hint, hint) for name, hint in get_type_hints(kind).items()}


_NOTED: Shape = {**shape_of(Entry), "id": str, "lines": int, "length": int}


class Noted(NamedTuple):
    """Facts about a series in the catalogue: entry, id of the file, number of the last line, length
    in bytes, and the summary as a document if computed.
    """

    entry: Entry
    id: str
    lines: int
    length: int
    summary: Any = None

    @staticmethod
    def of(number: int, series: Series, *file: Any) -> "Noted | None":
        """Build the facts from a series and the remaining fields; None without rounds."""
        return Noted(entry_of(number, series), *file) if series.rounds else None


def head_doc(head: Series) -> Doc:
    """Return the head of a series as a document."""
    rules, called = describe(head.rules), called_doc(head.players)
    return filled(_HEAD, head.name, head.date, rules, head.worth, called)


def read_head(doc: Any) -> Series:
    """Read the head of a series, as a series without rounds."""
    name, date, rules, worth, called = values(doc, _HEAD)
    return Series(name, date, rules_in(rules), read_called(called), worth=worth)


def noted_doc(noted: Noted) -> Doc:
    """Return the facts about a series as a document."""
    *file, summary = noted[1:]
    return {**filled(_NOTED, *asdict(noted.entry).values(), *file), "summary": summary}


def read_noted(doc: Any) -> Noted:
    """Read the facts about a series from a document.

    An older version listed no date of the last round. Without a length the file is read again.
    """
    *entry, known, lines, length = values(doc, _NOTED)
    return Noted(Entry(*entry), known, lines, length if "last" in doc else 0, doc.get("summary"))


def line_doc(step: Step | None, number: int, count: int, players: Players = ()) -> Doc:
    """Return a step of round `number` of these players as the `count`-th line of the round; None
    takes back the last step.
    """
    return {"round": number, "count": count, **step_doc(step, number, players)}


def read_frame(doc: Any) -> tuple[int, int, str]:
    """Read the round of a line, 0 for the whole series, the count in the round and the kind: a kind
    of step, `UNDO`, or an unknown kind.
    """
    number, count = values(doc, _FRAME)
    if number < 0 or count < 1:
        raise ValueError(f"round {number}, count {count}: out of range")
    return number, count, " ".join([key for key in doc if key not in _FRAME])


_MOST_LOST_ROUNDS = 1000
"""Limit of lost rounds in a series; a larger gap is a wrong number."""


class StandingLine(NamedTuple):
    """Valid step that was not taken back."""

    sequence: int
    round: int
    kind: str
    content: Any


class StepLines:
    """Steps in the lines of a file.

    By number of round, `counts` has the number of written lines, `missing` of lost lines, `cut` the
    first line after a gap, and `faults` the reason against the first unusable line. `unknown`
    names content of an unknown kind.
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
        for sequence, content in found.changes:
            self._take(sequence, content)

    def _take(self, sequence: int, content: dict[str, Any]) -> None:
        for table, docs in content.items():
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
            number, count, kind = read_frame(doc)
            self._count(number, count, sequence)
            if kind == UNDO:
                self._take_back(number)
            else:
                self._add(StandingLine(sequence, number, kind, doc.get(kind)))
        except ValueError as fault:
            self.faults.setdefault(number, str(fault))
            if number:
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
            # Only a missing round is dealt, so the earlier steps of the round were taken back.
            while self._of_round[line.round]:
                self._pop()
            self.cut.pop(line.round, None)
        # A step of an unknown kind is always kept, to seal the file.
        if not line.round or line.round not in self.cut or line.kind not in KINDS:
            self.standing.append(line)
            self._of_round[line.round].append(line)

    def _take_back(self, number: int) -> None:
        """Take back the last step of a round, and the later steps, whose undo lines are lost."""
        of_round = self._of_round[number]
        if number in self.cut and (number or not of_round or of_round[-1].sequence < self.cut[0]):
            return  # the step to take back is among the lost lines
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
    """Log of the valid steps, with the findings.

    An unfinished round before another round has lost lines, and is called off. Rounds without
    any line are called off as well, with the seats of the next round.
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
        """Log of all accepted steps."""
        return self._replay.log()

    def findings(self, finding: Callable[..., Finding], *, refusals: bool) -> Iterator[Finding]:
        """Yield the findings by round; `refusals` includes the steps against the rules."""
        off, missing, found = self._called_off, self._lines.missing, self._lines.found
        damaged_rounds = {number for number in self._lines.cut if missing[number]} | off
        for number in sorted(damaged_rounds - {0} - self._refused.keys()):
            intact, is_off = self._kept[number], number in off
            yield finding(Problem.ROUND_DAMAGED, round=number, count=intact, called_off=is_off)
        for number, why in sorted(self._refused.items()) if refusals else ():
            about, is_off = number or None, number in off
            yield finding(Problem.STEP_REFUSED, round=about, detail=why, called_off=is_off)
        # The rounds of the remaining lost lines are unknown. A round called off lacks one or more.
        explained = {**dict.fromkeys(off, 1), **missing, 0: self._lines.head is None}
        unexplained = max(found.lost - sum(explained.values()), 0)
        if lost := unexplained + found.lost_at_end:
            yield finding(Problem.STEPS_LOST, count=lost)

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
            self._stopped |= line.kind == "dealt"  # later rounds cannot be dealt either

    def _follow(self, line: StandingLine) -> str:
        """Apply a step and return the refusal in words, or "". Further steps of a refused round or
        of a round called off are skipped.
        """
        number, replay = line.round, self._replay
        players = replay.round(number).setup.players if 0 < number <= self._dealt else ()
        step = read_step(line.kind, number, line.content, players)
        if isinstance(step, steps.Dealt):
            return "" if self._stopped else self._deal(number, step)
        if number in self._dropped:
            return ""
        if isinstance(step, steps.Redealt) and number != self._dealt:
            return "it is not the last round"
        refusal = self._replay.take(step)
        self._kept[number] += isinstance(step, steps.Recorded) and not refusal
        return refusal.english if refusal else ""

    def _deal(self, number: int, step: steps.Dealt) -> str:
        """Deal a round after the lost rounds before it, and return the refusal in words, or "". An
        unfinished round that prevents the deal is called off.
        """
        expected, damaged = self._dealt + 1, self._lines.damaged
        lost = number - expected
        believed = damaged and len(self._called_off) + lost <= _MOST_LOST_ROUNDS
        if lost < 0 or (lost and not believed):
            return f"round {expected} is expected"
        refusal = None
        for place in range(expected, number + 1):
            deal = step if place == number else steps.Dealt(step.setup)
            refusal = self._replay.take(deal)
            if refusal and self._dealt and (damaged or self._dealt in self._refused):
                self._call_off()
                refusal = self._replay.take(deal)
            if refusal is None:
                self._dealt = place
        return refusal.english if refusal else ""

    def _call_off(self) -> None:
        if not self._replay.take(steps.Recorded(self._dealt, CalledOff())):
            self._called_off.add(self._dealt)
            self._dropped.add(self._dealt)
