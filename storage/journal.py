"""A TinyDB database on a journal: a file of lines to which one line is added at a time.

The text of a line is an object of tables with their documents by id; a line that is added to a file
of an older schema says its own. TinyDB's own table copies itself twice on every write; this one
adds a document at a cost that does not grow. `_next_id` is the one private name of TinyDB that is
used: the caller numbers the documents, so TinyDB is told to forget the number it had in mind.
"""

# TinyDB has types for half of its methods.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.storages import Storage
from tinydb.table import Document, Table

from storage import files
from storage.appended_file import AppendedFile
from storage.errors import DamagedFileError, StorageError, WriteFailedError, reading
from storage.lines import Header, Line, image, scan, write_line
from storage.migrations import MIGRATIONS, Migrations

Tables = dict[str, dict[str, Any]]
SCHEMA, LOST = "schema", "lost"

encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Contents:
    """A sound file that can be added to: its intact `content`, the number of its last line, and
    how long it is with what lies behind that.
    """

    header: Header
    content: bytes
    sequence: int
    size: int


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
        """The journal of that file, of these contents if they were read already; where there is
        none, it is made with the first write.

        :raises DamagedFileError: when the file is not sound
        :raises ReadFailedError: when it cannot be read
        """
        self.path, self._migrations = Path(path), migrations
        contents = contents or self._read()
        self.header, self.sequence = contents.header, contents.sequence
        self._content, self._size = bytearray(contents.content), contents.size
        self._file = AppendedFile(self.path, len(contents.content))
        self._file.sound = contents.size > 0  # else the first write makes it

    @property
    def length(self) -> int:
        """The bytes up to the end of the last line."""
        return len(self._content)

    def read(self) -> Tables | None:
        """All tables, fresh, as TinyDB wants them; None where there is none."""
        lines = scan(bytes(self._content)).lines
        return replayed(lines, self.header.schema, self._migrations) or None

    def write(self, data: Mapping[str, Mapping[Any, Any]]) -> None:
        """Write a complete new file of these tables, a line a document, so that what damages one
        spares the others.

        :raises WriteFailedError: when it is not on the medium
        """
        header = Header.of_new_file(self.header.number, self._migrations.schema)
        docs = [(name, key, doc) for name, table in data.items() for key, doc in table.items()]
        content = image(header, (encode({name: {str(key): doc}}) for name, key, doc in docs))
        try:
            self._file.replace(content)
        except WriteFailedError:
            self._put_back()
            raise
        self.header, self._content = header, bytearray(content)
        self.sequence = scan(content).sequence

    def insert(self, table: str, doc_id: int, document: Mapping[str, Any]) -> None:
        """Add one document.

        :raises WriteFailedError: when it is not on the medium; nothing has changed then
        """
        schema = self._migrations.schema
        own = {SCHEMA: schema} if schema != self.header.schema else {}
        text = encode({**own, table: {str(doc_id): dict(document)}})
        line = write_line(self.header.seed, self.sequence + 1, text)
        if not self._file.sound:
            self._file.replace(bytes(self._content))
        self._file.append(line)
        self.sequence += 1
        self._content += line

    def settle(self) -> None:
        """Make durable what was read, and cut off what is behind it.

        :raises WriteFailedError: when it is not durable
        """
        self._file.settle(self._size)

    def close(self, *, abandon: bool = False) -> None:
        """Close the file; `abandon` without touching it, as when somebody else may write to it by
        now. Everything was durable before; nothing is recorded here.
        """
        self._file.close(trim=not abandon)

    def _put_back(self) -> None:
        """A new file that failed may have its name by now; then the former one comes back."""
        with contextlib.suppress(StorageError, OSError):
            if self._file.sound:
                return
            if self._content:
                self._file.replace(bytes(self._content))
            elif files.exists(self.path):
                files.remove(self.path)

    def _read(self) -> Contents:
        with reading(self.path):
            content = files.read(self.path)
        if content is None:
            header = Header.of_new_file(0, self._migrations.schema)
            return Contents(header, header.lines(), 1, 0)
        found = scan(content)
        if found.header is None or not found.end:
            raise DamagedFileError(f"{self.path}: damaged")
        return Contents(found.header, content[: found.end], found.sequence, len(content))


class EventTable(Table):
    """A table that grows at its end; its storage is a `JournalStorage`."""

    def insert(self, document: Mapping[str, Any]) -> int:
        """Record one document durably and answer its number. A `Document` brings its own, which
        is beyond all others; any other document is numbered as TinyDB does.

        :raises WriteFailedError: when it is not recorded
        """
        if not isinstance(document, Document):
            return super().insert(document)
        cast("JournalStorage", self.storage).insert(self.name, document.doc_id, document)
        self._next_id = None
        self.clear_cache()
        return document.doc_id


class EventDB(TinyDB):
    """A TinyDB on a journal, with event tables; the options are those of `JournalStorage`."""

    table_class = EventTable

    def __init__(self, *options: Any, **named: Any) -> None:
        super().__init__(*options, storage=JournalStorage, **named)

    @property
    def journal(self) -> JournalStorage:
        """The file behind the tables."""
        return cast("JournalStorage", self.storage)


def read_changes(lines: Iterable[Line]) -> list[dict[str, Any] | None]:
    """What each line says, None for one that is no JSON object."""
    texts = [line.text for line in lines]
    changes: list[Any] = []
    with contextlib.suppress(ValueError, RecursionError):  # together they take half the time
        changes = json.loads(f"[{','.join(texts)}]")
    if len(changes) != len(texts):
        changes = [_loaded(text) for text in texts]
    return [cast("Any", change) if isinstance(change, dict) else None for change in changes]


def _loaded(text: str) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(text)
    return None


def schema_of(change: Mapping[str, Any], schema: int) -> int:
    """The schema of a line in a file of that schema; what is no number is newer than all."""
    own = change.get(SCHEMA, schema)
    return own if type(own) is int and own > 0 else 1 << 30


def lifted(change: dict[str, Any], schema: int, migrations: Migrations) -> dict[str, Any]:
    """What a line of that schema says, in today's."""
    if schema >= migrations.schema:
        return change
    return change | {
        name: {key: migrations.lift(name, doc, schema) for key, doc in docs.items()}
        for name, docs in tables_of(change).items()
    }


def tables_of(change: Mapping[str, Any]) -> Tables:
    """The tables of which a line says something."""
    return {name: docs for name, docs in change.items() if isinstance(docs, dict)}


def replayed(lines: Iterable[Line], schema: int, migrations: Migrations) -> Tables:
    """The tables after these lines, in today's schema."""
    tables: Tables = {}
    for change in filter(None, read_changes(lines)):
        own = schema_of(change, schema)
        for name, docs in tables_of(lifted(change, own, migrations)).items():
            tables.setdefault(name, {}).update(docs)
    return tables
