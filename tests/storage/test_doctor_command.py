"""`fantan doctor`: what it prints, its exit codes, and its manners with other processes."""

from __future__ import annotations

import errno
import io
import os
import shlex
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.doctor import ALL_WELL, CANNOT_OPEN, WRONG, Progress
from tests.storage.nights import FRIDAY, OVER, bytes_in, flip, keep, round_of

PROJECT = Path(__file__).parents[2]
HOLDER = """
import sys, time, pathlib
from storage.folder import DataFolder
folder = DataFolder(pathlib.Path(sys.argv[1]))
print("open", flush=True)
time.sleep(60)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "game nights"
    keep(root, FRIDAY, OVER)
    return root


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with this folder as the app's."""
    return subprocess.run(  # noqa: S603 - the command itself
        [sys.executable, "-m", "companion", *words],
        cwd=PROJECT,
        env=os.environ | {"FANTAN_HOME": str(root)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_all_is_well(root: Path) -> None:
    done = run(root, "doctor")
    assert (done.stdout, done.stderr) == ("2 series, 3 rounds: all is well.\n", "")
    assert done.returncode == ALL_WELL


def test_what_is_wrong_is_printed_then_repaired(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flip(round_of(root, 1, 1), 9)
    assert main(["doctor", str(root)]) == WRONG
    line, summary = capsys.readouterr().out.splitlines()
    assert line == (
        "series/00001/r0001.tdb: damaged: 49 records are intact, lost: 9; "
        "its deal and 7 entries can be saved"
    )
    found, _, advice = summary.partition(". Repair with: fantan ")
    assert found == "2 series, 3 rounds: 1 thing is wrong"
    assert shlex.split(advice) == ["doctor", "--repair", str(root)]
    assert main(shlex.split(advice)) == ALL_WELL
    printed = capsys.readouterr().out.splitlines()
    kept = "series/00001/r0001.tdb: repaired; the file as it was is kept as r0001.tdb.damaged"
    assert printed[1] == kept
    assert printed[-1] == "2 series, 3 rounds: all that was wrong is repaired."
    assert main(["doctor", str(root)]) == ALL_WELL
    note, summary = capsys.readouterr().out.splitlines()
    assert ".damaged: note: a damaged file that was kept" in note
    assert summary == "2 series, 3 rounds: all is well."


@pytest.mark.parametrize("words", [["--mend"], ["one", "two"]], ids=["option", "two folders"])
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as told:
        main(["doctor", *words])
    assert told.value.code == 2
    assert "usage: fantan" in capsys.readouterr().err


@pytest.mark.parametrize("repair", [[], ["--repair"]], ids=["look", "repair"])
@pytest.mark.parametrize("name", ["nowhere", "empty", "file"])
def test_a_folder_without_game_nights(
    name: str, repair: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    assert main(["doctor", *repair, str(tmp_path / name)]) == CANNOT_OPEN
    assert "there are no game nights" in capsys.readouterr().err
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("repair", [[], ["--repair"]], ids=["look", "repair"])
def test_a_folder_that_may_not_be_read(
    repair: list[str],
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who may read everything is told so by a stand-in for the system."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    for call in ("stat", "listdir", "scandir"):
        monkeypatch.setattr(os, call, refuse)
    assert main(["doctor", *repair, str(root)]) == CANNOT_OPEN
    assert f"{root}: no permission" in capsys.readouterr().err


def test_the_exit_codes_are_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "--help"])
    said = capsys.readouterr().out
    assert all(f"\n  {code}  " in said for code in range(4))


@contextmanager
def in_use(root: Path) -> Generator[None]:
    """Another process has the folder open."""
    command = [sys.executable, "-c", HOLDER, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=PROJECT) as holder:  # noqa: S603
        assert holder.stdout
        assert holder.stdout.readline() == b"open\n"
        yield
        holder.kill()


@pytest.mark.parametrize(
    "words",
    [["doctor"], ["doctor", "--repair"], ["--web"]],
    ids=["look", "repair", "app"],
)
def test_a_second_process_is_refused(words: list[str], root: Path) -> None:
    before = bytes_in(root)
    with in_use(root):
        done = run(root, *words)
        assert done.returncode == CANNOT_OPEN
        assert "Fan Tan is open already: another process is using this data folder" in done.stderr
    assert bytes_in(root) == before


class Terminal(io.StringIO):
    """A stream that people look at."""

    def isatty(self) -> bool:
        """So says a terminal."""
        return True


@pytest.mark.parametrize(
    ("stream", "shown"),
    [
        (Terminal(), "\r3 of 9 rounds looked over\r4 of 9 rounds looked over\r" + " " * 25 + "\r"),
        (io.StringIO(), "3 of 9 rounds looked over\n"),
    ],
    ids=["terminal", "lines"],
)
def test_progress_is_told_when_it_takes_long(stream: io.StringIO, shown: str) -> None:
    times = iter([0.0, 0.5, 0.9, 1.1, 1.4])
    progress = Progress(9, stream, lambda: next(times))
    for _ in range(4):
        progress.step(1)
    progress.clear()
    assert stream.getvalue() == shown
