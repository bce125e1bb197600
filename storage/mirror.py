"""A log of all changes to files in memory, on a medium such as the browser's private files.

A record is its length, a checksum and its body: `[number, safe, change, path, argument]` and then
the bytes that were written. The checksum counts the log's generation in, so that nothing that an
earlier log left behind is taken for a part of this one. `safe` tells how many records had been
made durable by then: a damaged one among those was damaged from outside, and what follows it still
holds. Any other was cut off, and neither it nor what follows was ever acknowledged.

The medium whose log does not count holds an acknowledgement: the generation of the log that counts
and the number of its last record that was durable. A log that ends before that record was damaged
from outside. An acknowledgement is written after the flush and is not flushed itself: after a power
cut it may be old, and is never ahead of the log.

In a browser files live as long as the page. There `storage.files` tells each change to a log
before it makes it, and the next start makes them all again. The log lies on a `Medium`, of which
there are two: when it has grown long, what is there is written to the other one as a new log, which
counts from its last record on, `whole`. Until then the former one counts. That record stands there
twice, so that what damages one does not take the rest along.
"""

from __future__ import annotations

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
_OF_NO_LOG = 0
"""The generation in the checksum of an acknowledgement, which is no part of any log."""
_AFTER_A_FLUSH = re.compile(rb'\[\d+, [1-9]\d*, "(?!whole)')


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One change: its number in the log, how many were durable by then, what it was, its place."""

    number: int
    safe: int
    change: str
    path: str
    argument: Any
    content: bytes
    end: int


@dataclass(frozen=True, slots=True)
class MirrorLog:
    """What a medium holds: the generation, 0 where it is no whole log; its records; where they
    end; whether anything lies behind that; and how many are missing among them.
    """

    generation: int
    records: tuple[LogRecord, ...] = ()
    end: int = 0
    rest: bool = False
    damaged: int = 0


def record_bytes(told: Sequence[object], content: bytes, generation: int) -> bytes:
    """A record as it is written, `told` as in its body."""
    body = json.dumps(told, ensure_ascii=False).encode() + b"\n" + content
    return _HEAD.pack(len(body), _checksum(body, generation)) + body


def acknowledgement_bytes(generation: int, number: int) -> bytes:
    """Return the acknowledgement of a log's records up to that number, as it is written."""
    return record_bytes([number, 0, "acknowledged", "", generation], b"", _OF_NO_LOG)


def read_media(contents: Sequence[bytes]) -> tuple[int, MirrorLog]:
    """Return the log that counts, after the number of the medium that holds it: one of generation
    0 where no log can be read. `damaged` counts missing records at the end as well.
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
    """Return the generation and the number that a medium acknowledges; None where it does not."""
    record = _record_at(content, 0, _OF_NO_LOG) if len(content) > _HEAD.size else None
    is_one = record is not None and record.change == "acknowledged"
    return (record.argument, record.number) if record and is_one else None


def _read_log(content: bytes) -> MirrorLog:
    """Return the log that a medium holds, as far as it counts."""
    generation = _generation(content)
    intact = tuple(_records(content, generation)) if generation else ()
    counted = tuple(_counted(intact))
    if not any(record.change == "whole" for record in counted):
        return MirrorLog(0)
    last = counted[-1]
    rest = last.end < len(content)
    return MirrorLog(generation, counted, last.end, rest, last.number - len(counted))


def was_whole(content: bytes) -> bool:
    """Return whether a medium whose log cannot be read held a whole one: it has changes that were
    made when others had been durable. A first log that was cut off has none.
    """
    return _AFTER_A_FLUSH.search(content) is not None


def _counted(intact: tuple[LogRecord, ...]) -> Iterator[LogRecord]:
    """The records up to the first one that is missing without having been durable."""
    safe = max((record.safe for record in intact), default=0)
    before = 0
    for record in intact:
        if record.number <= before:
            continue
        if record.number != before + 1 and record.number > safe + 1:
            return
        yield record
        before = record.number


def _checksum(body: bytes, generation: int) -> int:
    return zlib.crc32(body, generation)


def _generation(content: bytes) -> int:
    """The last generation that a log was whole in, by the record that says so; 0 if none does."""
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
    """The intact records in their order, whatever lies between them."""
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
    if _checksum(body, generation) != checksum:
        return None
    told, _, data = body.partition(b"\n")
    match _fields(told):
        case [int(number), int(safe), str(change), str(path), argument] if (
            0 <= safe < number < _MOST_RECORDS and _is_name(path) and _is_argument(change, argument)
        ):
            return LogRecord(number, safe, change, path, argument, data, begin + size)
        case _:
            return None


def _fields(told: bytes) -> Any:
    """Return what the text of a record says; None where it says nothing."""
    try:
        return json.loads(told)
    except (ValueError, RecursionError):
        return None


def _is_argument(change: str, argument: object) -> bool:
    """Return whether a change of this kind can have the argument."""
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
    """Return whether a system can have a file of that name."""
    return "\0" not in path and not any("\ud800" <= letter <= "\udfff" for letter in path)


_LONG_BYTES = 1 << 20
_TIMES_LIVE = 4
_WHOLE_RECORDS = 2
FOLDER_MODE, FILE_MODE = 0o700, 0o600
_NO_LONGER_POSSIBLE = FileNotFoundError, FileExistsError, NotADirectoryError, IsADirectoryError
UNREAD = "mirror.damaged"
"""What two media hold of which neither can be read: kept under that name in the root."""


class Medium(Protocol):
    """A place for one log. What was written is durable after `flush`; all may raise `OSError`."""

    def read(self) -> bytes:
        """All of it."""
        ...

    def write(self, content: bytes, offset: int) -> None:
        """Put all of the content there."""
        ...

    def truncate(self, size: int) -> None:
        """Leave the first `size` bytes."""
        ...

    def flush(self) -> None:
        """Return when it is durable."""
        ...


class Mirror:
    """The log of all changes to the files under a root, on one of two media.

    `damaged` counts the changes that were acknowledged, were damaged from outside and could not be
    made again; `unread` says that nothing at all could be read of what was there.
    """

    def __init__(
        self, root: Path, media: tuple[Medium, Medium], *, long_bytes: int = _LONG_BYTES
    ) -> None:
        """Make again what the log tells of; the root has nothing else in it.

        :raises OSError: when a medium cannot be read or written to
        """
        self.root = root
        self.generation: int = 0
        self.damaged: int = 0
        self.unread: bool = False
        self._media = media
        self._log = media[0]
        self._end: int = 0
        self._number: int = 0
        self._safe: int = 0
        self._sound = True
        self._long_bytes = self._longest = long_bytes
        self._paths: dict[int, Path] = {}
        root.mkdir(parents=True, exist_ok=True)
        self._restore()

    @property
    def findings(self) -> list[Finding]:
        """What the start found wrong with what the media held."""
        if self.unread:
            return [Finding(Problem.MEMORY_UNREADABLE, UNREAD)]
        return [Finding(Problem.MEMORY_DAMAGED, count=self.damaged)] if self.damaged else []

    # What `storage.files` tells, each before it is done.

    def opened(self, descriptor: int, path: Path) -> None:
        """A descriptor stands for that file from now on."""
        self._paths[descriptor] = path

    def closed(self, descriptor: int) -> None:
        """It stands for nothing any more."""
        self._paths.pop(descriptor, None)

    def create(self, path: Path) -> None:
        """A file is made, or emptied."""
        self._tell("create", path)

    def write(self, descriptor: int, content: bytes, offset: int) -> None:
        """Bytes are written at an offset."""
        self._tell("write", self._paths[descriptor], offset, content)

    def cut(self, descriptor: int, size: int) -> None:
        """A file is cut back."""
        self._tell("cut", self._paths[descriptor], size)

    def rename(self, path: Path, target: Path) -> None:
        """A file gets another name, and takes the place of what has it."""
        self._tell("rename", path, self._name(target))

    def remove(self, path: Path) -> None:
        """A file is taken away."""
        self._tell("remove", path)

    def make_folder(self, folder: Path) -> None:
        """A folder is made."""
        self._tell("folder", folder)

    def sync(self) -> None:
        """Return when all that was told is durable.

        After a failed flush nobody knows which bytes arrived: then all is written anew.
        """
        if not self._sound:
            self.write_anew()
            return
        self._sound = False
        self._log.flush()
        self._sound = True
        self._safe = self._number
        self._acknowledge()

    # The log

    @property
    def _other(self) -> Medium:
        """The medium whose log does not count."""
        return next(medium for medium in self._media if medium is not self._log)

    def _acknowledge(self) -> None:
        """Note outside the log where it ends; without room for the note only damage goes unseen."""
        with contextlib.suppress(OSError):
            self._other.write(acknowledgement_bytes(self.generation, self._safe), 0)

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _tell(self, change: str, path: Path, argument: int | str = 0, content: bytes = b"") -> None:
        if self._end > self._longest:
            self._write_anew_if_possible()
        self._append(change, self._name(path), argument, content)

    def _append(self, change: str, name: str, argument: int | str, content: bytes = b"") -> None:
        told = [self._number + 1, self._safe, change, name, argument]
        record = record_bytes(told, content, self.generation)
        try:
            self._log.write(record, self._end)
        except OSError:
            with contextlib.suppress(OSError):
                self._log.truncate(self._end)
            raise
        self._end += len(record)
        self._number += 1

    def write_anew(self) -> None:
        """Write all that is there as a new log, and leave the former one.

        :raises OSError: when that cannot be done; then the former log counts as before
        """
        before = self._log, self._end, self._number, self._safe, self.generation
        former, self._log = self._log, self._other
        self._end = self._number = self._safe = 0
        self.generation += 1
        try:
            self._log.truncate(0)
            self._append_everything()
            self._log.flush()
            for _ in range(_WHOLE_RECORDS):
                self._safe = self._number
                self._append("whole", "", self.generation)
                self._log.flush()
        except OSError:
            with contextlib.suppress(OSError):
                self._log.truncate(0)
            self._log, self._end, self._number, self._safe, self.generation = before
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
        self._log, self.generation = self._media[place], log.generation
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
        """Cut off what does not count, for good: a record that comes later may end just where one
        of that begins. Where it cannot be made durable, the next sync writes all anew.
        """
        self._sound = False
        with contextlib.suppress(OSError):
            self._log.truncate(self._end)
            self._log.flush()
            self._sound = True

    def _live(self) -> int:
        return sum(path.stat().st_size for path in self.root.rglob("*") if path.is_file())


def make_again(root: Path, record: LogRecord) -> None:
    """Make a change to the files under the root that was made before. Leave out a change that can
    no longer be made, since a damaged record lies between.

    :raises OSError: when the system refuses a change that can be made
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
