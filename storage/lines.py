"""The lines of a file: what one looks like, which of them can be believed, what they say.

A line is `crc32 sequence json`, the checksum over the file's id, sequence number and text. The
first is the header, and the second says the same, so that one damaged line does not take the rest
along. The numbers have no gap, but before the head of a file that was repaired: so its last line
has the number that it had. Zeros behind the last line are room for more.

Only one line at a time is ever on its way to the disk, so a file that we were cut off from ends
with at most one piece of a line; anything else was done to it from outside.

The text of a line is an object of tables with their documents by id. A line that is added to a file
of an older schema says its own; files are not rewritten for a new one.
"""

from __future__ import annotations

import json
import re
import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, cast

FORMAT = 1
HEADER_LINES = 2
_FIELDS = {"format": int, "schema": int, "id": str, "number": int}
_SECTOR_BYTES, _MOST_HEADER_BYTES, _MOST_DIGITS = 512, 512, 9
_HEADER = re.compile(rb"[0-9a-f]{8} [01] (\{[^}\n]*\})")
_HOLE = re.compile(rb"\0+")
_BEGIN = re.compile(rb"[0-9a-f]{8} [0-9]{1,9} ")
_NEWER_THAN_ALL = 1 << 30

HEADS, STEPS = "head", "steps"
"""The tables of a series' file."""
Tables = dict[str, dict[str, Any]]
Change = tuple[int, dict[str, Any]]
"""The number of a line, and what it says, in today's schema."""
Lift = Callable[[str, Any], Any]
UPS: tuple[Lift, ...] = ()
"""Older schemas read as today's: the first takes a table's name and a document of schema 1, and
answers the document in schema 2; and so on.
"""
_decode = json.JSONDecoder().raw_decode  # half of what `json.loads` costs (measured)
encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def schema_today() -> int:
    """The schema in which files are written."""
    return len(UPS) + 1


@dataclass(frozen=True, slots=True)
class Header:
    """Which file this is: a random id, and the number of the series; the catalogue has number 0."""

    id: str
    number: int
    schema: int = field(default_factory=schema_today)
    format: int = FORMAT

    @staticmethod
    def of_new_file(number: int, known_as: str = "") -> Header:
        """The header of a file that never was; what is in it may be known by an id already."""
        return Header(known_as or secrets.token_hex(8), number)

    @property
    def seed(self) -> int:
        """Where the checksum of each line begins."""
        return zlib.crc32(self.id.encode("utf-8", "surrogatepass"))

    def lines(self) -> bytes:
        """The header as bytes, both times."""
        said = asdict(self)
        text = json.dumps({name: said[name] for name in _FIELDS}, separators=(",", ":"))
        return b"".join(write_line(self.seed, number, text) for number in range(HEADER_LINES))


class Line(NamedTuple):
    """A line whose checksum is right."""

    sequence: int
    text: bytes

    @property
    def is_head(self) -> bool:
        """Whether it says what stands before all else in a series."""
        return self.text.startswith(b'{"%s":' % HEADS.encode())


class Scan(NamedTuple):
    """What a file's bytes hold: what all intact lines after the header say, in order, each number
    once; the number of the last one; and how many are lost among them. In a sound file all is
    intact up to `end`, and nothing is behind that but a write that was cut off, so many
    `unfinished_bytes`; in another one `end` is 0, and `lost_at_end` counts bad lines behind the
    last intact one. `newer` says that a newer version wrote any of it.
    """

    header: Header | None
    content: bytes = b""
    changes: tuple[Change, ...] = ()
    newer: bool = False
    sequence: int = HEADER_LINES - 1
    lost: int = 0
    end: int = 0
    unfinished_bytes: int = 0
    lost_at_end: int = 0

    @property
    def damaged(self) -> bool:
        """Whether more is wrong with it than a write that was cut off."""
        return not self.end and (self.header is None or self.header.format == FORMAT)

    @property
    def tables(self) -> Tables:
        """All tables after these changes."""
        tables: Tables = {}
        for _, said in self.changes:
            for name, docs in said.items():
                if isinstance(docs, dict):
                    tables.setdefault(name, {}).update(cast("dict[str, Any]", docs))
        return tables


def write_line(seed: int, sequence: int, text: str) -> bytes:
    """One line as bytes, its line break included."""
    body = b"%d %s" % (sequence, text.encode("utf-8", "surrogatepass"))
    return b"%08x %s\n" % (zlib.crc32(body, seed), body)


def image(header: Header, texts: Iterable[str], last: int = 0) -> bytes:
    """A complete file of these lines, of which the last has the number `last` at least."""
    texts = list(texts)
    numbered = enumerate(texts, max(last - len(texts) + 1, HEADER_LINES))
    return header.lines() + b"".join(write_line(header.seed, *line) for line in numbered)


def read_line(line: bytes, seed: int) -> Line | None:
    """The line without its line break, or None where it is not intact."""
    body = line[9:]
    if line[:9] != b"%08x " % zlib.crc32(body, seed):
        return None
    number, _, text = body.partition(b" ")
    if not number.isdigit() or len(number) > _MOST_DIGITS:
        return None
    return Line(int(number), text)


def read_header(content: bytes) -> Header | None:
    """The header that a file begins with, or None where neither of its lines is intact."""
    for found in _HEADER.finditer(content[: HEADER_LINES * _MOST_HEADER_BYTES]):
        told: Any = read_json(found[1]) or {}
        fields: dict[str, Any] = {name: told.get(name) for name in _FIELDS}
        if all(type(fields[name]) is kind for name, kind in _FIELDS.items()):
            header = Header(**fields)
            if read_line(found[0], header.seed):
                return header
    return None


def scan(content: bytes, otherwise: Header | None = None) -> Scan:
    """Which lines can be believed; `otherwise` is the header where the file's own is damaged."""
    header = read_header(content) or otherwise
    if header is None or header.format != FORMAT:
        return Scan(header, content, newer=header is not None)
    kept = content.rstrip(b"\0")
    lines, end = _unbroken_run(kept, header)
    rest, missing, lost_at_end = kept[end:], 0, 0
    if not end or not _is_cut_off(rest, end, header.seed):
        lines, missing, lost_at_end = _salvaged(lines, rest, header.seed)
        end, rest = 0, b""
    changes, newest = _changes(lines, header.schema)
    lost = missing + len(lines) - len(changes)
    last = lines[-1].sequence if lines else HEADER_LINES - 1
    newer = newest > schema_today()
    return Scan(header, content, changes, newer, last, lost, end, len(rest), lost_at_end)


def _unbroken_run(content: bytes, header: Header) -> tuple[list[Line], int]:
    """The lines behind the header without a gap, and the offset where the last of them ends."""
    run: list[Line] = []
    start = header.lines()
    if not content.startswith(start):
        return run, 0
    end, sequence, seed = len(start), HEADER_LINES - 1, header.seed
    *pieces, _ = content[end:].split(b"\n")
    for piece in pieces:
        line = read_line(piece, seed)
        if line is None or (line.sequence != sequence + 1 and (run or not line.is_head)):
            break
        run.append(line)
        sequence = line.sequence
        end += len(piece) + 1
    return run, end


def _is_cut_off(tail: bytes, offset: int, seed: int) -> bool:
    """Whether what follows the good lines is nothing, or one line that did not wholly arrive: its
    beginning, or after a power cut any of it with whole sectors that read as zeros.
    """
    if not tail.endswith(b"\n"):
        return b"\n" not in tail and read_line(tail[:-1], seed) is None
    holes = ((found.start(), offset + found.end()) for found in _HOLE.finditer(tail))
    return tail.count(b"\n") == 1 and any(
        end % _SECTOR_BYTES == 0 and (start == 0 or (offset + start) % _SECTOR_BYTES == 0)
        for start, end in holes
    )


def _salvaged(run: list[Line], rest: bytes, seed: int) -> tuple[list[Line], int, int]:
    """Every intact line of a file that something was done to, in order, each number once; how many
    are missing among them; and how many bad ones are behind the last.
    """
    found, before, lost_at_end = {line.sequence: line for line in run}, 0, 0
    for piece in filter(None, rest.split(b"\n")):
        lines = list(_believed(piece, seed))
        found |= {line.sequence: line for line in lines if line.sequence >= HEADER_LINES}
        before += not found
        lost_at_end = 0 if lines else lost_at_end + 1
    ordered = [found[number] for number in sorted(found)]
    if not ordered:
        return [], 0, lost_at_end
    first = ordered[0].sequence
    if not run and not ordered[0].is_head:
        # The first lines of a file that was repaired have high numbers, so that how many are
        # missing here is told by the bad ones that are left; the head is missing at least.
        first -= min(max(before - HEADER_LINES, 1), first - HEADER_LINES)
    return ordered, ordered[-1].sequence - first + 1 - len(ordered), lost_at_end


def _believed(piece: bytes, seed: int) -> Iterator[Line]:
    """The intact lines of a piece; where only a line break is damaged, there are two."""
    begins = [found.start() for found in _BEGIN.finditer(piece)]
    for begin, following in pairwise([*begins, len(piece) + 1]):
        for end in {following - 1, following, len(piece), len(piece) - 1}:
            if line := read_line(piece[begin:end], seed):
                yield line
                break


def _changes(lines: list[Line], schema: int) -> tuple[tuple[Change, ...], int]:
    """What the lines of a file of that schema say, but for those that are no JSON objects; and the
    newest schema among them.
    """
    changes, newest = list[Change](), schema
    for sequence, text in lines:
        said: dict[str, Any] | None = read_json(text)
        if isinstance(said, dict):
            own = said.get("schema", schema)
            if type(own) is not int or own < 1:
                own = _NEWER_THAN_ALL
            newest = max(newest, own)
            for lift in UPS[own - 1 :]:
                said = {name: _lifted(lift, name, docs) for name, docs in said.items()}
            changes.append((sequence, said))
    return tuple(changes), newest


def _lifted(lift: Lift, table: str, docs: Any) -> Any:
    if not isinstance(docs, dict):
        return docs
    return {key: lift(table, doc) for key, doc in cast("dict[str, Any]", docs).items()}


def read_json(text: bytes) -> Any:
    """Return the JSON value that a text is, or None where it is none."""
    try:
        words = text.decode("utf-8", "surrogatepass").strip(" \t\r")
        told, end = _decode(words)
    except (ValueError, RecursionError):
        return None
    return told if end == len(words) else None
