"""Starts of the command that are interrupted, or have nowhere to print."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import cases
from tests.commands.recording import NO_ROOM
from tests.e2e.driver import COMPANION
from tests.places import ROOT

posix = pytest.mark.skipif(os.name == "nt", reason="signals and device files are another matter")
INTERRUPTED_AT = """
import os, signal, sys
awaited = sys.argv.pop(1)
def interrupt(event, about):
    if event == "import" and about[0] == awaited:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(interrupt)
from companion.__main__ import main
sys.exit(main())
"""
"""The command, interrupted at the first import of a module."""
LOADED = {
    "the command line": ("argparse", "--version"),
    "a job": ("companion.core.sheet", "series"),
    "the help of a job": ("companion.core.sheet", "record --help"),
    "the app": ("flet", "--web"),
    "the store": ("storage.store", "--web"),
    "the server": ("uvicorn", "--web"),
}


@posix
@cases("module, words", LOADED)
def test_an_interrupt_while_it_is_loaded_needs_no_words(
    module: str, words: str, home: Path
) -> None:
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", INTERRUPTED_AT, module, *words.split()],
        cwd=ROOT,
        env=os.environ | {"FANTAN_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (130, "")
    assert "Traceback" not in ran.stdout


@posix
@pytest.mark.parametrize("words", ["--help", "record --help", "--version"])
@cases("unbuffered", {"buffered": "", "unbuffered": "1"})
def test_help_that_cannot_be_printed_is_reported(words: str, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(  # noqa: S603
            [*COMPANION, *words.split()],
            cwd=ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (2, NO_ROOM)
