"""A process that plays without pause is killed at a random moment, again and again.

Each time a new process opens the folder and finds every acknowledged act and at most the one in the
middle, nothing doubled, nothing unreadable. While one is alive, no other is let in.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from storage.errors import StoreLockedError
from tests.faults.sitting import (
    Picture,
    Sitting,
    picture,
    scratch,
    start,
    take_up,
)
from tests.faults.workload import Imagined, act

_LONGEST_SECONDS = 0.04
_PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Tally:
    """How many kills, how many acts were acknowledged, and how often one more was there."""

    kills: int
    acknowledged: int
    one_more: int


def kill_often(times: int, root: Path, seed: int = 0) -> Tally:
    """Kill a writer in the folder `root` that many times.

    :raises AssertionError: when the next process finds anything but what it must
    """
    chance = random.Random(seed)  # noqa: S311 - the same moments every time
    with scratch() as folder:
        imagined = Imagined(folder)
        for _ in range(times):
            writer = _Writer(root)
            imagined.agree_with(writer.found)
            imagined.catch_up(
                writer.play_and_die(imagined.done, chance.uniform(0, _LONGEST_SECONDS))
            )
        last = _Writer(root)
        imagined.agree_with(last.found)
        last.die()
        imagined.leave()
    return Tally(times, imagined.done, imagined.one_more)


class _Writer:
    """A process that opens the folder, says what it found, and plays when it is told to."""

    def __init__(self, root: Path) -> None:
        self._root = root
        command = [sys.executable, "-m", "tests.faults.kill", str(root)]
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and arguments
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_PROJECT
        )
        assert self._process.stdout
        said = self._process.stdout.readline()
        assert said, "the folder cannot be opened"
        self.found: Picture = tuple(json.loads(said))

    def play_and_die(self, done: int, seconds: float) -> int:
        """Go on after so many acts and be killed so many seconds after the next one; answers how
        many were acknowledged by then, all in all. While it lives, nobody else is let in.
        """
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(b"%d\n" % done)
        self._process.stdin.flush()
        first = self._process.stdout.readline()
        time.sleep(seconds)
        self._refuses_another()
        return int([first, *self.die()][-1])

    def die(self) -> list[bytes]:
        """Be killed; answers the whole lines that it wrote before."""
        self._process.kill()
        with self._process:
            assert self._process.stdout
            said = self._process.stdout.read()
        assert self._process.returncode == -9, "the writer ended by itself"
        return said.split(b"\n")[:-1]

    def _refuses_another(self) -> None:
        other = Sitting(self._root)
        try:
            other.open()
        except StoreLockedError:
            return
        other.leave()
        raise AssertionError("a second process was let in")


def _play(root: Path) -> None:
    """Say what is there, wait for a number, and play from there on until killed; each line on
    stdout says how many acts are on disk.
    """
    sitting = Sitting(root)
    start(sitting)
    sys.stdout.write(json.dumps(picture(sitting)) + "\n")
    sys.stdout.flush()
    number = int(sys.stdin.readline())
    take_up(sitting)
    while True:
        act(sitting.desk, number)
        number += 1
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _play(Path(sys.argv[1]))
