"""Backups: all series in one zip, packed and unpacked as bytes.

Bytes in, bytes out: nothing here knows files. `packed` gives the same bytes for the same series,
and `unpacked` reads every sheet before it gives any.

A line begins with its word. A further kind of fact is a further field, a line in `written`, and an
entry in `_READERS`; an app that does not know the word yet tells the line and leaves it out.

Names in it are shown and never used. What is no score sheet is told and left out: a zip made by
hand may hold anything else. A zip in the zip, a locked one, and one that is larger than any table
could fill are refused.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from companion.core.forecast import Entry, entry_of
from companion.core.kinship import (
    BESIDE,
    TAKEN,
    Kin,
    KnownSeries,
    Match,
    Story,
    steps_beyond,
    story_of,
    taken_at_first,
)
from companion.core.log import Log
from companion.core.names import SHEET, ZIP, file_name, is_short, tidy
from companion.core.objections import (
    FanTanError,
    LineError,
    RulesError,
    SheetError,
    Told,
    excerpt,
    phrase,
)
from companion.core.presets import describe, parse
from companion.core.rules import Rules
from companion.core.sheet import Fault, Reading, dumps
from companion.core.sheet import read as read_sheet

__all__ = [
    "BESIDE",
    "MOST_PACKED_BYTES",
    "TAKEN",
    "About",
    "Backup",
    "BackupError",
    "BroughtSheet",
    "Kin",
    "KnownSeries",
    "Match",
    "Packing",
    "Story",
    "is_zip",
    "packed",
    "packing",
    "steps_beyond",
    "story_of",
    "taken_at_first",
    "told_apart",
    "unpacked",
]


FILE: Final = "backup.txt"
_FIRST: Final = "fantan-backup"
_VERSION: Final = 1
_MARGIN: Final = 9
_NAMED: Final = " : "
"""Stands between rules and their name; no rules hold it."""
_MOST_DIGITS: Final = 9
_ID: Final = re.compile(r"[0-9a-f]{8,32}")
MOST_SAVED: Final = 200
"""House rules under a name; far more than any table has."""


@dataclass(frozen=True, slots=True)
class About:
    """The rules that a new series begins with, None where the table never chose any; rules that
    were saved under a name; which series were archived, and by which id each is known where it was
    played, by the numbers of their files.
    """

    usual: Rules | None = None
    saved: tuple[tuple[str, Rules], ...] = ()
    archived: frozenset[int] = frozenset()
    ids: Mapping[int, str] = field(default_factory=dict[int, str])


def is_id(text: str) -> bool:
    """Whether a series can be known by it."""
    return _ID.fullmatch(text) is not None


def written(about: About) -> str:
    """The text, the same for the same facts."""
    lines = [f"{_FIRST} {_VERSION}"]
    if about.usual is not None:
        lines.append(_line("usual", describe(about.usual)))
    lines += [_line("saved", f"{describe(rules)}{_NAMED}{name}") for name, rules in about.saved]
    lines += [_line("archived", str(number)) for number in sorted(about.archived)]
    lines += [_line("id", f"{number} {about.ids[number]}") for number in sorted(about.ids)]
    return "\n".join(lines) + "\n"


def _line(word: str, rest: str) -> str:
    return f"{word:<{_MARGIN}}{rest}"


def read_about(text: str) -> tuple[About, tuple[str, ...]]:
    """What the text says, and the lines in it whose word is not known.

    :raises SheetError: naming the line that cannot be read
    """
    told, unknown = _Told(), list[str]()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        word, *rest = line.split() or [""]
        try:
            if number == 1:
                _check_version(word, rest)
            elif word in _READERS:
                _READERS[word](told, " ".join(rest))
            elif word and not word.startswith("#"):
                unknown.append(excerpt(line.strip()))
        except (LineError, RulesError) as fault:
            raise SheetError(number, str(fault)) from fault
    about = About(told.usual, tuple(told.saved), frozenset(told.archived), told.ids)
    return about, tuple(unknown)


@dataclass
class _Told:
    """What was read so far; it grows with each line, so that many lines cost no more each."""

    usual: Rules | None = None
    saved: list[tuple[str, Rules]] = field(default_factory=list[tuple[str, Rules]])
    archived: set[int] = field(default_factory=set[int])
    ids: dict[int, str] = field(default_factory=dict[int, str])


def _check_version(word: str, rest: list[str]) -> None:
    if word != _FIRST or len(rest) != 1:
        raise LineError(phrase("{file} begins with {first} {version}"), **_BEGINNING)
    if rest[0] != str(_VERSION):
        raise LineError(
            phrase("version {version} is not known here, only {known}"),
            version=rest[0],
            known=_VERSION,
        )


_BEGINNING: Final = {"file": FILE, "first": _FIRST, "version": _VERSION}


def _usual(told: _Told, rest: str) -> None:
    told.usual = parse(rest)


def _saved(told: _Told, rest: str) -> None:
    rules, named, name = rest.partition(_NAMED)
    if not named or tidy(name) != name or not name or not is_short(name):
        raise LineError(phrase("{word} takes house rules, a colon and a name"), word="saved")
    if len(told.saved) == MOST_SAVED:
        raise LineError(phrase("there are more than {count} saved house rules"), count=MOST_SAVED)
    told.saved.append((name, parse(rules)))


def _archived(told: _Told, rest: str) -> None:
    if not _is_number(rest):
        raise LineError(phrase("{word} takes the number of a file"), word="archived")
    told.archived.add(int(rest))


def _id(told: _Told, rest: str) -> None:
    number, _, text = rest.partition(" ")
    if not _is_number(number) or not is_id(text):
        raise LineError(phrase("{word} takes the number of a file and an id"), word="id")
    told.ids[int(number)] = text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


_READERS: Final[dict[str, Callable[[_Told, str], None]]] = {
    "usual": _usual,
    "saved": _saved,
    "archived": _archived,
    "id": _id,
}


_ALWAYS: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every entry; a zip knows none before it."""
_UNIX: Final = 3
_PLAIN_FILE: Final = 0o100644 << 16
_BEST: Final = 9


@dataclass(frozen=True, slots=True)
class Packing:
    """A series by its name and its canonical sheet; whether it was archived; whether it has just
    begun, with no turn yet; and the id by which it is known here, if any.
    """

    name: str
    sheet: str
    archived: bool = False
    just_begun: bool = False
    id: str = ""


def packing(log: Log, *, archived: bool = False, known_as: str = "") -> Packing:
    """The series of a log as it goes into a backup."""
    begun = not any(round_.turns for round_ in log.series.rounds)
    return Packing(log.series.name, dumps(log), archived, begun, known_as)


def told_apart(packings: Iterable[Packing]) -> tuple[Packing, ...]:
    """Of those whose sheets are the same the first; but those that have just begun are each a
    series of its own, however alike they are.
    """
    sheets: dict[tuple[str, int], Packing] = {}
    for place, one in enumerate(packings, 1):
        sheets.setdefault((one.sheet, place if one.just_begun else 0), one)
    return tuple(sheets.values())


def packed(packings: Iterable[Packing], about: About) -> bytes:
    """The backup of these series. Their files are numbered by their place in it, not as a data
    folder numbers them, so that a backup of what was restored is the same again.
    """
    content, placed = BytesIO(), dict(enumerate(told_apart(packings), 1))
    archived = frozenset(place for place, packing in placed.items() if packing.archived)
    ids = {place: packing.id for place, packing in placed.items() if is_id(packing.id)}
    with ZipFile(content, "w") as file:
        _put(file, FILE, written(replace(about, archived=archived, ids=ids)))
        for place, packing in placed.items():
            _put(file, file_name(place, packing.name), packing.sheet)
    return content.getvalue()


def _put(file: ZipFile, name: str, text: str) -> None:
    entry = ZipInfo(name, _ALWAYS)
    entry.create_system, entry.external_attr = _UNIX, _PLAIN_FILE
    file.writestr(entry, text.encode(), ZIP_DEFLATED, _BEST)


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
_IS_LOCKED: Final = phrase("this zip is locked with a password")
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
