"""Standard input, output and error of a command, with one line for every failure."""

import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedReader, RawIOBase, StringIO, UnsupportedOperation
from select import select
from typing import BinaryIO, TextIO

from companion.core.names import seen_length
from companion.core.objections import escaped
from companion.interrupts import INTERRUPTED

UNREADABLE = 2
NOBODY_READS = 141
"""Exit code of a shell for a command that a closed pipe ended."""


def printing(job: Callable[[], int]) -> int:
    """Run a job that prints, and return its exit code, even if its output is closed early."""
    if sys.stdout is None:  # the stream is closed
        sys.stdout = StringIO()
        return complain("standard output is closed")
    try:
        code = job()
        sys.stdout.flush()
    except BrokenPipeError:
        silence(sys.stdout)
        return NOBODY_READS
    except OSError as fault:
        silence(sys.stdout)
        named = in_one_line(str(fault.filename or "standard output"))
        return complain(f"{named}: {fault.strerror or fault}")
    except KeyboardInterrupt:
        silence(sys.stdout)
        return complain("interrupted", INTERRUPTED)
    return code


def complain(line: str, code: int = UNREADABLE) -> int:
    """Print a complaint on standard error, if it is open, and return the exit code."""
    if sys.stderr is not None:  # None if the stream is closed
        try:
            print(line, file=sys.stderr, flush=True)
        except OSError:
            silence(sys.stderr)
    return code


def silence(stream: TextIO) -> None:
    """Discard the rest of a stream, which Python would write once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def standard_input() -> BinaryIO:
    """Return the standard input.

    :raises OSError: when the standard input is closed
    """
    if sys.stdin is None:
        raise OSError("standard input is closed")
    given = sys.stdin.buffer
    if os.name == "nt":  # where a wait for input can be for nothing else
        return given
    try:
        return BufferedReader(_WatchedInput(given.fileno()))
    except UnsupportedOperation:  # no file of the system
        return given


class _WatchedInput(RawIOBase):
    """Standard input that an interrupt ends at any time.

    Python looks for signals before it reads. One that comes just after that look would stay
    unnoticed until the next line came. It writes into a pipe, so wait for the pipe as well.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._signalled, signals = os.pipe()
        os.set_blocking(signals, False)
        signal.set_wakeup_fd(signals, warn_on_full_buffer=False)

    def readable(self) -> bool:
        """Return true."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Read what there is once there is something."""
        select([self._descriptor, self._signalled], [], [])
        content = os.read(self._descriptor, len(buffer))
        buffer[: len(content)] = content
        return len(content)


def in_one_line(text: str) -> str:
    """Return the text without control characters for a terminal.

    Surrogates stay, in place of bytes that are no text.
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    plain = character.isprintable() or "\ud800" <= character <= "\udfff"
    return character if plain else escaped(character)


def print_table(rows: Sequence[tuple[str, ...]], *, numbers: bool = False) -> None:
    """Print the rows, two blanks apart, padded to the widths as seen.

    With `numbers`, the columns behind the first are aligned on the right.
    """
    widths = [max(map(seen_length, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        blanks = (
            " " * (width - seen_length(cell)) for cell, width in zip(row, widths, strict=True)
        )
        cells = (
            blank + cell if numbers and place else cell + blank
            for place, (cell, blank) in enumerate(zip(row, blanks, strict=True))
        )
        print("  ".join(cells).rstrip())
