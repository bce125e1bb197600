"""Store of a page: all databases in one journal on two handles of the browser's private files."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tinydb import TinyDB

from companion.desk.ports import Finding, Problem
from storage.files import DamagedFileError
from storage.handles import Handle, PageJournal
from storage.journal import Scan
from storage.paths import where
from storage.series import OpenSeries
from storage.store import FolderStore


class PageStore(FolderStore):
    """Implementation of `companion.desk.ports.Store` on the two handles that a page has.

    :raises StorageError: when a method fails, without any change
    """

    def __init__(self, handles: tuple[Handle, Handle]) -> None:
        """Read the journal, and compare the catalogue in it with the series."""
        self._handles = handles
        super().__init__(Path("fantan"))
        if self._journal.lost:
            self._findings[Finding(Problem.MEMORY_DAMAGED, count=self._journal.lost)] = None

    def answer(self) -> None:
        """Drop the damaged copy, and keep that somebody knows of all losses found so far."""
        super().answer()
        if self._journal.lost:
            self._change(self._journal.answer)
            self._findings.clear()

    def _take_place(self) -> None:
        # Only one page can have the handles, so there is no other lock.
        self._journal = PageJournal(self._handles)

    def _small_database(self, name: str) -> TinyDB:
        return self._open_database(Path(name).stem)

    def _new_database(self, number: int, header: Mapping[str, Any]) -> TinyDB:
        return self._open_database(_name_of(number), header)

    def _open_database(self, name: str, header: Mapping[str, Any] | None = None) -> TinyDB:
        return TinyDB(storage=lambda: self._journal.database(name, header))

    def _remove_database(self, number: int) -> None:
        self._journal.remove(_name_of(number))

    def _copies(self) -> Mapping[str, int]:
        return {}

    def _used_numbers(self) -> Iterable[int]:
        return [int(name) for name in self._journal.names if name.isdigit()]

    def _sizes(self) -> Mapping[int, int]:
        numbers = self._used_numbers()
        return {number: self._journal.database(_name_of(number)).length for number in numbers}

    def _read(self, number: int, *, to_write: bool) -> OpenSeries:
        del to_write  # nothing is written by reading
        storage = self._journal.database(_name_of(number))
        tables = storage.read()
        if tables is None:
            raise DamagedFileError(f"{where(number)}: missing")
        found = Scan(storage.header, (tables,), storage.length)
        opened = self._opened(number, found, TinyDB(storage=lambda: storage), None)
        opened.revision = storage.changes - 1
        return opened


def _name_of(number: int) -> str:
    return f"{number:05d}"
