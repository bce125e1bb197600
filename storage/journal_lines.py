"""The journal's lines: what one looks like, and which lines of a file can be believed.

A line is `crc32 sequence json`, the checksum over generation, sequence number and text. The first
is the header. Zeros behind the last line are room for more.

Numbers run on without a gap over the whole life of a journal, also when it is written anew. Only
one line at a time is ever on its way to the disk, so a file that we were cut off from ends with at
most one piece of a line; anything else was done to it from outside.
"""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import dataclass

FORMAT = 1
_HEADER_FIELDS = ("format", "schema", "generation", "records")
_SECTOR_BYTES = 512
_GENERATIONS_TRIED = 20_000
_GUESS_BYTES = 4096
_HOLE = re.compile(rb"\0+")


@dataclass(frozen=True, slots=True)
class Header:
    """The first line. `sequence` is the number before the file's first record: 0 in a new journal,
    the last one of the former file in a journal written anew. That many `records` came to the disk
    together with the header: a file with fewer was cut from outside.
    """

    schema: int
    generation: int
    sequence: int = 0
    records: int = 0
    format: int = FORMAT

    def line(self) -> bytes:
        """The header as bytes, its line break included."""
        fields = {name: getattr(self, name) for name in _HEADER_FIELDS}
        return write_line(self.generation, self.sequence, json.dumps(fields))


@dataclass(frozen=True, slots=True)
class Line:
    """A line whose checksum is right."""

    sequence: int
    text: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What a file's bytes hold. `lines` are all intact records, each number once; `end` is where
    the unbroken run from the start ends. A `sound` file has nothing behind it but a write that was
    cut off, of so many bytes.
    """

    header: Header | None
    generation: int | None
    lines: tuple[Line, ...]
    end: int
    cut_off_bytes: int = 0
    sound: bool = False
    open_end: bool = False


def write_line(generation: int, sequence: int, text: str) -> bytes:
    """One line as bytes, its line break included."""
    body = b"%d %s" % (sequence, text.encode("utf-8", "surrogatepass"))
    return b"%08x %s\n" % (_checksum(generation, body), body)


def _checksum(generation: int, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(b"%d " % generation))


def read_line(line: bytes, generation: int) -> Line | None:
    """The line without its line break, or None where it is not intact."""
    body = line[9:]
    if line[:9] != b"%08x " % _checksum(generation, body):
        return None
    sequence, _, text = body.partition(b" ")
    return (
        Line(int(sequence), text.decode("utf-8", "surrogatepass")) if sequence.isdigit() else None
    )


def read_header(line: bytes) -> Header | None:
    """The header of the file, or None where the line is not an intact one."""
    try:
        fields = json.loads(line[9:].partition(b" ")[2])
        form, schema, generation, records = (fields[name] for name in _HEADER_FIELDS)
        intact = read_line(line, generation)
    except (ValueError, TypeError, KeyError):
        return None
    return Header(schema, generation, intact.sequence, records, form) if intact else None


def scan(content: bytes) -> Scan:
    """Which of the file's lines can be believed, and whether anything was done to them."""
    content = content.rstrip(b"\0")
    first, newline, rest = content.partition(b"\n")
    header = read_header(first) if newline else None
    if header is None:
        return _salvage(None, _guess_generation(rest), rest, 0)
    start = len(first) + 1
    if header.format != FORMAT:
        return Scan(header, header.generation, (), start, sound=True)
    run, end = _unbroken_run(content, header, start)
    tail = content[end:]
    if len(run) >= header.records and _is_cut_off(tail, end, header.generation):
        return Scan(header, header.generation, tuple(run), end, len(tail), sound=True)
    return _salvage(header, header.generation, content[start:], end)


def _salvage(header: Header | None, generation: int | None, records: bytes, end: int) -> Scan:
    """Every intact line of a file that something was done to, in order, each number once."""
    if generation is None:
        return Scan(header, None, (), end, open_end=True)
    floor = header.sequence if header else 0
    believed = _believed(records, generation)
    found = {line.sequence: line for line in believed if line and line.sequence > floor}
    lines = tuple(found[number] for number in sorted(found))
    known_to = floor + header.records if header else 0
    whole = records.endswith(b"\n") and believed[-1:] != [None]
    open_end = not whole or max(found, default=floor) < known_to
    return Scan(header, generation, lines, end, open_end=open_end)


def _believed(records: bytes, generation: int) -> list[Line | None]:
    """The lines one by one, None for a bad one; in the last, the line break alone may be wrong."""
    *pieces, rest = records.split(b"\n")
    believed = [read_line(piece, generation) for piece in pieces if piece]
    if rest:
        believed.append(read_line(rest, generation) or read_line(rest[:-1], generation))
    return believed


def _unbroken_run(content: bytes, header: Header, start: int) -> tuple[list[Line], int]:
    """The records from the start on, and the offset where the last of them ends."""
    run: list[Line] = []
    while (newline := content.find(b"\n", start)) >= 0:
        line = read_line(content[start:newline], header.generation)
        if line is None or line.sequence != header.sequence + len(run) + 1:
            break
        run.append(line)
        start = newline + 1
    return run, start


def _is_cut_off(tail: bytes, offset: int, generation: int) -> bool:
    """Whether what follows the good lines is nothing, or one line that did not wholly arrive.

    A killed process leaves the line's beginning. A power cut may also leave out whole sectors,
    which then read as zeros; only so can the line break be there and the line not be.
    """
    if tail.endswith(b"\n"):
        return tail.count(b"\n") == 1 and _has_hole(tail, offset)
    return b"\n" not in tail and read_line(tail[:-1], generation) is None


def _has_hole(tail: bytes, offset: int) -> bool:
    """Whether there are zeros from the tail's start, or a sector's, to the end of a sector."""
    for zeros in _HOLE.finditer(tail):
        start, end = offset + zeros.start(), offset + zeros.end()
        begins = zeros.start() == 0 or start % _SECTOR_BYTES == 0
        if begins and end % _SECTOR_BYTES == 0:
            return True
    return False


def _guess_generation(content: bytes) -> int | None:
    """The generation that makes a checksum right, where the header cannot tell it any more."""
    pieces = [piece for piece in content.split(b"\n")[:5] if 0 < len(piece) < _GUESS_BYTES]
    for piece in pieces:
        for generation in range(1, _GENERATIONS_TRIED):
            if read_line(piece, generation):
                return generation
    return None
