"""What the bytes of a series say: the series, and what is wrong with them; and the bytes repaired.

Reading goes on behind a bad line with the next good one. The round that misses a line is cut at the
gap, and called off if a later round follows; the rounds after it stand. Nothing here touches a
file: loading a series and the doctor both use it.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import cast

from companion.core.entry import Entry, entry_of
from companion.core.log import Log
from companion.core.names import Player
from companion.core.series import Series
from companion.core.steps import Dealt, Redealt, Repaired
from companion.desk.ports import Finding, Problem, Trouble
from storage import documents
from storage.documents import UnknownKindError
from storage.fold import Fold
from storage.journal import encode, lifted, read_changes, schema_of
from storage.lines import FORMAT, HEADER_LINES, Header, Scan, image, scan
from storage.migrations import MIGRATIONS, Migrations
from storage.paths import where
from storage.step_lines import HEADS, STEPS, StepLines

HEAD_LINES = HEADER_LINES + 1
"""What stands before the first step."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What the catalogue notes of a series: its entry, its file's id, the number of its last line,
    and its length in bytes.
    """

    entry: Entry
    id: str
    lines: int
    length: int


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A series as its file has it. `sequence` is the number of its last line, `content` the bytes
    that are good from the start on, `size` how many bytes there are; `counts` has the lines of each
    round. `damaged` says that `repaired` has more to do than to cut off what lies behind the
    content, `sealed` why the file is not ours to change.
    """

    number: int
    header: Header
    log: Log = field(default_factory=lambda: Log.begin(Series()))
    sequence: int = 0
    content: bytes = b""
    size: int = 0
    counts: dict[int, int] = field(default_factory=dict[int, int])
    findings: tuple[Finding, ...] = ()
    sealed: Trouble | None = None
    damaged: bool = False

    @property
    def revision(self) -> int:
        """How many lines were ever written after the head."""
        return max(self.sequence - HEAD_LINES + 1, 0)

    @property
    def readable(self) -> bool:
        """Whether anything of the series is left."""
        return all(found.problem is not Problem.SERIES_UNREADABLE for found in self.findings)

    @property
    def entry(self) -> Entry | None:
        """The series in short, None while it has no round."""
        series = self.log.series
        return entry_of(self.number, series) if series.rounds else None


def diagnose(
    content: bytes, number: int, noted: Noted | None = None, migrations: Migrations = MIGRATIONS
) -> Diagnosis:
    """What the file of series `number` says; `noted` is what the catalogue knows of it."""
    with _without_collector():
        return _diagnose(content, number, noted, migrations)


@contextmanager
def _without_collector() -> Generator[None]:
    """A long series makes a million objects that all stay: looking for garbage among them again
    and again takes a third of the time (measured with 1,000 rounds).
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _diagnose(
    content: bytes, number: int, noted: Noted | None, migrations: Migrations
) -> Diagnosis:
    otherwise = Header(noted.id, number, migrations.schema) if noted else None
    found = scan(content, otherwise)
    tell = _Findings(number)
    if found.header is None:
        tell(Problem.SERIES_UNREADABLE, detail="its first lines are damaged")
        unknown = Header("", number, migrations.schema)
        return Diagnosis(number, unknown, size=len(content), findings=tell.all, damaged=True)
    if found.header.format != FORMAT:
        tell(Problem.SERIES_NEWER)
        newer = Diagnosis(number, found.header, size=len(content), findings=tell.all)
        return replace(newer, sealed=Trouble.NEWER)
    return _diagnosed(found, content, tell, noted, migrations)


def repaired(content: bytes, diagnosis: Diagnosis) -> bytes:
    """The bytes without what the diagnosis found wrong: what stands of the series and nothing else,
    in as many lines as were ever written. What is sealed, or not readable, stays as it is.
    """
    if diagnosis.sealed or not diagnosis.readable:
        return content
    if diagnosis.damaged:
        return written(diagnosis.header, diagnosis.log, diagnosis.sequence)
    return diagnosis.content


def written(header: Header, log: Log, last: int = 0) -> bytes:
    """The file of a log; its last line has the number `last` at least."""
    texts = [encode({HEADS: {"1": documents.head_doc(log.head)}})]
    counts: dict[int, int] = {}
    players: dict[int, tuple[str, ...]] = {}
    dealt = 0
    for sequence, step in enumerate(log.steps, HEAD_LINES):
        dealt += isinstance(step, Dealt)
        number = documents.round_of(step, dealt)
        counts[number] = counts.get(number, 0) + 1
        if isinstance(step, Dealt | Redealt | Repaired):
            players[number] = step.setup.players
        doc = documents.step_doc(step, number, counts[number], players.get(number, ()))
        texts.append(encode({STEPS: {str(sequence): doc}}))
    return image(header, texts, last)


class _Findings:
    """What was found so far in the file of one series."""

    def __init__(self, number: int) -> None:
        self.number, self.where = number, where(number)
        self.all: tuple[Finding, ...] = ()

    def __call__(self, problem: Problem, count: int = 0, detail: str = "") -> None:
        """Tell of the series as a whole."""
        found = Finding(problem, self.where, self.number, count=count, detail=detail)
        self.all = (*self.all, found)


def _diagnosed(
    found: Scan, content: bytes, tell: _Findings, noted: Noted | None, migrations: Migrations
) -> Diagnosis:
    header = cast("Header", found.header)
    lines, missing, schema = _read(found, header.schema, migrations)
    head, fault, unknown = _read_head(lines, noted)
    unknown = lines.unknown or unknown
    sealed = Trouble.NEWER if schema > migrations.schema else None
    if sealed:
        tell(Problem.SERIES_NEWER)
    elif unknown:
        tell(Problem.SERIES_UNCLEAR, detail=unknown)
        sealed = Trouble.UNCLEAR
    fold = Fold(head, lines, missing)
    hurt = len(tell.all)
    if fault and not sealed:
        tell(Problem.HEAD_DAMAGED, detail=fault)
    tell.all += (*fold.findings(tell.where, tell.number, refusals=not sealed),)
    if lost := fold.unexplained + found.lost_at_end:
        tell(Problem.STEPS_LOST, count=lost)
    if lines.damaged and len(tell.all) == hurt:
        tell(Problem.NOTHING_LOST)
    damaged = len(tell.all) > hurt and not sealed
    log = fold.log
    if damaged and not log.steps:
        tell.all = ()
        tell(Problem.SERIES_UNREADABLE, detail="not one round of it is left")
    else:
        _tell_of_end(found, tell, noted)
    return Diagnosis(
        tell.number,
        header,
        log,
        found.sequence,
        content[: found.end],
        len(content),
        lines.counts,
        tell.all,
        sealed,
        damaged=damaged,
    )


def _read(found: Scan, schema: int, migrations: Migrations) -> tuple[StepLines, int, int]:
    """The lines as steps, how many of them are lost, and the newest schema among them."""
    changes = read_changes(found.lines)
    lost, newest = found.missing + changes.count(None), schema
    lines = StepLines(damaged=bool(lost) or not found.sound)
    for line, change in zip(found.lines, changes, strict=True):
        if change is not None:
            own = schema_of(change, schema)
            newest = max(newest, own)
            lines.take(line.sequence, lifted(change, own, migrations))
    head_lost = bool(lost) and lines.head is None
    return lines, lost - head_lost, newest


def _read_head(lines: StepLines, noted: Noted | None) -> tuple[Series, str, str]:
    """What stands before the rounds, made anew where it is lost; what is wrong with it; and what of
    it is not known to this version.
    """
    if lines.head is None:
        return _made_head(lines, noted), "it is missing", ""
    try:
        return documents.read_head(lines.head), "", ""
    except UnknownKindError as fault:
        return _made_head(lines, noted), "", str(fault)
    except ValueError as fault:
        return _made_head(lines, noted), str(fault), ""


def _made_head(lines: StepLines, noted: Noted | None) -> Series:
    """What stood before the rounds, as far as the catalogue and the deals tell it."""
    deals = [each.step for each in lines.standing if isinstance(each.step, Dealt | Redealt)]
    handles = dict.fromkeys(handle for deal in deals for handle in deal.setup.players)
    joined = {player.handle for deal in deals for player in deal.joined}
    seated: Sequence[str] = deals[-1].setup.players if deals else ()
    entry = noted.entry if noted else None
    fits = entry is not None and len(entry.players) == len(seated)
    names = dict(zip(seated, entry.players, strict=True)) if entry and fits else {}
    return Series(
        entry.name if entry else "",
        entry.date if entry else "",
        deals[0].setup.rules if deals else Series().rules,
        tuple(Player(one, names.get(one, one)) for one in handles if one not in joined),
    )


def _tell_of_end(found: Scan, tell: _Findings, noted: Noted | None) -> None:
    """Tell of an unfinished write, and of lines that the catalogue knows and the file has not."""
    if found.torn_bytes:
        tell(Problem.TORN_TAIL, count=found.torn_bytes)
    header = found.header
    if noted and header and noted.id == header.id and noted.lines > found.sequence:
        tell(Problem.SERIES_OLDER, count=noted.lines - found.sequence)
