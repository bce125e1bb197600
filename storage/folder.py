"""The data folder of one process: each file is opened when it is first asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB

from companion.desk.ports import Trouble
from storage import files, places
from storage.errors import DamagedFileError, NewerSchemaError, ReadFailedError, writing
from storage.event_table import EventDB
from storage.foreign import ForeignStorage
from storage.journal import JournalStorage
from storage.lock import StoreLock
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import Damage, restore


@dataclass(frozen=True, slots=True)
class CutOff:
    """A file that ended in an unfinished write: these bytes were dropped. Only the last action
    can be missing, and only if its end was never shown.
    """

    path: Path
    dropped_bytes: int


class DataFolder:
    """All files under one root, for one process.

    `reports` tells what was found wrong with them, in the order it was met, and `kept_aside` where
    the damaged file of a name is now. Catalogue and series files are restored at once from what is
    intact; a damaged round is for the caller to decide. What a newer version wrote can be read.
    """

    def __init__(self, root: Path, *, migrations: Migrations = MIGRATIONS) -> None:
        """Create what is missing and lock it.

        :raises StoreLockedError: when another process uses this folder
        :raises WriteFailedError: when it cannot be created or made durable
        """
        self.root = root
        self.reports: list[Damage | CutOff] = []
        self.kept_aside: dict[Path, Path | None] = {}
        self._migrations = migrations
        self._catalogue: TinyDB | None = None
        self._series: dict[int, TinyDB] = {}
        self._round: tuple[int, int, EventDB] | None = None
        with writing(root):
            files.make_folder(root)
            files.make_folder(root / "series")
        self._lock = StoreLock(root)
        self._lock.acquire()
        try:
            with writing(root):
                files.sync_folder(root / "series")
            self._durable = set(self.series_numbers())
        except BaseException:
            self._lock.release()
            raise

    def catalogue(self) -> TinyDB:
        """Players, settings and the index of series."""
        if self._catalogue is None:
            self._catalogue = self._long_lived(places.catalogue_file(self.root))
        return self._catalogue

    def series(self, number: int) -> TinyDB:
        """One series' file; all that were asked for stay open."""
        if number not in self._series:
            self._make_series_folder(number)
            self._series[number] = self._long_lived(places.head_file(self.root, number))
        return self._series[number]

    def round(self, number: int, round_number: int) -> EventDB:
        """One round's file. It stays open until another round is asked for.

        :raises DamagedFileError: with everything intact; `restore` then makes it usable again
        """
        if self._round is None or self._round[:2] != (number, round_number):
            self._close_round()
            self._make_series_folder(number)
            path = places.round_file(self.root, number, round_number)
            try:
                db = EventDB(path, migrations=self._migrations)
            except DamagedFileError as error:
                self._report(error.damage)
                raise
            self._report_cut_off(db)
            self._round = (number, round_number, db)
        return self._round[2]

    def series_numbers(self) -> list[int]:
        """The series that have a folder."""
        return places.series_numbers(self.root)

    def round_numbers(self, number: int) -> list[int]:
        """The rounds of a series that have a file."""
        return places.round_numbers(self.root, number)

    def written_at(self, number: int) -> int:
        """When a round of the series was written to last, by the system's clock; 0 if that cannot
        be told.
        """
        with contextlib.suppress(ReadFailedError, OSError):
            rounds = self.round_numbers(number)
            paths = (places.round_file(self.root, number, each) for each in rounds)
            return max((path.stat().st_mtime_ns for path in paths), default=0)
        return 0

    def restore(
        self, damage: Damage, tables: Mapping[str, Mapping[str, Any]] | None = None
    ) -> Path | None:
        """Replace a damaged file by its intact records, or by the given part of them.

        Answers where the damaged file was kept.

        :raises WriteFailedError: when it could not be done; the file is as it was
        """
        aside = restore(damage, tables, self._migrations)
        self.kept_aside[damage.path] = aside
        return aside

    def seal(self, damage: Damage) -> Trouble | None:
        """Why a damaged file is not ours to replace, if it is not."""
        return Trouble.NEWER if damage.schema > self._migrations.schema else None

    def close(self) -> None:
        """Close every file and let the next process in; nothing is recorded here."""
        self._close_round()
        for db in (self._catalogue, *self._series.values()):
            if db is not None:
                db.close()
        self._lock.release()

    def _make_series_folder(self, number: int) -> None:
        folder = places.series_folder(self.root, number)
        if number not in self._durable:
            with writing(folder):
                files.make_folder(folder)
            self._durable.add(number)

    def _long_lived(self, path: Path) -> TinyDB:
        try:
            db = self._open(path)
        except NewerSchemaError as error:
            return _foreign(ForeignStorage(error))
        except DamagedFileError as error:
            self._report(error.damage)
            if self.seal(error.damage):
                return _foreign(ForeignStorage.damaged(error.damage, self._migrations))
            self.restore(error.damage)
            db = self._open(path)
        self._report_cut_off(db)
        return db

    def _open(self, path: Path) -> TinyDB:
        return TinyDB(path, storage=JournalStorage, long_lived=True, migrations=self._migrations)

    def _report_cut_off(self, db: TinyDB) -> None:
        journal = cast("JournalStorage", db.storage)
        if journal.cut_off_bytes:
            self._report(CutOff(journal.path, journal.cut_off_bytes))

    def _report(self, report: Damage | CutOff) -> None:
        if report not in self.reports:
            self.reports.append(report)

    def _close_round(self) -> None:
        if self._round is not None:
            self._round[2].close()
            self._round = None


def is_foreign(db: TinyDB) -> bool:
    """Whether a newer version wrote the file, so that it is for reading only."""
    return cast("JournalStorage | ForeignStorage", db.storage).read_only


def _foreign(storage: ForeignStorage) -> TinyDB:
    return TinyDB(storage=lambda: storage)
