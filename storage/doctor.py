"""The doctor: looks over a whole data folder, and repairs it where that is wanted.

Looking changes nothing, and says what loading would find. A repair is what loading does, with a few
things that only a person should ask for; it may be cut off anywhere and done again.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files
from storage.catalogue import CatalogueDiagnosis, diagnose_catalogue
from storage.diagnosis import Diagnosis, Noted, diagnose
from storage.errors import StorageError, reading, writing
from storage.lock import StoreLock
from storage.migrations import MIGRATIONS, Migrations
from storage.paths import (
    ASIDE,
    BACKUP,
    BALLAST,
    CATALOGUE,
    LOCK,
    MOVED,
    SERIES,
    UNFINISHED,
    beside,
    series_file,
    series_number,
    where,
)
from storage.placement import Glance, glance, glances, misplaced
from storage.repair import put_aside, replace_damaged
from storage.store import FolderStore

_ASIDE = re.compile(rf".+{re.escape(ASIDE)}(-\d+)?")
_OURS = {LOCK, BALLAST, CATALOGUE, CATALOGUE + BACKUP, SERIES}
NOTES = frozenset(
    {
        Problem.CATALOGUE_NEWER,
        Problem.SERIES_NEWER,
        Problem.SERIES_UNCLEAR,
        Problem.TORN_TAIL,
        Problem.LEFT_OVER,
        Problem.KEPT_ASIDE,
        Problem.STRANGE,
        Problem.RESERVE_FREED,
    }
)
"""What is told and does no harm; everything else wants repair."""


def says(finding: Finding) -> str:
    """What was found, in words."""
    facts = {"series": finding.series, "round": finding.round, "count": finding.count}
    return finding.problem.value.format(**facts, detail=finding.detail)


def has_nights(root: Path) -> bool:
    """Whether the folder has files of the companion in it.

    :raises ReadFailedError: when it cannot be read
    """
    with reading(root):
        return files.is_folder(root) and not {CATALOGUE, SERIES}.isdisjoint(files.names(root))


@dataclass
class Visit:
    """One look at a data folder that nobody else uses meanwhile; `tick` is called once a series."""

    root: Path
    tick: Callable[[], object] = lambda: None
    migrations: Migrations = MIGRATIONS
    found: list[Finding] = field(default_factory=list[Finding])
    series: int = 0
    rounds: int = 0

    @property
    def wrong(self) -> list[Finding]:
        """What wants repair."""
        return [finding for finding in self.found if finding.problem not in NOTES]

    def look(self) -> Iterator[Finding]:
        """All that is found, file by file.

        :raises ReadFailedError: when a folder cannot be read
        """
        for finding in self._look():
            self.found.append(finding)
            yield finding

    def _look(self) -> Iterator[Finding]:
        there = glances(self.root)
        self.series = len(there)
        catalogue, told = self._catalogue()
        yield from told
        if not told and not catalogue.tables and there:
            yield Finding(Problem.CATALOGUE_MISSING, CATALOGUE)
        places, says_all = misplaced(there), bool(catalogue.tables) and not catalogue.damaged
        for number in there:
            diagnosis, told = self._series(number, catalogue.noted.get(number))
            yield from [places[number]] if number in places else told
            noted = catalogue.noted.get(number)
            if says_all and not told and number not in places and _differs(noted, diagnosis):
                yield Finding(Problem.ENTRY_WRONG, where(number), number)
            self.tick()
        for number in sorted(set(catalogue.numbers) - there.keys()):
            yield Finding(Problem.SERIES_MISSING, where(number), number)
        yield from self._others()

    def _catalogue(self) -> tuple[CatalogueDiagnosis, tuple[Finding, ...]]:
        path = self.root / CATALOGUE
        try:
            content, backup = files.read(path), files.read(beside(path, BACKUP))
        except OSError as cause:
            detail = cause.strerror or str(cause)
            told = Finding(Problem.CATALOGUE_DAMAGED, CATALOGUE, count=1, detail=detail)
            return CatalogueDiagnosis(), (told,)
        found = diagnose_catalogue(content, backup, self.migrations)
        if backup and not found.damaged and diagnose_catalogue(backup, None).damaged:
            damaged = Finding(Problem.CATALOGUE_DAMAGED, CATALOGUE + BACKUP, count=1)
            return found, (*found.findings, damaged)
        return found, found.findings

    def _series(
        self, number: int, noted: Noted | None
    ) -> tuple[Diagnosis | None, tuple[Finding, ...]]:
        try:
            content = files.read(series_file(self.root, number)) or b""
        except OSError as cause:
            detail = cause.strerror or str(cause)
            told = Finding(Problem.SERIES_UNREADABLE, where(number), number, detail=detail)
            return None, (told,)
        diagnosis = diagnose(content, number, noted, self.migrations)
        self.rounds += len(diagnosis.log.series.rounds)
        return diagnosis, diagnosis.findings

    def _others(self) -> Iterator[Finding]:
        """The files that are neither catalogue nor series."""
        with reading(self.root):
            top = [name for name in files.names(self.root) if name not in _OURS]
            inner = [name for name in files.names(self.root / SERIES) if not series_number(name)]
        for path in [*top, *(f"{SERIES}/{name}" for name in inner)]:
            if path.endswith(UNFINISHED):
                yield Finding(Problem.LEFT_OVER, path)
            elif _ASIDE.fullmatch(path):
                yield Finding(Problem.KEPT_ASIDE, path)
            elif path.endswith(MOVED):
                seen = glance(self.root / path).header
                count = seen.number if seen else 0
                yield Finding(Problem.SERIES_MISPLACED, path, count=count)
            else:
                yield Finding(Problem.STRANGE, path)


def _differs(noted: Noted | None, found: Diagnosis | None) -> bool:
    """Whether something else is listed than what the file says."""
    if found is None or found.sealed:
        return False
    return (noted and (noted.entry, noted.id)) != (found.entry and (found.entry, found.header.id))


def repair(root: Path, wrong: list[Finding], migrations: Migrations = MIGRATIONS) -> list[Finding]:
    """Put right what a visit found wrong, as far as possible; gives what was found on the way, with
    where damaged files are kept.

    :raises StorageError: when the folder cannot be written to, or is in use
    """
    lock = StoreLock(root)
    lock.acquire()
    kept: list[Finding] = []
    try:
        _move(root)
        for finding in wrong:
            with contextlib.suppress(StorageError, OSError):
                kept += _put_away(root, finding, migrations)
    finally:
        lock.release()
    with contextlib.closing(FolderStore(root, migrations=migrations)) as store:
        for number in glances(root):
            with contextlib.suppress(StorageError):
                store.load(number)
        store.forget_missing()
        return [*kept, *store.findings()]


def _put_away(root: Path, finding: Finding, migrations: Migrations) -> Iterator[Finding]:
    """A series of which nothing can be read makes room, and so does a damaged backup."""
    path = root / finding.where
    if finding.problem is Problem.SERIES_UNREADABLE and finding.series:
        content = files.read(path)
        if content is not None and not diagnose(content, finding.series, None, migrations).readable:
            yield Finding(finding.problem, finding.where, aside=put_aside(path))
    elif finding.where == CATALOGUE + BACKUP:
        aside = replace_damaged(path, files.read(path), files.read(root / CATALOGUE) or b"")
        yield Finding(finding.problem, finding.where, aside=aside)


def _move(root: Path) -> None:
    """Move files of series that lie in another's place to their own, as far as those are free; of
    files that were exchanged, one is put beside them first.

    :raises WriteFailedError: when that fails; it can be done again from there
    """
    while True:
        seen = glances(root)
        strays = {series_file(root, number): seen[number] for number in misplaced(seen)}
        with reading(root / SERIES):
            names = files.names(root / SERIES)
        for name in names:
            if name.endswith(MOVED):
                strays[root / SERIES / name] = glance(root / SERIES / name)
        moves = [(path, place) for path, found in strays.items() if (place := _free(found, seen))]
        if not moves:
            moves = [*_first_of_exchanged(root, seen)][:1]
        if not moves:
            return
        for path, number in moves[:1]:
            target = series_file(root, number) if number else beside(path, MOVED)
            with writing(path):
                files.take_name(path, target)


def _free(found: Glance, seen: dict[int, Glance]) -> int:
    """The number of the place where a file belongs, if nothing is there."""
    number = found.header.number if found.header else 0
    return 0 if number in seen else number


def _first_of_exchanged(root: Path, seen: dict[int, Glance]) -> Iterator[tuple[Path, int]]:
    """A file in whose place another one lies that is misplaced itself, and so on round a circle."""
    strays = misplaced(seen)
    for number in strays:
        place, steps = number, 0
        while place in strays and steps <= len(strays):
            place, steps = strays[place].count, steps + 1
            if place == number:
                yield series_file(root, number), 0
                break
