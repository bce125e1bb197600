"""The disk is full in the middle of the night, which costs nothing.

It is told, and when there is room again the same tap works and the night goes on.

A small file system of its own is the real thing; where it may not be made, a limit on the size of
files has the system refuse a write in the same place.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.desk.ports import StoreFailedError, Trouble
from tests.faults.sitting import FOLDER, Sitting, copied, difference, found, scratch, shown, start
from tests.faults.workload import Imagined, act

if sys.platform != "win32":
    import resource

_PROJECT = Path(__file__).parents[2]
_FILLINGS, _AFTERWARDS = 8, 40
_FILE_BYTES, _MORE_BYTES, _DISK_BYTES = 700, 12 * 1024, 340 * 1024

Room = AbstractContextManager[None]
"""Room for what is done in it."""


@dataclass(frozen=True)
class Tally:
    """How many acts were done, and how often one was refused for want of room."""

    acts: int
    refused: int


def fill_small_disk(folder: Path) -> Tally | None:
    """Play on a file system of its own; None where it may not be made."""
    size = f"size={_DISK_BYTES + _FILLINGS * _MORE_BYTES}"
    mount = ["mount", "-t", "tmpfs", "-o", size, "none", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603
        return None
    try:
        return _in_a_process("disk", folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607


def fill_limited_files(folder: Path) -> Tally:
    """Play where no file may grow beyond a size."""
    return _in_a_process("files", folder)


def _in_a_process(room: str, folder: Path) -> Tally:
    """The limit is one of a process; a small disk can be left when its process has ended."""
    command = [sys.executable, "-m", "tests.faults.full", room, str(folder)]
    ended = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        command, capture_output=True, check=False, cwd=_PROJECT, text=True
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    return Tally(**json.loads(ended.stdout))


def _room_on_disk(folder: Path) -> Iterator[Room]:
    """A disk with room for a while, then a bit more each time."""
    weights = [folder / f"weight {number}" for number in range(_FILLINGS)]
    for weight in (*weights, folder / "last weight"):
        weight.write_bytes(bytes(_MORE_BYTES))
    for weight in weights:
        yield nullcontext()
        weight.unlink()
    (folder / "last weight").unlink()


def _room_in_files(_folder: Path) -> Iterator[Room]:
    """Room in every file, a bit more each time."""
    yield from (_no_file_over(number * _FILE_BYTES) for number in range(1, _FILLINGS + 1))


@contextmanager
def _no_file_over(size: int) -> Generator[None, None, None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


_ROOMS = {"disk": _room_on_disk, "files": _room_in_files}


class _Night:
    """A night in a folder that runs out of room, and the same one where there is enough."""

    def __init__(self, root: Path, elsewhere: Path) -> None:
        self.acts = self.refused = 0
        self._root, self._copy = root, elsewhere / "copy"
        self._imagined = Imagined(elsewhere)
        self._sitting = Sitting(root / FOLDER)
        start(self._sitting)

    def play_until_full(self, room: Room) -> None:
        """Play until an act is refused; the same act is refused again, and the disk holds what
        was acknowledged.
        """
        with room:
            while self._plays():
                pass
            assert not self._plays(), "the same act was refused and then not"
        self.compare()

    def play_on(self) -> None:
        """There is room again."""
        for _ in range(_AFTERWARDS):
            assert self._plays()
        self._sitting.leave()
        self.compare()
        self._imagined.leave()

    def _plays(self) -> bool:
        """Whether the next act is done; if not, it is told why, and the screen is as it was."""
        before = shown(self._sitting.state)
        try:
            act(self._sitting.desk, self.acts)
        except StoreFailedError as told:
            _require_full(told)
            assert shown(self._sitting.state) == before, "the screen changed, and it was not saved"
            self.refused += 1
            return False
        self.acts += 1
        return True

    def compare(self) -> None:
        """The disk holds what was acknowledged and nothing else."""
        self._imagined.catch_up(self.acts)
        copied(self._root / FOLDER, self._copy / FOLDER)
        seen, expected = found(self._copy).picture, self._imagined.picture()
        assert seen == expected, difference(seen, expected)


def _require_full(told: StoreFailedError) -> None:
    assert told.trouble is Trouble.FULL, told


def _play(room: str, folder: Path) -> Tally:
    with scratch() as elsewhere:
        night = _Night(folder, elsewhere)
        for more in _ROOMS[room](folder):
            night.play_until_full(more)
        night.play_on()
    return Tally(night.acts, night.refused)


if __name__ == "__main__":
    json.dump(asdict(_play(sys.argv[1], Path(sys.argv[2]))), sys.stdout)
