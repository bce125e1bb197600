"""`fantan replay`, which checks score sheets and prints them again or as JSON."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from companion.commands.streams import UNREADABLE, complain, in_one_line, standard_input
from companion.core.backup import BroughtSheet
from companion.core.objections import SheetError
from companion.core.sheet import Reading, decoded, dumps, read, report

STANDARD_INPUT = "-"
HOLDS = 0
CHECK_FAILED = 1
MOST_BYTES = 16 * 2**20
"""Limit for files, beyond a thousand evenings."""
TOO_LONG = OSError(f"a score sheet has at most {MOST_BYTES // 2**20} megabytes")


def replay(files: Sequence[str], *, as_json: bool) -> int:
    """Print each sheet in its regular form with all checks.

    With --json each line is an object for one file: file, series, rounds, settle.

    exit codes, of which the highest counts:
      0  all files were read, and all checks hold
      1  a check does not hold
      2  a file cannot be read and is left out, nothing can be printed, or the command line is wrong

    All faults of a file are reported, each as one line on standard error with the file, the line
    and the reason. A line marked `note:` is no fault: passes that no honest play could give.
    """
    return max((_replay(file, as_json=as_json) for file in files), default=HOLDS)


def _replay(file: str, *, as_json: bool) -> int:
    reading = reading_of(file)
    if reading is None:
        return UNREADABLE
    if as_json:
        print(json.dumps(report(reading.log, file), ensure_ascii=False))
    else:
        print(dumps(reading.log), end="")
    return report_faults(file, reading)


def reading_of(file: str, content: bytes | None = None) -> Reading | None:
    """Read a score sheet from its content, or from the file if there is none.

    Return None for an unreadable sheet, after a line on standard error.
    """
    try:
        return read(text_of(file) if content is None else decoded(content))
    except SheetError as first:
        report_unread(file, first)
    except (OSError, ValueError) as fault:
        report_unreadable(file, fault)
    return None


def report_unread(file: str, first: SheetError) -> int:
    """Print each line that cannot be read, and return the exit code."""
    return max(
        complain(f"{in_one_line(file)}:{fault.line}: {fault.problem}") for fault in first.faults
    )


def report_unreadable(file: str, fault: OSError | ValueError) -> int:
    """Print why a file cannot be read, and return the exit code."""
    return complain(f"{in_one_line(file)}: {getattr(fault, 'strerror', None) or fault}")


def report_faults(file: str, reading: Reading | BroughtSheet) -> int:
    """Print what is strange on a sheet and its checks that do not hold; return the exit code."""
    for strange in reading.remarks:
        complain(f"{in_one_line(file)}:{strange.line}: note: {strange.problem}")
    for failed in reading.faults:
        complain(f"{in_one_line(file)}:{failed.line}: {failed.problem}")
    return CHECK_FAILED if reading.faults else HOLDS


def text_of(file: str) -> str:
    """Return the text of a score sheet; `-` is standard input.

    :raises SheetError: when the file is no text
    :raises OSError: when the file cannot be read, or is longer than `MOST_BYTES`
    """
    return decoded(content_of(file))


def content_of(file: str, take: Callable[[BinaryIO], bytes] | None = None) -> bytes:
    """Return the content of a file, read by `take` or up to the limit of a sheet.

    :raises OSError: when the file cannot be read, or is too long
    """
    take = take or _bounded
    if file == STANDARD_INPUT:
        return take(standard_input())
    with Path(file).open("rb") as opened:
        return take(opened)


def _bounded(opened: BinaryIO) -> bytes:
    written = opened.read(MOST_BYTES + 1)
    if len(written) > MOST_BYTES:
        raise TOO_LONG
    return written
