"""The failures of `fantan replay`: each ends in one line and an exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.replay import MOST_BYTES
from tests.cases import cases
from tests.commands.recording import NO_ROOM
from tests.places import RECORDS

fcntl = pytest.importorskip("fcntl", reason="the shell and devices of Linux")
termios = pytest.importorskip("termios", reason="the shell and devices of Linux")
SHEET = RECORDS / "night.fantan"
COMMAND = f"{sys.executable} -m companion replay"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the shell and devices of Linux")

ENDS = {
    "standard output is closed": (f"{SHEET} >&-", 2, "standard output is closed\n"),
    "the disk is full": (f"{SHEET} >/dev/full", 2, NO_ROOM),
    "the disk is full of JSON": (f"--json {SHEET} {SHEET} >/dev/full", 2, NO_ROOM),
    "standard input is closed": ("- <&-", 2, "-: standard input is closed\n"),
    "standard error is closed": ("nowhere.fantan 2>&-", 2, ""),
    "standard error is full": ("nowhere.fantan 2>/dev/full", 2, ""),
    "the file is a folder": (f"{RECORDS}", 2, f"{RECORDS}: Is a directory\n"),
    "the file has no end": ("/dev/zero", 2, "/dev/zero: a score sheet has at most 16 megabytes\n"),
    "standard input has no end": ("- </dev/zero", 2, "-: a score sheet has at most 16 megabytes\n"),
    "an empty device": ("/dev/null", 2, "/dev/null:1: a score sheet begins with fantan 1\n"),
    "a line end in it": ("$'no\\nwhere\\x1b'", 2, "no\\nwhere\\x1b: No such file or directory\n"),
}


@cases("words, code, expected", ENDS)
def test_it_ends_in_one_line_and_an_exit_code(words: str, code: int, expected: str) -> None:
    ran = subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", f"{COMMAND} {words}"], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (code, "", expected)


def test_a_sheet_of_the_greatest_size_is_read(tmp_path: Path) -> None:
    sheet = tmp_path / "long.fantan"
    sheet.write_text("fantan 1\n" + "#" * (MOST_BYTES - 9), encoding="utf-8")
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "companion", "replay", str(sheet)], capture_output=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
