"""What one medium of the mirror holds: records, one behind the other, and which of them count.

A record is its length, a checksum and its body: `[number, safe, change, path, argument]` and then
the bytes that were written. The checksum counts the log's generation in, so that nothing that an
earlier log left behind is taken for a part of this one. `safe` tells how many records had been
made durable by then: a damaged one among those was damaged from outside, and what follows it still
holds. Any other was cut off, and neither it nor what follows was ever acknowledged.

The medium whose log does not count holds an acknowledgement: the generation of the log that counts
and the number of its last record that was durable. A log that ends before that record was damaged
from outside. An acknowledgement is written after the flush and is not flushed itself: after a power
cut it may be old, and is never ahead of the log.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
