"""Lines of the files of the store.

A line is `crc32 sequence json`, with the checksum over the id of the file, the number and the text.
The first line is the header, and the second line repeats the header in case of damage. The numbers
are consecutive, except before the head of a repaired file, so that the last line keeps its number.
Zeros behind the last line are reserved space.

Lines are written one at a time. An interrupted write therefore leaves at most one partial line at
the end; any other damage comes from another program.

The text of a line is an object of tables, each with documents by id. A line with another schema
than the header names its own; a new schema never rewrites files.
"""

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
"""Tables in the file of a series."""
Tables = dict[str, dict[str, Any]]
Change = tuple[int, dict[str, Any]]
"""Number of a line, and the content in the current schema."""
Lift = Callable[[str, Any], Any]
UPS: tuple[Lift, ...] = ()
"""Conversions of documents to the next schema, from schema 1 on.

Each takes the name of a table and a document, and returns the converted document.
"""
_decode = json.JSONDecoder().raw_decode  # half of what `json.loads` costs (measured)
encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def schema_today() -> int:
    """Return the schema of new files."""
    return len(UPS) + 1


@dataclass(frozen=True, slots=True)
class Header:
    """Identity of a file: a random id and the number of the series, 0 for the catalogue."""

    id: str
    number: int
    schema: int = field(default_factory=schema_today)
    format: int = FORMAT

    @staticmethod
    def of_new_file(number: int, known_as: str = "") -> "Header":
        """Return the header of a new file, with a known id or a random one."""
        return Header(known_as or secrets.token_hex(8), number)

    @property
    def seed(self) -> int:
        """Start value of the checksum of each line."""
        return zlib.crc32(self.id.encode("utf-8", "surrogatepass"))

    def lines(self) -> bytes:
        """Return both header lines as bytes."""
        content = asdict(self)
        text = json.dumps({name: content[name] for name in _FIELDS}, separators=(",", ":"))
        return b"".join(write_line(self.seed, number, text) for number in range(HEADER_LINES))


class Line(NamedTuple):
    """Intact line."""

    sequence: int
    text: bytes

    @property
    def is_head(self) -> bool:
        """True for the line before the first step of a series."""
        return self.text.startswith(b'{"%s":' % HEADS.encode())


class Scan(NamedTuple):
    """Result of parsing a file.

    `changes` are the intact lines after the header in order, each number once; `sequence` is the
    last number, and `lost` the number of missing lines. A sound file is intact up to `end`, with
    only an interrupted write of `unfinished_bytes` behind. In a damaged file `end` is 0, and
    `lost_at_end` counts the bad lines after the last intact one. `newer` is true if a newer version
    wrote any line.
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
        """True if more is wrong than an interrupted write."""
        return not self.end and (self.header is None or self.header.format == FORMAT)

    @property
    def tables(self) -> Tables:
        """Tables after all changes."""
        tables: Tables = {}
        for _, content in self.changes:
            for name, docs in content.items():
                if isinstance(docs, dict):
                    tables.setdefault(name, {}).update(cast("dict[str, Any]", docs))
        return tables


def write_line(seed: int, sequence: int, text: str) -> bytes:
    """Return a line as bytes, with the line break."""
    body = b"%d %s" % (sequence, text.encode("utf-8", "surrogatepass"))
    return b"%08x %s\n" % (zlib.crc32(body, seed), body)


def image(header: Header, texts: Iterable[str], last: int = 0) -> bytes:
    """Return a complete file of these texts; the last line has at least the number `last`."""
    texts = list(texts)
    numbered = enumerate(texts, max(last - len(texts) + 1, HEADER_LINES))
    return header.lines() + b"".join(write_line(header.seed, *line) for line in numbered)


def read_line(line: bytes, seed: int) -> Line | None:
    """Parse a line without the line break; None for a damaged line."""
    body = line[9:]
    if line[:9] != b"%08x " % zlib.crc32(body, seed):
        return None
    number, _, text = body.partition(b" ")
    if not number.isdigit() or len(number) > _MOST_DIGITS:
        return None
    return Line(int(number), text)


def read_header(beginning: bytes) -> Header | None:
    """Return the header of a file, None if both header lines are damaged."""
    for found in _HEADER.finditer(beginning[: HEADER_LINES * _MOST_HEADER_BYTES]):
        content: Any = read_json(found[1]) or {}
        fields: dict[str, Any] = {name: content.get(name) for name in _FIELDS}
        if all(type(fields[name]) is kind for name, kind in _FIELDS.items()):
            header = Header(**fields)
            if read_line(found[0], header.seed):
                return header
    return None


def scan(content: bytes, otherwise: Header | None = None) -> Scan:
    """Parse a file, with the header `otherwise` for a damaged one."""
    header = read_header(content) or otherwise
    if header is None or header.format != FORMAT:
        return Scan(header, content, newer=header is not None)
    written = content.rstrip(b"\0")
    lines, end = _unbroken_run(written, header)
    rest, missing, lost_at_end = written[end:], 0, 0
    if not end or not _is_cut_off(rest, end, header.seed):
        lines, missing, lost_at_end = _salvaged(lines, rest, header.seed)
        end, rest = 0, b""
    changes, newest = _changes(lines, header.schema)
    lost = missing + len(lines) - len(changes)
    last = lines[-1].sequence if lines else HEADER_LINES - 1
    newer = newest > schema_today()
    return Scan(header, content, changes, newer, last, lost, end, len(rest), lost_at_end)


def _unbroken_run(content: bytes, header: Header) -> tuple[list[Line], int]:
    """Return the consecutive lines after the header, and the end of the last one."""
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
    """Return whether the tail is empty or a single interrupted line.

    The line is a beginning without its end, or after a power cut has whole sectors of zeros.
    """
    if not tail.endswith(b"\n"):
        return b"\n" not in tail and read_line(tail[:-1], seed) is None
    holes = ((found.start(), offset + found.end()) for found in _HOLE.finditer(tail))
    return tail.count(b"\n") == 1 and any(
        end % _SECTOR_BYTES == 0 and (start == 0 or (offset + start) % _SECTOR_BYTES == 0)
        for start, end in holes
    )


def _salvaged(run: list[Line], rest: bytes, seed: int) -> tuple[list[Line], int, int]:
    """Return the intact lines of a damaged file in order, each number once.

    Also return the number of missing lines, and the number of bad lines at the end.
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
        # The first lines of a repaired file have high numbers, so only the remaining bad lines
        # show the number of missing lines here; at least the head is missing.
        first -= min(max(before - HEADER_LINES, 1), first - HEADER_LINES)
    return ordered, ordered[-1].sequence - first + 1 - len(ordered), lost_at_end


def _believed(piece: bytes, seed: int) -> Iterator[Line]:
    """Yield the intact lines of a piece, two if only the line break between them is damaged."""
    begins = [found.start() for found in _BEGIN.finditer(piece)]
    for begin, following in pairwise([*begins, len(piece) + 1]):
        for end in {following - 1, following, len(piece), len(piece) - 1}:
            if line := read_line(piece[begin:end], seed):
                yield line
                break


def _changes(lines: list[Line], schema: int) -> tuple[tuple[Change, ...], int]:
    """Return the content of all lines with JSON objects, and the newest schema of these lines.

    The content is converted to the current schema; a line without a schema has that of the file.
    """
    changes, newest = list[Change](), schema
    for sequence, text in lines:
        content: dict[str, Any] | None = read_json(text)
        if isinstance(content, dict):
            own = content.get("schema", schema)
            if type(own) is not int or own < 1:
                own = _NEWER_THAN_ALL
            newest = max(newest, own)
            for lift in UPS[own - 1 :]:
                content = {name: _lifted(lift, name, docs) for name, docs in content.items()}
            changes.append((sequence, content))
    return tuple(changes), newest


def _lifted(lift: Lift, table: str, docs: Any) -> Any:
    if not isinstance(docs, dict):
        return docs
    return {key: lift(table, doc) for key, doc in cast("dict[str, Any]", docs).items()}


def read_json(text: bytes) -> Any:
    """Parse a JSON value; None for any other text."""
    try:
        words = text.decode("utf-8", "surrogatepass").strip(" \t\r")
        value, end = _decode(words)
    except (ValueError, RecursionError):
        return None
    return value if end == len(words) else None
