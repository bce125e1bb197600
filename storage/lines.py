"""The lines of a file: what one looks like, and which ones of a file can be believed.

A line is `crc32 sequence json`, the checksum over the file's id, sequence number and text. The
first is the header, and the second says the same, so that one damaged line does not take the rest
along. A line `{"lost": 3}` stands for itself and the two before it, which were damaged once. Zeros
behind the last line are room for more.

Only one line at a time is ever on its way to the disk, so a file that we were cut off from ends
with at most one piece of a line; anything else was done to it from outside.
"""

from __future__ import annotations

import json
import re
import secrets
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, cast

FORMAT = 1
HEADER_LINES = 2
_FIELDS = {"format": int, "schema": int, "id": str, "number": int}
_SECTOR_BYTES = 512
_MOST_HEADER_BYTES, _MOST_DIGITS = 512, 9
_HOLE = re.compile(rb"\0+")
_BEGIN = re.compile(rb"[0-9a-f]{8} [0-9]{1,9} ")
_LOST = re.compile(r'\{"lost":([1-9][0-9]{0,8})\}')


@dataclass(frozen=True, slots=True)
class Header:
    """Which file this is: a random id, and the number of the series; the catalogue has number 0."""

    id: str
    number: int
    schema: int
    format: int = FORMAT

    @staticmethod
    def of_new_file(number: int, schema: int) -> Header:
        """The header of a file that never was."""
        return Header(secrets.token_hex(8), number, schema)

    @property
    def seed(self) -> int:
        """Where the checksum of each line begins."""
        return zlib.crc32(self.id.encode("utf-8", "surrogatepass"))

    def lines(self) -> bytes:
        """The header as bytes, both times."""
        text = json.dumps({name: getattr(self, name) for name in _FIELDS}, separators=(",", ":"))
        return b"".join(write_line(self.seed, number, text) for number in range(HEADER_LINES))


class Line(NamedTuple):
    """A line whose checksum is right."""

    sequence: int
    text: str

    @property
    def lost(self) -> int:
        """How many lines up to this one it says to be lost."""
        found = _LOST.fullmatch(self.text) if self.text.startswith('{"lost"') else None
        return int(found[1]) if found else 0


@dataclass(frozen=True, slots=True)
class Scan:
    """What a file's bytes hold. `lines` are all intact ones after the header, in order, each
    number once; so many are `missing` among them. In a `sound` file all is intact up to `end`, and
    nothing is behind that but a write that was cut off, of `torn_bytes`; in another one
    `lost_at_end` counts bad lines behind the last intact one.
    """

    header: Header | None
    lines: tuple[Line, ...] = ()
    missing: int = 0
    end: int = 0
    torn_bytes: int = 0
    lost_at_end: int = 0
    sound: bool = False

    @property
    def sequence(self) -> int:
        """The number of the last line."""
        return self.lines[-1].sequence if self.lines else HEADER_LINES - 1


def write_line(seed: int, sequence: int, text: str) -> bytes:
    """One line as bytes, its line break included."""
    body = b"%d %s" % (sequence, text.encode("utf-8", "surrogatepass"))
    return b"%08x %s\n" % (zlib.crc32(body, seed), body)


def image(header: Header, texts: Iterable[str], last: int = 0) -> bytes:
    """A complete file of these lines. If they do not reach the number `last`, one more line does,
    and says that the others are lost.
    """
    sequence, lines = HEADER_LINES - 1, [header.lines()]
    for sequence, text in enumerate(texts, HEADER_LINES):
        lines.append(write_line(header.seed, sequence, text))
    if last > sequence:
        lines.append(write_line(header.seed, last, f'{{"lost":{last - sequence}}}'))
    return b"".join(lines)


def read_line(line: bytes, seed: int) -> Line | None:
    """The line without its line break, or None where it is not intact."""
    body = line[9:]
    if line[:9] != b"%08x " % zlib.crc32(body, seed):
        return None
    number, _, text = body.partition(b" ")
    if not number.isdigit() or len(number) > _MOST_DIGITS:
        return None
    return Line(int(number), text.decode("utf-8", "surrogatepass"))


def read_header(content: bytes) -> Header | None:
    """The header that a file begins with, or None where neither of its lines is intact."""
    beginning = content[: HEADER_LINES * _MOST_HEADER_BYTES]
    begins = [found.start() for found in _BEGIN.finditer(beginning)][:HEADER_LINES]
    for line in (beginning[begin:].partition(b"\n")[0] for begin in begins):
        try:
            fields = json.loads(line[9:].partition(b" ")[2])
        except (ValueError, RecursionError):
            continue
        if isinstance(fields, dict):
            told = cast("dict[str, Any]", fields)
            if all(type(told.get(name)) is kind for name, kind in _FIELDS.items()):
                header = Header(**{name: told[name] for name in _FIELDS})
                if read_line(line, header.seed):
                    return header
    return None


def scan(content: bytes, otherwise: Header | None = None) -> Scan:
    """Which of the file's lines can be believed, and whether anything was done to them. Where the
    file's own header is damaged, `otherwise` says what it was.
    """
    content = content.rstrip(b"\0")
    header = read_header(content)
    if header is None:
        return _salvaged(content, otherwise) if otherwise else Scan(None)
    if header.format != FORMAT:
        return Scan(header, sound=True)
    whole = header.lines()
    if not content.startswith(whole):
        return _salvaged(content, header)
    lines, end = _unbroken_run(content, header.seed, len(whole))
    tail = content[end:]
    if _is_cut_off(tail, end, header.seed):
        return Scan(header, tuple(lines), 0, end, len(tail), sound=True)
    return _salvaged(content, header)


def _unbroken_run(content: bytes, seed: int, start: int) -> tuple[list[Line], int]:
    """The lines from `start` on without a gap, and the offset where the last of them ends."""
    run: list[Line] = []
    sequence = HEADER_LINES - 1
    *pieces, _ = content[start:].split(b"\n")
    for piece in pieces:
        line = read_line(piece, seed)
        if line is None or line.sequence != sequence + (line.lost or 1):
            break
        run.append(line)
        sequence = line.sequence
        start += len(piece) + 1
    return run, start


def _is_cut_off(tail: bytes, offset: int, seed: int) -> bool:
    """Whether what follows the good lines is nothing, or one line that did not wholly arrive.

    A killed process leaves the line's beginning. A power cut may also leave out whole sectors,
    which then read as zeros; only so can the line break be there and the line not be.
    """
    if tail.endswith(b"\n"):
        return tail.count(b"\n") == 1 and _has_hole(tail, offset)
    return b"\n" not in tail and read_line(tail[:-1], seed) is None


def _has_hole(tail: bytes, offset: int) -> bool:
    """Whether there are zeros from the tail's start, or a sector's, to the end of a sector."""
    for zeros in _HOLE.finditer(tail):
        start, end = offset + zeros.start(), offset + zeros.end()
        begins = zeros.start() == 0 or start % _SECTOR_BYTES == 0
        if begins and end % _SECTOR_BYTES == 0:
            return True
    return False


def _salvaged(content: bytes, header: Header) -> Scan:
    """Every intact line of a file that something was done to, in order, each number once."""
    found: dict[int, Line] = {}
    lost_at_end = 0
    for piece in filter(None, content.split(b"\n")):
        lines = list(_believed(piece, header.seed))
        found |= {line.sequence: line for line in lines if line.sequence >= HEADER_LINES}
        lost_at_end = 0 if lines else lost_at_end + 1
    ordered = tuple(found[number] for number in sorted(found))
    known = sum(line.lost or 1 for line in ordered)
    missing = ordered[-1].sequence - (HEADER_LINES - 1) - known if ordered else 0
    return Scan(header, ordered, max(missing, 0), lost_at_end=lost_at_end)


def _believed(piece: bytes, seed: int) -> Iterator[Line]:
    """The intact line that a piece is; where only a line break is damaged, the piece is two lines,
    or a line and what stands for its end.
    """
    begins = [found.start() for found in _BEGIN.finditer(piece)]
    cuts = [*begins, len(piece) + 1]
    for begin, following in pairwise(cuts):
        for end in {following - 1, following, len(piece), len(piece) - 1}:
            if line := read_line(piece[begin:end], seed):
                yield line
                break
