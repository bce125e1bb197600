"""Processes that tests start: each ends with its test, also with one that fails or is stopped."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, Final
from unittest.mock import patch

_of_this_test: Final[list[subprocess.Popen[Any]]] = []


class _Remembered(subprocess.Popen[Any]):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        _of_this_test.append(self)


def remember() -> None:
    """Remember all processes from now on."""
    patch.object(subprocess, "Popen", _Remembered).start()


@contextmanager
def shared() -> Generator[None]:
    """Let what the block starts run on for other tests, unless the block fails."""
    others = len(_of_this_test)
    yield
    del _of_this_test[others:]


def forget() -> None:
    """Forget the processes so far."""
    _of_this_test.clear()


def end() -> None:
    """End what the test has left running."""
    for process in _of_this_test:
        if process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream:
                    stream.close()
    forget()
