"""Tables for a round's events: adding one and taking it back cost the same in a long round.

TinyDB's own table copies itself twice on every write. Ids follow the journal here, so TinyDB is
told to forget the next one it had in mind: `_next_id` is its one private name that is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from tinydb import TinyDB
from tinydb.table import Document, Table

from storage.journal import JournalStorage


class EventTable(Table):
    """A table that grows at its end. Events are numbered 1, 2, 3, …; one taken back leaves its
    number to the next. Its storage is a `JournalStorage`.
    """

    def insert(self, document: Mapping[str, Any]) -> int:
        """Record one event durably and answer its number.

        A `Document` brings its own number, so that a tap that arrives twice is told apart.

        :raises ValueError: when that number is not beyond the last one
        :raises WriteFailedError: when it is not recorded
        """
        last = self._journal.last_id(self.name)
        doc_id = document.doc_id if isinstance(document, Document) else last + 1
        if doc_id <= last:
            raise ValueError(f"Document with ID {doc_id} already exists")
        self._journal.insert(self.name, doc_id, document)
        self._forget()
        return doc_id

    def drop_last(self) -> Document | None:
        """Take back the last event, durably, and answer it; None where there is none.

        :raises WriteFailedError: when it is not taken back
        """
        removed = self._journal.remove_last(self.name)
        self._forget()
        return Document(removed[1], removed[0]) if removed else None

    def replace_all(self, documents: Iterable[Mapping[str, Any]]) -> None:
        """Put other events in the place of all, numbered anew, in one record: all or nothing.

        :raises WriteFailedError: when it is not recorded
        """
        self._journal.replace(self.name, documents)
        self._forget()

    @property
    def _journal(self) -> JournalStorage:
        return cast("JournalStorage", self.storage)

    def _forget(self) -> None:
        self._next_id = None
        self.clear_cache()


class EventDB(TinyDB):
    """A TinyDB on a journal, with event tables."""

    table_class = EventTable

    def __init__(self, path: str | Path, **options: Any) -> None:
        """Open the file; the options are those of `JournalStorage`, and so are the errors."""
        super().__init__(path, storage=JournalStorage, **options)  # pyright: ignore[reportUnknownMemberType]

    def table(self, name: str, **options: Any) -> EventTable:
        """The event table of that name."""
        return cast("EventTable", super().table(name, **options))  # pyright: ignore[reportUnknownMemberType]
