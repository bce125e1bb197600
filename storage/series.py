"""One series as TinyDB keeps it.

A series has the table `head` with the head of its score sheet, the table `series` with steps for
the whole series, and a table such as `round 3` with the steps of each round. A document is
`{"says": WORDS}`; its id gives the order of all steps. A step that is taken back is removed.
"""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from tinydb.table import Document

from companion.core.log import Log, Replay
from companion.core.names import with_ending
from companion.core.objections import FanTanError
from companion.core.people import Renamings, with_former_names, with_names
from companion.core.sheet import loads
from companion.core.sheet.writer import head_words
from companion.core.step_words import read_step, read_steps, write_steps
from companion.core.steps import Dealt, Step
from companion.desk import ports
from companion.desk.ports import Stored, Trouble
from storage.journal import Change, Docs, JournalStorage

HEAD = "head"
_SERIES = "series"
_ROUND = "round "
UNFIT = (ValueError, LookupError, TypeError, AttributeError, FanTanError)
"""Errors of documents that do not fit."""


def table_of(number: int) -> str:
    """Return the name of the table of a round; 0 is the whole series."""
    return f"{_ROUND}{number}" if number else _SERIES


def round_of(table: str) -> int:
    """Return the round of a table, 0 for the whole series."""
    return int(table.removeprefix(_ROUND)) if table.startswith(_ROUND) else 0


def changes_of(log: Log) -> list[Change]:
    """Return the changes that make a new file of a log, a line for the steps of a round.

    A file without a deal is no series, so the head and the first deal are one change.
    """
    changes: list[Change] = [{HEAD: {"1": {"says": head_words(log.head)}}}]
    for place, (number, words) in enumerate(write_steps(log.steps), 2):
        name = table_of(number)
        if place > 2 and (len(changes) == 1 or name not in changes[-1]):  # noqa: PLR2004 - the deal
            changes.append({})
        changes[-1].setdefault(name, {})[str(place)] = {"says": words}
    return changes


class StoredLog(NamedTuple):
    """Log that was read, with the names in the file by those that show, and what is unfit in it."""

    log: Log
    back: Mapping[str, str]
    fault: Exception | None = None


def said_in(tables: Mapping[str, Docs]) -> list[tuple[int, int, str]]:
    """Return the id, the round and the words of each step, in the order of the ids."""
    said: list[tuple[int, int, str]] = []
    for name, docs in tables.items():
        if name != HEAD:
            number = round_of(name)
            said += [(int(key), number, doc.get("says", "")) for key, doc in docs.items()]
    return sorted(said)


def read_log(number: int, tables: Mapping[str, Docs], renamings: Renamings) -> StoredLog:
    """Read the longest log that the documents of a series make.

    :raises ValueError: when the head cannot be read
    """
    steps: list[Step] = []
    fault: Exception | None = None
    try:
        head = loads(tables[HEAD]["1"]["says"]).head
    except UNFIT as unfit:
        raise ValueError(f"the head cannot be read: {unfit}") from unfit
    try:
        said = [(place, words) for _, place, words in said_in(tables)]
        for step in read_steps(said):
            steps.append(step)  # noqa: PERF402 - those before a fault are kept
    except UNFIT as unfit:
        fault = unfit
    back: dict[str, str] = {}
    head, steps = with_names(renamings, number, head, steps, back)
    replay = Replay(Log.begin(head))
    for step in steps:
        try:
            refusal = replay.take(step)
        except UNFIT as unfit:
            return StoredLog(replay.log(), back, unfit)
        if refusal:
            return StoredLog(replay.log(), back, ValueError(refusal.english))
    return StoredLog(replay.log(), back, fault)


def rescue_log(behind: Sequence[Change], known: Log) -> Log | None:
    """Return what can be followed behind a damage, as a series that begins with a deal there.

    `known` is what lies before the damage. Steps that nothing explains any more are left out.
    """
    docs: dict[int, tuple[int, str]] = {}
    for change in behind:
        for name, changed in change.items():
            for key, doc in changed.items():
                if doc is None:
                    docs.pop(int(key), None)
                elif name != HEAD:
                    docs[int(key)] = round_of(name), doc["says"]
    begin = [place for place, said in sorted(docs.items()) if said[1].startswith("deal\n")]
    if not begin:
        return None
    first = begin[0]
    offset = docs[begin[0]][0] - 1
    name = with_ending(known.series.name, "(rescued)")
    log = Log.begin(known.head.changed(name=name, players=known.series.players, id=""))
    for place, (number, words) in sorted(docs.items()):
        if place < first or 0 < number <= offset:
            continue
        moved = number - offset if number else 0
        dealt = 0 < moved <= log.round_number
        players = log.series.round(moved).setup.players if dealt else ()
        with contextlib.suppress(*UNFIT):
            log = log.after(read_step(words, moved, players))
    return log if log.steps and isinstance(log.steps[0], Dealt) else None


@dataclass
class OpenSeries:
    """Open series; `log` is the saved log, `sealed` the reason why the series is read-only.

    `db` is its TinyDB, None without one, and `back` the name in the file of each name that shows
    otherwise.
    """

    number: int
    db: Any
    log: Log
    revision: int
    id: str
    size: int
    sealed: Trouble | None = None
    back: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def stored(self) -> Stored:
        """Series in the form of the port."""
        return Stored(self.log, self.revision, self.sealed)

    def save(self, log: Log) -> None:
        """Save a log with one step more or one step less than the saved log."""
        if self.sealed or self.db is None:
            raise ports.SealedError(self.number, self.sealed or Trouble.OTHER)
        grows = len(log.steps) > len(self.log.steps)
        longer, shorter = (log, self.log) if grows else (self.log, log)
        follows = len(longer.steps) == len(shorter.steps) + 1
        if not follows or log.head != self.log.head or longer.steps[-2:-1] != shorter.steps[-1:]:
            raise ValueError(f"series {self.number}: this log does not follow the stored one")
        journal = cast("JournalStorage", self.db.storage)
        step = longer.steps[-1]
        number = step.place(longer.round_number)
        table = self.db.table(table_of(number))
        if grows:
            players = longer.series.round(number).setup.players if number else ()
            words = with_former_names(step, self.back).words(players)
            table.insert(Document({"says": words}, doc_id=journal.changes + 1))
        else:
            table.remove(doc_ids=[max(doc.doc_id for doc in table)])
        self.log = log
        self.revision = journal.changes - 1
        self.size = journal.length

    def close(self) -> None:
        """Close the file."""
        if self.db is not None:
            self.db.close()
