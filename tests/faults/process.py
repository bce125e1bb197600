"""One process of the app without its screen, and what it can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.core.forecast import Entry, entry_of
from companion.core.log import Log
from companion.core.objections import Objection
from companion.core.presets import parse
from companion.core.sheet import loads
from companion.core.sheet.words import read_event
from companion.core.steps import Recorded, Step
from companion.desk.backups import archiving
from companion.desk.commands import Command
from companion.desk.ports import Problem, StoreFailedError
from storage.doctor import Visit, repair
from storage.store import FolderStore
from tests import choosing

FOLDER = "fantan"
Shown = tuple[tuple[Entry, ...], tuple[Entry, ...], Log | None]
"""The series that home lists, those that can be put back, and the one that is open."""


class NotOpenedError(StoreFailedError):
    """The app started, or opened a series, and said that something could not be read."""


class Process:
    """A store, and the series that is on the screen: what was acknowledged and nothing else."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._store: FolderStore | None = None
        self.number = 0
        self.log: Log | None = None

    @property
    def store(self) -> FolderStore:
        """The store, once the app has started."""
        assert self._store is not None
        return self._store

    @property
    def shown(self) -> Shown:
        """What the screens show."""
        if self._store is None:
            return (), (), self.log
        return self._store.entries(), self._store.removed(), self.log

    @property
    def is_right_at_home(self) -> bool:
        """Whether home lists the open series as it is."""
        if self._store is None or self.log is None:
            return True
        return entry_of(self.number, self.log.series) in self._store.entries()

    def start(self) -> None:
        """The app starts; where it says that a series could not be read it is started again."""
        self.leave()
        self._store = FolderStore(self.root)
        told = {finding.problem for finding in self._store.findings()}
        if Problem.SERIES_UNREADABLE in told:
            self.leave()
            raise NotOpenedError

    def open(self, number: int) -> None:
        """A series is put on the screen."""
        stored = self.store.load(number)
        if stored.sealed:
            raise NotOpenedError
        self.number, self.log = number, stored.log

    def do(self, command: Command) -> None:
        """A step is taken."""
        assert self.log
        step = command(self.log)
        assert not isinstance(step, Objection), step
        after = self.log.after(step)
        self.store.save(self.number, after)
        self.log = after

    def undo(self) -> None:
        """The last step is taken back."""
        assert self.log
        before = self.log.without_last()
        self.store.save(self.number, before)
        self.log = before

    def create(self, log: Log) -> None:
        """A series begins."""
        self.number = self.store.create(log)
        self.log = log

    def remove(self, number: int) -> None:
        """A series is deleted."""
        choosing.remove(self.store, number)
        if number == self.number:
            self.number, self.log = 0, None

    def leave(self) -> None:
        """The app ends."""
        self.log = None
        if self._store:
            store, self._store = self._store, None
            store.close()


Act = Callable[[Process], object]


def start(process: Process) -> None:
    process.start()


def leave(process: Process) -> None:
    process.leave()


def undo(process: Process) -> None:
    process.undo()


def take_up(process: Process) -> None:
    """The newest series is opened, if there is one."""
    if entries := process.store.entries():
        process.open(entries[0].number)


@dataclass(frozen=True)
class TurnTo:
    """That series is opened."""

    number: int

    def __call__(self, process: Process) -> None:
        """Open it."""
        process.open(self.number)


def begin(sheet: str) -> Act:
    """The series of a score sheet begins."""
    log = loads(sheet)
    return lambda process: process.create(log)


def event(words: str, number: int | None = None) -> Act:
    """An event in the words of the score sheet, in the last round or in that one."""

    def recorded(log: Log) -> Step:
        place = number or log.round_number
        players = log.series.rounds[place - 1].setup.players
        return Recorded(place, read_event(words, players))

    return command(recorded)


def command(asked: Command) -> Act:
    return lambda process: process.do(asked)


def prefer(rules: str) -> Act:
    return lambda process: choosing.choose(process.store, usual=parse(rules))


def save_rules(**saved: str) -> Act:
    rules = tuple((name, parse(words)) for name, words in saved.items())
    return lambda process: choosing.choose(process.store, saved=rules)


def archive(number: int, *, whether: bool = True) -> Act:
    def done(process: Process) -> None:
        before = process.store.choices
        process.store.choose(archiving(before, number, whether=whether))

    return done


def remove(number: int) -> Act:
    return lambda process: process.remove(number)


def put_back(number: int) -> Act:
    return lambda process: choosing.put_back(process.store, number)


def forget(number: int) -> Act:
    return lambda process: process.store.forget(number)


def call_the_doctor(process: Process) -> None:
    """`fantan doctor --repair`, while the app does not run; where it fails it is called again."""
    process.leave()
    visit = Visit(process.root)
    list(visit.look())
    repair(process.root, visit.wrong)
    again = Visit(process.root)
    if [*again.look()] and again.wrong:
        raise NotOpenedError


def do(process: Process, acts: tuple[Act, ...]) -> None:
    for act in acts:
        act(process)
