"""The TinyDB storage on a journal: a file of lines to which one line is added at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tinydb.storages import Storage

from storage import files
from storage.appended_file import AppendedFile
from storage.changes import Tables, change_text, difference, encode, replayed
from storage.errors import DamagedFileError, NewerSchemaError, reading, writing
from storage.lines import Header, image, scan, write_line
from storage.migrations import MIGRATIONS, Migrations


@dataclass(frozen=True, slots=True)
class Contents:
    """A sound file that can be added to: its intact `content`, the number of its last line, and
    how long it is with what lies behind that.
    """

    header: Header
    content: bytes
    sequence: int
    size: int


def read_contents(path: Path, known_schema: int) -> Contents:
    """What a sound file holds.

    :raises DamagedFileError: when it is damaged
    :raises NewerSchemaError: when a newer version wrote it
    :raises ReadFailedError: when it cannot be read
    """
    with reading(path):
        content = files.read(path)
        if content is None:
            raise FileNotFoundError(2, "No such file", str(path))
    found = scan(content)
    if found.header is None or not found.sound:
        raise DamagedFileError(path)
    if found.header.schema > known_schema or not found.end:
        raise NewerSchemaError(path, found.header.schema, known_schema)
    return Contents(found.header, content[: found.end], found.sequence, len(content))


class JournalStorage(Storage):
    """One journal, opened for one writer; TinyDB is not safe to use from two threads. All that is
    on the medium is in memory too, as bytes, so that a complete new file can be written.
    """

    def __init__(
        self,
        path: str | Path,
        contents: Contents | None = None,
        *,
        migrations: Migrations = MIGRATIONS,
    ) -> None:
        """The journal of that file: of these contents if they were read already, else as it is
        there; where there is none, one is made.

        :raises StorageError: as `read_contents` does, and when a new file cannot be written
        """
        self.path = Path(path)
        self._migrations = migrations
        self._closed = False
        if contents is None and not files.exists(self.path):
            header = Header.of_new_file(0, migrations.schema)
            with writing(self.path):
                files.put(self.path, image(header, ()))
        contents = contents or read_contents(self.path, migrations.schema)
        self.header, self.sequence = contents.header, contents.sequence
        self._content, self._size = bytearray(contents.content), contents.size
        self._file = AppendedFile(self.path, len(contents.content))

    @property
    def length(self) -> int:
        """The bytes up to the end of the last line."""
        return len(self._content)

    @property
    def content(self) -> bytes:
        """All that is on the medium."""
        return bytes(self._content)

    def read(self) -> Tables | None:
        """All tables, fresh, as TinyDB wants them; None where there is none."""
        lines = scan(self.content).lines
        return replayed(lines, self.header.schema, self._migrations) or None

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Record what differs from the tables so far.

        :raises WriteFailedError: when it is not on the medium; nothing has changed then
        """
        if change := difference(self.read() or {}, data):
            self._commit(change)

    def insert(self, table: str, doc_id: int, document: Mapping[str, Any]) -> None:
        """Add one document at a cost that does not grow with the table.

        :raises WriteFailedError: when it is not on the medium; nothing has changed then
        """
        self._commit({table: {str(doc_id): dict(document)}})

    def replace(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Write a complete new file of these tables, a line a document.

        :raises WriteFailedError: when it is not on the medium
        """
        header = Header.of_new_file(self.header.number, self._migrations.schema)
        content = image(header, texts_of(data))
        self._file.replace(content)
        self.header, self._content = header, bytearray(content)
        self.sequence = scan(content).sequence

    def close(self, *, abandon: bool = False) -> None:
        """Close the file; `abandon` without touching it, as when somebody else may write to it by
        now. Everything was durable before; nothing is recorded here.
        """
        self._closed = True
        self._file.close(trim=not abandon)

    def settle(self) -> None:
        """Make durable what was read, and cut off what is behind it.

        :raises WriteFailedError: when it is not durable
        """
        self._file.settle(self._size)

    def _commit(self, change: Mapping[str, Any]) -> None:
        if self._closed:
            raise ValueError(f"{self.path}: this journal was closed")
        schema = self._migrations.schema
        text = change_text(change, schema if schema != self.header.schema else None)
        line = write_line(self.header.seed, self.sequence + 1, text)
        if not self._file.sound:
            self._file.replace(self.content)
        self._file.append(line)
        self.sequence += 1
        self._content += line


def texts_of(tables: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The tables as the texts of lines, one a document: what damages one spares the others."""
    return [
        encode({name: {key: document}})
        for name, table in tables.items()
        for key, document in table.items()
    ]
