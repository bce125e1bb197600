"""A TinyDB database on a journal: a file of lines to which one line is added at a time.

TinyDB's own table copies itself twice on every write; this one adds a document at a cost that does
not grow. `_next_id` is the one private name of TinyDB that is used: the caller numbers the
documents, so TinyDB is told to forget the number it had in mind.
"""

# TinyDB has types for half of its methods.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from tinydb.storages import Storage
from tinydb.table import Document, Table

from storage import files
from storage.errors import DamagedFileError, WriteFailedError, reading, writing
from storage.lines import Header, Scan, encode, image, scan, schema_today, write_line
from storage.paths import keep_aside

_RESERVE_BYTES = 16 * 1024


class JournalStorage(Storage):
    """One journal, opened for one writer; TinyDB is not safe to use from two threads. All that is
    on the medium is in memory too, as bytes.

    A failed write is cut off again. Where that fails, and after a failed sync, when nobody knows
    which of the file's pages arrived, the file is not sound any more, and is replaced by a complete
    new one before a line is added. While it is open, zeros are kept behind the last line: a sync
    without a new size takes about seven tenths of the time.

    Programs that synchronise folders put another file in the place of one that is open. Such a file
    is kept aside (`displaced`), and a complete file of this journal takes its place again.

    :raises WriteFailedError: each method that writes, when it is not on the medium
    """

    def __init__(self, path: str | Path, found: Scan | None = None) -> None:
        """The journal of a file, as it was found if it was read; the first write may make it.

        :raises DamagedFileError: when the file is not sound
        :raises ReadFailedError: when it cannot be read
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
        self._sound = self._size > 0  # else the first write makes it
        self._reserved_to = 0
        self._descriptor: int | None = None
        self._identity: tuple[int, int] | None = None
        with contextlib.suppress(OSError):
            self._identity = files.identity(self.path)
        self.displaced: list[Path] = []

    @property
    def length(self) -> int:
        """The bytes up to the end of the last line."""
        return len(self._content)

    def read(self) -> dict[str, dict[str, Any]] | None:
        """All tables, fresh, as TinyDB wants them; None where there is none."""
        return scan(bytes(self._content)).tables or None

    def write(self, data: Mapping[str, Mapping[Any, Any]]) -> None:
        """Write a complete new file: a line a document, so that what damages one spares others."""
        header = Header.of_new_file(self.header.number)
        docs = ((name, key, doc) for name, table in data.items() for key, doc in table.items())
        content = image(header, (encode({name: {str(key): doc}}) for name, key, doc in docs))
        self._replace(content)
        self.header, self._content = header, bytearray(content)
        self.sequence = content.count(b"\n") - 1

    def insert(self, table: str, doc_id: int, document: Mapping[str, Any]) -> None:
        """Add one document; when that fails, nothing has changed."""
        said: dict[str, Any] = {table: {str(doc_id): document}}
        if (schema := schema_today()) != self.header.schema:
            said = {"schema": schema, **said}
        text = encode(said)
        line = write_line(self.header.seed, self.sequence + 1, text)
        self._keep_place()
        if not self._sound:
            self._replace(bytes(self._content))
        self._append(line)
        self.sequence += 1
        self._content += line

    def make_durable(self) -> None:
        """Make durable what was read, which a kill may have left unsynced; cut off the rest."""
        with writing(self.path):
            try:
                if self._size > self.length:
                    self._cut()
                files.sync(self._open())
                files.sync_folder(self.path.parent)
            finally:
                self._give_back()

    def close(self, *, abandon: bool = False) -> None:
        """Close the file, with nothing behind its last line; `abandon` without touching it."""
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
        """Put a complete new file in its place, all or nothing."""
        with writing(self.path):
            self._give_back()
            self._sound = False
            files.put_instead(bytes(self._content) if self._size else None, self.path, content)
            self._sound, self._size = True, len(content)
            self._identity = files.identity(self.path)

    def _keep_place(self) -> None:
        """Keep aside a file that others put in this journal's place; the next write makes a
        complete file there. A file that is gone is not made again.
        """
        with writing(self.path):
            there = files.identity(self.path)
            if there is None and self._size:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
            if there is not None and self._identity not in {None, there}:
                self.displaced.append(keep_aside(self.path, files.read(self.path)))
                self._give_back()
                self._sound, self._identity = False, there

    def _reserve(self, descriptor: int, end: int) -> None:
        """Keep zeros behind the end. A disk that has no room for them may have some for a line."""
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
    """A table that grows at its end; its storage is a `JournalStorage`."""

    def insert(self, document: Mapping[str, Any]) -> int:
        """Record one document durably; a `Document` brings a number of its own, beyond all others.

        :raises WriteFailedError: when it is not recorded
        """
        if not isinstance(document, Document):
            return super().insert(document)
        cast("JournalStorage", self.storage).insert(self.name, document.doc_id, document)
        self._next_id = None
        self.clear_cache()
        return document.doc_id
