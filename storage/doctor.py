"""Check of a data folder: what a start of the app would find, without a change."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files
from storage.files import StorageError, reading
from storage.paths import CATALOGUE, SERIES, not_in_use
from storage.store import FolderStore

NOTES = frozenset({Problem.SERIES_NEWER, Problem.SERIES_UNCLEAR, Problem.RESERVE_FREED})
"""Problems that are reported but need no repair."""


class _Count(int):
    """Number with a format such as `{count:line|lines}`, which adds the noun."""

    def __format__(self, nouns: str) -> str:
        singular, _, plural = nouns.partition("|")
        return f"{int(self)} {singular if self == 1 else plural}" if nouns else str(int(self))


def says(finding: Finding) -> str:
    """Return the text of a finding."""
    facts = {"series": finding.series, "round": finding.round, "count": _Count(finding.count)}
    return finding.problem.value.format(**facts, detail=finding.detail)


def check_for_nights(root: Path) -> None:
    """Check the folder for files of the companion.

    :raises StorageError: when the folder has no such files or cannot be read
    """
    with reading(root):
        names = files.names(root) if files.is_folder(root) else []
    if {CATALOGUE, SERIES}.isdisjoint(names):
        raise StorageError(f"{root}: there are no game nights of the companion in this folder")


@dataclass
class Visit:
    """Check of a data folder: findings, and the numbers of series and rounds."""

    root: Path
    tick: Callable[[], object] = lambda: None
    found: list[Finding] = field(default_factory=list[Finding])
    series: int = 0
    rounds: int = 0

    @property
    def wrong(self) -> list[Finding]:
        """Findings that need a repair."""
        return [finding for finding in self.found if finding.problem not in NOTES]

    def look(self) -> Iterator[Finding]:
        """Yield all findings, with the folder locked."""
        with (
            not_in_use(self.root),
            contextlib.closing(FolderStore(self.root, read_only=True)) as store,
        ):
            for entry in store.entries():
                with contextlib.suppress(StorageError):
                    store.look_at(entry.number)
                self.series, self.rounds = self.series + 1, self.rounds + entry.dealt
                self.tick()
            self.found = [*store.findings()]
            yield from self.found


def repair(root: Path, wrong: Iterable[Finding]) -> list[Finding]:
    """Repair what a start repairs, and return the findings."""
    del wrong
    with contextlib.closing(FolderStore(root)) as store:
        store.repair()
        return [*store.findings()]
