"""What the bytes of a series say: the series, and what is wrong with them; and the bytes repaired.

Reading goes on behind a bad line with the next good one. The round that misses a line is cut at the
gap, and called off if a later round follows; the rounds after it stand. Nothing here touches a
file: loading a series and the doctor both use it.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from companion.core.log import Log
from companion.core.names import Player
from companion.core.series import Series
from companion.core.steps import Dealt, Redealt, Repaired
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents
from storage.documents import Noted, StepLines, StoredLog, UnknownKindError
from storage.errors import DamagedFileError, StorageError
from storage.lines import HEADER_LINES, HEADS, STEPS, Header, Scan, encode, image, scan
from storage.paths import where

_HEAD_LINES = HEADER_LINES + 1
"""What stands before the first step."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A series as its file has it; `counts` has the lines of each round. `damaged` says that
    `repaired` has more to do than to cut off what lies behind the last line, `sealed` why the file
    is not ours to change, `failure` why nothing of it can be read.
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
    def misplaced(self) -> bool:
        """Whether the file is that of another series."""
        return self.scan.header is not None and self.scan.header.number != self.number

    @property
    def noted(self) -> Noted | None:
        """What the catalogue is to note of it, None while it has no round."""
        found = self.scan
        id_ = found.header.id if found.header else ""
        return Noted.of(self.number, self.log.series, id_, found.sequence, len(found.content))


def diagnose(content: bytes, number: int, noted: Noted | None = None) -> Diagnosis:
    """What the file of series `number` says; `noted` is what the catalogue knows of it."""
    otherwise = Header(noted.id, number) if noted else None
    # A long series makes a million objects that all stay: looking for garbage among them again and
    # again takes a third of the time (measured with 1,000 rounds).
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        tell = partial(Finding, where=where(number), series=number)
        return _diagnosed(scan(content, otherwise), number, noted, tell)
    finally:
        if was_enabled:
            gc.enable()


def repaired(diagnosis: Diagnosis) -> bytes:
    """What stands of the series and nothing else, in as many lines as were ever written. What is
    sealed, or not readable, stays as it is.
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
    found = scan(image(header, texts))._replace(changes=())
    return Diagnosis(header.number, found, log, counts)


def written(header: Header, log: Log, last: int = 0) -> bytes:
    """Return the file of a log; its last line has the number `last` at least."""
    return image(header, _lines_of(log)[0], last)


def _lines_of(log: Log) -> tuple[list[str], Counter[int]]:
    """Return the lines of a log, and how many of them each round has."""
    texts = [encode({HEADS: {"1": documents.head_doc(log.head)}})]
    counts = Counter[int]()
    players: dict[int, tuple[str, ...]] = {}
    dealt = 0
    for sequence, step in enumerate(log.steps, _HEAD_LINES):
        dealt += isinstance(step, Dealt)
        number = documents.round_of(step, dealt)
        counts[number] += 1
        if isinstance(step, Dealt | Redealt | Repaired):
            players[number] = step.setup.players
        doc = documents.line_doc(step, number, counts[number], players.get(number, ()))
        texts.append(encode({STEPS: {str(sequence): doc}}))
    return texts, counts


def _diagnosed(found: Scan, number: int, noted: Noted | None, tell: partial[Finding]) -> Diagnosis:
    lines = StepLines(found)
    head, fault = _read_head(lines, noted)
    stored = StoredLog(head, lines)
    unknown = stored.unknown or (str(fault) if isinstance(fault, UnknownKindError) else "")
    told, sealed = list[Finding](), None
    if found.newer:
        told, sealed = [tell(Problem.SERIES_NEWER)], Trouble.NEWER
    elif unknown:
        told, sealed = [tell(Problem.SERIES_UNCLEAR, detail=unknown)], Trouble.UNCLEAR
    hurt = [tell(Problem.HEAD_DAMAGED, detail=str(fault))] if fault and not sealed else []
    hurt += stored.findings(tell, refusals=not sealed)
    if lines.damaged and not hurt:
        hurt.append(tell(Problem.NOTHING_LOST))
    damaged, log, failure = bool(hurt) and not sealed, stored.log, None
    if damaged and not log.steps:
        told = [tell(Problem.SERIES_UNREADABLE, detail="not one round of it is left")]
        failure = DamagedFileError(f"{where(number)}: nothing of this series can be read")
    else:
        told += [*hurt, *_beside_noted(found, number, noted, tell)]
    # Dropped, so that the garbage collector does not look through it: that took a twentieth of the
    # time (measured with 1,000 rounds).
    kept = found._replace(changes=())
    return Diagnosis(number, kept, log, lines.counts, tuple(told), sealed, damaged, failure)


def _beside_noted(
    found: Scan, number: int, noted: Noted | None, tell: partial[Finding]
) -> Iterator[Finding]:
    """An unfinished write, lines that the catalogue knows and the file has not, another file."""
    if found.unfinished_bytes:
        yield tell(Problem.UNFINISHED, count=found.unfinished_bytes)
    if noted and found.header:
        same, behind = noted.id == found.header.id, noted.lines - found.sequence
        if same and behind > 0:
            yield tell(Problem.SERIES_OLDER, count=behind)
        if not same and found.header.number == number:
            yield tell(Problem.ENTRY_WRONG)


def _read_head(lines: StepLines, noted: Noted | None) -> tuple[Series, ValueError | None]:
    """What stands before the rounds; where that cannot be read, what the rounds and the catalogue
    tell of it, with the reason.
    """
    try:
        return documents.read_head(lines.head), None
    except ValueError as fault:
        rounds = StoredLog(Series(), lines).log.series.rounds
        if not rounds:
            return Series(), fault
        head, seated = Series(rules=rounds[0].setup.rules), rounds[-1].setup.players
        if noted and len(noted.entry.players) == len(seated):
            entry, players = noted.entry, tuple(map(Player, seated, noted.entry.players))
            head = replace(head, name=entry.name, date=entry.date, players=players)
        return head, fault
