"""`fantan replay`: reads score sheets, checks them, and prints them again or as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.core.errors import SheetError
from companion.core.sheet import dumps, read, report

STANDARD_INPUT = "-"
HOLDS, CHECK_FAILED, UNREADABLE = 0, 1, 2


def replay(files: Sequence[str], *, as_json: bool) -> int:
    """Prints each file's canonical sheet or JSON line, and one line a fault on standard error.

    Gives the worst exit code: 0, 1 where a check does not hold, 2 where a file cannot be read.
    """
    return max((_replay(file, as_json=as_json) for file in files), default=HOLDS)


def _replay(file: str, *, as_json: bool) -> int:
    try:
        reading = read(text_of(file))
    except SheetError as fault:
        return _complain(f"{file}:{fault.line}: {fault.problem}")
    except OSError as fault:
        return _complain(f"{file}: {fault.strerror or fault}")
    if as_json:
        print(json.dumps(report(reading.log, file), ensure_ascii=False))
    else:
        print(dumps(reading.log), end="")
    for failed in reading.faults:
        _complain(f"{file}:{failed.line}: {failed.problem}")
    return CHECK_FAILED if reading.faults else HOLDS


def text_of(file: str) -> str:
    """The text of a score sheet.

    :raises SheetError: when it is no text
    :raises OSError: when it cannot be read
    """
    written = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = written.count(b"\n", 0, fault.start) + 1
        raise SheetError(line, "this is not UTF-8 text") from fault


def _complain(line: str) -> int:
    print(line, file=sys.stderr)
    return UNREADABLE
