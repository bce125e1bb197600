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
import secrets
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from tinydb.storages import Storage

from storage import files
from storage.files import DamagedFileError, NewerSchemaError, reading, writing

FORMAT = 2
Docs = Mapping[str, Any]
Data = Mapping[str, Docs]
_RESERVE_BYTES = 16 * 1024
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def line_of(content: Any, place: int) -> bytes:
    """Return the line of a JSON value."""
    text = _encode(content).encode("utf-8", "surrogatepass")
    return b"%08x %s\n" % (zlib.crc32(text, place), text)


def _content(line: bytes, place: int) -> Any:
    """Return the JSON value of a line without the line break; None for a damaged line."""
    if line[:9] != b"%08x " % zlib.crc32(line[9:], place):
        return None
    try:
        return json.loads(line[9:].decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None


class Scan(NamedTuple):
    """Lines of a journal up to the first bad one.

    `end` is the offset behind the last line, and `lost` the number of lines from the first bad one
    on, 0 if only an interrupted write follows.
    """

    header: Any
    changes: tuple[Data, ...] = ()
    end: int = 0
    lost: int = 0


def scan(content: bytes) -> Scan:
    """Parse the bytes of a journal."""
    *lines, rest = content.rstrip(b"\0").split(b"\n")
    found, end = list[Any](), 0
    for place, line in enumerate(lines):
        value = _content(line, place)
        if not isinstance(value, dict):
            break
        found.append(value)
        end += len(line) + 1
    header = found[0] if found and "fantan" in found[0] else None
    bad = len(lines) - len(found)
    if _content(rest[:-1], len(found)) is not None:  # only the line break is damaged
        bad += 1
    if bad == 1 and not rest and bytes(16) in lines[-1]:  # a power cut left a hole in the last line
        bad = 0
    return Scan(header, tuple(found[1:]), end, bad or header is None)


class JournalStorage(Storage):
    """Storage of TinyDB in a journal; all documents are in memory as well.

    A failed write changes nothing and can be repeated. After a failed sync the pages of the file
    are unknown; the next write replaces the file.

    :raises WriteFailedError: when a write fails
    """

    def __init__(
        self,
        path: str | Path,
        header: Mapping[str, Any] | None = None,
        known: tuple[bytes, Scan] | None = None,
    ) -> None:
        """Read a journal, unless `known`; a missing one with a `header` is created by a write.

        :raises DamagedFileError: when lines are damaged
        :raises StorageError: when the file cannot be used
        """
        self.path, self._descriptor = Path(path), None
        with reading(self.path):
            missing = header is not None and not files.exists(self.path)
            content = known[0] if known else b"" if missing else files.read(self.path)
        new = Scan({"fantan": FORMAT, **(header or {})})
        found = known[1] if known else scan(content) if content else new
        if found.lost:
            raise DamagedFileError(f"{self.path}: damaged")
        if found.header["fantan"] != FORMAT:
            raise NewerSchemaError(f"{self.path}: written by a newer version")
        self.header, self.changes = found.header, 0
        self._tables: dict[str, Docs] = {}
        self._content = bytearray(content[: found.end] or line_of(self.header, 0))
        self._lines, self._reserved_to = len(found.changes) + 1, 0
        self._sound = bool(content)
        for change in found.changes:
            self._follow(change)
        if content:
            self._settle(len(content) > found.end)

    @property
    def length(self) -> int:
        """Number of bytes up to the end of the last line."""
        return len(self._content)

    def read(self) -> dict[str, Any] | None:
        """Return all tables, None without any."""
        return _Tables(self._tables) or None

    def write(self, data: Data) -> None:
        """Append what differs from the tables so far as one line."""
        before, change = self._tables, dict[str, Any]()
        for name, docs in data.items():
            old = before.get(name, {})
            if docs is not old:
                new = {key: doc for key, doc in docs.items() if old.get(key) != doc}
                new |= dict.fromkeys(old.keys() - docs.keys())
                if new:
                    change[name] = new
        change |= {name: dict.fromkeys(before[name]) for name in before.keys() - data.keys()}
        if change:
            self._append([change])
            self.changes += sum(map(len, change.values()))
            self._tables = dict(data)

    def extend(self, changes: list[dict[str, Any]]) -> None:
        """Append many changes with one sync."""
        self._append(changes)
        for change in changes:
            self._follow(change)

    def close(self) -> None:
        """Close the file, after cutting off the reserve."""
        with contextlib.suppress(OSError):
            if self._descriptor is not None:
                if self._sound and self._reserved_to:
                    files.cut(self._descriptor, len(self._content))
                files.close(self._descriptor)
        self._descriptor, self._reserved_to = None, 0

    def _follow(self, change: Data) -> None:
        for name, docs in change.items():
            table = cast("dict[str, Any]", self._tables.setdefault(name, {}))
            for key, doc in docs.items():
                if doc is None:
                    table.pop(key, None)
                else:
                    table[key] = doc
            self.changes += len(docs)

    def _settle(self, torn: bool) -> None:  # noqa: FBT001 - one use
        """Make durable what is shown, without an interrupted write behind it."""
        with writing(self.path):
            try:
                descriptor = files.open_to_append(self.path)
                try:
                    if torn:
                        files.cut(descriptor, self.length)
                    files.sync(descriptor)
                finally:
                    files.close(descriptor)
            except PermissionError:
                self._sound = False  # a folder that is only read

    def _append(self, changes: list[dict[str, Any]]) -> None:
        lines = b"".join(line_of(change, self._lines + k) for k, change in enumerate(changes))
        with writing(self.path):
            if self._sound:
                self._add(lines)
            else:
                self.close()
                files.put(self.path, bytes(self._content) + lines)
                self._sound = True
        self._content += lines
        self._lines += len(changes)

    def _add(self, lines: bytes) -> None:
        if self._descriptor is None:
            self._descriptor = files.open_to_append(self.path)
        end = self.length + len(lines)
        try:
            self._sound = False
            files.write_at(self._descriptor, lines, self.length)
            if end > self._reserved_to and not files.mirror:
                with contextlib.suppress(OSError):
                    files.write_at(self._descriptor, bytes(_RESERVE_BYTES), end)
                    self._reserved_to = end + _RESERVE_BYTES
            files.sync(self._descriptor)
            self._sound = True
        except OSError:
            with contextlib.suppress(OSError):
                files.cut(self._descriptor, self.length)
            self._reserved_to = 0
            raise


class _Tables(dict[str, Any]):
    """Tables for TinyDB, which changes documents in place: a table is copied when asked for."""

    def __getitem__(self, name: str) -> Any:
        return {key: dict(doc) for key, doc in super().__getitem__(name).items()}


class WholeStorage(Storage):
    """Storage of TinyDB in a small file, one line that is replaced whole.

    `damaged` is the content of a file that cannot be read.
    """

    def __init__(self, path: str | Path) -> None:
        self.path, self.damaged, self._data = Path(path), b"", None
        with reading(self.path):
            content = files.read(self.path) if files.exists(self.path) else b""
        self._data = _content(content[:-1], 0) if content else None
        if content and not isinstance(self._data, dict):
            self._data, self.damaged = None, content

    def read(self) -> Any:
        """Return all tables, None without any."""
        return None if self._data is None else {k: {**self._data[k]} for k in self._data}

    def write(self, data: Data) -> None:
        """Replace the file."""
        line = line_of(data, 0)
        with writing(self.path):
            files.put(self.path, line)
        self._data = json.loads(line[9:])


def new_id() -> str:
    """Return a random id of a file."""
    return secrets.token_hex(8)
