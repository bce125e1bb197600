"""Another device at the table, whose calls return when the work is done."""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.presets import parse, preset
from companion.core.rounds.events.turns import Played
from companion.core.rounds.position import Event
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Ended
from companion.desk import commands
from companion.desk.archive import Archive
from companion.desk.commands import Command
from companion.desk.company import Company
from companion.desk.ports import Room, Socket, at_once
from companion.desk.table import Snapshot, Table
from storage.store import FolderStore
from tests.strategies import steps_of

FRIDAY = date(2026, 11, 20)
_Done = TypeVar("_Done")


class Desk:
    """Person at another device, who looks at the series begun or opened last."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self._chosen: Table | None = None

    @property
    def table(self) -> Table:
        """Chosen table, or else the table of the newest series."""
        if self._chosen is None:
            self.open(self.archive.catalogue.entries[0].number)
        assert self._chosen is not None
        return self._chosen

    @property
    def night(self) -> Snapshot:
        """Series as shown to everybody."""
        return self.table.snapshot

    def start(self, name: str, names: Sequence[str], dealer: int, rules: Rules) -> Objection | None:
        """Begin a series with its first round."""
        begun = self._done(self.archive.start(name, names, dealer, rules))
        if isinstance(begun, Objection):
            return begun
        self._chosen = begun
        return None

    def adopt(self, played: Log | Series) -> int:
        """Import a series with rounds; return its number."""
        log = played if isinstance(played, Log) else log_of(played)
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
        return self.do(Dealt(setup, joined))

    def redeal(self, setup: Setup, joined: tuple[Player, ...] | None = None) -> Objection | None:
        """Set up the last round anew."""
        return self.do(commands.redeal(setup, joined))

    def end(self) -> Objection | None:
        """End the series."""
        return self.do(Ended())

    def do(self, command: Command) -> Objection | None:
        """Send a request to the table, as a person who has seen all steps."""
        return self._done(self.table.do(command, self.night.revision))

    def undo(self) -> Objection | None:
        """Take back the last step."""
        return self._done(self.table.undo(self.night.revision))

    def redo(self) -> Objection | None:
        """Redo the step that was undone last."""
        return self._done(self.table.redo(self.night.revision))

    def set_usual_rules(self, rules: Rules) -> None:
        """Set the rules of new series."""
        self._done(self.archive.set_usual_rules(rules))

    def delete(self, number: int) -> None:
        """Delete a series."""
        self._done(self.archive.remove(number))

    @staticmethod
    def _done(asked: Coroutine[Any, Any, _Done]) -> _Done:
        """Run the work beside the event loop of the test, and return its result."""
        with ThreadPoolExecutor(1) as beside:
            return beside.submit(asyncio.run, asked).result()

    def share(self, company: Company | None = None, *, keeps: bool = True) -> None:
        """Put a room beside the page, and the table of the series into a company."""
        self.archive.room = NoRoom(keeps=keeps)
        if company:
            self.table.snapshot = replace(self.night, company=company)


class NoRoom(Room):
    """Room beside the page that knows no table."""

    def __init__(self, *, keeps: bool) -> None:
        self._keeps = keeps

    @property
    def address(self) -> str:
        """Address of the page."""
        return "https://fantan.example/"

    @property
    def keeps(self) -> bool:
        """True if this device keeps what it records."""
        return self._keeps

    @property
    def broken(self) -> str:
        """No table."""
        return ""

    def mend(self) -> None:
        """Leave all as it is."""

    def connect(
        self, greet: Callable[[], str], hear: Callable[[str], None], lost: Callable[[], None]
    ) -> Socket:
        """Refuse whoever greets."""

        def meet() -> None:
            greet()
            hear('{"refused": "code"}')
            lost()

        asyncio.get_running_loop().call_soon(meet)
        return NoSocket()


class NoSocket(Socket):
    """Socket without a connection."""

    def send(self, frame: str) -> bool:
        """Return False."""
        return not frame

    def close(self) -> None:
        """Do nothing."""


@contextmanager
def desk_in(folder: Path) -> Generator[Desk]:
    """Open a desk with its series in this folder, on a Friday."""
    store = FolderStore(folder)
    try:
        yield Desk(Archive(store, lambda: FRIDAY, at_once))
    finally:
        store.close()


def log_of(series: Series) -> Log:
    """Return the log of a series, round by round."""
    head = Series(series.name, series.date, series.rules, series.players)
    return Log.of(head, steps_of(series.rounds))


def begin(desk: Desk, name: str, players: str = "Ann Ben Cem", rules: str = "bicycle") -> None:
    """Begin a series with its first round; the first player deals."""
    assert desk.start(name, players.split(), 0, parse(rules)) is None


def moves(table: Table) -> list[str]:
    """Return the turns of the last round as on the score sheet."""
    made = table.snapshot.round.turns
    return [turn.card.text if isinstance(turn, Played) else "--" for turn in made]


def turns(desk: Desk) -> list[str]:
    return moves(desk.table)


async def begun(archive: Archive) -> Table:
    """Open a table of three with Ann to play."""
    table = await archive.start("Friday night", ("Ann", "Ben", "Cem"), 2, preset("bicycle"))
    assert isinstance(table, Table)
    return table


def why(answer: object) -> Why | None:
    return answer.why if isinstance(answer, Objection) else None
