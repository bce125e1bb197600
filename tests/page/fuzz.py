"""Random writes to databases on two handles, with power cuts and refusals.

What was acknowledged is there at the next start, and beside it at most the last write.
"""

import copy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from storage.files import WriteFailedError
from storage.handles import PageJournal
from tests.page.media import MediumInMemory, Power, PowerCutError

NAMES = ("00001", "00002", "catalogue")
Tree = dict[str, Any]
"""The tables with documents of each database."""


@dataclass
class Told:
    """The counts of one run."""

    cuts: int = 0
    written_anew: int = 0
    refused: int = 0


def tree(journal: PageJournal) -> Tree:
    """Return all documents, by database and table."""
    found = {name: journal.database(name).read() or {} for name in journal.names}
    return _without_empty(copy.deepcopy(found))


def _without_empty(found: Tree) -> Tree:
    full = {
        name: {table: {**docs} for table, docs in tables.items() if docs}
        for name, tables in found.items()
    }
    return {name: tables for name, tables in full.items() if tables}


@dataclass
class Run:
    """One browser with occasional power cuts; `seen` holds what the next start may find."""

    chance: Random
    told: Told = field(default_factory=Told)
    seen: list[Tree] = field(default_factory=lambda: [{}])
    power: Power = field(default_factory=Power)

    def __post_init__(self) -> None:
        """Create the two handles, which stay from the first start to the last one."""
        self.handles = (
            MediumInMemory(self.power, self.chance),
            MediumInMemory(self.power, self.chance),
        )

    def go(self, starts: int, steps: int) -> Told:
        """Start the number of times, each time from what the start before left behind."""
        for _ in range(starts):
            self.power.left = self.chance.choice((None, self.chance.randint(0, 3 * steps)))
            try:
                self._start_and_work(steps)
            except PowerCutError:
                self.told.cuts += 1
            self.power.left = None
            self._make_room()
            for handle in self.handles:
                handle.cut_power()
        return self.told

    def _start_and_work(self, steps: int) -> None:
        journal = PageJournal(self.handles)
        assert journal.lost == 0, "an alarm after a power cut"
        state = tree(journal)
        assert state in self.seen, f"{state} is none of {self.seen}"
        self.seen = [state]
        for _ in range(steps):
            self._hinder()
            name, tables = self.chance.choice(NAMES), None
            if self.chance.random() < 0.8:
                tables = self._changed(state.get(name, {}))
            after = _without_empty({**state, name: tables or {}})
            self.seen.append(after)
            try:
                self._write(journal, name, tables)
            except WriteFailedError:
                self.told.refused += 1
                assert tree(journal) == state, "a refused write changed something"
            else:
                if after != state:  # else nothing was written, and a refused write may come back
                    state, self.seen = after, [after]
            self._make_room()

    def _write(self, journal: PageJournal, name: str, tables: Tree | None) -> None:
        """Write the tables of a database, or remove it, or first write everything anew."""
        if self.chance.random() < 0.1:
            self.told.written_anew += 1
            journal.journal.write_anew()
        if tables is not None:
            journal.database(name, {"id": name}).write(tables)
        elif name in journal.names:
            journal.remove(name)

    def _hinder(self) -> None:
        """Run out of room or fail a flush, now and then."""
        kind = self.chance.randint(0, 19)
        for handle in self.handles:
            if kind == 0:
                handle.room = len(handle.read()) + self.chance.randint(0, 60)
            elif kind == 1:
                handle.failing_flushes = self.chance.randint(1, 3)

    def _make_room(self) -> None:
        for handle in self.handles:
            handle.room, handle.failing_flushes = None, 0

    def _changed(self, tables: Tree) -> Tree:
        """Return tables with a document more, one less, or another one."""
        table = self.chance.choice(("head", "round 1", "round 2"))
        docs = dict(tables.get(table, {}))
        if docs and self.chance.random() < 0.3:
            docs.pop(self.chance.choice(sorted(docs)))
        else:
            key = str(self.chance.randint(1, 9))
            docs[key] = {"says": "x" * self.chance.choice((1, 40, 400))}
        return {**tables, table: docs}


def fuzz(seed: int) -> Told:
    """Run several starts, and raise where a database has the wrong content."""
    run = Run(Random(seed))  # noqa: S311 - the same seed gives the same run
    return run.go(starts=6, steps=20)
