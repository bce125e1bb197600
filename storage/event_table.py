"""Tables that grow at their end: adding a document costs the same in a long series.

TinyDB's own table copies itself twice on every write. The caller numbers the documents here, so
TinyDB is told to forget the next number it had in mind: `_next_id` is its one private name that is
used.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.table import Document, Table

from storage.journal import JournalStorage


class EventTable(Table):
    """A table that grows at its end; its storage is a `JournalStorage`."""

    def insert(self, document: Mapping[str, Any]) -> int:
        """Record one document durably and answer its number. A `Document` brings its own, which
        is beyond all others; any other document is numbered as TinyDB does.

        :raises WriteFailedError: when it is not recorded
        """
        if not isinstance(document, Document):
            return super().insert(document)
        self.journal.insert(self.name, document.doc_id, document)
        self._next_id = None
        self.clear_cache()
        return document.doc_id

    @property
    def journal(self) -> JournalStorage:
        """The file behind the table."""
        return cast("JournalStorage", self.storage)


class EventDB(TinyDB):
    """A TinyDB on a journal, with event tables."""

    table_class = EventTable

    def __init__(self, path: str | Path, *options: Any, **named: Any) -> None:
        """Open the file; the options are those of `JournalStorage`, and so are the errors."""
        super().__init__(path, *options, storage=JournalStorage, **named)  # pyright: ignore[reportUnknownMemberType]

    def table(self, name: str, **options: Any) -> EventTable:
        """The event table of that name."""
        return cast("EventTable", super().table(name, **options))  # pyright: ignore[reportUnknownMemberType]

    @property
    def journal(self) -> JournalStorage:
        """The file behind the tables."""
        return cast("JournalStorage", self.storage)
