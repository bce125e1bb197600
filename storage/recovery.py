"""What a journal's file holds, read without changing anything, and how a damaged one is replaced.

A sound file gives its `Contents`. A file that something was done to gives its `Damage`: every
record that is intact, from the file and from its backup, and which ones are missing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from storage import files
from storage.changes import Change, Documents, Table, decode_table, encode, read_change
from storage.errors import NewerSchemaError, reading, writing
from storage.journal_lines import FORMAT, Header, Line, Scan, scan, write_line
from storage.migrations import MIGRATIONS, Migrations


@dataclass(frozen=True, slots=True)
class Contents:
    """A sound file: its documents in today's schema, its newest schema, where its last line ends,
    how many bytes of a cut-off write follow, and how long it is.
    """

    header: Header
    documents: Documents
    schema: int
    sequence: int
    end: int
    cut_off_bytes: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Damage:
    """A file whose bytes were changed from outside: what is intact and what is not.

    `missing` are the numbers of lost records; `open_end` says that more may be lost behind the
    last one, `from_backup` that older copies fill in. `unbroken` is what the records before the
    first missing one make: where one thing follows from the other, only that can be relied on.
    """

    path: Path
    documents: Documents
    schema: int
    records: int
    missing: tuple[range, ...]
    open_end: bool
    from_backup: bool
    generation: int
    sequence: int
    unbroken: Documents = field(default_factory=dict[str, dict[str, str]])

    @property
    def tables(self) -> dict[str, Table]:
        """The saved documents, by table and id."""
        return tables_of(self.documents)

    @property
    def losses(self) -> str:
        """Which records are lost, in words."""
        lost = [f"{r.start}-{r.stop - 1}" if len(r) > 1 else str(r.start) for r in self.missing]
        lost += ["the end"] if self.open_end else []
        return f"lost: {', '.join(lost)}" if lost else "none lost"

    def __str__(self) -> str:
        return f"{self.path}: damaged; {self.records} records intact, {self.losses}"


def tables_of(documents: Documents) -> dict[str, Table]:
    """The documents by table and id, fresh."""
    return {name: decode_table(texts) for name, texts in documents.items()}


def backup_path(path: Path) -> Path:
    """Where a file's backup is."""
    return path.with_name(path.name + ".bak")


def examine(path: Path, migrations: Migrations = MIGRATIONS) -> Contents | Damage | None:
    """What the file holds; None where there is no file yet.

    :raises NewerSchemaError: when the very format of the file is newer
    :raises ReadFailedError: when the file is there and cannot be read
    """
    with reading(path):
        content = files.read(path)
        if content is None and not backup_path(path).exists():
            return None
        found = scan(content or b"")
        if found.header and found.header.format > FORMAT:
            raise NewerSchemaError(path, found.header.format, FORMAT)
        if found.header and found.sound:
            replay = _replayed(found.lines, found.header.schema, migrations)
            if not replay.unreadable:
                return _contents(found.header, found, replay, len(content or b""))
        return _damage(path, found, migrations)


def _contents(header: Header, found: Scan, replay: _Replay, size: int) -> Contents:
    last = found.lines[-1].sequence if found.lines else header.sequence
    return Contents(
        header, replay.documents, replay.schema, last, found.end, found.cut_off_bytes, size
    )


@dataclass(slots=True)
class _Replay:
    """Documents after some records, the newest schema met, and records that could not be read."""

    documents: Documents
    schema: int
    unreadable: set[int] = field(default_factory=set[int])


def _replayed(
    lines: Iterable[Line], schema: int, migrations: Migrations, base: Documents | None = None
) -> _Replay:
    replay = _Replay(base or {}, schema)
    for line in lines:
        try:
            change, since = read_change(line.text, schema, migrations)
        except ValueError:
            replay.unreadable.add(line.sequence)
            continue
        change.apply(replay.documents)
        replay.schema = max(replay.schema, since)
    return replay


def _damage(path: Path, found: Scan, migrations: Migrations) -> Damage:
    """Everything intact: the file's own records, completed from its backup where that fits."""
    backup = scan(files.read(backup_path(path)) or b"")
    lines = {line.sequence: line for line in found.lines}
    base: Documents = {}
    before = _is_before(backup, found)
    if before:
        base = _replayed(backup.lines, _schema(backup, migrations), migrations).documents
    elif backup.generation == found.generation:
        lines = {line.sequence: line for line in backup.lines} | lines
    twin = backup.header if backup.generation == found.generation else None
    schema = twin.schema if twin and not found.header else _schema(found, migrations)
    ordered = [lines[number] for number in sorted(lines)]
    replay = _replayed(ordered, schema, migrations, _copied(base))
    intact = set(lines) - replay.unreadable
    origin = _last(backup.lines) if before else _origin(found)
    begun_with = found.header.sequence + found.header.records if found.header else origin
    known_to = max(begun_with, origin, *lines)
    missing = _gaps(origin, intact, known_to)
    certain = [line for line in ordered if not missing or line.sequence < missing[0].start]
    return Damage(
        path=path,
        documents=replay.documents,
        schema=replay.schema,
        records=len(intact),
        missing=missing,
        open_end=found.open_end,
        from_backup=before or len(lines) > len(found.lines),
        generation=max(found.generation or 0, backup.generation or 0),
        sequence=known_to,
        unbroken=_replayed(certain, schema, migrations, base).documents,
    )


def _copied(documents: Documents) -> Documents:
    return {name: dict(texts) for name, texts in documents.items()}


def _is_before(backup: Scan, found: Scan) -> bool:
    """Whether the backup is the file's former generation, whole: where the file's records begin."""
    if not backup.lines or backup.generation is None:
        return False
    if found.generation is None:
        return True
    if backup.generation + 1 != found.generation:
        return False
    if found.header:
        return _last(backup.lines) == found.header.sequence
    return _last(backup.lines) < found.lines[0].sequence


def _origin(found: Scan) -> int:
    """The number before the file's first record, as far as the file itself can tell."""
    if found.header:
        return found.header.sequence
    if found.generation == 1 or not found.lines:
        return 0
    return found.lines[0].sequence - 1


def _schema(found: Scan, migrations: Migrations) -> int:
    return found.header.schema if found.header else migrations.schema


def _last(lines: tuple[Line, ...]) -> int:
    return lines[-1].sequence if lines else 0


def _gaps(origin: int, numbers: set[int], known_to: int) -> tuple[range, ...]:
    """The runs of numbers missing behind the origin, as far as it is known that there were any."""
    ordered = [origin, *sorted(numbers), known_to + 1]
    pairs = itertools.pairwise(ordered)
    return tuple(range(low + 1, high) for low, high in pairs if high > low + 1)


def image(header: Header, documents: Documents) -> tuple[bytes, int]:
    """A complete file with one record a document, and its last sequence number.

    A line a document: what damages one does not reach the others.
    """
    empty = tuple(name for name, texts in documents.items() if not texts)
    changes = [Change(begun=empty)] if empty else []
    for name, texts in documents.items():
        changes += [Change({name: {key: text}}) for key, text in texts.items()]
    lines = [replace(header, records=len(changes)).line()]
    for number, change in enumerate(changes, header.sequence + 1):
        lines.append(write_line(header.generation, number, change.text()))
    return b"".join(lines), header.sequence + len(changes)


def restore(
    damage: Damage,
    tables: Mapping[str, Mapping[str, Any]] | None = None,
    migrations: Migrations = MIGRATIONS,
) -> Path | None:
    """Replace a damaged file by a sound one that holds the saved tables, or those given.

    Answers where the damaged bytes were kept, if there were any. It may be cut off anywhere and
    done again. The new generation skips one, so that the backup is not taken for the former one.

    :raises NewerSchemaError: when the file was written by a newer version
    :raises WriteFailedError: when it could not be done; the damaged file is then still in place
    """
    if damage.schema > migrations.schema:
        raise NewerSchemaError(damage.path, damage.schema, migrations.schema)
    documents = damage.documents
    if tables is not None:
        documents = {
            name: {key: encode(document) for key, document in table.items()}
            for name, table in tables.items()
        }
    header = Header(migrations.schema, damage.generation + 2, damage.sequence)
    with writing(damage.path):
        aside = keep_aside(damage.path)
        files.put(damage.path, image(header, documents)[0])
    return aside


def keep_aside(path: Path) -> Path | None:
    """A durable copy of the damaged file; the file itself keeps its name until it is replaced."""
    content = files.read(path)
    if content is None:
        return None
    for aside in names_aside(path):
        kept = files.read(aside)
        if kept is None:
            files.put(aside, content)
        if kept in (None, content):
            return aside
    return None


def names_aside(path: Path) -> Iterator[Path]:
    """The names for what is kept of a path, the first one first."""
    yield path.with_name(path.name + ".damaged")
    for count in itertools.count(2):
        yield path.with_name(f"{path.name}.damaged-{count}")
