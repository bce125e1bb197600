"""Full disk during a night, without any loss.

The full disk is reported, the reserve is used for steps and the catalogue, and later the same step
works again. A small file system is used if possible, otherwise a stand-in that refuses writes.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from companion.desk.ports import Problem, StoreFailedError, Trouble
from storage import files
from tests.faults.found import Tally, chosen, copied, difference, found
from tests.faults.operations import FOUR, TO_FORTY, next_deal
from tests.faults.process import (
    FOLDER,
    Act,
    Process,
    begin,
    command,
    do,
    event,
    leave,
    prefer,
    start,
    take_up,
    undo,
)
from tests.storage.system import Disk

SCRIPT: tuple[Act, ...] = (
    *(event("waive 2"), event("Ann 8C"), undo, event("Ann 8C"), command(next_deal)),
    event("pay Ann Cem 1", 1),
    event(f"pay Ann Cem 2 {'because of the weather ' * 900}".rstrip(), 1),
    *(prefer("pagat"), begin(TO_FORTY), event("Ann 7C")),
)
"""Steps of all sizes, with some for which the catalogue is written."""
_DISK_BYTES, _RESERVE_BYTES = 1 << 20, 64 * 1024
_FREE_BYTES = (0, 4096, 8192, 12_288, 20_480, 32_768, 65_536)

Room = Callable[[int], None]
"""Leaves so many bytes free."""


@contextmanager
def small_disk(folder: Path) -> Generator[Room | None]:
    """Provide a small file system in the folder; None if not permitted."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_BYTES}", "none", str(folder)]
    tools = shutil.which("mount") and shutil.which("umount")
    if not tools or subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603
        yield None
        return

    def leave_free(count: int) -> None:
        weight = folder / "weight"
        weight.unlink(missing_ok=True)
        state = os.statvfs(folder)
        weight.write_bytes(bytes(max(state.f_bavail * state.f_frsize - count, 0)))

    try:
        yield leave_free
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S603, S607


@contextmanager
def refusing_disk(folder: Path) -> Generator[Room]:
    """Provide a stand-in for a small file system."""
    disk = Disk(folder)

    def leave_free(count: int) -> None:
        disk.room = disk.used() + count

    with patch.object(files, "write_at", disk.write_at):
        yield leave_free


def fill(folder: Path, room: Room) -> Tally:
    """Play with increasing space; each step succeeds or is reported as failed."""
    tally = Tally()
    for free in _FREE_BYTES:
        for act in (_fills_while_playing, _fills_before_the_start):
            shutil.rmtree(folder / FOLDER, ignore_errors=True)
            room(_DISK_BYTES // 2)
            with patch("storage.paths.BALLAST_BYTES", _RESERVE_BYTES):
                do(Process(folder / FOLDER), (start, *FOUR, leave))
                problem, refused = act(folder, room, free)
            tally.add(problem and f"{free} bytes free: {problem}", reported=refused)
    return tally


def _fills_while_playing(folder: Path, room: Room, free: int) -> tuple[str, bool]:
    process = Process(folder / FOLDER)
    do(process, (start, take_up))
    room(free)
    return _play(folder, process, room)


def _fills_before_the_start(folder: Path, room: Room, free: int) -> tuple[str, bool]:
    (folder / FOLDER / "ballast").unlink()
    room(free)
    process = Process(folder / FOLDER)
    try:
        do(process, (start, take_up))
    except StoreFailedError as error:
        if error.trouble is not Trouble.FULL:
            return f"another failure: {error}", True
        room(_DISK_BYTES // 2)
        do(process, (start, take_up))
    return _play(folder, process, room)


def _play(folder: Path, process: Process, room: Room) -> tuple[str, bool]:
    """Play the script to the full disk, and on when there is space again."""
    done, refused = 0, False
    for act in SCRIPT:
        before = process.shown
        try:
            act(process)
        except StoreFailedError as error:
            refused = True
            if error.trouble is not Trouble.FULL:
                return f"another failure: {error}", True
            if process.shown != before:
                return f"act {done}: the screen changed, and it was not saved", True
            break
        done += 1
    if problem := _differs(folder, process):
        return f"after {done} acts: {problem}", refused
    if refused and not done and process.store.findings():
        return "the reserve was freed, and not one step was saved", True
    reported = {finding.problem for finding in process.store.findings()} - {Problem.RESERVE_FREED}
    room(_DISK_BYTES // 2)
    do(process, SCRIPT[done:])
    process_shows = _differs(folder, process)
    process.leave()
    return process_shows or _names(reported), refused


def _names(reported: set[Problem]) -> str:
    return f"reported for no reason: {reported}" if reported else ""


def _differs(folder: Path, process: Process) -> str:
    """Return the differences between another process and the screen."""
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir(exist_ok=True)
    copied(folder / FOLDER, elsewhere / FOLDER)
    write_at = files.write_at
    real = getattr(write_at, "__self__", None)
    with patch.object(files, "write_at", getattr(real, "_write", write_at)):
        now = found(elsewhere)
    if now.broken or now.reported:
        return f"{now.broken or now.reported}"
    seen = {number: process.store.load(number).log for number, _ in now.picture[0]}
    expected = tuple(sorted(seen.items())), chosen(process.store)
    return difference(now.picture, expected) or (
        "" if len(process.store.entries()) == len(seen) else "home misses a series"
    )
