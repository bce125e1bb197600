"""Backups: all series in one zip, packed into bytes and unpacked from them.

Packing the same series gives the same bytes. Unpacking reads every sheet before any is returned.

Beside the sheets, `backup.txt` holds the facts that no sheet holds. Each of its lines begins with
a keyword. A line that cannot be read, as that of a newer version, is left out and reported.

File names in the zip are only shown. Files that are no score sheets are skipped and reported, since
a zip made by hand may hold anything. A zip larger than any table could fill is refused.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.core.entries import Entry, entry_of
from companion.core.log import Log
from companion.core.names import SHEET, file_name, is_id
from companion.core.objections import (
    FanTanError,
    PhrasedError,
    RulesError,
    SheetError,
    excerpt,
    phrase,
)
from companion.core.presets import describe, parse
from companion.core.rules import Rules
from companion.core.sheet import Fault, Reading, Remark, decoded, dumps, read

FILE = "backup.txt"
_FIRST = "fantan-backup"
_WITHOUT_FACT = frozenset({_FIRST, "saved"})
"""First words of lines that say nothing here; rules were once saved under a name."""


@dataclass(frozen=True)
class About:
    """Facts of a backup that are in no score sheet.

    `usual` are the default rules of new series, None before the first series. Former versions kept
    the ids of series here, by the number of their file.
    """

    usual: Rules | None = None
    ids: Mapping[int, str] = field(default_factory=dict[int, str])


def write_about(about: About) -> str:
    """Write `backup.txt`; equal facts give equal text."""
    lines = [f"{_FIRST} 1"]
    if about.usual is not None:
        lines.append(f"usual    {describe(about.usual)}")
    return "\n".join(lines) + "\n"


def read_about(text: str) -> tuple[About, list[str]]:
    """Read `backup.txt`, and return its facts and the lines that cannot be read."""
    usual: Rules | None = None
    ids: dict[int, str] = {}
    unread: list[str] = []
    for line in text.split("\n"):
        word, *said = line.split() or ["#"]
        rest = " ".join(said)
        try:
            if word == "usual":
                usual = parse(rest)
            elif word == "id" and is_id(said[-1]):
                ids[int(said[0])] = said[-1]
            elif not word.startswith("#") and word not in _WITHOUT_FACT:
                unread.append(excerpt(line.strip()))
        except (RulesError, ValueError, IndexError):
            unread.append(excerpt(line.strip()))
    return About(usual, ids), unread


_ALWAYS = (1980, 1, 1, 0, 0, 0)
"""Time of every entry, the earliest that a zip can hold; the same series give the same bytes."""
_UNIX = 3
_PLAIN_FILE = 0o100644 << 16
_BEST = 9


@dataclass(frozen=True)
class Packing:
    """Series to be packed: its name and its canonical sheet."""

    name: str
    sheet: str


def packing(log: Log) -> Packing:
    """Return the packing of a log."""
    return Packing(log.series.name, dumps(log))


def distinct(packings: Iterable[Packing]) -> tuple[Packing, ...]:
    """Return the packings without duplicates."""
    sheets: dict[str, Packing] = {}
    for packing in packings:
        sheets.setdefault(packing.sheet, packing)
    return tuple(sheets.values())


def packed(packings: Iterable[Packing], about: About) -> bytes:
    """Pack these series into the bytes of a backup.

    Files are numbered by their place in the backup, not by the data folder, so a backup of restored
    series has the same bytes.
    """
    content = BytesIO()
    placed = dict(enumerate(distinct(packings), 1))
    with ZipFile(content, "w") as file:
        _put(file, FILE, write_about(about))
        for place, packing in placed.items():
            _put(file, file_name(place, packing.name), packing.sheet)
    return content.getvalue()


def _put(file: ZipFile, name: str, text: str) -> None:
    entry = ZipInfo(name, _ALWAYS)
    entry.create_system = _UNIX
    entry.external_attr = _PLAIN_FILE
    file.writestr(entry, text.encode(), ZIP_DEFLATED, _BEST)


MOST_PACKED_BYTES = 64 * 2**20
MOST_ENTRIES = 20_000
MOST_SHEET_BYTES = 16 * 2**20
"""Upper bound of one file in it; more than a thousand evenings."""
MOST_BYTES = 128 * 2**20
"""Upper bound of all sheets, counted while reading because the sizes in a zip may be wrong."""

_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY_MARK = b"PK\x01\x02"
_LOCKED = 0x1
_NUMBERED = re.compile(r"[0-9]{5,9}(?=[ .])")
_FAULTS = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(RuntimeError, ValueError, LookupError, OverflowError),
)
"""Exceptions of the standard library for damaged zips; `RuntimeError` has `NotImplementedError`."""

DAMAGED = phrase("this zip is damaged")
IS_LOCKED = phrase("this zip is locked with a password")
TOO_LARGE = phrase("this is larger than any score sheet or backup")
NO_SHEET = phrase("this is neither a score sheet nor a backup")
NO_ROUND = phrase("this sheet has no round yet")
CANNOT_BE_READ = phrase("it cannot be read")


class BackupError(PhrasedError, FanTanError):
    """Unreadable backup.

    `file` is the name of the file in it at fault, empty for the zip as a whole, and `sheet` the
    error in that file, if it is text.
    """

    def __init__(self, says: str, file: str = "", sheet: SheetError | None = None) -> None:
        super().__init__(says)
        self.file = file
        self.sheet = sheet

    @property
    def where_and_why(self) -> str:
        """Error in one line: `00003 Friday.fantan:14: 9H cannot be played: ...`."""
        if self.sheet is None:
            return ": ".join(filter(None, (self.file, str(self))))
        return f"{self.file}:{self.sheet.line}: {self.sheet.problem}"


@dataclass(frozen=True)
class BroughtSheet:
    """Series in a backup.

    `file` is an excerpt of the file's name, `text` the canonical sheet of its `log`, `faults` are
    the failed checks of the sheet, and `remarks` what is strange on it. A series `of_scores` was
    brought by a table of scores.
    """

    file: str
    text: str
    entry: Entry
    log: Log = field(compare=False, repr=False)
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Remark, ...] = ()
    of_scores: bool = False

    @staticmethod
    def of(reading: Reading, file: str = "") -> BroughtSheet:
        """Return the series of a sheet with at least one round."""
        log = reading.log
        entry = entry_of(0, log.series)
        return BroughtSheet(file, dumps(log), entry, log, reading.faults, reading.remarks)

    @property
    def id(self) -> str:
        """Id of the series, empty if the sheet has none."""
        return self.log.series.id

    def known_as(self, known: str) -> BroughtSheet:
        """Return the series with this id, unless the sheet has one."""
        if self.id or not known:
            return self
        log = self.log.known_as(known)
        return replace(self, text=dumps(log), log=log)


@dataclass(frozen=True)
class Backup:
    """Content of a backup, without duplicates; `skipped` names the files and lines left out.

    The series of another program have a `unit`, cards or points, or are of a game, the one `chosen`
    of the `games`; `unread` counts the plays of it that are no rounds.
    """

    sheets: tuple[BroughtSheet, ...]
    about: About
    skipped: tuple[str, ...] = ()
    unit: str = ""
    games: tuple[str, ...] = ()
    chosen: str = ""
    unread: int = 0


def is_zip(content: bytes) -> bool:
    """Return whether the content begins like a zip."""
    return content.startswith(_MAGIC)


def unpacked(content: bytes) -> Backup:
    """Unpack a backup.

    :raises BackupError: naming the file and the line that cannot be read
    """
    if len(content) > MOST_PACKED_BYTES or content.count(_ENTRY_MARK) > MOST_ENTRIES:
        raise BackupError(TOO_LARGE)
    try:
        file = ZipFile(BytesIO(content))
    except _FAULTS as fault:
        raise BackupError(DAMAGED) from fault
    reader = _Reader()
    with file:
        for entry in file.infolist():
            reader.read(file, entry)
    return reader.backup()


class _Reader:
    """Reader of a backup, with the sheets read so far."""

    def __init__(self) -> None:
        self._sheets: dict[str, BroughtSheet] = {}
        self._about: About | None = None
        self._skipped: list[str] = []
        self._bytes = 0

    def read(self, file: ZipFile, entry: ZipInfo) -> None:
        """Read an entry, or note that it was skipped."""
        name = entry.filename.replace("\\", "/").rpartition("/")[2]
        if not name:
            return  # a folder, or an entry without a name
        shown = excerpt(name)
        if name == FILE:
            self._about, unread = read_about(self._text(file, entry, shown))
            self._skipped += unread
        elif name.lower().endswith(SHEET) and not name.startswith("._"):
            sheet = _read_sheet(self._text(file, entry, shown), shown)
            self._sheets.setdefault(sheet.text, sheet)
        else:
            self._skipped.append(shown)

    def backup(self) -> Backup:
        """Return the backup of all sheets read."""
        if not self._sheets and self._about is None:
            raise BackupError(NO_SHEET)
        about = self._about or About()
        sheets = [
            sheet.known_as(about.ids.get(_number(sheet.file), ""))
            for sheet in self._sheets.values()
        ]
        return Backup(tuple(sheets), about, tuple(self._skipped))

    def _text(self, file: ZipFile, entry: ZipInfo, shown: str) -> str:
        """Return the text of the entry, unpacking at most the allowed bytes."""
        if entry.flag_bits & _LOCKED:
            raise BackupError(IS_LOCKED, shown)
        if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
            raise BackupError(DAMAGED, shown)
        try:
            with file.open(entry) as opened:
                content = opened.read(MOST_SHEET_BYTES + 1)
        except _FAULTS as fault:
            raise BackupError(DAMAGED, shown) from fault
        self._bytes += len(content)
        if len(content) > MOST_SHEET_BYTES or self._bytes > MOST_BYTES:
            raise BackupError(TOO_LARGE, shown)
        try:
            return decoded(content)
        except SheetError as fault:
            raise BackupError(CANNOT_BE_READ, shown, fault) from fault


def _number(file: str) -> int:
    """Return the number at the start of a file's name, or 0."""
    found = _NUMBERED.match(file)
    return int(found[0]) if found else 0


def _read_sheet(text: str, shown: str) -> BroughtSheet:
    try:
        reading = read(text)
    except SheetError as fault:
        raise BackupError(CANNOT_BE_READ, shown, fault) from fault
    if not reading.log.series.rounds:
        raise BackupError(NO_ROUND, shown, SheetError(1, NO_ROUND))
    return BroughtSheet.of(reading, shown)
