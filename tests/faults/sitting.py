"""One process of the app without its screen, and what another one finds when it opens the folder.

All that goes wrong is judged by the picture of a folder: every series as a new process reads it.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from storage.folder import DataFolder
from storage.places import BALLAST
from storage.series_store import FolderStore

from companion.desk.archive import Desk, DeskState
from companion.desk.ports import Freed, Missing, StoreFailedError, Unopened
from companion.desk.table import Night
from storage.migrations import MIGRATIONS, Migrations
from tests.storage.nights import today

Picture = tuple[str, ...]
"""A line for each series and each of its steps."""

FOLDER = "fantan"


class Sitting:
    """The store and the desk over a folder, as far as they opened."""

    def __init__(self, root: Path, migrations: Migrations = MIGRATIONS) -> None:
        self.root = root
        self._migrations = migrations
        self._folder: DataFolder | None = None
        self._store: FolderStore | None = None
        self._desk: Desk | None = None

    def open(self) -> None:
        """What the app does when it starts; after a failure it can be started again."""
        self.leave()
        self._folder = DataFolder(self.root, migrations=self._migrations)
        self._store = FolderStore(self._folder)
        self._desk = Desk(self._store, today)

    def leave(self) -> None:
        """Give back descriptors and the lock, as the system does for a process that ends."""
        self._desk = None
        if self._store:
            self._store.close()
        self._store = self._folder = None

    @property
    def desk(self) -> Desk:
        """The desk, once the app has started."""
        assert self._desk is not None
        return self._desk

    @property
    def store(self) -> FolderStore:
        """The store under the desk."""
        assert self._store is not None
        return self._store

    @property
    def folder(self) -> DataFolder:
        """The files under the store."""
        assert self._folder is not None
        return self._folder

    @property
    def state(self) -> DeskState | None:
        """What the screens show; nothing before the app has started."""
        return self._desk.state if self._desk else None

    @property
    def numbers(self) -> list[int]:
        """The numbers of all series, in order."""
        return sorted(each.number for each in self.desk.state.entries)

    @property
    def told_damage(self) -> bool:
        """Whether something was found that is not as we wrote it; a catalogue that is gone costs
        nothing.
        """
        return bool({*self.desk.state.reports} - {Freed(), Missing()})


Act = Callable[[Sitting], object]


class NotOpenedError(StoreFailedError):
    """The app started, or opened a series, and said that something could not be read."""


def start(sitting: Sitting) -> None:
    """The app starts; where it says that a series could not be opened it is started again."""
    sitting.open()
    if any(isinstance(each, Unopened) for each in sitting.desk.state.reports):
        sitting.leave()
        raise NotOpenedError


def turn_to(place: int) -> Act:
    """A series is put on the desk, if there is one; where it could not all be read, once more."""

    def turn(sitting: Sitting) -> None:
        if not sitting.numbers:
            return
        sitting.desk.open(sitting.numbers[place])
        night = sitting.desk.state.night
        if night is None or night.sealed:
            raise NotOpenedError

    return turn


take_up = turn_to(-1)
SEATED: tuple[Act, ...] = (start, take_up)


def do(sitting: Sitting, acts: tuple[Act, ...]) -> None:
    for act in acts:
        act(sitting)


def shown(state: DeskState | None) -> DeskState | None:
    """The state whatever numbers its series have: one that could not begin may have taken one. What
    was found wrong on the way is looked at on its own.
    """
    if state is None:
        return None
    numbers = {each.number: place for place, each in enumerate(reversed(state.entries), 1)}
    entries = tuple(replace(each, number=numbers[each.number]) for each in state.entries)
    night = state.night and replace(state.night, number=numbers[state.night.number])
    return replace(state, entries=entries, night=night, reports=())


def picture(sitting: Sitting) -> Picture:
    """Everything that can be seen by someone who opens one series after the other."""
    lines: list[str] = []
    for number in sitting.numbers:
        sitting.desk.open(number)
        night = sitting.desk.state.night
        assert night is not None
        lines += _lines(night)
    listed = shown(sitting.state)
    assert listed is not None
    return (*lines, *map(repr, listed.entries), f"usual rules {listed.usual!r}")


def _lines(night: Night) -> list[str]:
    series = night.series
    head = f"{series.name!r} {series.date} {series.rules!r} {series.players}"
    return [head, f"{series.planned!r} {series.ended}", *map(repr, night.steps)]


@dataclass(frozen=True)
class Found:
    """What a new process finds, and whether it was told that something is damaged."""

    picture: Picture
    damaged: bool


def found(root: Path, migrations: Migrations = MIGRATIONS) -> Found:
    """What the next start finds, which mends what it can."""
    sitting = Sitting(root / FOLDER, migrations)
    with closing(_Ending(sitting)):
        sitting.open()
        return Found(picture(sitting), sitting.told_damage)


@dataclass(frozen=True)
class _Ending:
    sitting: Sitting

    def close(self) -> None:
        self.sitting.leave()


def digest(root: Path) -> bytes:
    """Tells folders with other content apart."""
    content = hashlib.blake2b()
    for path in sorted(root.rglob("*")):
        content.update(f"{path.relative_to(root)}\n".encode())
        if path.is_file() and path.name != BALLAST:
            content.update(hashlib.blake2b(path.read_bytes()).digest())
    return content.digest()


def copied(source: Path, target: Path) -> Path:
    """A fresh copy of a folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    return target


def difference(seen: Picture, expected: Picture) -> str:
    """The first line that is not as expected; empty where there is none."""
    for number, (line, other) in enumerate(zip_longest(seen, expected)):
        if line != other:
            return f"line {number} is {line}, expected {other}"
    return ""


@contextmanager
def scratch() -> Generator[Path, None, None]:
    """A folder in memory where there is one: what is tried here does not need a real disk."""
    memory = Path("/dev/shm")  # noqa: S108
    root = tempfile.mkdtemp(dir=memory if memory.is_dir() else None)
    try:
        yield Path(root)
    finally:
        shutil.rmtree(root)
