"""Removal of temporary folders, also after a kill."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

SERVES = """
import sys
from storage.lock import temporary_folder
folder = temporary_folder("fantan-web-")
(folder / "index.html").touch()
print(folder, flush=True)
sys.stdin.read()
"""
ENDS = {"SIGKILL": signal.SIGKILL, **({"SIGHUP": signal.SIGHUP} if os.name == "posix" else {})}


@contextmanager
def serving(temporary: Path) -> Generator[tuple[subprocess.Popen[str], Path]]:
    """Start a program with a temporary folder."""
    command = [sys.executable, "-c", SERVES]
    program = subprocess.Popen(  # noqa: S603 - a program of our own
        command,
        env=os.environ | {"TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    try:
        yield program, Path(program.stdout.readline().strip())
        program.communicate()
    finally:
        program.kill()
        program.wait()


def started(temporary: Path) -> None:
    """Run a program to the end."""
    with serving(temporary) as (_, folder):
        assert (folder / "index.html").is_file()


def test_the_folder_is_gone_at_the_end(tmp_path: Path) -> None:
    started(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_killed_programs_folder_goes_with_the_next(end: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path) as (program, folder):
        program.send_signal(end)
        program.wait()
    assert (folder / "index.html").is_file()
    started(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_of_a_living_program_stays(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, folder):
        started(tmp_path)
        assert (folder / "index.html").is_file()


def test_folders_of_others_stay(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "files").mkdir(parents=True)
    (elsewhere / "lock").touch()
    (tmp_path / "fantan-web-linked").symlink_to(elsewhere)
    (tmp_path / "fantan-web-without-a-lock" / "files").mkdir(parents=True)
    (tmp_path / "fantan-web-just-begun").mkdir()
    (tmp_path / "fantan-web-just-begun" / "lock").touch()
    if os.geteuid() == 0:  # nobody else can give a folder away
        somebody = tmp_path / "fantan-web-of-somebody"
        (somebody / "files").mkdir(parents=True)
        (somebody / "lock").touch()
        os.chown(somebody, 65534, 65534)
    before = sorted(tmp_path.rglob("*"))
    started(tmp_path)
    assert sorted(tmp_path.rglob("*")) == before
