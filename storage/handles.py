"""One journal for all databases, on the two handles that a page has on the browser's private files.

The tables of a database have its name as a prefix, such as `00042/round 3`. The table without a
name of its own, such as `00042/`, has the header of the database.

One handle holds the journal. A start with much rubbish writes all documents to the other handle:
first the lines, and at last the header in the place left for it. A copy with a header is therefore
whole, and the highest generation counts. The former copy stays until the next such start.
"""

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from storage.files import NewerSchemaError, reading, writing
from storage.journal import FORMAT, Data, JournalStorage, Scan, line_of, scan

_PLACE: Final = Path("fantan")
"""Name of the handles in errors."""
_LONG_BYTES: Final = 1 << 20
_TIMES_LIVE: Final = 2
_HEADER, _ONLY = "", "1"
_BLANK: Final = 8
"""Place of the blank behind a checksum, the only byte that one flipped bit turns into a zero."""


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


class HandleJournal:
    """Journal on two handles, with the databases in it by name.

    `generation` is 0 if no handle has a journal yet: `write_anew` begins one. `lost` is the number
    of lines lost by damage from outside; the damaged copy then stays where it is.

    :raises WriteFailedError: when a write fails; the next one may succeed
    """

    def __init__(self, handles: tuple[Handle, Handle]) -> None:
        """Read the journal.

        :raises ReadFailedError: when a handle cannot be read
        :raises NewerSchemaError: when a newer version wrote it
        """
        self._handles = handles
        self.databases: dict[str, PrefixStorage] = {}
        with reading(_PLACE):
            contents = [handle.read() for handle in handles]
        found = [scan(content) for content in contents]
        self.generation, self.place = max((_generation(each), -k) for k, each in enumerate(found))
        self.place = -self.place
        newest, content = found[self.place], contents[self.place]
        damaged = sum(map(_lines_without_header, contents, found))
        self.lost: int = damaged
        if not self.generation:
            # What cannot be read stays, and the journal begins on the handle with less in it.
            self.place = max((0, 1), key=lambda place: len(contents[place]))
            return
        if newest.header["fantan"] != FORMAT:
            raise NewerSchemaError(f"{_PLACE}: written by a newer version")
        self.lost = max(damaged, newest.header.get("lost", 0)) + newest.lost
        for change in newest.changes:
            self._follow(change)
        self._end, self._lines = newest.end, len(newest.changes) + 1
        self._sound = not newest.lost and self._settle(torn=len(content) > newest.end)
        many = len(content) > max(_LONG_BYTES, _TIMES_LIVE * newest.header["bytes"])
        if newest.lost or (many and not self.lost):
            with contextlib.suppress(OSError):
                self._write_to_other()

    def write_anew(self) -> None:
        """Write all documents to the handle that does not count now, and go on there."""
        with writing(_PLACE):
            self._write_to_other()

    def append(self, change: Data) -> None:
        """Append a change of any databases as one line."""
        with writing(_PLACE):
            if not self._sound:
                self._write_to_other()
            line, handle = line_of(change, self._lines), self._handles[self.place]
            try:
                handle.write(line, self._end)
            except OSError:
                self._cut(handle)
                raise
            try:
                self._sound = False
                handle.flush()
                self._sound = True
            except OSError:
                # The bytes on the medium are unknown now: the next write goes to the other handle.
                self._cut(handle)
                self._sound = False
                raise
        self._end += len(line)
        self._lines += 1

    def database(self, name: str, header: Mapping[str, Any] | None = None) -> "PrefixStorage":
        """Return a database; a new one is created by its first write, with the header."""
        return self.databases.get(name) or PrefixStorage(self, name, header or {})

    def _cut(self, handle: Handle) -> None:
        """Cut off what a failed write left behind."""
        self._sound = False
        with contextlib.suppress(OSError):
            handle.truncate(self._end)
            handle.flush()
            self._sound = True

    def _settle(self, *, torn: bool) -> bool:
        """Make durable what is shown, without an interrupted write behind it."""
        with contextlib.suppress(OSError):
            if torn:
                self._handles[self.place].truncate(self._end)
            self._handles[self.place].flush()
            return True
        return False

    def _follow(self, change: Data) -> None:
        for table, docs in change.items():
            name, _, own = table.partition("/")
            if own == _HEADER and docs[_ONLY] is None:
                del self.databases[name]
                continue
            database = self.databases.setdefault(name, PrefixStorage(self, name))
            if own == _HEADER:
                database.take_header(docs[_ONLY])
            else:
                database.follow({own: docs})

    def _write_to_other(self) -> None:
        changes = [whole for each in self.databases.values() for whole in each.lines()]
        lines = b"".join(line_of(change, place) for place, change in enumerate(changes, 1))
        facts = {"fantan": FORMAT, "generation": self.generation + 1, "bytes": len(lines)}
        header = line_of({**facts, **({"lost": self.lost} if self.lost else {})}, 0)
        other = 1 - self.place
        handle = self._handles[other]
        handle.truncate(0)
        handle.write(bytes(len(header)) + lines, 0)
        handle.flush()
        self._sound = False  # from here on the next start may take either copy
        handle.write(header, 0)
        handle.flush()
        self._sound, self.place = True, other
        self.generation += 1
        self._end, self._lines = len(header) + len(lines), len(changes) + 1


class PrefixStorage(JournalStorage):
    """Storage of TinyDB for one database of a journal on handles.

    A change of several tables is one line, and is kept whole or not at all.
    """

    def __init__(
        self, journal: HandleJournal, name: str, header: Mapping[str, Any] | None = None
    ) -> None:
        """Show the database of this name."""
        self._journal, self.name = journal, name
        self.header = header or {}
        self.changes = 0
        self._tables = {}

    @property
    def length(self) -> int:
        """Number of changes, which grows with each of them."""
        return self.changes

    def take_header(self, header: Mapping[str, Any]) -> None:
        """Take the header from a line, with the number of changes that were written anew."""
        self.header = {key: value for key, value in header.items() if key != "changes"}
        self.changes = header["changes"]

    def follow(self, change: Data) -> None:
        """Take a change from a line."""
        self._follow(change)

    def lines(self) -> Iterator[Data]:
        """Yield the changes that make this database anew: its header, and a line a table."""
        kept = sum(map(len, self._tables.values()))
        yield self._header_line(self.changes - kept)
        for name, docs in self._tables.items():
            if docs:
                yield {f"{self.name}/{name}": docs}

    def extend(self, changes: list[dict[str, Any]]) -> None:
        """Append many changes as one line."""
        self._append(changes)
        for change in changes:
            self._follow(change)

    def remove(self) -> None:
        """Remove the database."""
        gone = {name: dict.fromkeys(docs) for name, docs in self._tables.items()}
        self._journal.append(self._named([gone]) | {f"{self.name}/": {_ONLY: None}})
        del self._journal.databases[self.name]

    def close(self) -> None:
        """Leave the handles open: they belong to the page."""

    def _header_line(self, changes: int) -> dict[str, Any]:
        return {f"{self.name}/": {_ONLY: {**self.header, "changes": changes}}}

    def _named(self, changes: list[dict[str, Any]]) -> dict[str, Any]:
        named: dict[str, Any] = {}
        for change in changes:
            for name, docs in change.items():
                named.setdefault(f"{self.name}/{name}", {}).update(docs)
        return named

    def _append(self, changes: list[dict[str, Any]]) -> None:
        if self.name in self._journal.databases:
            self._journal.append(self._named(changes))
        else:
            self._journal.append(self._header_line(0) | self._named(changes))
            self._journal.databases[self.name] = self


def _generation(found: Scan) -> int:
    return found.header["generation"] if found.header else 0


def _lines_without_header(content: bytes, found: Scan) -> int:
    """Return the number of lines behind a header that was damaged from outside.

    An interrupted copy has zeros in place of the header, or of a part of it.
    """
    header = content.split(b"\n", 1)[0]
    interrupted = b"\0" in header[:_BLANK] + header[_BLANK + 1 :]
    return 0 if found.header or interrupted else content.count(b"\n")
