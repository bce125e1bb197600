"""`fantan replay`: reads score sheets, checks them, and prints them again or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from companion.commands.streams import UNREADABLE, complain, in_one_line, standard_input
from companion.core.errors import SheetError
from companion.core.sheet import Reading, dumps, read, report

STANDARD_INPUT: Final = "-"
HOLDS, CHECK_FAILED = 0, 1
MOST_BYTES: Final = 16 * 2**20
"""More than a thousand evenings; a file without end is given up there."""


def replay(files: Sequence[str], *, as_json: bool) -> int:
    """Prints each file's canonical sheet or JSON line, and one line a fault on standard error.

    Gives the worst exit code: 0, 1 where a check does not hold, 2 where a file cannot be read.
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
    return told_faults(file, reading)


def reading_of(file: str) -> Reading | None:
    """What a score sheet says; None where it cannot be read, and why not is told in one line."""
    name = in_one_line(file)
    try:
        return read(text_of(file))
    except SheetError as fault:
        complain(f"{name}:{fault.line}: {fault.problem}")
    except OSError as fault:
        complain(f"{name}: {fault.strerror or fault}")
    except ValueError as fault:
        complain(f"{name}: {fault}")
    return None


def told_faults(file: str, reading: Reading) -> int:
    """Tells which checks of a sheet do not hold; gives the exit code."""
    for failed in reading.faults:
        complain(f"{in_one_line(file)}:{failed.line}: {failed.problem}")
    return CHECK_FAILED if reading.faults else HOLDS


def text_of(file: str) -> str:
    """The text of a score sheet; `-` is standard input.

    :raises SheetError: when it is no text
    :raises OSError: when it cannot be read, or is longer than `MOST_BYTES`
    """
    if file == STANDARD_INPUT:
        written = _bounded(standard_input())
    else:
        with Path(file).open("rb") as opened:
            written = _bounded(opened)
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = written.count(b"\n", 0, fault.start) + 1
        raise SheetError(line, "this is not UTF-8 text") from fault


def _bounded(opened: BinaryIO) -> bytes:
    written = opened.read(MOST_BYTES + 1)
    if len(written) > MOST_BYTES:
        raise OSError(f"a score sheet has at most {MOST_BYTES // 2**20} megabytes")
    return written
