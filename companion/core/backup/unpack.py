"""A zip from outside, read whole or refused: nothing in it is believed before it was counted.

Names in it are shown and never used. What is no score sheet is told and left out: a zip made by
hand may hold anything else. A zip in the zip, a locked one, and one that is larger than any table
could fill are refused.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.core.backup.about import FILE, About
from companion.core.backup.about import read as read_about
from companion.core.backup.kinship import Story, story_of
from companion.core.errors import FanTanError, SheetError, Told
from companion.core.file_names import SHEET, ZIP
from companion.core.phrases import excerpt, phrase
from companion.core.sheet import Fault, Reading, dumps
from companion.core.sheet import read as read_sheet
from companion.core.standings.entry import Entry, entry_of

MOST_PACKED_BYTES: Final = 64 * 2**20
MOST_ENTRIES: Final = 20_000
MOST_SHEET_BYTES: Final = 16 * 2**20
"""Of one sheet; more than a thousand evenings."""
MOST_ABOUT_BYTES: Final = 2 * 2**20
"""Of what no sheet says; it is not longer where all of the most series were archived."""
MOST_BYTES: Final = 128 * 2**20
"""Of all sheets together, counted while they are read: what a zip says of itself may be wrong."""

_MAGIC: Final = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY_MARK: Final = b"PK\x01\x02"
_LOCKED: Final = 0x1
_NUMBERED: Final = re.compile(r"[0-9]{5,9}(?=[ .])")
_FAULTS: Final = (
    *(BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(RuntimeError, ValueError, LookupError, OverflowError),
)
"""What the standard library raises for a zip that is none; `NotImplementedError` is among them."""

_DAMAGED: Final = phrase("this zip is damaged")
_TOO_LARGE: Final = phrase("this is far larger than any backup")
_NOTHING: Final = phrase("there is no score sheet in this zip")
_IS_LOCKED: Final = phrase("it is locked with a password")
_NESTED: Final = phrase("a zip within the zip is not opened")
_NO_TEXT: Final = phrase("this is not UTF-8 text")
_NO_ROUND: Final = phrase("this sheet has no round yet")


class BackupError(Told, FanTanError):
    """A backup that cannot be taken: the file in it by its name, empty for the zip as a whole, and
    where that is a score sheet, the line.
    """

    def __init__(self, says: str, file: str = "", sheet: SheetError | None = None) -> None:
        super().__init__(says)
        self.file, self.sheet = file, sheet

    @property
    def where_and_why(self) -> str:
        """In one line: `00003 Friday.fantan:14: 9H cannot be played: ...`."""
        if self.sheet is None:
            return ": ".join(filter(None, (self.file, str(self))))
        return f"{self.file}:{self.sheet.line}: {self.sheet.problem}"


@dataclass(frozen=True, slots=True)
class BroughtSheet:
    """A series in a backup: its file's name as it may be shown, its canonical sheet, the series in
    short and its story, which checks of the sheet do not hold, whether it was archived, and the id
    by which it was known there, if that is told.
    """

    file: str
    text: str
    entry: Entry
    story: Story
    faults: tuple[Fault, ...] = ()
    archived: bool = False
    id: str = ""

    @staticmethod
    def of(reading: Reading, file: str = "") -> BroughtSheet:
        """Return the series of a sheet that has a round."""
        text, entry = dumps(reading.log), entry_of(0, reading.log.series)
        return BroughtSheet(file, text, entry, story_of(reading.log, text), reading.faults)


@dataclass(frozen=True, slots=True)
class Backup:
    """All that a backup holds, each series once; and the names of what in it was left out. Series
    that have just begun can be alike: those are as many as there are numbers of files.
    """

    sheets: tuple[BroughtSheet, ...]
    about: About
    skipped: tuple[str, ...] = ()


def is_zip(content: bytes) -> bool:
    """Whether it begins as a zip does."""
    return content.startswith(_MAGIC)


def unpacked(content: bytes, on_sheet: Callable[[], None] = lambda: None) -> Backup:
    """What the zip holds; `on_sheet` is told of each sheet that was read.

    :raises BackupError: naming the file and the line where it cannot be read
    """
    if len(content) > MOST_PACKED_BYTES or content.count(_ENTRY_MARK) > MOST_ENTRIES:
        raise BackupError(_TOO_LARGE)
    try:
        file = ZipFile(BytesIO(content))
    except _FAULTS as fault:
        raise BackupError(_DAMAGED) from fault
    reader = _Reader()
    with file:
        for entry in file.infolist():
            reader.take(file, entry)
            on_sheet()
    return reader.end()


class _Reader:
    """What was read so far."""

    def __init__(self) -> None:
        self._sheets: dict[tuple[bytes, int], BroughtSheet] = {}
        self._about: About | None = None
        self._skipped: list[str] = []
        self._bytes = 0

    def take(self, file: ZipFile, entry: ZipInfo) -> None:
        """Read an entry, or note that it is left out."""
        name = entry.filename.replace("\\", "/").rpartition("/")[2]
        shown = excerpt(name)
        if not name:
            return  # a folder, or an entry without a name
        if name.lower().endswith(ZIP):
            raise BackupError(_NESTED, shown)
        if name == FILE:
            self._read_about(self._text(file, entry, shown, MOST_ABOUT_BYTES), shown)
        elif name.lower().endswith(SHEET) and not name.startswith("._"):
            sheet = _sheet(self._text(file, entry, shown), shown)
            number = _number(sheet.file) if sheet.story.just_begun else 0
            self._sheets.setdefault((sheet.story.digest, number), sheet)
        else:
            self._skipped.append(shown)

    def end(self) -> Backup:
        """All of it."""
        if not self._sheets and self._about is None:
            raise BackupError(_NOTHING)
        about = self._about or About()
        sheets = (_told(sheet, _number(sheet.file), about) for sheet in self._sheets.values())
        return Backup((*sheets,), about, (*self._skipped,))

    def _text(self, file: ZipFile, entry: ZipInfo, shown: str, most: int = MOST_SHEET_BYTES) -> str:
        if entry.flag_bits & _LOCKED:
            raise BackupError(_IS_LOCKED, shown)
        if entry.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
            raise BackupError(_DAMAGED, shown)
        content = self._content(file, entry, shown, most)
        if is_zip(content):
            raise BackupError(_NESTED, shown)
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = content.count(b"\n", 0, fault.start) + 1
            raise BackupError(_NO_TEXT, shown, SheetError(line, _NO_TEXT)) from fault

    def _content(self, file: ZipFile, entry: ZipInfo, shown: str, most: int) -> bytes:
        """What is in the entry; no more of it is unpacked than may be."""
        try:
            with file.open(entry) as opened:
                content = opened.read(most + 1)
        except _FAULTS as fault:
            raise BackupError(_DAMAGED, shown) from fault
        self._bytes += len(content)
        if len(content) > most or self._bytes > MOST_BYTES:
            raise BackupError(_TOO_LARGE, shown)
        return content

    def _read_about(self, text: str, shown: str) -> None:
        try:
            self._about, unknown = read_about(text)
        except SheetError as fault:
            raise BackupError(phrase("it cannot be read"), shown, fault) from fault
        self._skipped += unknown


def _told(sheet: BroughtSheet, number: int, about: About) -> BroughtSheet:
    """The sheet with what is said about its file."""
    return replace(sheet, archived=number in about.archived, id=about.ids.get(number, ""))


def _number(file: str) -> int:
    """The number that a file's name begins with, 0 where there is none."""
    found = _NUMBERED.match(file)
    return int(found[0]) if found else 0


def _sheet(text: str, shown: str) -> BroughtSheet:
    try:
        reading = read_sheet(text)
    except SheetError as fault:
        raise BackupError(phrase("it cannot be read"), shown, fault) from fault
    if not reading.log.series.rounds:
        raise BackupError(_NO_ROUND, shown, SheetError(1, _NO_ROUND))
    return BroughtSheet.of(reading, shown)
