"""A process that records without pause is killed at a random moment, again and again.

Each time another process reads what is there: every acknowledged action, at most the next one more,
nothing doubled, nothing unreadable.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from storage.folder import DataFolder
from tests.faults.operations import State, found
from tests.faults.workload import action, do, imagine

_LONGEST_SECONDS = 0.04
_PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Tally:
    """How many kills, how many actions were acknowledged, how often one more was there."""

    kills: int
    acknowledged: int
    one_more: int


def kill_often(times: int, root: Path, seed: int = 0) -> Tally:
    """Kill a writer that many times.

    :raises AssertionError: when the reader finds anything but what it must
    """
    chance = random.Random(seed)  # noqa: S311 - the same moments every time
    state: State = {}
    done = one_more = 0
    for _ in range(times):
        acknowledged = _write_and_kill(root, done, chance.uniform(0, _LONGEST_SECONDS))
        for number in range(done, acknowledged):
            imagine(state, action(number))
        done = acknowledged
        read = _read(root)
        if read != state:
            imagine(state, action(done))
            done += 1
            one_more += 1
        assert read == state, f"after {acknowledged} actions the store holds {read}"
    return Tally(times, done, one_more)


def _write_and_kill(root: Path, start: int, seconds: float) -> int:
    """How many actions were acknowledged, all in all, when the writer died."""
    writer = _process("write", root, start)
    assert writer.stdout is not None
    first = writer.stdout.readline()
    time.sleep(seconds)
    writer.kill()
    lines = first + writer.stdout.read()
    writer.stdout.close()
    assert writer.wait() == -9, "the writer ended by itself"
    return int(lines.rpartition(b"\n")[0].rpartition(b"\n")[2])


def _read(root: Path) -> State:
    reader = _process("read", root, 0)
    answer, _ = reader.communicate()
    assert reader.returncode == 0, "the store cannot be read"
    state: State = json.loads(answer)
    return state


def _process(task: str, root: Path, start: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.faults.kill", task, str(root), str(start)]
    return subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
        command, stdout=subprocess.PIPE, cwd=_PROJECT
    )


def _write(root: Path, start: int) -> None:
    """Record until killed; each line on stdout says how many actions are on disk."""
    folder = DataFolder(root)
    number = start
    while True:
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        do(folder, action(number))
        number += 1


def _print_state(root: Path) -> None:
    state, damaged = found(root)
    assert not damaged, damaged
    json.dump(state, sys.stdout)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        _write(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        _print_state(Path(sys.argv[2]))
