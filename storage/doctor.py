"""Check of a data folder: what a start of the app would find, without a change."""

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from companion.desk.ports import Finding, Problem
from storage import files
from storage.files import StorageError, reading
from storage.paths import CATALOGUE, ROOM, SERIES, opening
from storage.store import FolderStore

NOTES = frozenset({Problem.SERIES_NEWER, Problem.SERIES_COPY})
"""Problems that are reported but need no repair."""


class _Count(int):
    """Number with a format such as `{count:line is|lines are}`, which adds the words."""

    def __format__(self, words: str) -> str:
        singular, _, plural = words.partition("|")
        return f"{int(self)} {singular if self == 1 else plural}" if words else str(int(self))


def says(finding: Finding) -> str:
    """Return the text of a finding."""
    count = _Count(finding.count)
    return finding.problem.value.format(series=finding.series, count=count, detail=finding.detail)


class Visit(NamedTuple):
    """What a check of a data folder found."""

    found: tuple[Finding, ...]
    series: int
    rounds: int

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """Findings that need a repair."""
        return tuple(finding for finding in self.found if finding.problem not in NOTES)


def check(
    root: Path,
    lend: Callable[[FolderStore], object] = lambda _: None,
) -> Visit:
    """Read every file, without any change.

    `lend` may show series beside those in the folder.

    :raises StorageError: when the folder has no files of the companion, or cannot be read
    """
    chosen_by = "FOLDER or FANTAN_HOME"
    with opening(root, chosen_by), reading(root):
        names = files.names(root) if files.is_folder(root) else []
    if {CATALOGUE, SERIES, ROOM}.isdisjoint(names):
        nothing = "there are no game nights of the companion in this folder"
        raise StorageError(f"{root}: {nothing}; {chosen_by} can name another folder")
    with contextlib.closing(FolderStore(root, read_only=True)) as store:
        lend(store)
        entries = store.entries()
        for entry in entries:
            with contextlib.suppress(StorageError):
                store.look_at(entry.number)
        return Visit(store.findings(), len(entries), sum(entry.dealt for entry in entries))


def repair(root: Path) -> list[int]:
    """Repair and answer all damage; return the numbers of series that were rescued from it.

    :raises StorageError: when the folder cannot be written to, or is in use
    """
    with contextlib.closing(FolderStore(root)) as store:
        return store.repair()
