"""Steps in the lines of the file of a series, their diagnosis, and the repaired content.

Each line has the number of a round, and a count among the lines of the round. A missing line is
therefore found in one round, and damages only this round: the lines after the gap are skipped until
the round is dealt anew.

Reading skips bad lines. A round with a missing line ends at the gap, and is called off if a later
round follows; later rounds are kept. This module accesses no files, so that both the store and the
doctor can use it.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, cast

from companion.core.log import Log, Replay
from companion.core.names import Player
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
    round_of,
    rules_in,
    step_doc,
    values,
)
from companion.core.steps import Dealt, Recorded, Redealt, Repaired, Step
from companion.desk.ports import Finding, Problem, Trouble
from storage.catalogue import Noted
from storage.files import DamagedFileError, StorageError
from storage.lines import HEADER_LINES, HEADS, STEPS, Header, Scan, encode, image, scan
from storage.paths import where

_FRAME: Shape = {"round": int, "count": int}
_HEAD: Shape = {"name": str, "date": str, "rules": str, "worth": str, "called": dict}


def head_doc(head: Series) -> Doc:
    """Return the head of a series as a document."""
    rules, called = describe(head.rules), called_doc(head.players)
    return filled(_HEAD, head.name, head.date, rules, head.worth, called)


def read_head(doc: Any) -> Series:
    """Read the head of a series, as a series without rounds."""
    name, date, rules, worth, called = values(doc, _HEAD)
    return Series(name, date, rules_in(rules), read_called(called), worth=worth)


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


_HEAD_LINES = HEADER_LINES + 1
"""Number of lines before the first step."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Result of reading the file of a series.

    `counts` has the number of lines for each round. `damaged` is true if a repair needs more than
    a cut after the last line, `sealed` is the reason why the file is read-only, and `failure` the
    reason why nothing can be read.
    """

    number: int
    scan: Scan
    log: Log = field(default_factory=lambda: Log.begin(Series()))
    counts: Counter[int] = field(default_factory=Counter[int])
    findings: tuple[Finding, ...] = ()
    sealed: Trouble | None = None
    damaged: bool = False
    failure: StorageError | None = None

    @property
    def noted(self) -> Noted | None:
        """Entry for the catalogue, None without rounds."""
        found = self.scan
        id_ = found.header.id if found.header else ""
        return Noted.of(self.number, self.log.series, id_, found.sequence, len(found.content))


def diagnose(content: bytes, number: int, noted: Noted | None = None) -> Diagnosis:
    """Read the content of the file of series `number`, with the entry of the catalogue."""
    otherwise = Header(noted.id, number) if noted else None
    # A long series creates a million permanent objects, and repeated garbage collections take a
    # third of the time (measured with 1,000 rounds).
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        finding = partial(Finding, where=where(number), series=number)
        return _diagnosed(scan(content, otherwise), number, noted, finding)
    finally:
        if was_enabled:
            gc.enable()


def repaired(diagnosis: Diagnosis) -> bytes:
    """Return the content of a file with only the valid steps; the last line keeps its number.

    Sealed and unreadable files are returned unchanged.
    """
    found = diagnosis.scan
    if found.header is None or diagnosis.sealed or diagnosis.failure:
        return found.content
    if diagnosis.damaged:
        return written(found.header, diagnosis.log, found.sequence)
    return found.content[: found.end]


def created(header: Header, log: Log) -> Diagnosis:
    """Return a new series with its file, as reading this file would find it."""
    texts, counts = _lines_of(log)
    content, last = image(header, texts), HEADER_LINES - 1 + len(texts)
    found = Scan(header, content, sequence=last, end=len(content))
    return Diagnosis(header.number, found, log, counts)


def written(header: Header, log: Log, last: int = 0) -> bytes:
    """Return the file content for a log; the last line has at least the number `last`."""
    return image(header, _lines_of(log)[0], last)


def _lines_of(log: Log) -> tuple[list[str], Counter[int]]:
    """Return the lines of a log, and how many of them each round has."""
    texts = [encode({HEADS: {"1": head_doc(log.head)}})]
    counts = Counter[int]()
    players: dict[int, tuple[str, ...]] = {}
    dealt = 0
    for sequence, step in enumerate(log.steps, _HEAD_LINES):
        dealt += isinstance(step, Dealt)
        number = round_of(step, dealt)
        counts[number] += 1
        if isinstance(step, Dealt | Redealt | Repaired):
            players[number] = step.setup.players
        doc = line_doc(step, number, counts[number], players.get(number, ()))
        texts.append(encode({STEPS: {str(sequence): doc}}))
    return texts, counts


def _diagnosed(
    found: Scan, number: int, noted: Noted | None, finding: partial[Finding]
) -> Diagnosis:
    if found.header and found.header.number != number:
        own = found.header.number
        refused = finding(Problem.SERIES_MISPLACED, count=own, detail=where(own))
        another = DamagedFileError(f"{where(number)}: this is the file of series {own}")
        return Diagnosis(number, found, findings=(refused,), failure=another)
    lines = StepLines(found)
    head, fault = _read_head(lines, noted)
    stored = StoredLog(head, lines)
    unknown = stored.unknown or (str(fault) if isinstance(fault, UnknownKindError) else "")
    notes, sealed = list[Finding](), None
    if found.newer:
        notes, sealed = [finding(Problem.SERIES_NEWER)], Trouble.NEWER
    elif unknown:
        notes, sealed = [finding(Problem.SERIES_UNCLEAR, detail=unknown)], Trouble.UNCLEAR
    wrong = [finding(Problem.HEAD_DAMAGED, detail=str(fault))] if fault and not sealed else []
    wrong += stored.findings(finding, refusals=not sealed)
    if lines.damaged and not wrong:
        wrong.append(finding(Problem.NOTHING_LOST))
    damaged, log, failure = bool(wrong) and not sealed, stored.log, None
    if damaged and not log.steps:
        notes = [finding(Problem.SERIES_UNREADABLE, detail="not one round of it is left")]
        failure = DamagedFileError(f"{where(number)}: nothing of this series can be read")
    else:
        notes += [*wrong, *_beside_noted(found, noted, finding)]
    # Without the changes the garbage collector has less to scan, which saves a twentieth of the
    # time (measured with 1,000 rounds).
    slim = found._replace(changes=())
    return Diagnosis(number, slim, log, lines.counts, tuple(notes), sealed, damaged, failure)


def _beside_noted(found: Scan, noted: Noted | None, finding: partial[Finding]) -> Iterator[Finding]:
    """Yield findings about an unfinished write and differences from the catalogue."""
    if found.unfinished_bytes:
        yield finding(Problem.UNFINISHED, count=found.unfinished_bytes)
    if noted and found.header:
        same, behind = noted.id == found.header.id, noted.lines - found.sequence
        if same and behind > 0:
            yield finding(Problem.SERIES_OLDER, count=behind)
        if not same:
            yield finding(Problem.SERIES_EXCHANGED)


def _read_head(lines: StepLines, noted: Noted | None) -> tuple[Series, ValueError | None]:
    """Return the head of the series.

    An unreadable head is rebuilt from the rounds and the list, and returned with the reason.
    """
    try:
        return read_head(lines.head), None
    except ValueError as fault:
        rounds = StoredLog(Series(), lines).log.series.rounds
        if not rounds:
            return Series(), fault
        head, seated = Series(rules=rounds[0].setup.rules), rounds[-1].setup.players
        if noted and len(noted.entry.players) == len(seated):
            entry, players = noted.entry, tuple(map(Player, seated, noted.entry.players))
            head = replace(head, name=entry.name, date=entry.date, players=players)
        return head, fault
