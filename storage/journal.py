"""TinyDB storages that lose nothing: one appends lines, the other replaces a small file whole.

A line is `crc32 json`; the checksum includes the place of the line, so that a missing line shows.
A journal begins with its header, a line with the format and the id of the file. Each later line is
one write of TinyDB: by table the documents that are new, None for a document that is gone. A write
is therefore kept whole or not at all. Only the last line can be cut off by a crash; it was never
acknowledged and is dropped. Zeros behind the last line are reserved space.

Documents in a journal are flat, and lists in them are never changed in place.
"""

import contextlib
import json
import zlib
from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from tinydb.storages import Storage

from companion.core.outside import measure
from storage import files
from storage.files import DamagedFileError, NewerSchemaError, reading, writing

FORMAT = 2
BACKUP = ".bak"
Docs = dict[str, Any]
"""Documents of a table by id; None for a document that is gone."""
Change = dict[str, Docs]
"""Documents that a write changed, by table."""
_LONGEST_LINE = 2**28
"""Longest line in bytes; a small file of all choices is one line."""
_SECTOR = bytes(16)
"""Zeros that show a hole, as a power cut leaves it; a single one is a flipped blank."""
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def line_of(content: Any, place: int) -> bytes:
    """Return the line of a JSON value."""
    text = _encode(content).encode("utf-8", "surrogatepass")
    return b"%08x %s\n" % (zlib.crc32(text, place), text)


def content_of(line: bytes, place: int) -> Any:
    """Return the JSON value of a line without the line break; None for a damaged line."""
    if line[:9] != b"%08x " % zlib.crc32(line[9:], place):
        return None
    try:
        return read_kept(line[9:])
    except ValueError:
        return None


def read_kept(content: bytes) -> Any:
    """Return the JSON value that a disk or a browser has kept, after measuring its text.

    :raises ValueError: when it is no JSON, or nested too deeply
    """
    text = content.decode("utf-8", "surrogatepass")
    measure(text, _LONGEST_LINE)
    return json.loads(text)


def is_change(value: Any) -> bool:
    """Return whether a JSON value has documents by table; a sum shows damage, but not who wrote."""
    if not isinstance(value, dict):
        return False
    tables = cast("dict[str, object]", value)
    return all(map(_has_documents, tables.values()))


def _has_documents(docs: object) -> bool:
    if not isinstance(docs, dict):
        return False
    documents = cast("dict[str, object]", docs)
    return all(key.isdecimal() and isinstance(doc, dict | None) for key, doc in documents.items())


class Scan(NamedTuple):
    """Lines of a journal up to the first bad one.

    `end` is the offset behind the last line, and `lost` the number of lines from the first bad one
    on, 0 if only an interrupted write follows. `behind` are the lines among those that can be read
    alone.
    """

    header: Mapping[str, Any] | None
    changes: tuple[Change, ...] = ()
    end: int = 0
    lost: int = 0
    behind: tuple[Change, ...] = ()


def scan(content: bytes) -> Scan:
    """Parse the bytes of a journal: everything before the first bad line."""
    *lines, rest = content.rstrip(b"\0").split(b"\n")
    found: list[Any] = []
    end = 0
    for place, line in enumerate(lines):
        value = content_of(line, place)
        if not (is_change(value) if place else isinstance(value, dict)):
            break
        found.append(value)
        end += len(line) + 1
    header = found[0] if found and isinstance(found[0].get("fantan"), int) else None
    bad = len(lines) - len(found)
    if content_of(rest[:-1], len(found)) is not None:  # only the line break is damaged
        bad += 1
    if bad == 1 and not rest and _SECTOR in lines[-1]:  # a power cut left a hole in the last line
        bad = 0
    if header is None:
        return Scan(None, lost=max(bad, 1))
    values: list[Any] = []
    if bad:
        values = [content_of(line, place) for place, line in enumerate(lines)][len(found) :]
    behind: list[Any] = [value for value in values if is_change(value)]
    return Scan(header, tuple(found[1:]), end, bad, tuple(behind))


class Tables:
    """Tables that follow changes; `changed` counts the changed documents."""

    def __init__(self, changes: Sequence[Change] = ()) -> None:
        self.by_name: Change = {}
        self.changed: int = 0
        for change in changes:
            self.follow(change)

    def follow(self, change: Change) -> None:
        """Make a change."""
        for name, docs in change.items():
            table = self.by_name.setdefault(name, {})
            for key, doc in docs.items():
                if doc is None:
                    table.pop(key, None)
                else:
                    table[key] = doc
            self.changed += len(docs)

    def change_to(self, tables: Mapping[str, Docs]) -> Change:
        """Return the change that leads to other tables."""
        if isinstance(tables, CopiedTables) and tables.former is self.by_name:
            written = tables.written
        else:
            written = {**{name: {} for name in self.by_name}, **tables}
        change: Change = {}
        for name, docs in written.items():
            before = self.by_name.get(name, {})
            new = {key: doc for key, doc in docs.items() if before.get(key) != doc}
            new.update(dict.fromkeys(before.keys() - docs.keys()))
            if new:
                change[name] = new
        return change


class CopiedTables(ChainMap[str, Docs]):
    """Tables for TinyDB, which changes documents in place: a table is copied when asked for.

    What TinyDB writes lies beside the `former` tables, so that the cost of a write does not grow
    with their number. It is valid only against these: others are compared as a whole.
    """

    def __init__(self, former: Change) -> None:
        super().__init__({}, former)

    @property
    def written(self) -> MutableMapping[str, Docs]:
        """Tables that were written; the documents of one that was removed are gone."""
        return self.maps[0]

    @property
    def former(self) -> MutableMapping[str, Docs]:
        """Tables so far."""
        return self.maps[1]

    def __getitem__(self, name: str) -> Docs:
        return {key: dict(doc) for key, doc in super().__getitem__(name).items()}

    def __delitem__(self, name: str) -> None:
        self.written[name] = {}  # as TinyDB drops a table, which then shows without documents


class Medium(Protocol):
    """Place of one journal; `storage.files.JournalFile` is that of a file.

    :raises OSError: when a method fails
    """

    path: Path
    """Name in messages."""

    def read(self) -> bytes:
        """Return the whole content.

        :raises FileNotFoundError: when nothing was ever written there
        """
        ...

    def settle(self, size: int, *, torn: bool) -> None:
        """Make the first `size` bytes durable, and cut off what follows if they are `torn`."""
        ...

    def append(self, content: bytes, offset: int) -> None:
        """Write at the end of the content, durably; after a failure the end is unknown."""
        ...

    def replace(self, content: bytes) -> None:
        """Put a whole content in place of all, durably; after a failure the former one is there."""
        ...

    def close(self) -> None:
        """Close the place; it is opened again by the next call."""
        ...


class JournalStorage(Storage):
    """Storage of TinyDB in a journal; all documents are in memory as well.

    A failed write changes nothing and can be repeated. After a failed sync the end of the file is
    unknown, so the next write replaces the file. Of `storage.files` it asks for a `JournalFile`,
    which is made of a path; any other `Medium` takes its place.

    :raises WriteFailedError: when a write fails
    """

    def __init__(self, place: str | Path | Medium, header: Mapping[str, Any] | None = None) -> None:
        """Read a journal; a missing one with a `header` is created by the first write.

        :raises DamagedFileError: when lines are damaged
        :raises StorageError: when the file cannot be used
        """
        self.medium: Medium = (
            files.JournalFile(Path(place)) if isinstance(place, str | Path) else place
        )
        content = b""
        with reading(self.medium.path):
            try:
                content = self.medium.read()
            except FileNotFoundError:
                if header is None:
                    raise
        found = scan(content) if content else Scan(header and {"fantan": FORMAT, **header})
        if found.lost or found.header is None:
            raise DamagedFileError(f"{self.medium.path}: damaged")
        if found.header["fantan"] != FORMAT:
            raise NewerSchemaError(f"{self.medium.path}: written by a newer version")
        if content:
            with writing(self.medium.path):
                self.medium.settle(found.end, torn=len(content) > found.end)
        self.header: Mapping[str, Any] = found.header
        self._tables = Tables(found.changes)
        self._content = bytearray(content[: found.end] or line_of(found.header, 0))
        self._lines: int = len(found.changes) + 1
        self._sound = bool(content)

    @property
    def length(self) -> int:
        """Number of bytes up to the end of the last line."""
        return len(self._content)

    @property
    def changes(self) -> int:
        """Number of documents that were inserted, changed or removed so far."""
        return self._tables.changed

    @property
    def tables(self) -> Change:
        """All tables, not copied; they follow what is written."""
        return self._tables.by_name

    def read(self) -> Any:
        """Return all tables, None without any."""
        return CopiedTables(self.tables) or None

    def write(self, data: Mapping[str, Docs]) -> None:
        """Append what differs from the tables so far as one line."""
        if change := self._tables.change_to(data):
            self.extend([change])

    def extend(self, changes: Sequence[Change]) -> None:
        """Append many changes, a line each, with one sync."""
        lines = b"".join(line_of(change, self._lines + k) for k, change in enumerate(changes))
        with writing(self.medium.path):
            if self._sound:
                self._sound = False
                self.medium.append(lines, len(self._content))
            else:
                self.medium.replace(bytes(self._content) + lines)
            self._sound = True
        self._content += lines
        self._lines += len(changes)
        for change in changes:
            self._tables.follow(change)

    def write_anew(self) -> None:
        """Replace the content by one without former documents, a line a table."""
        changes = [{name: docs} for name, docs in self._tables.by_name.items() if docs]
        lines = [line_of(line, place) for place, line in enumerate([self.header, *changes])]
        with writing(self.medium.path):
            self.medium.replace(b"".join(lines))
        self._content = bytearray(b"".join(lines))
        self._lines = len(lines)
        self._sound = True

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError):
            self.medium.close()


class WholeStorage(Storage):
    """Storage of TinyDB in a small file, one line that is replaced whole.

    With `copies`, the former content is kept with `.bak` behind the name, and is read when the file
    cannot be. `damaged` is true if the file could not be read.

    :raises WriteFailedError: when a write fails
    """

    def __init__(self, path: str | Path, *, copies: bool = False) -> None:
        """Read a file; a missing one is created by the first write.

        :raises ReadFailedError: when the system cannot read the file
        """
        self.path = Path(path)
        self._copy = self.path.with_name(self.path.name + BACKUP)
        self._copies = copies
        self._data: Any = None
        cannot_be_read = contextlib.nullcontext() if copies else contextlib.suppress(OSError)
        contents: dict[Path, bytes] = {}
        with reading(self.path), cannot_be_read:  # what has no copy is a cache
            places = (self.path, self._copy) if copies else (self.path,)
            contents = {place: files.read(place) for place in places if files.exists(place)}
        values = {place: content_of(content[:-1], 0) for place, content in contents.items()}
        good = [place for place, value in values.items() if is_change(value)]
        if good:
            self._data = values[good[0]]
        self.damaged: bool = bool(contents) and good[:1] != [self.path]

    def read(self) -> Any:
        """Return all tables, None without any."""
        if self._data is None:
            return None
        return {  # TinyDB changes documents in place
            name: {key: dict(doc) for key, doc in docs.items()} for name, docs in self._data.items()
        }

    def write(self, data: Mapping[str, Docs]) -> None:
        """Replace the file."""
        line = line_of(data, 0)
        with writing(self.path):
            if self._copies and self._data is not None:
                files.put(self._copy, line_of(self._data, 0))
            files.put(self.path, line)
        self.damaged = False
        self._data = json.loads(line[9:])
