"""Processes that tests start: each ends with its test, also with one that fails or is stopped.

A plugin of pytest.
"""

import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import pytest

_of_this_test: list[subprocess.Popen[Any]] = []


class _Remembered(subprocess.Popen[Any]):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _of_this_test.append(self)


@contextmanager
def shared() -> Generator[None]:
    """Let what the block starts run on for other tests, unless the block fails."""
    others = len(_of_this_test)
    yield
    del _of_this_test[others:]


def pytest_configure() -> None:
    """Remember processes, and let a run that is terminated end them.

    What a shell has put in the background ignores interrupts, and so would all that it starts.
    """
    patch.object(subprocess, "Popen", _Remembered).start()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Leave the processes of a fixture for several tests to the fixture."""
    if fixturedef.scope == "function":
        return (yield)
    with shared():
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what other tests left to their fixtures."""
    _of_this_test.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """End what the test left running."""
    try:
        return (yield)
    finally:
        _end()


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish() -> Generator[None]:
    """End what a test left running that was interrupted, for which there is no teardown."""
    try:
        return (yield)
    finally:
        _end()


def _end() -> None:
    for process in _of_this_test:
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream:
                    stream.close()
    _of_this_test.clear()
