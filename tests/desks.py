"""Another device at the table: what it asks for is done when the call returns."""

import asyncio
from collections.abc import Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.presets import parse, with_rules
from companion.core.rounds.setup import Event, Played, Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Recorded
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.commands import Command
from companion.desk.ports import at_once
from companion.desk.table import Snapshot, Table
from storage.store import FolderStore

FRIDAY = date(2026, 11, 20)
_Done = TypeVar("_Done")


class Desk:
    """A person at another device, who looks at the series that was begun or opened last."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._chosen: Table | None = None

    @property
    def table(self) -> Table:
        """The table that was chosen, else that of the newest series."""
        if self._chosen is None:
            self.open(self.archive.catalogue.entries[0].number)
        assert self._chosen is not None
        return self._chosen

    @property
    def night(self) -> Snapshot:
        """The series as all see it."""
        return self.table.snapshot

    def start(self, name: str, names: Sequence[str], dealer: int, rules: Rules) -> Objection | None:
        """Begin a series with its first round."""
        begun = self._done(self.archive.start(name, names, dealer, rules))
        if isinstance(begun, Objection):
            return begun
        self._chosen = begun
        return None

    def adopt(self, told: Log | Series) -> int:
        """Take in a series with rounds; gives its number."""
        log = told if isinstance(told, Log) else log_of(told)
        self._chosen = self._done(self.archive.adopt(log))
        return self.night.number

    def open(self, number: int) -> None:
        """Look at another series."""
        self._chosen = self._done(self.archive.open(number))

    def record(self, event: Event, number: int | None = None) -> Objection | None:
        """Record an event, in the last round or in round `number`."""
        return self.do(commands.record(event, number))

    def deal(self, setup: Setup, joined: tuple[Player, ...] = ()) -> Objection | None:
        """Deal the next round."""
        return self.do(commands.deal(setup, joined))

    def redeal(self, setup: Setup, joined: tuple[Player, ...] | None = None) -> Objection | None:
        """Set up the last round anew."""
        return self.do(commands.redeal(setup, joined))

    def plan(self, rules: Rules) -> Objection | None:
        """Change the rules from the next round on."""
        return self.do(commands.plan(rules))

    def end(self) -> Objection | None:
        """Call it a night."""
        return self.do(commands.end)

    def do(self, command: Command) -> Objection | None:
        """Ask the table for something, having seen all."""
        return self._done(self.table.do(command, self.night.revision))

    def undo(self) -> Objection | None:
        """Take back the last step."""
        return self._done(self.table.undo(self.night.revision))

    def redo(self) -> Objection | None:
        """Take again the step that was taken back last."""
        return self._done(self.table.redo(self.night.revision))

    def prefer(self, rules: Rules) -> None:
        """Have a new series begin with these rules."""
        self._done(self.archive.prefer(rules))

    def put_in_archive(self, number: int) -> None:
        """Archive a series."""
        self._done(self.archive.archive(number, whether=True))

    def save(self, name: str, rules: Rules) -> None:
        """Save house rules under a name."""
        self._done(self.archive.change_saved(lambda saved: with_rules(saved, name, rules)))

    def delete(self, number: int) -> None:
        """Delete a series."""
        self._done(self.archive.remove(number))

    @staticmethod
    def _done(asked: Coroutine[Any, Any, _Done]) -> _Done:
        """What came of it; beside the test's own event loop, as another device is."""
        with ThreadPoolExecutor(1) as beside:
            return beside.submit(asyncio.run, asked).result()


@contextmanager
def desk_in(folder: Path) -> Generator[Desk]:
    """A desk that keeps its series there, on a Friday."""
    store = FolderStore(folder)
    try:
        yield Desk(Archive(store, lambda: FRIDAY, at_once))
    finally:
        store.close()


def log_of(told: Series) -> Log:
    """The log of a series, round by round."""
    head = Series(told.name, told.date, told.rules, told.players)
    log = Log.begin(head)
    for number, round_ in enumerate(told.rounds, 1):
        log = log.after(Dealt(round_.setup))
        for event in round_.events:
            log = log.after(Recorded(number, event))
    return log


def begin(desk: Desk, name: str, players: str = "Ann Ben Cem", rules: str = "bicycle") -> None:
    """A series with its first round before the first turn; the first player deals."""
    assert desk.start(name, players.split(), 0, parse(rules)) is None


def turns(desk: Desk) -> list[str]:
    """The turns of the last round, as the score sheet writes them."""
    made = desk.night.round.turns
    return [turn.card.text if isinstance(turn, Played) else "--" for turn in made]
