"""What a fresh process finds in a folder, and tallies of attempts."""

from __future__ import annotations

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.core.entries import entry_of
from companion.core.log import Log
from companion.desk.ports import Choices, Finding, Membership
from storage.store import FolderStore
from tests.places import store_in

CATALOGUE = "catalogue.tdb"


@dataclass
class Tally:
    """Numbers of attempts, losses and reports, with the losses in words."""

    tries: int = 0
    reported: int = 0
    broken: list[str] = field(default_factory=list[str])

    def add(self, problem: str = "", *, reported: bool = False) -> None:
        """Count an attempt with the errors."""
        self.tries += 1
        self.reported += reported
        if problem:
            self.broken.append(problem)

    def take(self, other: Tally) -> None:
        """Add another tally."""
        self.tries += other.tries
        self.reported += other.reported
        self.broken += other.broken


@dataclass(frozen=True)
class Picture:
    """Everything that a folder keeps, by number of series."""

    logs: dict[int, Log]
    removed: tuple[int, ...]
    choices: Choices
    members: dict[int, Membership]


def picture_of(store: FolderStore) -> Picture:
    """Return what a store shows.

    :raises AssertionError: when home lists something else than the series say
    """
    entries = store.entries()
    logs = {entry.number: store.look_at(entry.number).log for entry in entries}
    for entry in entries:
        assert entry == entry_of(entry.number, logs[entry.number].series), "home is wrong"
    chosen = replace(store.choices, colours={})
    removed = tuple(entry.number for entry in store.removed())
    return Picture(logs, removed, chosen, dict(store.memberships()))


def look(root: Path) -> tuple[Picture, tuple[Finding, ...]]:
    """Return what a fresh process finds, which only reads; it is the same without the catalogue."""
    with store_in(root, read_only=True) as store:
        found = picture_of(store)
        findings = store.findings()
    if (root / CATALOGUE).exists():
        content = (root / CATALOGUE).read_bytes()
        (root / CATALOGUE).unlink()
        with store_in(root, read_only=True) as store:
            assert picture_of(store) == found, "the catalogue says something else"
        (root / CATALOGUE).write_bytes(content)
    return found, findings


@contextmanager
def scratch() -> Generator[Path]:
    """Provide a folder in memory if possible."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own inside
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)
