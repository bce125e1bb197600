"""Processes of tests that fail, hang or are stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.places import ROOT

posix = pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
TESTS = """\
import subprocess
import sys
import time
from pathlib import Path

import pytest

SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
PIDS = Path(__file__).with_name("pids")


def start():
    process = subprocess.Popen(SLEEPER, stdout=subprocess.PIPE)
    with PIDS.open("a") as pids:
        pids.write(f"{process.pid}\\n")
    return process


@pytest.fixture(scope="module")
def of_all():
    process = start()
    yield process
    assert process.poll() is None
    process.kill()
    process.communicate()


@pytest.fixture(scope="session")
def of_the_run():
    process = start()
    yield process
    assert process.poll() is None
    process.kill()
    process.communicate()


def test_fails(of_all, of_the_run):
    start()
    raise RuntimeError


def test_passes(of_all, of_the_run):
    start()


def test_hangs(of_all):
    start()
    PIDS.with_name("hangs").touch()
    time.sleep(600)
"""


def run(folder: Path, *names: str) -> subprocess.Popen[bytes]:
    """Start tests of their own, under the settings of these."""
    file = folder / "test_leaving.py"
    file.write_text(TESTS, "utf-8")
    options: tuple[str, ...]
    options = ("-p", "tests.processes", "-p", "no:cacheprovider", "--rootdir", str(folder))
    options += ("-c", str(ROOT / "pyproject.toml"), "--numprocesses=0")
    command = [sys.executable, "-m", "pytest", *options, *(f"{file}::{name}" for name in names)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)  # noqa: S603


def left_of(folder: Path) -> list[int]:
    """Return the processes that the tests started and that still run."""
    return [int(pid) for pid in (folder / "pids").read_text().split() if runs(int(pid))]


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@posix
def test_a_process_ends_with_its_test(tmp_path: Path) -> None:
    running = run(tmp_path, "test_fails", "test_passes")
    output, _ = running.communicate(timeout=60)
    assert b"1 failed, 1 passed" in output
    assert len((tmp_path / "pids").read_text().split()) == 4
    assert left_of(tmp_path) == []


@posix
def test_a_process_ends_with_a_run_that_is_terminated(tmp_path: Path) -> None:
    running = run(tmp_path, "test_hangs")
    while not (tmp_path / "hangs").exists():
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    running.communicate(timeout=60)
    assert left_of(tmp_path) == []
