"""TinyDB database in a journal, a file to which single lines are appended.

The table of TinyDB copies itself twice on every write; `EventTable` appends a document at constant
cost. `_next_id` is the only private name of TinyDB in use: the caller numbers the documents, so the
next number of TinyDB has to be reset.
"""

# TinyDB has types for half of its methods.
# pyright: reportUnknownMemberType=false

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from tinydb.storages import Storage
from tinydb.table import Document, Table

from storage import files
from storage.files import DamagedFileError, WriteFailedError, reading, writing
from storage.lines import Header, Scan, encode, image, scan, schema_today, write_line
from storage.paths import keep_aside

_RESERVE_BYTES = 16 * 1024


class JournalStorage(Storage):
    """Journal for a single writer in one thread, with the whole content also in memory.

    A failed write is cut off. If the cut fails, or a sync fails and leaves unknown pages on the
    medium, the file is unsound, and is replaced by a complete new file before the next line. Zeros
    follow the last line of an open file, because a sync without a new size takes about seven
    tenths of the time.

    Programs that synchronise folders may replace an open file. The other file is kept aside
    (`displaced`), and a complete file of this journal is written again.

    :raises WriteFailedError: each method that writes, when the write fails
    """

    def __init__(self, path: str | Path, found: Scan | None = None) -> None:
        """Read a file, unless `found` is given; the first write creates a missing file.

        :raises DamagedFileError: when the file is damaged
        :raises ReadFailedError: when the file cannot be read
        """
        self.path = Path(path)
        if found is None:
            with reading(self.path):
                found = scan(files.read(self.path) if files.exists(self.path) else b"")
            if found.content and not found.end:
                raise DamagedFileError(f"{self.path}: damaged")
        self.header = found.header or Header.of_new_file(0)
        self.sequence, self._size = found.sequence, len(found.content)
        self._content = bytearray(found.content[: found.end or None] or self.header.lines())
        self._sound = self._size > 0
        self._reserved_to = 0
        self._descriptor: int | None = None
        self._identity: tuple[int, int] | None = None
        with contextlib.suppress(OSError):
            self._identity = files.identity(self.path)
        self.displaced: list[Path] = []

    @property
    def length(self) -> int:
        """Number of bytes up to the end of the last line."""
        return len(self._content)

    def read(self) -> dict[str, dict[str, Any]] | None:
        """Return all tables as new objects, None without any table."""
        return scan(bytes(self._content)).tables or None

    def write(self, data: Mapping[str, Mapping[Any, Any]]) -> None:
        """Write a complete new file with one line for each document."""
        header = Header.of_new_file(self.header.number)
        docs = ((name, key, doc) for name, table in data.items() for key, doc in table.items())
        content = image(header, (encode({name: {str(key): doc}}) for name, key, doc in docs))
        self._replace(content)
        self.header, self._content = header, bytearray(content)
        self.sequence = content.count(b"\n") - 1

    def insert(self, table: str, doc_id: int, document: Mapping[str, Any]) -> None:
        """Append a document; a failure changes nothing."""
        content: dict[str, Any] = {table: {str(doc_id): document}}
        if (schema := schema_today()) != self.header.schema:
            content = {"schema": schema, **content}
        line = write_line(self.header.seed, self.sequence + 1, encode(content))
        self._keep_place()
        if not self._sound:
            self._replace(bytes(self._content))
        self._append(line)
        self.sequence += 1
        self._content += line

    def make_durable(self) -> None:
        """Sync the content that was read, after cutting off the bytes behind the last line."""
        with writing(self.path):
            try:
                if self._size > self.length:
                    self._cut()
                files.sync(self._open())
                files.sync_folder(self.path.parent)
            finally:
                self._give_back()

    def close(self, *, abandon: bool = False) -> None:
        """Close the file, after cutting off the reserve; `abandon` leaves the file unchanged."""
        if self._descriptor is not None and not abandon:
            with contextlib.suppress(OSError, WriteFailedError):
                self._keep_place()
                if not self._sound:
                    self._replace(bytes(self._content))
                self._cut()
        self._give_back()

    def _append(self, line: bytes) -> None:
        syncing = False
        try:
            descriptor = self._open()
            self._sound = False
            files.write_at(descriptor, line, self.length)
            self._reserve(descriptor, self.length + len(line))
            syncing = True
            files.sync(descriptor)
        except OSError as cause:
            with contextlib.suppress(OSError):
                self._cut()
                self._sound = not syncing
            raise WriteFailedError(self.path, cause) from cause
        self._sound = True

    def _replace(self, content: bytes) -> None:
        """Replace the file by a complete new one, in one step."""
        with writing(self.path):
            self._give_back()
            self._sound = False
            files.put_instead(bytes(self._content) if self._size else None, self.path, content)
            self._sound, self._size = True, len(content)
            self._identity = files.identity(self.path)

    def _keep_place(self) -> None:
        """Keep aside a file with which another program replaced the journal.

        The next write restores the journal. A removed file is not created again.
        """
        with writing(self.path):
            found = files.identity(self.path)
            if found is None and self._size:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
            if found is not None and self._identity not in {None, found}:
                self.displaced.append(keep_aside(self.path, files.read(self.path)))
                self._give_back()
                self._sound, self._identity = False, found

    def _reserve(self, descriptor: int, end: int) -> None:
        """Write zeros behind the end if there is space."""
        if end > self._reserved_to and not files.mirror:
            with contextlib.suppress(OSError):
                files.write_at(descriptor, bytes(_RESERVE_BYTES), end)
                self._reserved_to = end + _RESERVE_BYTES

    def _open(self) -> int:
        if self._descriptor is None:
            self._descriptor = files.open_to_append(self.path)
        return self._descriptor

    def _cut(self) -> None:
        files.cut(self._open(), self.length)
        self._reserved_to = 0

    def _give_back(self) -> None:
        descriptor, self._descriptor, self._reserved_to = self._descriptor, None, 0
        with contextlib.suppress(OSError):
            if descriptor is not None:
                files.close(descriptor)


class EventTable(Table):
    """Table that is appended to; the storage is a `JournalStorage`."""

    def insert(self, document: Mapping[str, Any]) -> int:
        """Insert a document durably; the number of a `Document` is above all others.

        :raises WriteFailedError: when the write fails
        """
        if not isinstance(document, Document):
            return super().insert(document)
        cast("JournalStorage", self.storage).insert(self.name, document.doc_id, document)
        self._next_id = None
        self.clear_cache()
        return document.doc_id
