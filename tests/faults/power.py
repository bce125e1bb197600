"""The power goes out after every file call of every operation, and again while it is mended.

What was acknowledged is there, at most one step more, and nothing is unreadable. A store that
leaves out a sync must fail here, or the test would be blind.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from storage.errors import StorageError, WriteFailedError
from storage.folder import DataFolder
from tests.faults.disk import Disk, RecordingOs, outcomes
from tests.faults.faulty_os import standing_in
from tests.faults.operations import Operation, State, found, run, view

Result = TypeVar("Result")
SAMPLES = 16


@dataclass(frozen=True)
class Tally:
    """How many disks were looked at, how many of them after a cut during recovery, and what was
    wrong with them.
    """

    cuts: int
    during_recovery: int
    broken: tuple[str, ...]


@dataclass
class _Watch:
    """One operation's states, and what was found so far."""

    operation: Operation
    states: list[State]
    scratch: Path
    samples: int
    cuts: int = 0
    during_recovery: int = 0

    def look(self, root: Path, done: int, shown: State | None = None) -> list[str]:
        """What is wrong with this disk after that many acknowledged steps; what was shown already
        must be there.
        """
        try:
            state, damaged = found(root, self.operation.migrations)
        except StorageError as error:
            return self._told(done, str(error))
        if damaged and not self.operation.damage:
            return self._told(done, str(damaged[0]))
        if state in self.states[done : done + 2] and shown in (None, state):
            return []
        return self._told(done, f"the disk holds {state}")

    def look_on(self, root: Path, done: int) -> list[str]:
        """What is wrong with it now, or when the night goes on."""
        if problems := self.look(root, done):
            return problems
        folder = DataFolder(root, migrations=self.operation.migrations)
        try:
            run(folder, self.operation.steps[self.states.index(view(folder), done) :])
        except StorageError as error:
            return self._told(done, f"it cannot go on: {error}")
        finally:
            folder.close()
        return self.look(root, len(self.operation.steps))

    def _told(self, done: int, problem: str) -> list[str]:
        return [f"{self.operation.name}: after {done} steps: {problem}"]


def try_all(
    operation: Operation, scratch: Path, samples: int = SAMPLES, without: str | None = None
) -> Tally:
    """Every power cut of one operation, and for each every power cut of the recovery.

    With a kind of sync left out, the first disk that breaks a promise is enough.
    """
    watch = _watch(operation, scratch, samples)
    recorder = _record(operation, scratch, RecordingOs(scratch / "live", without))
    broken: list[str] = []
    for done, disk in _prefixes(recorder, scratch / "before"):
        for root in _disks(watch, disk):
            watch.cuts += 1
            broken += _cut_recovery(watch, root, done)
            broken += watch.look_on(root, done)
            if without and broken:
                return Tally(watch.cuts, watch.during_recovery, tuple(broken))
    return Tally(watch.cuts, watch.during_recovery, tuple(broken))


def try_failed_syncs(operation: Operation, scratch: Path, samples: int = SAMPLES) -> Tally:
    """Each sync of a file fails once, the step is tried again, and the power goes out after any
    call: what a failed sync left unwritten must not be relied on.
    """
    watch = _watch(operation, scratch, samples)
    syncs = _record(operation, scratch, RecordingOs(scratch / "live")).file_syncs
    broken: list[str] = []
    for failing in range(1, syncs + 1):
        stand_in = RecordingOs(scratch / "live", failing_sync=failing)
        recorder = _record(operation, scratch, stand_in)
        for done, disk in _prefixes(recorder, scratch / "before"):
            for root in _disks(watch, disk):
                watch.cuts += 1
                broken += watch.look_on(root, done)
    return Tally(watch.cuts, 0, tuple(broken))


def try_kills(operation: Operation, scratch: Path, samples: int = SAMPLES) -> Tally:
    """The process is killed after any call while the system lives on, the next start shows what
    it finds and goes on, and then the power goes out: what was shown is there.
    """
    watch = _watch(operation, scratch, samples)
    recorder = _record(operation, scratch, RecordingOs(scratch / "live"))
    broken: list[str] = []
    for done, disk in _prefixes(recorder, scratch / "before"):
        killed = scratch / "killed"
        shutil.rmtree(killed, ignore_errors=True)
        disk.lay_out(killed, iter([True] * disk.pending()))
        restart, first = _restart(watch, killed, done)
        going_on = deepcopy(disk)
        start = 0
        for number, mark in enumerate(restart.marks, first):
            for change in restart.changes[start:mark]:
                change(going_on)
            start = mark
            for root in _disks(watch, going_on):
                watch.cuts += 1
                broken += watch.look(root, number, watch.states[number])
    return Tally(watch.cuts, 0, tuple(broken))


def _restart(watch: _Watch, root: Path, done: int) -> tuple[RecordingOs, int]:
    """What the next start does to the disk until all is shown, and then with each step that is
    left; and how many steps were there.
    """
    recorder = RecordingOs(root)
    with standing_in(recorder):
        folder = DataFolder(root, migrations=watch.operation.migrations)
        first = watch.states.index(view(folder), done)
        recorder.mark()
        for step in watch.operation.steps[first:]:
            step(folder)
            recorder.mark()
        folder.close()
    return recorder, first


def _watch(operation: Operation, scratch: Path, samples: int) -> _Watch:
    before, after = scratch / "before", scratch / "after"
    operation.prepare(before)
    shutil.copytree(before, after)
    return _Watch(operation, operation.states(after), scratch, samples)


def _record(operation: Operation, scratch: Path, recorder: RecordingOs) -> RecordingOs:
    """The operation's changes of the disk; what fails is tried a second time."""
    live = scratch / "live"
    shutil.rmtree(live, ignore_errors=True)
    shutil.copytree(scratch / "before", live)
    with standing_in(recorder):
        folder = _twice(lambda: DataFolder(live, migrations=operation.migrations))
        for step in operation.steps:
            _twice(partial(step, folder))
            recorder.mark()
        folder.close()
    return recorder


def _twice(action: Callable[[], Result]) -> Result:
    try:
        return action()
    except WriteFailedError:
        return action()


def _prefixes(recorder: RecordingOs, before: Path) -> Iterator[tuple[int, Disk]]:
    """The disk before the first change and after each, with the steps acknowledged by then."""
    disk = Disk(before)
    yield 0, disk
    for count, change in enumerate(recorder.changes, 1):
        change(disk)
        yield sum(mark <= count for mark in recorder.marks), disk


def _disks(watch: _Watch, disk: Disk) -> Iterator[Path]:
    for chosen in outcomes(disk, watch.samples):
        root = watch.scratch / "cut"
        shutil.rmtree(root, ignore_errors=True)
        disk.lay_out(root, iter(chosen))
        yield root


def _cut_recovery(watch: _Watch, root: Path, done: int) -> Iterator[str]:
    """The power comes back, the store starts, and the power goes out again."""
    live = watch.scratch / "again"
    shutil.rmtree(live, ignore_errors=True)
    shutil.copytree(root, live)
    recorder = RecordingOs(live)
    with standing_in(recorder):
        found(live, watch.operation.migrations)
    for _, disk in _prefixes(recorder, root):
        for everything in (False, True):
            target = watch.scratch / "cut again"
            shutil.rmtree(target, ignore_errors=True)
            disk.lay_out(target, iter([everything] * disk.pending()))
            watch.during_recovery += 1
            for problem in watch.look(target, done):
                yield f"{problem} (cut during recovery)"
