"""`fantan import`: adds the series of score sheets to the data folder, none of them twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack, closing
from hashlib import sha256

from companion.commands.folder import CANNOT_OPEN, DONE, Told, Waiting
from companion.commands.replay import reading_of, told_faults
from companion.commands.streams import UNREADABLE, complain, in_one_line
from companion.core.entry import Entry, entry_of
from companion.core.log import Log
from companion.core.sheet import dumps
from companion.desk.ports import Store, StoreFailedError
from storage.paths import data_folder
from storage.store import FolderStore


def import_sheets(files: Sequence[str]) -> int:
    """Adds the series of each file, and prints its number once it is stored; gives the worst exit
    code: 1 where a check of a sheet does not hold, 2 where a file cannot be read, 3 where the data
    folder cannot be opened or written to. It is opened when there is something to add.
    """
    code, waiting, taking = DONE, Waiting(), None
    with ExitStack() as opened:
        for file in files:
            log, found = _read(file)
            code = max(code, found)
            if log and taking is None:
                try:
                    store = opened.enter_context(closing(FolderStore(data_folder())))
                except StoreFailedError as problem:
                    return complain(f"fantan import: {in_one_line(str(problem))}", CANNOT_OPEN)
                taking = _Taking(store, waiting)
            if log and taking:
                code = max(code, taking.take(file, log))
            waiting.step()
        waiting.clear()
    return code


def _read(file: str) -> tuple[Log | None, int]:
    """The series of a sheet, if it has any; and the exit code that is due to it."""
    reading = reading_of(file)
    if reading is None:
        return None, UNREADABLE
    if not reading.log.steps:
        return None, complain(f"{in_one_line(file)}:1: this sheet has no round yet")
    return reading.log, told_faults(file, reading)


class _Taking:
    """A store that takes series in, and knows which it has."""

    def __init__(self, store: Store, waiting: Waiting) -> None:
        self._store, self._waiting, self._told = store, waiting, Told("import")
        self._alike: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
        self._digests: dict[int, bytes] = {}
        for entry in reversed(store.entries()):
            self._alike[_facts(entry)].append(entry.number)
        self._tell()

    def take(self, file: str, log: Log) -> int:
        """Add the series, or tell which one is the same; gives the exit code."""
        digest, alike = _digest(log), self._alike[_facts(entry_of(0, log.series))]
        number = next((one for one in alike if self._digest_of(one) == digest), None)
        if number is None:
            try:
                number = self._store.create(log)
            except StoreFailedError as problem:
                self._tell()
                return complain(f"{in_one_line(file)}: {in_one_line(str(problem))}", CANNOT_OPEN)
            self._digests[number] = digest
            alike.append(number)
        else:
            complain(f"{in_one_line(file)}: series {number} is the same")
        self._tell()
        print(f"series {number}", flush=True)
        return DONE

    def _digest_of(self, number: int) -> bytes:
        """That of a series that is stored; of one that cannot be read it is none."""
        if number not in self._digests:
            try:
                self._digests[number] = _digest(self._store.load(number).log)
            except StoreFailedError:
                self._digests[number] = b""
        return self._digests[number]

    def _tell(self) -> None:
        self._waiting.clear()
        self._told.tell(self._store.findings())


def _facts(entry: Entry) -> tuple[object, ...]:
    """What is the same of series whose sheets are the same, and known of all without reading."""
    return entry.name, entry.date, entry.players, entry.rounds


def _digest(log: Log) -> bytes:
    return sha256(dumps(log).encode()).digest()
