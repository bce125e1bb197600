"""Diagnosis of the file of a series, and the repaired content.

Reading skips bad lines. A round with a missing line ends at the gap, and is called off if a later
round follows; later rounds are kept. This module accesses no files, so that both the store and the
doctor can use it.
"""

import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from companion.core.log import Log
from companion.core.names import Player
from companion.core.series import Series
from companion.core.step_words import UnknownKindError, round_of
from companion.core.steps import Dealt, Redealt, Repaired
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents
from storage.documents import Noted, StepLines, StoredLog
from storage.files import DamagedFileError, StorageError
from storage.lines import HEADER_LINES, HEADS, STEPS, Header, Scan, encode, image, scan
from storage.paths import where

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
    texts = [encode({HEADS: {"1": documents.head_doc(log.head)}})]
    counts = Counter[int]()
    players: dict[int, tuple[str, ...]] = {}
    dealt = 0
    for sequence, step in enumerate(log.steps, _HEAD_LINES):
        dealt += isinstance(step, Dealt)
        number = round_of(step, dealt)
        counts[number] += 1
        if isinstance(step, Dealt | Redealt | Repaired):
            players[number] = step.setup.players
        doc = documents.line_doc(step, number, counts[number], players.get(number, ()))
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
