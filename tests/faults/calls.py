"""Every call on files in every operation goes wrong once, in every way, and then life goes on.

After a failure: it was told, the folder holds what was acknowledged and no more, the screen shows
what it showed, and the same act works again in the same process. After a stop: the next start finds
the last act or the one before, and the remaining acts can be done.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from companion.desk.ports import StoreFailedError
from tests.faults.faulty_os import HALVES, STOPPING, Fault, FaultyOs, How, Stopped, standing_in
from tests.faults.operations import Operation, States, states
from tests.faults.sitting import (
    Found,
    NotOpenedError,
    Sitting,
    copied,
    difference,
    digest,
    do,
    found,
    shown,
)

CODES = (errno.EIO, errno.ENOSPC, errno.EACCES)


@dataclass(frozen=True)
class Tally:
    """How many faults were tried, at how many calls, and how many of them nobody had to notice."""

    faults: int
    calls: int
    unnoticed: int


class BrokenPromiseError(AssertionError):
    """What a fault left behind is not what the store promises."""


def every_fault(names: list[str], *, thorough: bool) -> Iterator[Fault]:
    """Every way for every call with every error, or, less thorough, one of them in turn."""
    for at, name in enumerate(names, 1):
        ways = [
            Fault(at, how, code)
            for how in How
            if name == "write" or how not in HALVES
            for code in (CODES[:1] if how in STOPPING else CODES)
        ]
        yield from ways if thorough else [ways[at % len(ways)]]


def try_all(operation: Operation, scratch: Path, *, thorough: bool) -> Tally:
    """Every call, every way, on one operation.

    :raises BrokenPromiseError: when one of them does harm, or was not reached
    """
    before = scratch / "before"
    operation.prepare(before)
    live = copied(before, scratch / "live")
    expected = states(operation, partial(copied, live, scratch / "copy"), live)
    trial = _Trial(operation, expected, scratch)
    _, clean = trial.play(Fault())
    faults = unnoticed = 0
    for fault in every_fault(clean.calls, thorough=thorough):
        faults += 1
        unnoticed += trial.is_unnoticed(fault)
    _, beyond = trial.play(Fault(len(clean.calls) + 1))
    _require(not beyond.reached, f"{operation.name}: it makes more calls than were tried")
    return Tally(faults, len(clean.calls), unnoticed)


@dataclass
class _Night:
    """An operation under way: how many acts are acknowledged, and why it did not go on."""

    sitting: Sitting
    done: int = 0
    told: bool = False
    stopped: bool = False


@dataclass
class _Trial:
    """One operation; what was found in a folder is remembered by its content."""

    operation: Operation
    expected: States
    scratch: Path
    known: dict[bytes, Found] = field(default_factory=dict[bytes, Found])

    def play(self, fault: Fault) -> tuple[_Night, FaultyOs]:
        """Do the acts until one is told to have failed."""
        root = copied(self.scratch / "before", self.scratch / "root")
        night, stand_in = _Night(self.operation.sitting(root)), FaultyOs(fault)
        do(night.sitting, self.operation.begins)
        try:
            with standing_in(stand_in):
                self._go_on(night)
        except StoreFailedError:
            night.told = True
        except Stopped:
            night.stopped = True
        return night, stand_in

    def _go_on(self, night: _Night) -> None:
        """The screen does not change unless an act was done."""
        for act in self.operation.acts[night.done :]:
            before = shown(night.sitting.state)
            try:
                act(night.sitting)
            except NotOpenedError:
                raise
            except StoreFailedError:
                after = shown(night.sitting.state)
                _require(after == before, "the screen changed, and it was not saved")
                raise
            night.done += 1

    def is_unnoticed(self, fault: Fault) -> bool:
        """Try one fault; answers whether nobody noticed."""
        night = stand_in = None
        try:
            night, stand_in = self.play(fault)
            self._look(fault, night, stand_in)
        except Exception as problem:
            told = f"{self.operation.name}: {fault}"
            if night and stand_in:
                night.sitting.leave()
                name = stand_in.calls[fault.at - 1] if stand_in.reached else "none"
                told = f"{told} ({name}) after {night.done} acts"
            raise BrokenPromiseError(f"{told}: {problem!r}") from problem
        return not (night.told or night.stopped)

    def _look(self, fault: Fault, night: _Night, stand_in: FaultyOs) -> None:
        """What is on disk, what is on screen, and whether it goes on from there."""
        once = stand_in.fired == 1 if fault.how is not How.FAILS_ON else stand_in.reached
        _require(once, f"it fired {stand_in.fired} times")
        root = copied(self.scratch / "root", self.scratch / "left")
        at_once = self._found(root)
        exact = night.told and fault.how is not How.FAILS_ON
        allowed = self.expected.disk[night.done : night.done + (1 if exact else 2)]
        wrong = difference(at_once.picture, allowed[-1])
        _require(at_once.picture in allowed, f"on disk: {wrong}")
        if night.stopped:
            night.sitting.leave()
            night = _Night(self.operation.sitting(root), night.done)
            do(night.sitting, self.operation.seated)
            night.done += allowed.index(at_once.picture)
            self._go_on(night)
        else:
            self._go_on(night)
            root = self.scratch / "root"
            _require(shown(night.sitting.state) == self.expected.screen[-1], "the screen is wrong")
        night.sitting.leave()
        wrong = difference(self._found(root).picture, self.expected.disk[-1])
        _require(not wrong, f"at last, on disk: {wrong}")

    def _found(self, root: Path) -> Found:
        key = digest(root)
        if key not in self.known:
            copy = copied(root, self.scratch / "copy")
            self.known[key] = found(copy, self.operation.migrations)
            told = self.operation.tells(root, self.known[key])
            _require(told, f"damaged: {self.known[key].damaged}")
        return self.known[key]


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise BrokenPromiseError(problem)
