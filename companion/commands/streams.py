"""Standard input, output and error of a command, with one line for every failure."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import BinaryIO, Final, TextIO

from companion.core.objections import escaped

UNREADABLE: Final = 2
NOBODY_READS: Final = 141
"""Exit code of a shell for a command that a closed pipe ended."""
INTERRUPTED: Final = 130
_SHOWN_AFTER_SECONDS: Final = 1.0
_TERMINAL_EVERY_SECONDS: Final = 0.2
_LINE_EVERY_SECONDS: Final = 5.0


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
    return sys.stdin.buffer


def in_one_line(text: str) -> str:
    """Return the text without control characters for a terminal.

    Surrogates stay, in place of bytes that are no text.
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    plain = character.isprintable() or "\ud800" <= character <= "\udfff"
    return character if plain else escaped(character)


class ProgressLine:
    """The number of series looked over, printed on standard error during a long job.

    On a terminal the number is in one line that is overwritten, else now and then in a new line.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream, self._clock = stream, clock
        self._done, self._line, self._terminal = 0, "", stream.isatty()
        self._next = clock() + _SHOWN_AFTER_SECONDS

    def step(self) -> None:
        """Count a series."""
        self._done += 1
        if (now := self._clock()) >= self._next:
            self._next = now + (_TERMINAL_EVERY_SECONDS if self._terminal else _LINE_EVERY_SECONDS)
            self._line = f"{self._done:,} series looked over"
            self._write(f"\r{self._line}" if self._terminal else f"{self._line}\n")

    def clear(self) -> None:
        """Make room for a line of the answer."""
        if self._terminal and self._line:
            self._write("\r" + " " * len(self._line) + "\r")
            self._line = ""

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
