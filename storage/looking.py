"""A journal file looked at without changing anything: not even what a cut-off write left is cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from storage.changes import Documents
from storage.errors import NewerSchemaError, ReadFailedError
from storage.findings import Finding, What
from storage.journal_lines import Header
from storage.migrations import Migrations
from storage.recovery import Contents, Damage, examine, tables_of


@dataclass(frozen=True)
class Looked:
    """What was found under a path: the `documents` that can be relied on, and as `state` all that
    is needed to put another file in its place; none where there is no file. `sealed` says that it
    is not ours to change.
    """

    path: Path
    where: str
    state: Damage | None = None
    documents: Documents = field(default_factory=dict[str, dict[str, str]])
    damaged: bool = False
    sealed: bool = False
    told: tuple[Finding, ...] = ()

    @property
    def tables(self) -> dict[str, dict[str, Any]]:
        """The documents by table and id."""
        return tables_of(self.documents)

    @property
    def there(self) -> bool:
        """Whether there is a file, or what is left of one."""
        return self.state is not None or self.sealed

    @property
    def everything(self) -> dict[str, dict[str, Any]]:
        """Also the documents behind a gap, for files where one does not follow from the other."""
        return self.state.tables if self.state else {}


def look(root: Path, path: Path, migrations: Migrations) -> Looked:
    """What is in the file, and what is to be told of it whatever it is for."""
    where = path.relative_to(root).as_posix()
    try:
        found = examine(path, migrations)
    except NewerSchemaError as newer:
        told = Finding(where, What.NEWER, {"fault": f"format {newer.found}"})
        return Looked(path, where, sealed=True, told=(told,))
    except ReadFailedError as failed:
        told = Finding(where, What.UNREADABLE, {"fault": failed.cause.strerror or failed.cause})
        return Looked(path, where, sealed=True, told=(told,))
    if found is None:
        return Looked(path, where)
    state = _as_damage(path, found) if isinstance(found, Contents) else found
    return Looked(
        path,
        where,
        state,
        state.unbroken,
        isinstance(found, Damage),
        state.schema > migrations.schema,
        tuple(_told(where, found, migrations)),
    )


def _told(where: str, found: Contents | Damage, migrations: Migrations) -> Iterator[Finding]:
    if found.schema > migrations.schema:
        yield Finding(where, What.NEWER, {"fault": f"schema {found.schema}"})
    if isinstance(found, Contents) and found.cut_off_bytes:
        yield Finding(where, What.UNFINISHED_WRITE, {"count": found.cut_off_bytes})


def _as_damage(path: Path, found: Contents) -> Damage:
    """A sound file as one that can be replaced: nothing is missing in it."""
    return Damage(
        path=path,
        documents=found.documents,
        schema=found.schema,
        records=found.sequence - found.header.sequence,
        missing=(),
        open_end=False,
        from_backup=False,
        generation=found.header.generation,
        sequence=found.sequence,
        unbroken=found.documents,
    )


def nothing(path: Path, schema: int) -> Damage:
    """A file that is not there, as one that can be replaced."""
    header = Header(schema, generation=0)
    return _as_damage(path, Contents(header, {}, schema, sequence=0, end=0))
