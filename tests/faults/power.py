"""Power cuts after every call on files in every operation, and during the repair.

All acknowledged acts are there and at most one more, and everything is readable. A store without a
sync has to fail this test.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from companion.desk.ports import StoreFailedError
from tests.faults.disk import Disk, RecordingOs, outcomes
from tests.faults.faulty_os import standing_in
from tests.faults.found import IDS, Picture, Tally, copied, difference, digest, found
from tests.faults.operations import Operation, States, states
from tests.faults.process import Act, Process, do


def try_all(operation: Operation, scratch: Path, samples: int, without: str | None = None) -> Tally:
    """Try all power cuts of an operation, each with all power cuts of the recovery.

    Without a kind of sync the first broken promise ends the trial.
    """
    watch = _watch(operation, scratch, samples)
    recorder = _record(watch, RecordingOs(scratch / "live", without))
    for done, disk in _prefixes(recorder, scratch / "before"):
        for root in watch.disks(disk):
            watch.look_on(root, done)
            watch.cut_recovery(root, done)
            if without and watch.tally.broken:
                return watch.tally
    return watch.tally


def try_failed_syncs(operation: Operation, scratch: Path, samples: int) -> Tally:
    """Let each sync of a file fail once, repeat the act, and cut the power after any call."""
    watch = _watch(operation, scratch, samples)
    recorder = _record(watch, RecordingOs(scratch / "live"))
    for failing in range(recorder.syncs_before + 1, recorder.file_syncs + 1):
        recorder = _record(watch, RecordingOs(scratch / "live", failing_sync=failing))
        for done, disk in _prefixes(recorder, scratch / "before"):
            for root in watch.disks(disk):
                watch.look_on(root, done)
    return watch.tally


def try_kills(operation: Operation, scratch: Path, samples: int) -> Tally:
    """Kill the process after any call, continue with the next start, and cut the power."""
    watch = _watch(operation, scratch, samples)
    recorder = _record(watch, RecordingOs(scratch / "live"))
    for done, disk in _prefixes(recorder, scratch / "before"):
        killed = scratch / "killed"
        shutil.rmtree(killed, ignore_errors=True)
        disk.lay_out(killed, iter([True] * disk.pending()))
        if (at := watch.look(killed, done)) is not None:
            _cut_after_restart(watch, deepcopy(disk), killed, at)
    return watch.tally


def _cut_after_restart(watch: _Watch, disk: Disk, root: Path, done: int) -> None:
    """Restart after a number of acts; cut the power after the start and after each further act."""
    recorder = RecordingOs(root)
    IDS.begin(2000)
    with standing_in(recorder):
        process = watch.operation.process(root)
        do(process, watch.operation.seated_after(done))
        recorder.mark()
        for act in watch.operation.acts[done:]:
            act(process)
            recorder.mark()
        process.leave()
    start = 0
    for number, mark in enumerate(recorder.marks, done):
        for change in recorder.changes[start:mark]:
            change(disk)
        start = mark
        for cut in watch.disks(disk):
            watch.look(cut, number, watch.states.disk[number])


@dataclass
class _Watch:
    """Operation with a cache of results by content of the disk."""

    operation: Operation
    states: States
    scratch: Path
    samples: int
    tally: Tally = field(default_factory=Tally)
    seen: dict[bytes, Picture | str] = field(default_factory=dict[bytes, "Picture | str"])
    went_on: set[tuple[bytes, int]] = field(default_factory=set[tuple[bytes, int]])
    recovered: set[tuple[bytes, int]] = field(default_factory=set[tuple[bytes, int]])

    def disks(self, disk: Disk) -> Iterator[Path]:
        """Yield the folders that a power cut may leave."""
        for chosen in outcomes(disk, self.samples):
            root = self.scratch / "cut"
            shutil.rmtree(root, ignore_errors=True)
            disk.lay_out(root, iter(chosen))
            yield root

    def look(self, root: Path, done: int, only: Picture | None = None) -> int | None:
        """Return the number of acts on the disk, None for a broken promise."""
        seen, problem = self._found(root), ""
        if isinstance(seen, str):
            problem = seen
        elif seen not in self.states.disk[done : done + 2] or only not in (None, seen):
            problem = f"on disk: {difference(seen, only or self.states.disk[done])}"
        self.tally.add(problem and f"{self.operation.name}: after {done} acts: {problem}")
        return None if isinstance(seen, str) or problem else self.states.disk.index(seen, done)

    def look_on(self, root: Path, done: int) -> None:
        """Check the disk now and after the continuation."""
        at = self.look(root, done)
        key = digest(root), done
        if at is None or key in self.went_on:
            return
        self.went_on.add(key)
        root = copied(root, self.scratch / "on")
        process = self.operation.process(root)
        IDS.begin(2000)
        try:
            do(process, (*self.operation.seated_after(at), *self.operation.acts[at:]))
        except StoreFailedError as error:
            self.tally.add(f"{self.operation.name}: after {done} acts: it cannot go on: {error}")
        finally:
            process.leave()
        self.look(root, len(self.operation.acts))

    def cut_recovery(self, root: Path, done: int) -> None:
        """Start the app after a power cut, and cut the power again."""
        key = digest(root), done
        if key in self.recovered or isinstance(self._found(root), str):
            return
        self.recovered.add(key)
        live = copied(root, self.scratch / "again")
        recorder = RecordingOs(live)
        with standing_in(recorder):
            found(live, doctor=False)
        for _, disk in _prefixes(recorder, root):
            for everything in (False, True):
                target = self.scratch / "cut again"
                shutil.rmtree(target, ignore_errors=True)
                disk.lay_out(target, iter([everything] * disk.pending()))
                self.look(target, done)

    def _found(self, root: Path) -> Picture | str:
        key = digest(root)
        if key not in self.seen:
            try:
                what = found(copied(root, self.scratch / "copy"))
                reported = self.operation.is_reported_correctly(root, what)
                self.seen[key] = what.picture if reported else f"reported: {what.reported}"
                self.seen[key] = what.broken[0] if what.broken else self.seen[key]
            except StoreFailedError as error:
                self.seen[key] = f"it does not start: {error}"
        return self.seen[key]


def _watch(operation: Operation, scratch: Path, samples: int) -> _Watch:
    before = scratch / "before"
    operation.prepare(before)
    live = copied(before, scratch / "live")
    expected = states(operation, partial(copied, live, scratch / "copy"), live)
    return _Watch(operation, expected, scratch, samples)


def _record(watch: _Watch, recorder: RecordingOs) -> RecordingOs:
    """Record the changes of the disk by an operation, with one repetition of failed acts."""
    process = watch.operation.process(copied(watch.scratch / "before", watch.scratch / "live"))
    IDS.begin(1000)
    with standing_in(recorder):
        for act in watch.operation.begins:
            _twice(act, process)
        recorder.begin()
        for act in watch.operation.acts:
            _twice(act, process)
            recorder.mark()
        process.leave()
    return recorder


def _twice(act: Act, process: Process) -> None:
    try:
        act(process)
    except StoreFailedError:
        act(process)


def _prefixes(recorder: RecordingOs, before: Path) -> Iterator[tuple[int, Disk]]:
    """Yield the disk before the acts and after each change, with the acknowledged acts."""
    disk = Disk(before)
    for change in recorder.changes[: recorder.begun]:
        change(disk)
    yield 0, disk
    for count, change in enumerate(recorder.changes[recorder.begun :], recorder.begun + 1):
        change(disk)
        yield sum(mark <= count for mark in recorder.marks), disk
