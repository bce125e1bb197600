"""One journal for all databases, on the two handles that a page has on the browser's private files.

The tables of a database have its name as a prefix, such as `00042/round 3`. The table without a
name of its own, such as `00042/`, has the header of the database.

One handle holds the journal, behind a mark with its generation. A start with much rubbish writes
all documents to the other handle: first the content, and at last the mark in the place left for it.
A copy with a mark is therefore whole, and the highest generation counts. The former copy stays
until the next start has read the new one. A damaged copy stays until its loss is answered.
"""

import contextlib
import re
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from tinydb.storages import Storage

from storage.files import DamagedFileError, NewerSchemaError, StorageError, reading, writing
from storage.journal import (
    FORMAT,
    Change,
    CopiedTables,
    Docs,
    JournalStorage,
    Tables,
    line_of,
    scan,
)

_MARK = re.compile(rb"(fantan-(\d{8})-(\d{10}))-([0-9a-f]{8})\n")
_MARK_BYTES = 36
_WORD = b"fantan-"
_NUMBERS = re.compile(rb"\d{8}-\d{10}-[0-9a-f]{8}\n")
_LONG_BYTES = 1 << 20
_TIMES_LIVE = 2
_PLACE = Path("fantan")
"""Name of the handles in errors."""
_HEADER: Docs = {"fantan": FORMAT}
_ONLY = "1"


class Handle(Protocol):
    """File of the browser, durable after `flush`.

    :raises OSError: when a method fails
    """

    def read(self) -> bytes:
        """Return the whole content."""
        ...

    def write(self, content: bytes, offset: int) -> None:
        """Write the whole content at an offset."""
        ...

    def truncate(self, size: int) -> None:
        """Keep only the first `size` bytes."""
        ...

    def flush(self) -> None:
        """Make the content durable."""
        ...


class HandlesMedium:
    """Two handles, the medium of a `storage.journal.JournalStorage`.

    :raises OSError: when a method fails
    """

    def __init__(self, handles: tuple[Handle, Handle]) -> None:
        """Choose the handle with the highest generation."""
        self.path: Path = _PLACE
        self._handles = handles
        marks = [_read_mark(handle.read()) for handle in handles]
        self.generation, self.live_bytes = max(marks)
        self._place: int = marks.index(max(marks))
        self._stray = False

    @property
    def aside(self) -> Handle:
        """Handle that does not count."""
        return self._handles[1 - self._place]

    def keep(self, place: int) -> None:
        """Count a handle until the other one is written."""
        self._place = place

    def read(self) -> bytes:
        """Return the whole content."""
        if self.generation < 0:
            raise FileNotFoundError
        return self._handles[self._place].read()[_MARK_BYTES:]

    def settle(self, size: int, *, torn: bool) -> None:
        """Make the first `size` bytes durable, and cut off what follows if they are `torn`."""
        handle = self._handles[self._place]
        if torn:
            handle.truncate(_MARK_BYTES + size)
        handle.flush()

    def append(self, content: bytes, offset: int) -> None:
        """Write at the end of the content, durably."""
        if self._stray:
            self.clear_aside()
        handle = self._handles[self._place]
        end = _MARK_BYTES + offset
        try:
            handle.write(content, end)
            handle.flush()
        except OSError:
            with contextlib.suppress(OSError):
                handle.truncate(end)
                handle.flush()
            raise

    def replace(self, content: bytes) -> None:
        """Write a whole content to the other handle, which counts from then on."""
        handle = self.aside
        generation = max(0, self.generation) + 1
        handle.truncate(0)
        handle.write(bytes(_MARK_BYTES) + content, 0)
        handle.flush()
        self._stray = True  # from here on the next start may find this copy
        try:
            handle.write(_mark(generation, len(content)), 0)
            handle.flush()
        except OSError:
            with contextlib.suppress(OSError):
                self.clear_aside()
            raise
        self._stray = False
        self.generation, self.live_bytes = generation, len(content)
        self._place = 1 - self._place

    def clear_aside(self) -> None:
        """Empty the handle that does not count."""
        self.aside.truncate(0)
        self.aside.flush()
        self._stray = False

    def close(self) -> None:
        """Leave the handles open: they belong to the page."""


def _mark(generation: int, size: int) -> bytes:
    text = b"fantan-%08d-%010d" % (generation, size)
    return b"%s-%08x\n" % (text, zlib.crc32(text))


def _read_mark(content: bytes) -> tuple[int, int]:
    """Return the generation of a copy, and its size when it was written.

    The generation is 0 for a damaged mark, and -1 for a copy without one.
    """
    found = _MARK.match(content)
    if found and found[4] == b"%08x" % zlib.crc32(found[1]):
        return int(found[2]), int(found[3])
    # A flipped bit is in the word or in the numbers, and is no zero, as an interrupted copy has.
    damaged = content[:7] == _WORD or _NUMBERS.match(content, 7)
    return (0 if damaged and not is_interrupted(content) else -1), 0


def is_interrupted(content: bytes) -> bool:
    """Return whether nothing was written, or a copy that did not get its mark.

    Zeros are written in place of the mark, perhaps over a former one, and then the mark itself.
    """
    begun = content[:_MARK_BYTES].rstrip(b"\0")
    has_begun = len(begun) < _MARK_BYTES and _WORD.startswith(begun[: len(_WORD)])
    return has_begun or content.startswith(b"\0")


class PageJournal:
    """Journal of all databases of a page.

    `lost` is the number of lines that damage from outside has cost, while the damaged copy is kept.
    """

    def __init__(self, handles: tuple[Handle, Handle]) -> None:
        """Read the journal; a missing one is created by the first write.

        :raises StorageError: when a handle fails, or has the journal of a newer version
        """
        self._databases: dict[str, Change] = {}
        self._facts: Change = {}
        with reading(_PLACE):
            self._medium = HandlesMedium(handles)
            self.is_new: bool = self._medium.generation < 0
            try:
                self._read()
            except DamagedFileError:
                content = self._medium.read()
                found = scan(content)
                if found.header and found.header["fantan"] != FORMAT:
                    raise NewerSchemaError(f"{_PLACE}: written by a newer version") from None
                _, _, lines = content[: found.end].partition(b"\n")
                self._medium.replace(_header_line(found.lost) + lines)
                self._read()
            if not self.lost and not self.is_new:
                self._tidy()

    def _read(self) -> None:
        self.journal = JournalStorage(self._medium, _HEADER)
        aside, _ = _read_mark(self._medium.aside.read())
        self.lost: int = self.journal.header.get("lost", int(aside == 0))
        for table, docs in self.journal.tables.items():
            name, _, own = table.partition("/")
            if docs and own:
                self._databases.setdefault(name, {})[own] = docs
            elif docs:
                self._facts[name] = docs

    def begin(self, place: int, changes: Sequence[Change], lost: int) -> None:
        """Begin with these changes, and leave the content of a handle as it is."""
        self._medium.keep(place)
        lines = [line_of(change, place) for place, change in enumerate(changes, 1)]
        with writing(_PLACE):
            self._medium.replace(_header_line(lost) + b"".join(lines))
        self._read()

    @property
    def names(self) -> list[str]:
        """Names of the databases."""
        return sorted(name for name, tables in self._databases.items() if tables)

    def database(self, name: str, header: Mapping[str, Any] | None = None) -> "PrefixStorage":
        """Return a database; a new one is created by its first write, with the header."""
        tables = self._databases.setdefault(name, {})
        return PrefixStorage(self.journal, name, tables, self._facts, header)

    def remove(self, name: str) -> None:
        """Remove a database."""
        tables = {**self._databases[name], "": self._facts.get(name, {})}
        gone = {f"{name}/{own}": dict.fromkeys(docs) for own, docs in tables.items()}
        self.journal.extend([gone])
        del self._databases[name]
        self._facts.pop(name, None)

    def answer(self) -> None:
        """Drop the damaged copy, once the players know of the loss."""
        self.journal.header = _HEADER
        self.journal.write_anew()
        self.lost = 0
        self._tidy()

    def _tidy(self) -> None:
        """Write a journal with much rubbish anew, or else drop its former copy, if possible."""
        with contextlib.suppress(OSError, StorageError):
            most = max(_LONG_BYTES, _TIMES_LIVE * self._medium.live_bytes)
            if self._medium.generation == 0 or self.journal.length > most:
                self.journal.write_anew()
            elif self._medium.aside.read():
                self._medium.clear_aside()


def _header_line(lost: int) -> bytes:
    return line_of({**_HEADER, "lost": lost} if lost else _HEADER, 0)


class PrefixStorage(Storage):
    """Storage of TinyDB that shows one database of a journal.

    `changes` grows with each change. A change of several tables is one line, so that it is kept
    whole or not at all.
    """

    damaged: Final = False
    """Damage is that of the whole journal."""

    def __init__(
        self,
        journal: JournalStorage,
        name: str,
        tables: Change,
        facts: Change,
        header: Mapping[str, Any] | None = None,
    ) -> None:
        """Show the tables of the database; a new one gets the header among the facts of all."""
        self._journal = journal
        self._name = name
        self._tables = Tables()
        self._tables.by_name = tables
        self._facts = facts
        self.header: Mapping[str, Any] = facts.get(name, {}).get(_ONLY) or header or {}
        last = max((int(key) for docs in tables.values() for key in docs), default=0)
        self.changes: int = max(last, self.header.get("changes", 0))

    @property
    def length(self) -> int:
        """Number of changes."""
        return self.changes

    def read(self) -> Any:
        """Return all tables, None without any."""
        return CopiedTables(self._tables.by_name) or None

    def write(self, data: Mapping[str, Docs]) -> None:
        """Append what differs from the tables so far as one line."""
        if change := self._tables.change_to(data):
            self.extend([change])

    def extend(self, changes: Sequence[Change]) -> None:
        """Append many changes as one line."""
        whole: Change = {}
        for change in changes:
            for own, docs in change.items():
                whole.setdefault(own, {}).update(docs)
        lines = {f"{self._name}/{own}": docs for own, docs in whole.items()}
        count = self.changes + sum(len(docs) for change in changes for docs in change.values())
        facts = self._facts.get(self._name, {})
        if self.header and (not facts or any(None in docs.values() for docs in whole.values())):
            # Ids of documents say how many changes there were, until the last one is removed.
            facts = {_ONLY: {**self.header, "changes": count}}
            lines[f"{self._name}/"] = facts
        self._journal.extend([lines])
        self._facts[self._name] = facts
        self._tables.follow(whole)
        self.changes = count

    def close(self) -> None:
        """Leave the handles open: they belong to the page."""
