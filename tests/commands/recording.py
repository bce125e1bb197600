"""Commands as run by other programs: in this process, or in a process of their own."""

import io
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import IO
from unittest.mock import patch

from companion.cli import main
from tests.places import ROOT

SHORT = """\
fantan 1
series   Friday night
rules    bicycle

round    1
dealer   Cem
deal     Ann 2  Ben 2  Cem 48

         Ann  Ben  Cem
"""
"""A round before its first turn, in which Ann leads, and two players hold two cards each."""


NO_ROOM = "standard output: No space left on device\n"


@dataclass(frozen=True)
class Run:
    """The output of a run, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[str]:
        """The lines of standard output after the first one."""
        return self.out.splitlines()[1:]


class Feed(io.BytesIO):
    """Standard input whose lines are made on demand, so that a test can act between two of them;
    the answer to the previous line is there by then.
    """

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._lines = lines

    def readline(self, _size: int | None = -1, /) -> bytes:
        """Return the next line, or nothing at the end."""
        return next((f"{line}\n".encode() for line in self._lines), b"")


def record(home: Path, *options: object, fed: str | bytes | Iterator[str] = "") -> Run:
    """Feed `fantan record` these lines, in this process."""
    return run(home, "record", *options, fed=fed)


def run(home: Path, *words: object, fed: str | bytes | Iterator[str] = "") -> Run:
    """Run the command in this process, with the input fed to it."""
    out, err = io.StringIO(), io.StringIO()
    if isinstance(fed, Iterator):
        buffer: io.BytesIO = Feed(fed)
    else:
        buffer = io.BytesIO(fed if isinstance(fed, bytes) else fed.encode())
    with (
        patch.dict(os.environ, FANTAN_HOME=str(home)),
        patch.object(sys, "stdin", SimpleNamespace(buffer=buffer)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(list(map(str, words)))
    return Run(code, out.getvalue(), err.getvalue())


def sheet_in(folder: Path, text: str = SHORT) -> Path:
    """Return a new file with the score sheet."""
    file = folder / "night.fantan"
    file.write_text(text, encoding="utf-8")
    return file


def lines(commands: Iterable[str]) -> str:
    """Return the commands as input, a line each."""
    return "".join(f"{command}\n" for command in commands)


Stream = int | IO[str] | None
COMMAND = "import sys; from companion.cli import main; sys.exit(main())"


def begin(
    home: Path,
    *options: object,
    code: str = COMMAND,
    stdin: Stream = subprocess.PIPE,
    stdout: Stream = subprocess.PIPE,
    job: str = "record",
    under: Sequence[str] = (),
) -> subprocess.Popen[str]:
    """Start the command in a process of its own, `under` another program such as `setpriv`."""
    return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
        [*under, sys.executable, "-c", code, job, *map(str, options)],
        cwd=ROOT,
        env={**os.environ, "FANTAN_HOME": str(home)},
        text=True,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def answer(process: subprocess.Popen[str]) -> str:
    """Return the next printed line."""
    assert process.stdout
    return process.stdout.readline().rstrip("\n")


def ask(process: subprocess.Popen[str], command: str) -> str:
    """Feed one command and wait for its answer."""
    assert process.stdin
    process.stdin.write(f"{command}\n")
    process.stdin.flush()
    return answer(process)


def ended(process: subprocess.Popen[str]) -> Run:
    """Close the input, wait for the end, and return the rest of the output."""
    if process.stdin:
        process.stdin.close()
    streams = process.stdout, process.stderr
    out, err = ("" if stream is None else stream.read() for stream in streams)
    return Run(process.wait(30), out, err)


def numbers(words: Sequence[str]) -> list[int]:
    """Return the revisions of the answers, all of which are `ok`."""
    assert all(word.startswith("ok ") for word in words), words
    return [int(word.removeprefix("ok ")) for word in words]
