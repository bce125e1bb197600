"""The app's servers as forks of one process that has imported it, for importing is most of what a
start costs. `python -m tests.e2e.forks` is that process.

It reads a question a line and answers each with a line: which process is to start, or to be waited
for.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import traceback
from functools import cache
from importlib import import_module
from typing import IO, Any

from tests.e2e.driver import Server
from tests.places import ROOT

_IMPORTED = ("companion.app", "companion.ui.web.server")


class Fork:
    """One process that was forked, as `subprocess.Popen` has it."""

    def __init__(self, asked: "Asked", pid: int) -> None:
        self.pid = pid
        self._asked = asked
        self._code: int | None = None

    def poll(self) -> int | None:
        """How it ended, if it has."""
        return self._ended(waiting=False)

    def wait(self, timeout: float | None = None) -> int:
        """How it ended, once it has."""
        assert timeout is None
        code = self._ended(waiting=True)
        assert code is not None
        return code

    def kill(self) -> None:
        """As a power cut would, if it has not ended yet."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, told: int) -> None:
        """Nothing is sent to one that has ended."""
        if self.poll() is None:
            os.kill(self.pid, told)

    def _ended(self, *, waiting: bool) -> int | None:
        if self._code is None:
            self._code = self._asked({"pid": self.pid, "waiting": waiting})
        return self._code


class Asked:
    """The process that has imported the app, while it is asked for forks."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.forks"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, question: dict[str, Any]) -> Any:
        """The answer to it."""
        told, answers = self._process.stdin, self._process.stdout
        assert told
        assert answers
        told.write(json.dumps(question) + "\n")
        told.flush()
        return json.loads(answers.readline())

    def close(self) -> None:
        """End it, and with it whatever it forked."""
        self._process.communicate()


@cache
def asked() -> Asked:
    """The one of this process, which ends with it."""
    found = Asked()
    atexit.register(found.close)
    return found


class QuickServer(Server):
    """The app, forked from a process that has imported it."""

    def _begun(self, environment: dict[str, str], log: IO[bytes]) -> Fork:
        pid = asked()(
            {
                "arguments": self.arguments,
                "folder": str(self.home),
                "environment": environment,
                "log": log.name,
            }
        )
        return Fork(asked(), pid)


def _fork(question: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.chdir(question["folder"])
        os.environ.clear()
        os.environ.update(question["environment"])
        log = os.open(question["log"], os.O_WRONLY | os.O_APPEND)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for ours, theirs in ((nothing, 0), (log, 1), (log, 2)):
            os.dup2(ours, theirs)
        code = import_module("companion.cli").main(question["arguments"])
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _waited_for(pid: int, *, waiting: bool) -> int | None:
    ended, status = os.waitpid(pid, 0 if waiting else os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def _answer() -> None:
    for name in _IMPORTED:
        import_module(name)
    running: set[int] = set()
    for line in sys.stdin:
        question = json.loads(line)
        if "pid" in question:
            answer = _waited_for(question["pid"], waiting=question["waiting"])
            if answer is not None:
                running.discard(question["pid"])
        else:
            answer = _fork(question)
            running.add(answer)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    for pid in running:
        os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    _answer()
