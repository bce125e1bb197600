"""The doctor: looks over a whole data folder, and repairs it where that is wanted.

Looking changes nothing, and says what loading would find. A repair is what loading does, with a few
things that only a person should ask for; it may be cut off anywhere and done again.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.desk.ports import Finding, Problem
from storage import files, paths
from storage.aside import put_aside
from storage.catalogue import CatalogueDiagnosis, diagnose_catalogue
from storage.diagnosis import Diagnosis, Noted, diagnose
from storage.errors import StorageError, reading, writing
from storage.lock import StoreLock
from storage.migrations import MIGRATIONS, Migrations
from storage.paths import BACKUP, CATALOGUE, MOVED, SERIES, beside, series_file, where
from storage.placement import glance, glances, misplaced
from storage.store import FolderStore

_SPARE = CATALOGUE + BACKUP
_ASIDE = re.compile(rf".+{re.escape(paths.ASIDE)}(-\d+)?")
_OURS = {paths.LOCK, paths.BALLAST, CATALOGUE, _SPARE, SERIES}
NOTES = frozenset(
    {
        *(Problem.CATALOGUE_NEWER, Problem.SERIES_NEWER, Problem.SERIES_UNCLEAR),
        *(Problem.TORN_TAIL, Problem.LEFT_OVER, Problem.KEPT_ASIDE),
        *(Problem.STRANGE, Problem.RESERVE_FREED),
    }
)
"""What is told and does no harm; everything else wants repair."""


def says(finding: Finding) -> str:
    """What was found, in words."""
    facts = {"series": finding.series, "round": finding.round, "count": finding.count}
    words = finding.problem.value.format(**facts, detail=finding.detail)
    return words.replace("round None of ", "")


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
        places, self.series = misplaced(there), len(there)
        catalogue, told = self._catalogue()
        if there and not told and not catalogue.tables:
            told = (Finding(Problem.CATALOGUE_MISSING, CATALOGUE),)
        yield from told
        for number in there:
            noted = catalogue.noted.get(number)
            diagnosis, told = self._series(number, noted)
            yield from [places[number]] if number in places else told
            sound = catalogue.tables and not catalogue.damaged and not told
            if sound and number not in places and _differs(noted, diagnosis):
                yield Finding(Problem.ENTRY_WRONG, where(number), number)
            self.tick()
        for number in sorted(set(catalogue.numbers) - there.keys()):
            yield Finding(Problem.SERIES_MISSING, where(number), number)
        yield from self._others()

    def _catalogue(self) -> tuple[CatalogueDiagnosis, tuple[Finding, ...]]:
        path = self.root / CATALOGUE
        content, fault = files.try_to_read(path)
        backup, _ = files.try_to_read(beside(path, BACKUP))
        if fault:
            told = Finding(Problem.CATALOGUE_DAMAGED, CATALOGUE, count=1, detail=fault)
            return CatalogueDiagnosis(), (told,)
        found = diagnose_catalogue(content, backup, self.migrations)
        if backup is not None and diagnose_catalogue(backup, None).damaged:
            damaged = Finding(Problem.CATALOGUE_DAMAGED, _SPARE, count=1)
            return found, (*found.findings, damaged)
        return found, found.findings

    def _series(
        self, number: int, noted: Noted | None
    ) -> tuple[Diagnosis | None, tuple[Finding, ...]]:
        content, fault = files.try_to_read(series_file(self.root, number))
        if fault:
            told = Finding(Problem.SERIES_UNREADABLE, where(number), number, detail=fault)
            return None, (told,)
        diagnosis = diagnose(content or b"", number, noted, self.migrations)
        self.rounds += len(diagnosis.log.series.rounds)
        return diagnosis, diagnosis.findings

    def _others(self) -> Iterator[Finding]:
        """The files that are neither catalogue nor series."""
        with reading(self.root):
            names = [name for name in files.names(self.root) if name not in _OURS]
            inner = files.names(self.root / SERIES)
        names += [f"{SERIES}/{name}" for name in inner if not paths.series_number(name)]
        for name in names:
            if name.endswith(paths.UNFINISHED):
                yield Finding(Problem.LEFT_OVER, name)
            elif _ASIDE.fullmatch(name):
                yield Finding(Problem.KEPT_ASIDE, name)
            elif name.endswith(MOVED) and (header := glance(self.root / name).header):
                yield Finding(Problem.SERIES_MISPLACED, name, count=header.number)
            else:
                yield Finding(Problem.STRANGE, name)


def _differs(noted: Noted | None, found: Diagnosis | None) -> bool:
    """Whether something else is listed than what the file says."""
    if found is None or found.sealed:
        return False
    return (noted and (noted.entry, noted.id)) != (found.entry and (found.entry, found.header.id))


def repair(
    root: Path, wrong: Iterable[Finding], migrations: Migrations = MIGRATIONS
) -> list[Finding]:
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
    content, series = files.read(path), finding.series
    unreadable = finding.problem is Problem.SERIES_UNREADABLE and content is not None
    lost = unreadable and series and not diagnose(content or b"", series, None, migrations).readable
    if lost or finding.where == _SPARE:
        yield Finding(finding.problem, finding.where, aside=put_aside(path))


def _move(root: Path) -> None:
    """Move files of series that lie in another's place to their own, where those are free or will
    be: first all of them beside their places, and then into them.

    :raises WriteFailedError: when that fails; it can be done again from there
    """
    seen = glances(root)
    wrong = {
        number: finding.count
        for number, finding in misplaced(seen).items()
        if finding.problem is Problem.SERIES_MISPLACED
    }
    for number, own in wrong.items():
        beside_own = beside(series_file(root, own), MOVED)
        if (own not in seen or own in wrong) and not files.exists(beside_own):
            with writing(beside_own):
                files.take_name(series_file(root, number), beside_own)
    with writing(root / SERIES):
        for name in files.names(root / SERIES):
            place = root / SERIES / name.removesuffix(MOVED)
            if name.endswith(MOVED) and not files.exists(place):
                files.take_name(root / SERIES / name, place)
