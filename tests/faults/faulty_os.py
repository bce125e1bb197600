"""Stand-in for the system with one failing call on files."""

import errno
import fcntl
import os
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from storage import files

CALLS = frozenset(
    {"open", "read", "write", "lseek", "fsync", "fdatasync", "ftruncate", "replace", "mkdir"}
    | {"unlink", "close", "listdir", "stat", "lstat", "fstat", "chmod", "fchmod"}
)
LOCKING = "flock"
SYSTEM = SimpleNamespace(**{name: getattr(os, name) for name in CALLS}, flock=fcntl.flock)


class Stopped(BaseException):
    """The process ended at a call; later calls do not reach the disk."""


class How(Enum):
    """Effect of a fault on the chosen call."""

    FAILS = "fails"
    FAILS_LATE = "is done and fails"
    FAILS_HALF = "is half done and fails"
    FAILS_ON = "fails and so does everything after it"
    STOPS = "is never made"
    STOPS_HALF = "is half done"


STOPPING = frozenset({How.STOPS, How.STOPS_HALF})
HALVES = frozenset({How.FAILS_HALF, How.STOPS_HALF})


@dataclass(frozen=True)
class Fault:
    """Fault of the `at`-th call, counted from 1; 0 means no fault."""

    at: int = 0
    how: How = How.FAILS
    code: int = errno.EIO

    def __str__(self) -> str:
        with_code = "" if self.how in STOPPING else f" with {errno.errorcode[self.code]}"
        return f"call {self.at} {self.how.value}{with_code}"


class FaultyOs:
    """System with one fault. `calls` are the names of the calls so far, and `fired` counts the
    faults.
    """

    def __init__(self, fault: Fault) -> None:
        self.calls: list[str] = []
        self.fired = 0
        self._fault = fault
        self._stopped = False

    @property
    def reached(self) -> bool:
        """True if the fault happened."""
        return self.fired > 0

    @property
    def stopped(self) -> bool:
        """True if the process ended at the fault."""
        return self._stopped

    def __getattr__(self, name: str) -> Any:
        if name in CALLS or name == LOCKING:
            return partial(self._call, name, getattr(SYSTEM, name))
        return getattr(os, name)

    def _call(self, name: str, real: Callable[..., Any], *args: Any, **named: Any) -> Any:
        real = partial(real, **named)
        if self._stopped:
            if self._let_go(name, real, *args):
                return None
            raise Stopped
        self.calls.append(name)
        count, fault = len(self.calls), self._fault
        again = fault.how is How.FAILS_ON and 0 < fault.at < count
        if count != fault.at and not again:
            return real(*args)
        self.fired += 1
        return self._go_wrong(name, real, *args)

    def _go_wrong(self, name: str, real: Callable[..., Any], *args: Any) -> None:
        how = self._fault.how
        if how is How.FAILS_LATE and name != "close":
            answer = real(*args)
            if name == "open":
                SYSTEM.close(answer)
        elif how in HALVES and name == "write":
            descriptor, content = args
            real(descriptor, content[: len(content) // 2])
        self._let_go(name, real, *args)
        if how in STOPPING:
            self._stopped = True
            raise Stopped
        raise OSError(self._fault.code, os.strerror(self._fault.code))

    @staticmethod
    def _let_go(name: str, real: Callable[..., Any], *args: Any) -> bool:
        """Close a descriptor after a failed close or a stop, which also releases locks."""
        if name == "close" or (name == LOCKING and args[1] == fcntl.LOCK_UN):
            real(*args)
            return True
        return False


@contextmanager
def standing_in(stand_in: object) -> Generator[None]:
    """Replace the system by the stand-in for a block."""
    with ExitStack() as patches:
        patches.enter_context(patch.object(files, "os", stand_in))
        for name in CALLS:
            patches.enter_context(patch.object(os, name, getattr(stand_in, name)))
        patches.enter_context(patch.object(fcntl, LOCKING, getattr(stand_in, LOCKING)))
        yield
