"""The store of the app: series and their steps in a data folder, on the medium when it returns."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from companion.core.house_rules.rules import Rules
from companion.core.log import Log
from companion.core.standings.entry import Entry
from companion.core.steps import Step
from companion.desk.ports import Finding, Problem, Stored, Trouble
from storage import files
from storage.catalogue import CatalogueFile
from storage.diagnosis import diagnose, written
from storage.documents import Noted
from storage.errors import RemovedError, StorageError, WriteFailedError, reading, writing
from storage.lines import Header
from storage.lock import StoreLock, free_ballast, lay_ballast
from storage.open_series import OpenSeries, open_series, read_series
from storage.paths import SERIES, Place, glances, misplaced, number_in, where
from storage.removed import empty_removed, misplaced_once_put_back, rename_series
from storage.summaries import Summaries

_Done = TypeVar("_Done")


class FolderStore:
    """Implements `companion.desk.ports.Store` over a data folder.

    :raises StorageError: each method, when it could not be done, and then it changed nothing
    """

    def __init__(self, root: Path) -> None:
        """Make what is missing of the folder, lock it, and see what there is."""
        self.root = root
        self._findings: dict[Finding, None] = {}
        self._open: dict[int, OpenSeries] = {}
        self._noted: dict[int, Noted | None] = {}
        self._removed: dict[int, Noted] = {}
        self._in_doubt = 0
        with writing(root):
            files.make_folder(root)
            files.make_folder(root / SERIES)
        self._lock = StoreLock(root)
        self.summaries = Summaries(root, self._listed, self._at_hand, self._lock.check)
        self._lock.acquire()
        try:
            lay_ballast(root)
            with writing(root):
                files.sync_folder(root / SERIES)
            self._survey()
        except BaseException:
            self._lock.close()
            raise

    def entries(self) -> tuple[Entry, ...]:
        """All series in short, the newest first, as the series themselves say."""
        listed = self._listed()
        return tuple(listed[number].entry for number in sorted(listed, reverse=True))

    def findings(self) -> tuple[Finding, ...]:
        """What was found wrong so far, in the order it was met."""
        return tuple(self._findings)

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read."""
        if number in self._open and self._open[number].sealed:
            del self._open[number]  # what kept it from being repaired may be gone
        return self._opened(number).stored

    def look_at(self, number: int) -> Stored:
        """The same for whoever reads it once: it is not kept open for that."""
        return self._at_hand(number).stored

    def ids(self) -> Mapping[int, str]:
        """What each series is known by, on other devices too, by its number."""
        return {number: noted.id for number, noted in self._listed().items()}

    def create(self, log: Log, known_as: str = "") -> int:
        """A new series with all steps of the log, there whole or not at all; gives its number."""
        number = self._in_doubt or self._next_number()
        taken = {noted.id for noted in (*self._listed().values(), *self._removed.values())}
        content = written(Header.of_new_file(number, "" if known_as in taken else known_as), log)
        self._change(lambda: self._put(number, content))
        self._open[number] = OpenSeries(self.root, diagnose(content, number))
        self._write_catalogue()
        return number

    def add(self, number: int, step: Step, after: Log) -> None:
        """Saves a step of a series; `after` is the log with it."""
        self._append(number, step, after)

    def take_back(self, number: int, before: Log) -> None:
        """Saves that the last step is taken back; `before` is the log without it."""
        self._append(number, None, before)

    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        return self._catalogue.usual_rules

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keeps what a new series begins with."""
        self._change(lambda: self._catalogue.keep_usual_rules(rules))

    def archived(self) -> frozenset[int]:
        """The numbers of the series that somebody archived."""
        return self._catalogue.archived

    def archive(self, number: int, *, whether: bool) -> None:
        """Archives a series, or takes it out again."""
        kept = self.archived() & (self._listed().keys() | self._removed.keys())
        kept = kept | {number} if whether else kept - {number}
        self._change(lambda: self._catalogue.keep_archived(kept))

    def saved_rules(self) -> Mapping[str, Rules]:
        """The house rules that were saved under a name, in the order in which they were saved."""
        return self._catalogue.saved_rules

    def keep_saved_rules(self, saved: Mapping[str, Rules]) -> None:
        """Keeps these under their names, and no others."""
        self._change(lambda: self._catalogue.keep_saved_rules(saved))

    def removed(self) -> tuple[Entry, ...]:
        """The series that were removed and can be put back, the newest first."""
        return tuple(self._removed[number].entry for number in sorted(self._removed, reverse=True))

    def remove(self, number: int) -> None:
        """Takes a series out of `entries`; its file keeps all that it has, under another name."""
        noted = self._listed().get(number)
        if noted is None:
            raise RemovedError(f"{where(number)}: {Trouble.REMOVED.value}")
        self.release(number)
        self._change(lambda: rename_series(self.root, number, removed=True))
        self._noted[number], self._removed[number] = None, noted
        self._write_catalogue()

    def put_back(self, number: int) -> None:
        """Makes a removed series one of `entries` again, as it was."""
        if number in self._removed:
            self._misplaced |= misplaced_once_put_back(self.root, number)
            self._change(lambda: rename_series(self.root, number, removed=False))
            self._noted[number] = self._removed.pop(number)
            self._renew(number)

    def forget(self, number: int) -> None:
        """Takes away for good what a removed series has. An empty file keeps its number."""
        if number in self._removed:
            self._change(lambda: empty_removed(self.root, number))
            del self._removed[number]
            self._write_catalogue()

    def forget_missing(self) -> None:
        """List no more what has no file."""
        self._change(lambda: self._catalogue.note(dict.fromkeys(self._catalogue.missing())))

    def release(self, number: int) -> None:
        """Lets go of a series; it is read again when it is asked for."""
        if series := self._open.pop(number, None):
            self._noted[number] = series.noted
            series.journal.close()

    def close(self) -> None:
        """Lets go of all files; what the catalogue is behind in is written before."""
        lost = True
        with contextlib.suppress(StorageError):
            self._lock.check()
            lost = False
        for series in self._open.values():
            series.journal.close(abandon=lost)
        if not lost:
            self._withdraw()
            self._write_catalogue()
        self._catalogue.close(abandon=lost)
        self._lock.close()

    def _append(self, number: int, step: Step | None, log: Log) -> None:
        series = self._opened(number)
        before = series.log
        self._change(lambda: series.append(step, log))
        if step and _is_over(log) and not _is_over(before):
            # as phones and browsers end without a word, and an older copy is to be told
            with contextlib.suppress(StorageError):
                self._change(lambda: self._catalogue.note({number: series.noted}))

    def _change(self, act: Callable[[], _Done]) -> _Done:
        """Do it while the folder is ours; on a full disk once more, with the reserve given up."""
        self._lock.check()
        try:
            return act()
        except WriteFailedError as failed:
            if failed.trouble is not Trouble.FULL or not free_ballast(self.root):
                raise
        self._tell(Finding(Problem.RESERVE_FREED))
        return act()

    def _tell(self, *findings: Finding) -> None:
        self._findings |= dict.fromkeys(findings)

    def _survey(self) -> None:
        """Hold what is listed against the files; where they differ the file is read."""
        found = glances(self.root)
        self._catalogue = CatalogueFile(self.root, {number for number, _ in found})
        self._catalogue.make_durable()
        self._tell(*self._catalogue.findings)
        self._misplaced = misplaced(found)
        listed = dict(self._catalogue.noted())
        self._noted = {number: None for number, _ in found}
        for (number, removed), (header, size) in found.items():
            noted = listed.get(number)
            known = (noted.id, number, noted.length) if noted else None
            differs = header is None or (header.id, header.number, size) != known
            if not removed:
                self._noted[number] = noted
                if differs:
                    self._renew(number)
            elif size:
                noted = self._look_at_removed(number, noted) if differs else noted
                if noted:
                    self._removed[number] = noted
        self._tell(*self._catalogue.missing().values())
        self._write_catalogue()

    def _look_at_removed(self, number: int, listed: Noted | None) -> Noted | None:
        """What there is to note of a deleted series; what cannot be read is not offered."""
        place = Place(number, removed=True)
        found = read_series(self.root, place, listed, self._misplaced.get(place))
        self._tell(*found.findings)
        return None if found.failure else found.noted

    def _renew(self, number: int) -> None:
        """Read a series and note what it says; it is not kept open."""
        with contextlib.suppress(StorageError):
            self._noted[number] = self._read(number).noted

    def _opened(self, number: int) -> OpenSeries:
        if number not in self._open:
            self._open[number] = self._read(number)
        return self._open[number]

    def _at_hand(self, number: int) -> OpenSeries:
        """A series as it is; one that is not open is not kept open."""
        self._lock.check()
        return self._open.get(number) or self._read(number)

    def _read(self, number: int) -> OpenSeries:
        """Read a series, and repair its file if it is damaged."""
        place = Place(number)
        found = read_series(self.root, place, self._noted.get(number), self._misplaced.get(place))
        if found.failure:
            self._tell(*found.findings)
            raise found.failure
        series = self._change(lambda: open_series(self.root, found))
        self._tell(*series.findings)
        return series

    def _next_number(self) -> int:
        """A number that no file has, whatever it is, and that is not listed."""
        with reading(self.root / SERIES):
            there = map(number_in, files.names(self.root / SERIES))
            return max((*there, *self._catalogue.numbers, *self._noted, *self._open), default=0) + 1

    def _put(self, number: int, content: bytes) -> None:
        """Until a file that failed is taken away again, the next new series takes its place."""
        self._in_doubt = number
        try:
            with writing(self.root / where(number)):
                files.put(self.root / where(number), content)
        except StorageError:
            self._withdraw()
            raise
        self._in_doubt = 0

    def _withdraw(self) -> None:
        with contextlib.suppress(OSError):
            if self._in_doubt:
                files.remove(self.root / where(self._in_doubt))
            self._in_doubt = 0

    def _listed(self) -> dict[int, Noted]:
        """What there is to note of each series, as it is now."""
        noted = self._noted | {number: series.noted for number, series in self._open.items()}
        return {number: now for number, now in noted.items() if now}

    def _write_catalogue(self) -> None:
        """Write what the catalogue is behind in; a failure costs nobody a step. While a round is
        played it may be behind: where we are killed, the next start sees that by the file's length.
        """
        before, now = dict(self._catalogue.noted()), self._removed | self._listed()
        numbers = {*self._noted, *now} - {number for number, _ in self._misplaced}
        changed = {k: now.get(k) for k in numbers if now.get(k) != before.get(k)}
        with contextlib.suppress(StorageError):
            self._change(lambda: self._catalogue.note(changed))


def _is_over(log: Log) -> bool:
    return bool(log.series.rounds) and log.round.over
