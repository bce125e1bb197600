"""`fantan replay`: reads score sheets, checks them, and prints them again or as JSON."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import BinaryIO, Final, TextIO

from companion.core.errors import SheetError
from companion.core.excerpts import escaped
from companion.core.sheet import dumps, read, report

STANDARD_INPUT: Final = "-"
HOLDS, CHECK_FAILED, UNREADABLE, INTERRUPTED = 0, 1, 2, 130
MOST_BYTES: Final = 16 * 2**20
"""More than a thousand evenings; a file without end is given up there."""


def replay(files: Sequence[str], *, as_json: bool) -> int:
    """Prints each file's canonical sheet or JSON line, and one line a fault on standard error.

    Gives the worst exit code: 0, 1 where a check does not hold, 2 where a file cannot be read or
    nothing can be printed, 130 when it is interrupted.

    :raises BrokenPipeError: when whoever reads along has stopped
    """
    if sys.stdout is None:  # so it is where the stream is closed
        sys.stdout = StringIO()
        return _complain("standard output is closed")
    try:
        code = max((_replay(file, as_json=as_json) for file in files), default=HOLDS)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as fault:
        _silence(sys.stdout)
        return _complain(f"standard output: {fault.strerror or fault}")
    except KeyboardInterrupt:
        _silence(sys.stdout)
        _complain("interrupted")
        return INTERRUPTED
    return code


def _replay(file: str, *, as_json: bool) -> int:
    name = "".join(map(_in_one_line, file))
    try:
        reading = read(text_of(file))
    except SheetError as fault:
        return _complain(f"{name}:{fault.line}: {fault.problem}")
    except OSError as fault:
        return _complain(f"{name}: {fault.strerror or fault}")
    except ValueError as fault:
        return _complain(f"{name}: {fault}")
    if as_json:
        print(json.dumps(report(reading.log, file), ensure_ascii=False))
    else:
        print(dumps(reading.log), end="")
    for failed in reading.faults:
        _complain(f"{name}:{failed.line}: {failed.problem}")
    return CHECK_FAILED if reading.faults else HOLDS


def text_of(file: str) -> str:
    """The text of a score sheet; `-` is standard input.

    :raises SheetError: when it is no text
    :raises OSError: when it cannot be read, or is longer than `MOST_BYTES`
    """
    if file == STANDARD_INPUT:
        written = _bounded(_standard_input())
    else:
        with Path(file).open("rb") as opened:
            written = _bounded(opened)
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = written.count(b"\n", 0, fault.start) + 1
        raise SheetError(line, "this is not UTF-8 text") from fault


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # so it is where the stream is closed
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def _bounded(opened: BinaryIO) -> bytes:
    written = opened.read(MOST_BYTES + 1)
    if len(written) > MOST_BYTES:
        raise OSError(f"a score sheet has at most {MOST_BYTES // 2**20} megabytes")
    return written


def _in_one_line(character: str) -> str:
    """A character of a file's name; surrogates stand for bytes that are no text."""
    plain = character.isprintable() or "\ud800" <= character <= "\udfff"
    return character if plain else escaped(character)


def _complain(line: str) -> int:
    """Says what is wrong, if there is where to."""
    if sys.stderr is not None:  # so it is where it is closed
        try:
            print(line, file=sys.stderr, flush=True)
        except OSError:
            _silence(sys.stderr)
    return UNREADABLE


def _silence(stream: TextIO) -> None:
    """Lead what a stream still holds nowhere, or Python tries to write it once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
