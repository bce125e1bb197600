"""Every call on files in every operation fails once, in every way, or stops the process.

After a failure the error was reported, the folder holds the acknowledged acts only, the screen is
unchanged, and the same act works again in the same process. After a stop the next start finds the
last act or the one before, and the remaining acts can be done.
"""

import errno
import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from companion.desk.ports import StoreFailedError
from tests.faults.faulty_os import HALVES, STOPPING, Fault, FaultyOs, How, Stopped, standing_in
from tests.faults.found import IDS, Found, Tally, copied, difference, digest, found
from tests.faults.operations import Operation, States, states
from tests.faults.process import NotOpenedError, Process, do, take_up

CODES = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EROFS)


class BrokenPromiseError(AssertionError):
    """A fault left a state that the store must not allow."""


def every_fault(names: list[str], ways: tuple[How, ...], *, thorough: bool) -> Iterator[Fault]:
    """Yield each way for each call, with each error or with one in turn."""
    for at, name in enumerate(names, 1):
        faults = [
            Fault(at, how, code)
            for how in ways
            if name == "write" or how not in HALVES
            for code in (CODES if how is How.FAILS else CODES[:1])
        ]
        yield from faults if thorough else [faults[at % len(faults)]]


def try_all(operation: Operation, scratch: Path, ways: tuple[How, ...], *, thorough: bool) -> Tally:
    """Try all calls of one operation in these ways."""
    before = scratch / "before"
    operation.prepare(before)
    live = copied(before, scratch / "live")
    expected = states(operation, partial(copied, live, scratch / "copy"), live)
    trial, tally = _Trial(operation, expected, scratch), Tally()
    ways = tuple(how for how in ways if how in STOPPING or not operation.hurt_twice)
    gc.freeze()  # so that it takes no time to collect what a trial leaves
    try:
        _, clean = trial.play(Fault())
        for fault in every_fault(clean.calls, ways, thorough=thorough):
            problem, reported = trial.outcome(fault)
            tally.add(problem, reported=reported)
    finally:
        gc.unfreeze()
    return tally


@dataclass
class _Night:
    """Operation in progress, with the number of acknowledged acts and the reason of an end."""

    process: Process
    done: int = 0
    reported: bool = False
    stopped: bool = False


@dataclass
class _Trial:
    """Trial of one operation, with a cache of results by content of the folder."""

    operation: Operation
    expected: States
    scratch: Path
    known: dict[bytes, Found] = field(default_factory=dict[bytes, Found])

    def play(self, fault: Fault) -> tuple[_Night, FaultyOs]:
        """Do the acts up to the first reported failure."""
        root = copied(self.scratch / "before", self.scratch / "root")
        IDS.begin(1000)
        night, stand_in = _Night(self.operation.process(root)), FaultyOs(fault)
        do(night.process, self.operation.begins)
        gc.collect()  # what the trials before have left makes calls of its own
        gc.disable()
        try:
            with standing_in(stand_in):
                self._go_on(night)
        except StoreFailedError:
            night.reported = True
        except (Stopped, BaseExceptionGroup):
            if not stand_in.stopped:
                raise
            night.stopped = True
        finally:
            gc.enable()
        return night, stand_in

    def _go_on(self, night: _Night) -> None:
        """Continue the acts, and check the screen and the home list."""
        for act in self.operation.acts[night.done :]:
            before = night.process.shown
            try:
                act(night.process)
            except NotOpenedError:
                raise
            except StoreFailedError:
                same = night.process.shown == before or act in (*self.operation.seated, take_up)
                _require(same, "the screen changed, and it was not saved")
                raise
            _require(night.process.is_right_at_home, "home does not list the series as it is")
            night.done += 1

    def outcome(self, fault: Fault) -> tuple[str, bool]:
        """Try one fault, and return the errors and whether the fault was reported or a stop."""
        night = stand_in = None
        try:
            night, stand_in = self.play(fault)
            self._look(fault, night, stand_in)
        except Exception as problem:  # noqa: BLE001 - whatever it is, it is what the fault led to
            place = f"{self.operation.name}: {fault}"
            if night and stand_in:
                name = stand_in.calls[fault.at - 1] if stand_in.reached else "none"
                place = f"{place} ({name}) after {night.done} acts"
                night.process.leave()
            return f"{place}: {problem!r}", False
        return "", night.reported

    def _look(self, fault: Fault, night: _Night, stand_in: FaultyOs) -> None:
        """Check the disk, the screen and the continuation."""
        once = stand_in.fired == 1 if fault.how is not How.FAILS_ON else stand_in.reached
        _require(once, f"it fired {stand_in.fired} times")
        root = copied(self.scratch / "root", self.scratch / "left")
        at_once = self._found(root)
        exact = night.reported and fault.how is not How.FAILS_ON
        allowed = self.expected.disk[night.done : night.done + (1 if exact else 2)]
        wrong = difference(at_once.picture, allowed[-1])
        _require(at_once.picture in allowed, f"on disk: {wrong}")
        if night.stopped:
            night.process.leave()
            IDS.begin(2000)
            night = _Night(self.operation.process(root), night.done)
            night.done += allowed.index(at_once.picture)
            do(night.process, self.operation.seated_after(night.done))
            self._go_on(night)
        else:
            self._go_on(night)
            root = self.scratch / "root"
            _require(night.process.shown == self.expected.screen[-1], "the screen is wrong")
        night.process.leave()
        wrong = difference(self._found(root).picture, self.expected.disk[-1])
        _require(not wrong, f"at last, on disk: {wrong}")

    def _found(self, root: Path) -> Found:
        key = digest(root)
        if key not in self.known:
            copy = copied(root, self.scratch / "copy")
            self.known[key] = found(copy)
        what = self.known[key]
        _require(not what.broken, what.broken[:1])
        _require(self.operation.is_reported_correctly(root, what), f"reported: {what.reported}")
        return what


def _require(condition: object, problem: object) -> None:
    if not condition:
        raise BrokenPromiseError(problem)
