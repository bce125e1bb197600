"""Standard input, output and error of a command: every way of failing ends in one line."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import BinaryIO, Final, TextIO

from companion.core.objections import escaped

UNREADABLE: Final = 2
NOBODY_READS: Final = 141
"""What a shell gives for a command that a closed pipe ended."""
INTERRUPTED: Final = 130
_SHOWN_AFTER_SECONDS: Final = 1.0
_TERMINAL_EVERY_SECONDS: Final = 0.2
_LINE_EVERY_SECONDS: Final = 5.0


def printing(job: Callable[[], int]) -> int:
    """The exit code of a job that prints; whoever reads along may stop before its end."""
    if sys.stdout is None:  # so it is where the stream is closed
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
    """Says what is wrong, if there is where to; gives the exit code."""
    if sys.stderr is not None:  # so it is where it is closed
        try:
            print(line, file=sys.stderr, flush=True)
        except OSError:
            silence(sys.stderr)
    return code


def silence(stream: TextIO) -> None:
    """Lead what a stream still holds nowhere, or Python tries to write it once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def standard_input() -> BinaryIO:
    """What is fed to the command.

    :raises OSError: when it is closed
    """
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin.buffer


def in_one_line(text: str) -> str:
    """The text with nothing in it that a terminal obeys; surrogates stand for bytes that are no
    text.
    """
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    plain = character.isprintable() or "\ud800" <= character <= "\udfff"
    return character if plain else escaped(character)


class Progress:
    """How many series were looked over, told on standard error when it takes long: on a terminal
    in one line that is written over, else now and then in a line of its own.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream, self._clock = stream, clock
        self._done, self._told, self._terminal = 0, "", stream.isatty()
        self._next = clock() + _SHOWN_AFTER_SECONDS

    def step(self) -> None:
        """One more was looked over."""
        self._done += 1
        if (now := self._clock()) >= self._next:
            self._next = now + (_TERMINAL_EVERY_SECONDS if self._terminal else _LINE_EVERY_SECONDS)
            self._told = f"{self._done:,} series looked over"
            self._write(f"\r{self._told}" if self._terminal else f"{self._told}\n")

    def clear(self) -> None:
        """Make room for a line of the answer."""
        if self._terminal and self._told:
            self._write("\r" + " " * len(self._told) + "\r")
            self._told = ""

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
