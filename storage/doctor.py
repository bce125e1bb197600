"""Check and repair of a whole data folder.

A check changes nothing, and reports the findings of a start of the app. A repair does the same as a
start, and more that only a person should ask for; an interrupted repair can be run again.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files, paths
from storage.catalogue import CatalogueFile
from storage.choices import ChoicesFile
from storage.diagnosis import diagnose
from storage.files import StorageError, reading
from storage.paths import CATALOGUE, SERIES, StoreLock, glances, not_in_use, opening, where
from storage.store import FolderStore, read_series

_ASIDE = re.compile(rf".+{re.escape(paths.ASIDE)}(-\d+)?")
_OURS = {paths.LOCK, paths.ADDRESS, paths.BALLAST, CATALOGUE, *paths.KEPT, SERIES}
NOTES = frozenset(
    {
        *(
            Problem.CHOICES_NEWER,
            Problem.TABLES_NEWER,
            Problem.SERIES_NEWER,
            Problem.SERIES_UNCLEAR,
        ),
        *(Problem.UNFINISHED, Problem.LEFT_OVER, Problem.KEPT_ASIDE, Problem.SERIES_REMOVED),
        *(Problem.STRANGE, Problem.RESERVE_FREED),
    }
)
"""Problems that are reported but need no repair."""


class _Count(int):
    """Number with a format such as `{count:line|lines}`, which adds the noun."""

    def __format__(self, nouns: str) -> str:
        singular, _, plural = nouns.partition("|")
        return f"{int(self)} {singular if self == 1 else plural}" if nouns else str(int(self))


def says(finding: Finding) -> str:
    """Return the text of a finding."""
    facts = {"series": finding.series, "round": finding.round, "count": _Count(finding.count)}
    words = finding.problem.value.format(**facts, detail=finding.detail)
    return words.replace("round None of ", "")


def check_for_nights(root: Path) -> None:
    """Check the folder for files of the companion.

    :raises StorageError: when the folder has no such files or cannot be read
    """
    chosen_by = "FOLDER or FANTAN_HOME"
    with opening(root, chosen_by), reading(root):
        names = files.names(root) if files.is_folder(root) else []
    if {CATALOGUE, SERIES}.isdisjoint(names):
        nothing = "there are no game nights of the companion in this folder"
        raise StorageError(f"{root}: {nothing}; {chosen_by} can name another folder")


@dataclass
class Visit:
    """Check of a data folder: findings, and the numbers of series and rounds.

    `tick` is called once for each series.
    """

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
        """Yield all findings, file by file, with the folder locked.

        :raises StorageError: when a folder cannot be read or is in use
        """
        with not_in_use(self.root):
            for finding in chain(self._look(), self._others()):
                self.found.append(finding)
                yield finding

    def _look(self) -> Iterator[Finding]:
        present = glances(self.root)
        listed, chosen = CatalogueFile(self.root).noted, ChoicesFile(self.root)
        removed = chosen.choices.removed
        yield from chosen.findings
        for number in present:
            found = read_series(self.root, number, listed.get(number))
            yield from found.findings
            if number in removed and not found.failure:
                yield Finding(Problem.SERIES_REMOVED, where(number), number)
            elif number not in removed:
                self.series += 1
                self.rounds += len(found.log.series.rounds)
            self.tick()
        for number in sorted(listed.keys() - present - removed):
            yield Finding(Problem.SERIES_MISSING, where(number), number)

    def _others(self) -> Iterator[Finding]:
        """Yield findings about files that are neither the catalogue nor a series."""
        with reading(self.root):
            names = files.names(self.root)
            inner = {f"{SERIES}/{name}" for name in files.names(self.root / SERIES)}
        known = {where(number) for number in glances(self.root)}
        for name in sorted({*names, *inner} - _OURS - known):
            if name.endswith(paths.UNFINISHED):
                yield Finding(Problem.LEFT_OVER, name)
            elif _ASIDE.fullmatch(name):
                yield Finding(Problem.KEPT_ASIDE, name)
            else:
                yield Finding(Problem.STRANGE, name)


def repair(root: Path, wrong: Iterable[Finding]) -> list[Finding]:
    """Repair the problems of a visit; return the findings, with the copies of damaged files.

    :raises StorageError: when the folder cannot be written to or is in use
    """
    findings: list[Finding] = []
    with contextlib.closing(StoreLock(root)) as lock:
        lock.acquire()
        for finding in wrong:
            with contextlib.suppress(StorageError, OSError):
                findings += _set_aside(root, finding)
    with contextlib.closing(FolderStore(root)) as store:
        store.repair()
        return [*findings, *store.findings()]


def _set_aside(root: Path, finding: Finding) -> Iterator[Finding]:
    """Move the file of an unreadable series aside."""
    path = root / finding.where
    content = files.read(path)
    unreadable = finding.problem is Problem.SERIES_UNREADABLE
    if unreadable and diagnose(content, finding.series or 0).failure:
        yield Finding(finding.problem, finding.where, aside=paths.keep_aside(path, content))
        files.remove(path)
