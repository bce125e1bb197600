"""A file or a text that somebody brought in: the score sheet or the backup that it is, or why it
cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.backup import Backup, BackupError, is_zip, unpacked
from companion.core.errors import SheetError
from companion.core.phrases import phrase
from companion.core.sheet import Reading, read

LONGEST: Final = 2_000_000
"""Bytes of a sheet; some thousand rounds, and no picture or film taken for one."""

LARGEST: Final = 4 * 2**20
"""Bytes of a file that a browser without a server reads; some thousand series in a backup."""


@dataclass(frozen=True, slots=True)
class NoSheet:
    """Nothing that can be read: a line with what is wrong there, or a reason about the whole. Of a
    backup also the file that it is about, by its name: one in it, or the backup itself.
    """

    says: str = ""
    line: int = 0
    error: SheetError | None = None
    written: str = ""
    file: str = ""


Outcome = Reading | Backup | NoSheet | None
"""What came of a text; None while there is none."""

_NO_TEXT: Final = phrase(
    "This file is neither a score sheet, which is plain text in a file whose name ends in .fantan, "
    "nor a backup, which is a zip."
)
_EMPTY: Final = phrase("This file is empty.")
TOO_LARGE: Final = phrase("This file is larger than any score sheet or backup.")
_TOO_LONG: Final = phrase("This is far longer than any score sheet.")
_NO_ROUND: Final = phrase(
    "This sheet has a beginning, but no round yet: there is nothing to take in."
)


def opened(content: bytes, name: str = "") -> tuple[str, Outcome]:
    """The text of a file of that name, and what it tells."""
    if is_zip(content):
        return "", _backup(content, name)
    if len(content) > LONGEST:
        return "", NoSheet(_TOO_LONG)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", NoSheet(_NO_TEXT)
    if not text.strip():
        return "", NoSheet(_EMPTY)
    return ("", NoSheet(_NO_TEXT)) if "\0" in text else (text, told(text))


def _backup(content: bytes, name: str) -> Backup | NoSheet:
    try:
        return unpacked(content)
    except BackupError as error:
        line = error.sheet.line if error.sheet else 0
        return NoSheet(error.phrase, line, error.sheet, file=error.file or name)


def told(text: str) -> Outcome:
    """What a text tells."""
    if len(text) > LONGEST:
        return NoSheet(_TOO_LONG)
    if not text.strip():
        return None
    try:
        reading = read(text)
    except SheetError as error:
        lines = text.split("\n")
        written = lines[error.line - 1].strip() if error.line <= len(lines) else ""
        return NoSheet(line=error.line, error=error, written=written)
    return reading if reading.log.series.rounds else NoSheet(_NO_ROUND)
