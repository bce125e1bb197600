"""The data folder: which file is where, each opened when it is first asked for.

lock                        held while the folder is open
catalogue.tdb               players, settings, series index
series/00042/series.tdb     a series: its rounds with their summaries, its payments
series/00042/r0007.tdb      one round: its setup and its events
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB

from storage import files
from storage.errors import DamagedFileError, reading, writing
from storage.event_table import EventDB
from storage.journal import JournalStorage
from storage.lock import StoreLock
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import Damage, restore

_SERIES = re.compile(r"\d{5,}")
_ROUND = re.compile(r"r(\d{4,})\.tdb")


@dataclass(frozen=True, slots=True)
class CutOff:
    """A file that ended in an unfinished write: these bytes were dropped. Only the last action
    can be missing, and only if its end was never shown.
    """

    path: Path
    dropped_bytes: int


class DataFolder:
    """All files under one root, for one process.

    `reports` tells what was found wrong with them, in the order it was met. Catalogue and series
    files are restored at once from what is intact; a damaged round is for the caller to decide.
    """

    def __init__(self, root: Path, *, migrations: Migrations = MIGRATIONS) -> None:
        """Create what is missing and lock it.

        :raises StoreLockedError: when another process uses this folder
        :raises WriteFailedError: when it cannot be created or made durable
        """
        self.root = root
        self.reports: list[Damage | CutOff] = []
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
            self._catalogue = self._long_lived(self.root / "catalogue.tdb")
        return self._catalogue

    def series(self, number: int) -> TinyDB:
        """One series' file; all that were asked for stay open."""
        if number not in self._series:
            folder = self._series_folder(number)
            self._series[number] = self._long_lived(folder / "series.tdb")
        return self._series[number]

    def round(self, number: int, round_number: int) -> EventDB:
        """One round's file. It stays open until another round is asked for.

        :raises DamagedFileError: with everything intact; `restore` then makes it usable again
        """
        if self._round is None or self._round[:2] != (number, round_number):
            self._close_round()
            path = self._series_folder(number) / f"r{round_number:04d}.tdb"
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
        with reading(self.root):
            names = [entry.name for entry in (self.root / "series").iterdir()]
        return sorted(int(name) for name in names if _SERIES.fullmatch(name))

    def round_numbers(self, number: int) -> list[int]:
        """The rounds of a series that have a file."""
        folder = self.root / "series" / f"{number:05d}"
        with reading(folder):
            names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        return sorted(int(found[1]) for name in names if (found := _ROUND.fullmatch(name)))

    def restore(
        self, damage: Damage, tables: Mapping[str, Mapping[str, Any]] | None = None
    ) -> Path | None:
        """Replace a damaged file by its intact records, or by the given part of them.

        Answers where the damaged file was kept.

        :raises WriteFailedError: when it could not be done; the file is as it was
        """
        return restore(damage, tables, self._migrations)

    def close(self) -> None:
        """Close every file and let the next process in; nothing is recorded here."""
        self._close_round()
        for db in (self._catalogue, *self._series.values()):
            if db is not None:
                db.close()
        self._lock.release()

    def _series_folder(self, number: int) -> Path:
        folder = self.root / "series" / f"{number:05d}"
        if number not in self._durable:
            with writing(folder):
                files.make_folder(folder)
            self._durable.add(number)
        return folder

    def _long_lived(self, path: Path) -> TinyDB:
        try:
            db = self._open(path)
        except DamagedFileError as error:
            self._report(error.damage)
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
