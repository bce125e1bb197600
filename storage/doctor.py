"""The doctor: looks over a whole data folder, and repairs it where that is wanted.

Looking changes nothing, and says what loading would find. A repair is what loading does, with a few
things that only a person should ask for; it may be cut off anywhere and done again.
"""

from __future__ import annotations

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
from storage.errors import StorageError, reading, writing
from storage.lock import StoreLock, not_in_use
from storage.paths import CATALOGUE, MOVED, SERIES, glance, glances, where
from storage.store import FolderStore, read_series

_ASIDE = re.compile(rf".+{re.escape(paths.ASIDE)}(-\d+)?")
_OURS = {paths.LOCK, paths.BALLAST, CATALOGUE, paths.CHOICES, paths.CHOICES_COPY, SERIES}
NOTES = frozenset(
    {
        *(
            Problem.CATALOGUE_NEWER,
            Problem.CHOICES_NEWER,
            Problem.SERIES_NEWER,
            Problem.SERIES_UNCLEAR,
        ),
        *(Problem.UNFINISHED, Problem.LEFT_OVER, Problem.KEPT_ASIDE, Problem.SERIES_REMOVED),
        *(Problem.STRANGE, Problem.RESERVE_FREED, Problem.ENTRY_BEHIND),
    }
)
"""What is told and does no harm; everything else wants repair."""


class _Count(int):
    """A number that a format such as `{count:line|lines}` writes with its noun."""

    def __format__(self, nouns: str) -> str:
        one, _, many = nouns.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if nouns else str(int(self))


def says(finding: Finding) -> str:
    """Return the words of a finding."""
    facts = {"series": finding.series, "round": finding.round, "count": _Count(finding.count)}
    words = finding.problem.value.format(**facts, detail=finding.detail)
    return words.replace("round None of ", "")


def check_for_nights(root: Path) -> None:
    """See that the folder has files of the companion in it.

    :raises StorageError: when it has none, or cannot be read
    """
    with reading(root):
        names = files.names(root) if files.is_folder(root) else []
    if {CATALOGUE, SERIES}.isdisjoint(names):
        raise StorageError(f"{root}: there are no game nights of the companion in this folder")


@dataclass
class Visit:
    """One look at a data folder: what is found, and how many series and rounds there are; `tick` is
    called once a series.
    """

    root: Path
    tick: Callable[[], object] = lambda: None
    found: list[Finding] = field(default_factory=list[Finding])
    series: int = 0
    rounds: int = 0

    @property
    def wrong(self) -> list[Finding]:
        """What wants repair."""
        return [finding for finding in self.found if finding.problem not in NOTES]

    def look(self) -> Iterator[Finding]:
        """All that is found, file by file, while nobody else uses the folder.

        :raises StorageError: when a folder cannot be read or is in use
        """
        with not_in_use(self.root):
            for finding in chain(self._look(), self._others()):
                self.found.append(finding)
                yield finding

    def _look(self) -> Iterator[Finding]:
        there = glances(self.root)
        misplaced = paths.misplaced(there)
        catalogue, chosen = CatalogueFile(self.root, there), ChoicesFile(self.root)
        listed, removed = dict(catalogue.noted()), chosen.choices.removed
        yield from (*catalogue.findings, *chosen.findings)
        for number in there:
            noted = listed.get(number)
            found = read_series(self.root, number, noted, misplaced)
            said = None if found.failure else found.noted
            yield from found.findings
            if number in removed and said:
                yield Finding(Problem.SERIES_REMOVED, where(number), number)
            elif number not in removed:
                self.series += 1
                self.rounds += len(found.log.series.rounds)
            if noted and said and noted.entry != said.entry and not found.findings:
                behind = noted.id == said.id and noted.lines < said.lines
                problem = Problem.ENTRY_BEHIND if behind else Problem.ENTRY_WRONG
                yield Finding(problem, where(number), number)
            self.tick()
        yield from catalogue.missing().values()

    def _others(self) -> Iterator[Finding]:
        """The files that are neither catalogue nor series."""
        with reading(self.root):
            names = files.names(self.root)
            inner = {f"{SERIES}/{name}" for name in files.names(self.root / SERIES)}
        known = {where(number) for number in glances(self.root)}
        for name in sorted({*names, *inner} - _OURS - known):
            if name.endswith(paths.UNFINISHED):
                yield Finding(Problem.LEFT_OVER, name)
            elif _ASIDE.fullmatch(name):
                yield Finding(Problem.KEPT_ASIDE, name)
            elif name.endswith(MOVED) and (header := glance(self.root / name).header):
                yield Finding(Problem.SERIES_MISPLACED, name, count=header.number)
            else:
                yield Finding(Problem.STRANGE, name)


def repair(root: Path, wrong: Iterable[Finding]) -> list[Finding]:
    """Put right what a visit found wrong; gives what was found, with where files are kept aside.

    :raises StorageError: when the folder cannot be written to, or is in use
    """
    kept: list[Finding] = []
    with contextlib.closing(StoreLock(root)) as lock:
        lock.acquire()
        _move(root)
        for finding in wrong:
            with contextlib.suppress(StorageError, OSError):
                kept += _set_aside(root, finding)
    with contextlib.closing(FolderStore(root)) as store:
        store.repair()
        return [*kept, *store.findings()]


def _set_aside(root: Path, finding: Finding) -> Iterator[Finding]:
    """Move a series of which nothing can be read out of the way."""
    path = root / finding.where
    content = files.read(path)
    unreadable = finding.problem is Problem.SERIES_UNREADABLE
    if unreadable and diagnose(content, finding.series or 0).failure:
        yield Finding(finding.problem, finding.where, aside=paths.keep_aside(path, content))
        files.remove(path)


def _move(root: Path) -> None:
    """Move files of series that lie in another's place to their own, where those are free or will
    be: first all of them beside their places, and then into them.

    :raises WriteFailedError: when that fails; it can be done again from there
    """
    seen = glances(root)
    wrong = {
        number: finding.count
        for number, finding in paths.misplaced(seen).items()
        if finding.problem is Problem.SERIES_MISPLACED
    }
    with writing(root / SERIES):
        for number, own in wrong.items():
            beside_own = root / f"{where(own)}{MOVED}"
            if (own not in seen or own in wrong) and not files.exists(beside_own):
                files.take_name(root / where(number), beside_own)
        for name in files.names(root / SERIES):
            place = root / SERIES / name.removesuffix(MOVED)
            if name.endswith(MOVED) and not files.exists(place):
                files.take_name(root / SERIES / name, place)
