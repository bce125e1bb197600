"""`fantan replay`: reads score sheets, checks them, and prints them again or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from companion.commands.streams import complain, in_one_line, standard_input
from companion.core.errors import SheetError
from companion.core.sheet import dumps, read, report

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
    name = in_one_line(file)
    try:
        reading = read(text_of(file))
    except SheetError as fault:
        return complain(f"{name}:{fault.line}: {fault.problem}")
    except OSError as fault:
        return complain(f"{name}: {fault.strerror or fault}")
    except ValueError as fault:
        return complain(f"{name}: {fault}")
    if as_json:
        print(json.dumps(report(reading.log, file), ensure_ascii=False))
    else:
        print(dumps(reading.log), end="")
    for failed in reading.faults:
        complain(f"{name}:{failed.line}: {failed.problem}")
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
