"""The app's servers as forks of one process that has imported the app, for importing is most of the
cost of a start. `python -m tests.e2e.forks` runs the parent process.

The parent reads one question a line, for a process to start or to wait for, and answers each with a
line.
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

from tests.e2e.driver import COMPANION, Process, Server
from tests.places import ROOT
from tests.processes import shared

_IMPORTED = ("companion.app", "companion.ui.web.server", "companion.commands.host")


class Fork:
    """One forked process, with the interface of `subprocess.Popen`."""

    def __init__(self, asked: "Asked", pid: int) -> None:
        self.pid = pid
        self._asked = asked
        self._code: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._ended(waiting=False)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code once the process has ended."""
        assert timeout is None
        code = self._ended(waiting=True)
        assert code is not None
        return code

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    def send_signal(self, told: int) -> None:
        """Send the signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, told)

    def _ended(self, *, waiting: bool) -> int | None:
        if self._code is None:
            self._code = self._asked({"pid": self.pid, "waiting": waiting})
        return self._code


class Asked:
    """The parent process that has imported the app."""

    def __init__(self) -> None:
        with shared():
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.e2e.forks"],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )

    def __call__(self, question: dict[str, Any]) -> Any:
        """Return the answer to a question."""
        told, answers = self._process.stdin, self._process.stdout
        assert told
        assert answers
        told.write(json.dumps(question) + "\n")
        told.flush()
        return json.loads(answers.readline())

    def close(self) -> None:
        """End the process and all its forks."""
        self._process.communicate()


@cache
def asked() -> Asked:
    """Return this process's own parent of forks, which ends with the process."""
    found = Asked()
    atexit.register(found.close)
    return found


class QuickServer(Server):
    """The app, forked from a process that has imported it, unless its command is another one."""

    def _begun(self, environment: dict[str, str], log: IO[bytes]) -> Process:
        if self.command != COMPANION:
            return super()._begun(environment, log)
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
