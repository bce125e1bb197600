"""`fantan record` after failures: one line and an exit code, or a continued run."""

import errno
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.core.sheet import dumps
from storage import files
from tests.commands.recording import Run, answer, ask, begin, ended, record, sheet_in
from tests.places import store_in
from tests.storage.system import Disk, every, system

posix = pytest.mark.skipif(os.name == "nt", reason="signals and device files are another matter")
IN_USE = "Fan Tan is open already: another process is using this data folder"
OPENING = ["series 1 1", "ok 2", "ok 3"]
"""The answers to 7C and 7D."""
AFTER_7C = "  1      7C   .    .  \n"


@pytest.fixture
def sheet(home: Path) -> Path:
    """Return a round before its first turn."""
    return sheet_in(home.parent)


def kept(home: Path) -> str:
    with store_in(home) as store:
        return dumps(store.load(1).log)


def in_one_line(run: Run) -> str:
    """Return the single line on standard error, free of a traceback."""
    assert run.err.count("\n") == 1
    return run.err.removesuffix("\n")


def test_a_full_disk_is_reported_and_the_same_command_works_later(home: Path, sheet: Path) -> None:
    disk = Disk(home)

    def fed() -> Iterator[str]:
        yield "7C"
        disk.room = 0
        yield "7D"
        yield "undo"
        yield "sheet"
        disk.room = 1 << 30
        yield "7D"

    with patch.object(files, "write_at", disk.write_at):
        run = record(home, "--new", sheet, fed=fed())
    first, refused, not_undone, *shown, last = run.answers
    full = f"no {home}/series/00001.tdb: no space left (No space left on device)"
    assert (first, refused, not_undone, last) == ("ok 2", full, full, "ok 3")
    assert AFTER_7C.strip() in [line.strip() for line in shown]
    assert run.code == 0
    assert run.err == ""


def test_a_new_series_without_room_is_none(home: Path, sheet: Path) -> None:
    with store_in(home):
        pass
    with system(every("write", code=errno.ENOSPC)):
        run = record(home, "--new", sheet, fed="7C\n")
    assert (run.code, run.out) == (3, "")
    assert "no space left" in in_one_line(run)
    assert record(home, "--new", sheet, fed="7C\n").out == "series 1 1\nok 2\n"


def test_of_two_at_once_the_second_is_refused(home: Path, sheet: Path) -> None:
    with begin(home, "--new", sheet) as first:
        assert [answer(first), ask(first, "7C"), ask(first, "7D")] == OPENING
        with begin(home, "--series", 1) as second:
            run = ended(second)
        assert (run.code, run.out) == (3, "")
        assert in_one_line(run) == f"fantan record: {home}: {IN_USE}"
        assert ended(first) == Run(0, "", "")
    assert record(home, "--series", 1).out == "series 1 3\n"


@posix
def test_an_interrupt_ends_it_in_one_line(home: Path, sheet: Path) -> None:
    with begin(home, "--new", sheet) as process:
        assert [answer(process), ask(process, "7C"), ask(process, "7D")] == OPENING
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert ended(process) == Run(130, "", "interrupted\n")
    assert "7C   7D   . " in kept(home)


@posix
def test_a_reader_of_the_answers_may_stop(home: Path, sheet: Path) -> None:
    with begin(home, "--new", sheet) as process:
        assert answer(process) == "series 1 1"
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdout = None
        process.stdin.write("7C\n7D\n")
        run = ended(process)
    assert run.code == 141
    assert in_one_line(run) == "fantan record: nobody reads the answers any more"


@posix
def test_standard_output_that_is_full_ends_it_in_one_line(home: Path, sheet: Path) -> None:
    with Path("/dev/full").open("w") as full, begin(home, "--new", sheet, stdout=full) as process:
        run = ended(process)
    assert run.code == 2
    assert in_one_line(run) == "standard output: No space left on device"


@posix
def test_input_that_cannot_be_read_is_reported(home: Path, sheet: Path) -> None:
    unreadable = (home.parent / "input").open("w")
    with unreadable, begin(home, "--new", sheet, stdin=unreadable) as process:
        run = ended(process)
    assert (run.code, run.out) == (2, "series 1 1\n")
    assert in_one_line(run) == "standard input: Bad file descriptor"
