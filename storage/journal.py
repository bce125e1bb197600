"""The TinyDB storage that loses nothing: a journal with one checksummed line a write.

A write is serialised, appended and synced before memory or screen knows of it; opening replays the
lines. Long-lived files are written anew when they have grown far beyond what they hold, and keep
a backup from before the first change of a session; short ones, one a round, only ever grow.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from tinydb.storages import Storage

from storage import files
from storage.appended_file import AppendedFile
from storage.changes import Change, LazyTables, decode_table, difference, encode
from storage.errors import (
    DamagedFileError,
    FileFailedError,
    NewerSchemaError,
    reading,
    writing,
)
from storage.journal_lines import Header, write_line
from storage.migrations import MIGRATIONS, Migrations
from storage.recovery import Contents, Damage, backup_path, examine, image

_COMPACT_OVER_BYTES = 64 * 1024
_COMPACT_RATIO = 4


class JournalStorage(Storage):
    """One journal file, opened for one writer; TinyDB is not safe to use from two threads.

    A file of a newer schema opens too, and then only for reading. `cut_off_bytes` is how much of
    an unfinished write was found at the end when it was opened, and dropped.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        long_lived: bool = False,
        migrations: Migrations = MIGRATIONS,
        compact_over_bytes: int = _COMPACT_OVER_BYTES,
    ) -> None:
        """Open the journal, or create it in a folder that exists.

        :raises DamagedFileError: when bytes of it were changed from outside
        :raises NewerSchemaError: when the very format is newer
        :raises ReadFailedError: when it cannot be read
        :raises WriteFailedError: when what was read or created cannot be made durable
        """
        self.path = Path(path)
        self._migrations = migrations
        self._long_lived = long_lived
        self._compact_over_bytes = compact_over_bytes
        self._closed = False
        found = examine(self.path, migrations)
        if isinstance(found, Damage):
            raise DamagedFileError(found)
        if found is None:
            self._create()
        else:
            self._adopt(found)

    def _create(self) -> None:
        self._take_up(Contents(Header(self._migrations.schema, 0), {}, 0, 0, 0))
        self._backed_up = True
        self._write_anew()

    def _adopt(self, found: Contents) -> None:
        self._take_up(found)
        self._backed_up = not self._long_lived
        if not self.read_only:
            self._file.settle(found.size)

    def _take_up(self, found: Contents) -> None:
        self._header, self._documents = found.header, found.documents
        self.schema, self.sequence = found.schema, found.sequence
        self.cut_off_bytes = found.cut_off_bytes
        self._file = AppendedFile(self.path, found.end)
        texts = (text for table in found.documents.values() for text in table.values())
        self._plan_compaction(sum(map(len, texts)))

    @property
    def read_only(self) -> bool:
        """Whether a newer version wrote the file, whose documents are not ours to change."""
        return self.schema > self._migrations.schema

    def read(self) -> dict[str, dict[str, Any]] | None:
        """All tables, fresh, as TinyDB wants them; None where there is none."""
        if not self._documents:
            return None
        return cast("dict[str, dict[str, Any]]", LazyTables(self._documents))

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Record what differs from the documents so far.

        :raises WriteFailedError: when it is not on the medium; nothing has changed then
        :raises NewerSchemaError: when the file is for reading only
        """
        if change := difference(self._documents, data):
            self._commit(change)

    def close(self) -> None:
        """Close the file. Everything was durable before; nothing is recorded here."""
        self._closed = True
        self._file.close()

    def insert(self, table: str, doc_id: int, document: Mapping[str, Any]) -> None:
        """Add one document at a cost that does not grow with the table.

        :raises ValueError: when the id is there already, as after a repeated tap
        """
        key = str(doc_id)
        if key in self._documents.get(table, ()):
            raise ValueError(f"Document with ID {key} already exists")
        self._commit(Change(stored={table: {key: encode(dict(document))}}))

    def replace(self, table: str, documents: Iterable[Mapping[str, Any]]) -> None:
        """Put other documents, numbered from 1, in the place of a table's, in one record."""
        texts = {str(doc_id): encode(dict(doc)) for doc_id, doc in enumerate(documents, 1)}
        self._commit(Change(stored={table: texts}, dropped=(table,)))

    def remove_last(self, table: str) -> tuple[int, dict[str, Any]] | None:
        """Take back the document added last; answers its id and itself, None if there is none."""
        doc_id = self.last_id(table)
        if not doc_id:
            return None
        key = str(doc_id)
        document = decode_table({key: self._documents[table][key]})[key]
        self._commit(Change(removed={table: [key]}))
        return doc_id, document

    def last_id(self, table: str) -> int:
        """The id of the document added last; 0 in an empty table."""
        return int(next(reversed(self._documents.get(table, {})), "0"))

    def compact(self) -> None:
        """Write the file anew with one record a document, keeping the former one as the backup.

        :raises FileFailedError: when it could not be done; nothing is lost
        """
        self._check_writable()
        if self._file.sound:
            self._back_up()
        self._write_anew()

    def _commit(self, change: Change) -> None:
        self._check_writable()
        schema = self._migrations.schema
        text = change.text(schema if schema != self._header.schema else None)
        if not self._file.sound:
            self._write_anew()
        if not self._backed_up:
            self._try_to_back_up()
        self._file.append(write_line(self._header.generation, self.sequence + 1, text))
        self.sequence += 1
        change.apply(self._documents)
        if self._long_lived and self._file.end > self._compact_at:
            self._try_to_compact()

    def _check_writable(self) -> None:
        if self._closed:
            raise ValueError(f"{self.path}: this journal was closed")
        if self.read_only:
            raise NewerSchemaError(self.path, self.schema, self._migrations.schema)

    def _write_anew(self) -> None:
        """A complete new file of the next generation: what is acknowledged and nothing else."""
        schema, generation = self._migrations.schema, self._header.generation + 1
        header = Header(schema, generation, self.sequence)
        content, sequence = image(header, self._documents)
        self._file.replace(content)
        self._header, self.schema, self.sequence = header, schema, sequence
        self._plan_compaction(len(content))

    def _back_up(self) -> None:
        with reading(self.path):
            content = files.read(self.path)
        if content is not None:
            with writing(backup_path(self.path)):
                files.put(backup_path(self.path), content.rstrip(b"\0"))

    def _try_to_back_up(self) -> None:
        """Once a session. A backup that cannot be made must not keep anybody from recording."""
        self._backed_up = True
        with contextlib.suppress(FileFailedError):
            self._back_up()

    def _try_to_compact(self) -> None:
        """The change before it is recorded already, so a compaction that fails can wait."""
        try:
            self.compact()
        except FileFailedError:
            self._plan_compaction(self._file.end)

    def _plan_compaction(self, live_bytes: int) -> None:
        self._compact_at = max(self._compact_over_bytes, _COMPACT_RATIO * live_bytes)
