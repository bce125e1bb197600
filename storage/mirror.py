"""Log of all changes to files in memory, on a medium such as the private files of a browser.

In a browser, files exist as long as the page. `storage.files` therefore logs each change before the
change is made, and the next start repeats all changes. A long log is replaced by a new log of the
present files on the other of two media. The new log is valid from the last record, `whole`, which
is written twice in case of damage; until then the former log is valid.

A record is a length, a checksum and a body: `[number, safe, change, path, argument]` and the
written bytes. The checksum includes the generation of the log, to exclude remains of earlier logs.
`safe` is the number of records that were durable before: damage among these records came from
outside, and later records are valid. Any other damaged record was interrupted, and neither this
record nor a later one was acknowledged.

The other medium holds an acknowledgement: the generation of the valid log and the number of the
last durable record. A log that ends earlier was damaged from outside. An acknowledgement is written
after the flush, and is not flushed itself: after a power cut the acknowledgement may be old, but is
never ahead of the log.
"""

import contextlib
import json
import os
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from companion.desk.ports import Finding, Problem

_HEAD = struct.Struct("<II")
_MOST_BYTES = 1 << 28
_MOST_RECORDS = 1 << 53
_WHOLE = b'"whole"'
_NO_LOG = 0
"""Generation in the checksum of acknowledgements, which belong to no log."""
_AFTER_A_FLUSH = re.compile(rb'\[\d+, [1-9]\d*, "(?!whole)')


@dataclass(frozen=True, slots=True)
class LogRecord:
    """Record of one change; `safe` records were durable before, and `end` is the offset behind."""

    number: int
    safe: int
    change: str
    path: str
    argument: Any
    content: bytes
    end: int


@dataclass(frozen=True, slots=True)
class MirrorLog:
    """Log on a medium.

    `generation` is 0 without a whole log. `records` are the valid records, `end` is the offset
    behind them, and `rest` is true if more bytes follow. `damaged` is the number of missing
    records.
    """

    generation: int
    records: tuple[LogRecord, ...] = ()
    end: int = 0
    rest: bool = False
    damaged: int = 0


def record_bytes(fields: Sequence[object], content: bytes, generation: int) -> bytes:
    """Return a record with these fields of the body as bytes."""
    body = json.dumps(fields, ensure_ascii=False).encode() + b"\n" + content
    return _HEAD.pack(len(body), zlib.crc32(body, generation)) + body


def read_media(contents: Sequence[bytes]) -> tuple[int, MirrorLog]:
    """Return the number of the medium with the valid log, and the log.

    The log has generation 0 if no log can be read. `damaged` includes missing records at the end.
    """
    logs = [_read_log(content) for content in contents]
    place = max(range(len(logs)), key=lambda each: logs[each].generation)
    log = logs[place]
    acknowledged = max((found for found in map(_acknowledged, contents) if found), default=(0, 0))
    end = log.generation, log.records[-1].number if log.records else 0
    if acknowledged <= end:
        return place, log
    generation, number = acknowledged
    missing = number - end[1] if generation == log.generation else number
    return place, replace(log, damaged=log.damaged + missing)


def _acknowledged(content: bytes) -> tuple[int, int] | None:
    """Return the acknowledged generation and number; None without an acknowledgement."""
    record = _record_at(content, 0, _NO_LOG) if len(content) > _HEAD.size else None
    is_one = record is not None and record.change == "acknowledged"
    return (record.argument, record.number) if record and is_one else None


def _read_log(content: bytes) -> MirrorLog:
    """Return the valid part of the log on a medium."""
    generation = _generation(content)
    intact = tuple(_records(content, generation)) if generation else ()
    counted = tuple(_counted(intact))
    if not any(record.change == "whole" for record in counted):
        return MirrorLog(0)
    last = counted[-1]
    rest = last.end < len(content)
    return MirrorLog(generation, counted, last.end, rest, last.number - len(counted))


def was_whole(content: bytes) -> bool:
    """Return whether a medium with an unreadable log held a whole log.

    Only a whole log has changes after a flush.
    """
    return _AFTER_A_FLUSH.search(content) is not None


def _counted(intact: tuple[LogRecord, ...]) -> Iterator[LogRecord]:
    """Yield the records up to the first missing record that was not durable."""
    safe = max((record.safe for record in intact), default=0)
    before = 0
    for record in intact:
        if record.number <= before:
            continue
        if record.number != before + 1 and record.number > safe + 1:
            return
        yield record
        before = record.number


def _generation(content: bytes) -> int:
    """Return the last generation with a `whole` record, 0 without one."""
    found, mark = 0, content.find(_WHOLE)
    while mark >= 0:
        begin = content.rfind(b"[", 0, mark)
        end = content.find(b"\n", mark) + 1
        match _fields(content[begin:end]):
            case [_, _, "whole", _, int(generation)] if begin >= _HEAD.size:
                if _record_at(content, begin - _HEAD.size, generation):
                    found = max(found, generation)
            case _:
                pass
        mark = content.find(_WHOLE, mark + 1)
    return found


def _records(content: bytes, generation: int) -> Iterator[LogRecord]:
    """Yield the intact records in order."""
    at, last = 0, len(content) - _HEAD.size
    while at <= last:
        record = _record_at(content, at, generation)
        if record is None:
            at += 1
        else:
            yield record
            at = record.end


def _record_at(content: bytes, at: int, generation: int) -> LogRecord | None:
    size, checksum = _HEAD.unpack_from(content, at)
    begin = at + _HEAD.size
    if not 0 < size <= min(len(content) - begin, _MOST_BYTES):
        return None
    body = content[begin : begin + size]
    if zlib.crc32(body, generation) != checksum:
        return None
    text, _, data = body.partition(b"\n")
    match _fields(text):
        case [int(number), int(safe), str(change), str(path), argument] if (
            0 <= safe < number < _MOST_RECORDS and _is_name(path) and _is_argument(change, argument)
        ):
            return LogRecord(number, safe, change, path, argument, data, begin + size)
        case _:
            return None


def _fields(text: bytes) -> Any:
    """Parse the fields of a record; None for damaged text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _is_argument(change: str, argument: object) -> bool:
    """Return whether an argument is valid for a change."""
    match change, argument:
        case (("write" | "cut"), int(place)):
            return 0 <= place <= _MOST_BYTES
        case "rename", str(target):
            return _is_name(target)
        case (("create" | "remove" | "folder" | "whole" | "acknowledged"), int()):
            return True
        case _:
            return False


def _is_name(path: str) -> bool:
    """Return whether a name is possible on all systems."""
    return "\0" not in path and not any("\ud800" <= letter <= "\udfff" for letter in path)


_LONG_BYTES = 1 << 20
_TIMES_LIVE = 4
_WHOLE_RECORDS = 2
FOLDER_MODE, FILE_MODE = 0o700, 0o600
_NO_LONGER_POSSIBLE = FileNotFoundError, FileExistsError, NotADirectoryError, IsADirectoryError
UNREAD = "mirror.damaged"
"""File in the root for the content of two unreadable media."""


class Medium(Protocol):
    """Place for one log, durable after `flush`.

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


class Mirror:
    """Log of all changes to the files under a root, on one of two media.

    `damaged` counts the acknowledged changes that are lost by damage from outside; `unread` is true
    if nothing of an earlier log could be read. `paths` are those of the open files, by descriptor.
    """

    def __init__(
        self, root: Path, media: tuple[Medium, Medium], *, long_bytes: int = _LONG_BYTES
    ) -> None:
        """Repeat the changes of the log in an empty root.

        :raises OSError: when a medium cannot be read or written to
        """
        self.root = root
        self.generation: int = 0
        self.damaged: int = 0
        self.unread: bool = False
        self._media = media
        self._medium = media[0]
        self._end: int = 0
        self._number: int = 0
        self._safe: int = 0
        self._sound = True
        self._long_bytes = self._longest = long_bytes
        self.paths: dict[int, Path] = {}
        root.mkdir(parents=True, exist_ok=True)
        self._restore()

    @property
    def findings(self) -> list[Finding]:
        """Findings about the media at the start."""
        if self.unread:
            return [Finding(Problem.MEMORY_UNREADABLE, UNREAD)]
        return [Finding(Problem.MEMORY_DAMAGED, count=self.damaged)] if self.damaged else []

    def log(self, change: str, path: Path, argument: int | Path = 0, content: bytes = b"") -> None:
        """Log a change to a file or a folder, before the change is made.

        The argument is the offset of a write, the size after a cut, or the new name of a file.
        """
        if self._end > self._longest:
            self._write_anew_if_possible()
        target = argument if isinstance(argument, int) else self._name(argument)
        self._append(change, self._name(path), target, content)

    def sync(self) -> None:
        """Make all logged changes durable.

        After a failed flush, which leaves unknown bytes on the medium, a new log is written.
        """
        if not self._sound:
            self.write_anew()
            return
        self._sound = False
        self._medium.flush()
        self._sound = True
        self._safe = self._number
        self._acknowledge()

    # The log

    @property
    def _other(self) -> Medium:
        """Medium without the valid log."""
        return next(medium for medium in self._media if medium is not self._medium)

    def _acknowledge(self) -> None:
        """Write the acknowledgement if possible; without one, damage at the end is not noticed."""
        fields = [self._safe, 0, "acknowledged", "", self.generation]
        with contextlib.suppress(OSError):
            self._other.write(record_bytes(fields, b"", _NO_LOG), 0)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _append(self, change: str, name: str, argument: int | str, content: bytes = b"") -> None:
        fields = [self._number + 1, self._safe, change, name, argument]
        record = record_bytes(fields, content, self.generation)
        try:
            self._medium.write(record, self._end)
        except OSError:
            with contextlib.suppress(OSError):
                self._medium.truncate(self._end)
            raise
        self._end += len(record)
        self._number += 1

    def write_anew(self) -> None:
        """Write the present files as a new log in place of the former one.

        :raises OSError: when a write fails; the former log stays valid
        """
        before = self._medium, self._end, self._number, self._safe, self.generation
        former, self._medium = self._medium, self._other
        self._end = self._number = self._safe = 0
        self.generation += 1
        try:
            self._medium.truncate(0)
            self._append_everything()
            self._medium.flush()
            for _ in range(_WHOLE_RECORDS):
                self._safe = self._number
                self._append("whole", "", self.generation)
                self._medium.flush()
        except OSError:
            with contextlib.suppress(OSError):
                self._medium.truncate(0)
            self._medium, self._end, self._number, self._safe, self.generation = before
            raise
        self._sound = True
        self._safe = self._number
        self._longest = max(self._long_bytes, _TIMES_LIVE * self._end)
        with contextlib.suppress(OSError):
            former.truncate(0)
            self._acknowledge()

    def _write_anew_if_possible(self) -> None:
        try:
            self.write_anew()
        except OSError:
            self._longest *= 2

    def _append_everything(self) -> None:
        for folder, folders, files in os.walk(self.root):
            for name in sorted(folders):
                self._append("folder", self._name(Path(folder, name)), 0)
            for name in sorted(files):
                path = Path(folder, name)
                self._append("create", self._name(path), 0)
                self._append("write", self._name(path), 0, path.read_bytes())

    # The start

    def _restore(self) -> None:
        contents = [medium.read() for medium in self._media]
        place, log = read_media(contents)
        self.damaged = log.damaged
        if not log.generation:
            self.unread = bool(log.damaged) or any(map(was_whole, contents))
            if self.unread:
                (self.root / UNREAD).write_bytes(b"".join(contents))
            self.write_anew()
            return
        self._medium, self.generation = self._media[place], log.generation
        for record in log.records:
            make_again(self.root, record)
        self._number = log.records[-1].number
        self._end = log.end
        if log.rest:
            self._drop_rest()
        self._longest = max(self._long_bytes, _TIMES_LIVE * self._live())
        if self.damaged or self._end > self._longest:
            self._write_anew_if_possible()

    def _drop_rest(self) -> None:
        """Cut off the bytes behind the valid log, durably.

        A later record might otherwise end at the beginning of an old one. After a failure the next
        sync writes a new log.
        """
        self._sound = False
        with contextlib.suppress(OSError):
            self._medium.truncate(self._end)
            self._medium.flush()
            self._sound = True

    def _live(self) -> int:
        return sum(path.stat().st_size for path in self.root.rglob("*") if path.is_file())


def make_again(root: Path, record: LogRecord) -> None:
    """Repeat a change to the files under the root. A change that depends on a lost one is skipped.

    :raises OSError: when the system refuses a possible change
    """
    path = root / record.path
    with contextlib.suppress(*_NO_LONGER_POSSIBLE):
        match record.change:
            case "create":
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE))
            case "write":
                _write(path, record.content, record.argument)
            case "cut":
                os.truncate(path, record.argument)
            case "rename":
                os.replace(path, root / record.argument)
            case "remove":
                path.unlink()
            case "folder":
                path.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            case _:
                pass


def _write(path: Path, content: bytes, offset: int) -> None:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        os.lseek(descriptor, offset, os.SEEK_SET)
        os.write(descriptor, content)
    finally:
        os.close(descriptor)
