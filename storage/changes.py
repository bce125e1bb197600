"""What one TinyDB write does to the tables, as the text of one line, and back again.

The text is an object of tables with their documents by id; null in the place of a document, or of a
table, takes it away. A line that is added to a file of an older schema says its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from storage.lines import Line
from storage.migrations import Migrations

Table = dict[str, Any]
Tables = dict[str, Table]
SCHEMA, LOST = "schema", "lost"

encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def change_text(change: Mapping[str, Any], schema: int | None = None) -> str:
    """The line's text; `schema` is named where it differs from the file's.

    :raises ValueError: when a document cannot be written as JSON
    :raises TypeError: likewise
    """
    return encode({**({SCHEMA: schema} if schema else {}), **change})


def read_changes(lines: Iterable[Line]) -> list[dict[str, Any] | None]:
    """The change of each line, None for one that is no JSON object."""
    texts = [line.text for line in lines]
    try:  # together they take half the time
        changes = json.loads(f"[{','.join(texts)}]")
    except (ValueError, RecursionError):
        changes = [_read(text) for text in texts]
    if len(changes) != len(texts):
        changes = [_read(text) for text in texts]
    return [change if isinstance(change, dict) else None for change in changes]


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def schema_of(change: Mapping[str, Any], schema: int) -> int:
    """The schema of a line in a file of that schema; what is no number is newer than all."""
    own = change.get(SCHEMA, schema)
    return own if type(own) is int and own > 0 else 1 << 30


def replayed(lines: Iterable[Line], schema: int, migrations: Migrations) -> Tables:
    """The tables after these lines, each document in today's schema."""
    tables: Tables = {}
    for change in read_changes(lines):
        for name, documents in (change or {}).items():
            if documents is None:
                tables.pop(name, None)
            elif isinstance(documents, dict):
                written = schema_of(change or {}, schema)
                _apply(tables.setdefault(name, {}), name, documents, written, migrations)
    return tables


def _apply(table: Table, name: str, documents: Any, schema: int, migrations: Migrations) -> None:
    for key, document in cast("Table", documents).items():
        if document is None:
            table.pop(key, None)
        else:
            table[key] = migrations.lift(name, document, schema)


def difference(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Any]) -> Table:
    """What has to be written so that the tables become the others."""
    change: Table = {name: None for name in before if name not in after}
    for name, table in after.items():
        old = before.get(name, {})
        documents = {str(key): document for key, document in table.items()}
        changed = {key: doc for key, doc in documents.items() if old.get(key) != doc}
        changed |= {key: None for key in old if key not in documents}
        if changed or name not in before:
            change[name] = changed
    return change
