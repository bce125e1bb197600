"""Process of the app without a screen."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.core.forecast import Entry, entry_of
from companion.core.log import Log
from companion.core.objections import Objection
from companion.core.presets import parse
from companion.core.rounds.events import read_event
from companion.core.sheet import loads
from companion.core.steps import Recorded, Step
from companion.desk.backup_store import archiving
from companion.desk.commands import Command, step_of
from companion.desk.ports import Problem, StoreFailedError
from storage.doctor import Visit, repair
from storage.store import FolderStore
from tests import choosing

FOLDER = "fantan"
Shown = tuple[tuple[Entry, ...], tuple[Entry, ...], Log | None]
"""The series that home lists, those that can be put back, and the one that is open."""


class NotOpenedError(StoreFailedError):
    """The start or a series was refused because of unreadable files."""


class Process:
    """Store with the series on the screen, as acknowledged."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._store: FolderStore | None = None
        self.number = 0
        self.log: Log | None = None

    @property
    def store(self) -> FolderStore:
        """Store of the started app."""
        assert self._store is not None
        return self._store

    @property
    def shown(self) -> Shown:
        """Content of the screens."""
        if self._store is None:
            return (), (), self.log
        return self._store.entries(), self._store.removed(), self.log

    @property
    def is_right_at_home(self) -> bool:
        """True if home lists the open series correctly."""
        if self._store is None or self.log is None:
            return True
        return entry_of(self.number, self.log.series) in self._store.entries()

    def start(self) -> None:
        """Start the app, again if a series could not be read."""
        self.leave()
        self._store = FolderStore(self.root)
        reported = {finding.problem for finding in self._store.findings()}
        if Problem.SERIES_UNREADABLE in reported:
            self.leave()
            raise NotOpenedError

    def open(self, number: int) -> None:
        """Show a series."""
        stored = self.store.load(number)
        if stored.sealed:
            raise NotOpenedError
        self.number, self.log = number, stored.log

    def do(self, command: Command) -> None:
        """Do a step."""
        assert self.log
        step = step_of(command, self.log)
        assert not isinstance(step, Objection), step
        after = self.log.after(step)
        self.store.save(self.number, after)
        self.log = after

    def undo(self) -> None:
        """Take back the last step."""
        assert self.log
        before = self.log.without_last()
        self.store.save(self.number, before)
        self.log = before

    def create(self, log: Log) -> None:
        """Create a series."""
        self.number = self.store.create(log)
        self.log = log

    def remove(self, number: int) -> None:
        """Delete a series."""
        choosing.remove(self.store, number)
        if number == self.number:
            self.number, self.log = 0, None

    def leave(self) -> None:
        """End the app."""
        self.log = None
        if self._store:
            store, self._store = self._store, None
            store.close()


Act = Callable[[Process], object]


start: Act = Process.start
leave: Act = Process.leave
undo: Act = Process.undo


def take_up(process: Process) -> None:
    """Open the newest series, if any."""
    if entries := process.store.entries():
        process.open(entries[0].number)


@dataclass(frozen=True)
class TurnTo:
    """Act that opens a series."""

    number: int

    def __call__(self, process: Process) -> None:
        """Open the series."""
        process.open(self.number)


def begin(sheet: str) -> Act:
    """Return an act that adds the series of a score sheet."""
    log = loads(sheet)
    return lambda process: process.create(log)


def event(words: str, number: int | None = None) -> Act:
    """Return an act that records an event in the words of the score sheet."""

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


def archive(number: int, *, archived: bool = True) -> Act:
    def done(process: Process) -> None:
        before = process.store.choices
        process.store.choose(archiving(before, number, archived=archived))

    return done


def remove(number: int) -> Act:
    return lambda process: process.remove(number)


def put_back(number: int) -> Act:
    return lambda process: choosing.put_back(process.store, number)


def forget(number: int) -> Act:
    return lambda process: process.store.forget(number)


def call_the_doctor(process: Process) -> None:
    """Run `fantan doctor --repair` without the app, again after a failure."""
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
