"""What one TinyDB write does to the documents, as a record that is written once and replayed.

Documents are held as their JSON texts: what is unchanged is seen by comparing, and a reader always
gets fresh objects, which TinyDB then changes in place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from storage.migrations import Migrations

Texts = dict[str, str]
Documents = dict[str, Texts]
Table = dict[str, Any]

encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


@dataclass(frozen=True, slots=True)
class Change:
    """Tables dropped, tables begun, documents stored, documents removed: applied in this order."""

    stored: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Texts])
    removed: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])
    dropped: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.stored or self.removed or self.dropped or self.begun)

    def text(self, schema: int | None = None) -> str:
        """The record's JSON; `schema` is named where it differs from the file's."""
        parts: list[tuple[str, str]] = []
        if self.stored:
            tables = ((name, _object(texts.items())) for name, texts in self.stored.items())
            parts.append(("s", _object(tables)))
        if self.removed:
            parts.append(("r", encode(self.removed)))
        if self.dropped:
            parts.append(("x", encode(self.dropped)))
        if self.begun:
            parts.append(("n", encode(self.begun)))
        if schema is not None:
            parts.append(("v", encode(schema)))
        return _object(parts)

    def apply(self, documents: Documents) -> None:
        """Do it to the documents in memory."""
        for name in self.dropped:
            documents.pop(name, None)
        for name in self.begun:
            documents.setdefault(name, {})
        for name, texts in self.stored.items():
            documents.setdefault(name, {}).update(texts)
        for name, keys in self.removed.items():
            texts = documents.get(name, {})
            for key in keys:
                texts.pop(key, None)


def _object(members: Iterable[tuple[str, str]]) -> str:
    return "{" + ",".join([f"{encode(key)}:{text}" for key, text in members]) + "}"


def read_change(text: str, schema: int, migrations: Migrations) -> tuple[Change, int]:
    """The record and its schema, in a file of the given schema; documents come in today's.

    :raises ValueError: when the text is not a record
    """
    record = json.loads(text)
    try:
        schema = record.get("v", schema)
        stored = {
            name: {key: encode(migrations.lift(name, doc, schema)) for key, doc in table.items()}
            for name, table in record.get("s", {}).items()
        }
        removed = {name: list(keys) for name, keys in record.get("r", {}).items()}
    except (AttributeError, TypeError) as error:
        raise ValueError("not a record") from error
    return Change(stored, removed, tuple(record.get("x", ())), tuple(record.get("n", ()))), schema


class LazyTables(MutableMapping[str, Table]):
    """The tables as TinyDB reads them: one is decoded when it is asked for, so that the others
    cost nothing and are known to be unchanged.
    """

    def __init__(self, documents: Documents) -> None:
        self._unread: dict[str, Texts] = dict(documents)
        self.read: dict[str, Table] = {}

    def __getitem__(self, name: str) -> Table:
        if name not in self.read:
            self.read[name] = decode_table(self._unread[name])
            del self._unread[name]
        return self.read[name]

    def __setitem__(self, name: str, table: Table) -> None:
        self._unread.pop(name, None)
        self.read[name] = table

    def __delitem__(self, name: str) -> None:
        if self._unread.pop(name, None) is None:
            del self.read[name]

    def __iter__(self) -> Iterator[str]:
        return iter([*self._unread, *self.read])

    def __len__(self) -> int:
        return len(self._unread) + len(self.read)


def decode_table(texts: Texts) -> Table:
    """A table's documents as fresh objects."""
    table: Table = json.loads(_object(texts.items()))
    return table


def difference(documents: Documents, tables: Mapping[str, Mapping[str, Any]]) -> Change:
    """What has to be recorded so that the documents become those of the tables.

    :raises ValueError: when a document cannot be written as JSON
    :raises TypeError: likewise
    """
    dropped = tuple(name for name in documents if name not in tables)
    looked_at = tables.read if isinstance(tables, LazyTables) else tables
    stored: Documents = {}
    removed: dict[str, list[str]] = {}
    for name, table in looked_at.items():
        old = documents.get(name, {})
        texts = {key: encode(document) for key, document in table.items()}
        if changed := {key: text for key, text in texts.items() if old.get(key) != text}:
            stored[name] = changed
        if gone := [key for key in old if key not in texts]:
            removed[name] = gone
    begun = tuple(name for name in looked_at if name not in documents and name not in stored)
    return Change(stored, removed, dropped, begun)
