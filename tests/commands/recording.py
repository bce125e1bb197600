"""`fantan record` as other programs use it: in this process, or in one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from unittest.mock import patch

from companion.cli import main

PROJECT = Path(__file__).parents[2]
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


@dataclass(frozen=True)
class Run:
    """What a run printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[str]:
        """The lines of standard output behind the first one."""
        return self.out.splitlines()[1:]


def record(home: Path, *options: object, fed: str | bytes = "") -> Run:
    """Feed the command these lines, in this process."""
    out, err = io.StringIO(), io.StringIO()
    lines = io.TextIOWrapper(io.BytesIO(fed if isinstance(fed, bytes) else fed.encode()))
    with (
        patch.dict(os.environ, FANTAN_HOME=str(home)),
        patch.object(sys, "stdin", lines),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(["record", *map(str, options)])
    return Run(code, out.getvalue(), err.getvalue())


def sheet_in(folder: Path, text: str = SHORT) -> Path:
    """A file with that score sheet."""
    file = folder / "night.fantan"
    file.write_text(text, encoding="utf-8")
    return file


def lines(commands: Iterable[str]) -> str:
    """The commands as they are fed, a line each."""
    return "".join(f"{command}\n" for command in commands)


Stream = int | IO[str] | None
COMMAND = "import sys; from companion.cli import main; sys.exit(main())"


def begin(
    home: Path,
    *options: object,
    code: str = COMMAND,
    stdin: Stream = subprocess.PIPE,
    stdout: Stream = subprocess.PIPE,
) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
        [sys.executable, "-c", code, "record", *map(str, options)],
        cwd=PROJECT,
        env={**os.environ, "FANTAN_HOME": str(home)},
        text=True,
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )


def ask(process: subprocess.Popen[str], command: str) -> str:
    """Feed one command and wait for its answer."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{command}\n")
    process.stdin.flush()
    return process.stdout.readline().rstrip("\n")


def ended(process: subprocess.Popen[str]) -> Run:
    """What is left of its words when it has ended, its input closed."""
    out, err = process.communicate(timeout=30)
    return Run(process.returncode, out or "", err or "")


def numbers(words: Sequence[str]) -> list[int]:
    """The revisions of answers that all say `ok`."""
    assert all(word.startswith("ok ") for word in words), words
    return [int(word.removeprefix("ok ")) for word in words]
