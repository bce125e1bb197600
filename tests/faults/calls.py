"""Every file call of every operation goes wrong once, in every way, and then life goes on.

After a failure: the file holds what was acknowledged and no more, the screen agrees, the same step
works again on the same open files. After a stop: the next start finds the last step or the one
before, and the remaining steps can be done.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from storage.errors import StorageError
from storage.folder import DataFolder
from tests.faults.faulty_os import HALVES, STOPPING, Fault, FaultyOs, How, Stopped, standing_in
from tests.faults.operations import Operation, State, found, round_tables, tables

CODES = (errno.EIO, errno.ENOSPC, errno.EACCES)


@dataclass(frozen=True)
class Tally:
    """How many faults were tried, and how many of them the operation could shrug off."""

    faults: int
    calls: int
    shrugged_off: int


@dataclass
class _Night:
    """An operation under way: the folder, if it opened, and how many steps are acknowledged."""

    folder: DataFolder | None = None
    done: int = 0
    told: bool = False
    stopped: bool = False


class BrokenPromiseError(AssertionError):
    """What a fault left behind is not what the store promises."""


def try_all(operation: Operation, codes: Iterable[int], scratch: Path) -> Tally:
    """Every call, every way, on one operation.

    :raises BrokenPromiseError: when one of them does harm, or was not reached
    """
    before = scratch / "before"
    operation.prepare(before)
    states = operation.states(_copy(before, scratch / "after"))
    names = _call_names(operation, _copy(before, scratch / "clean"))
    faults = shrugged_off = 0
    for fault in every_fault(names, codes):
        faults += 1
        shrugged_off += _try(operation, fault, states, before, scratch)
    shutil.rmtree(before)
    return Tally(faults, len(names), shrugged_off)


def every_fault(names: list[str], codes: Iterable[int]) -> Iterator[Fault]:
    codes = tuple(codes)
    for at, name in enumerate(names, 1):
        for how in How:
            if how in HALVES and name != "write":
                continue
            for code in codes if how not in STOPPING else codes[:1]:
                yield Fault(at, how, code)


def _copy(source: Path, target: Path) -> Path:
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(source, target)
    return target


def _call_names(operation: Operation, root: Path) -> list[str]:
    """The calls when nothing goes wrong."""
    stand_in = FaultyOs(Fault())
    night = _play(operation, root, stand_in)
    _require(night.done == len(operation.steps), "the operation fails by itself")
    _end(night)
    return stand_in.calls


def _try(
    operation: Operation, fault: Fault, states: list[State], before: Path, scratch: Path
) -> bool:
    """One fault; answers whether nobody noticed."""
    root = _copy(before, scratch / "root")
    stand_in = FaultyOs(fault)
    night = _play(operation, root, stand_in)
    _require(stand_in.reached, f"{operation.name}: {fault} was not reached")
    try:
        _look(operation, fault, states, root, night)
    except Exception as problem:
        _end(night)
        calls = " ".join(stand_in.calls)
        message = f"{operation.name}: {fault} after {night.done} steps: {problem!r} ({calls})"
        raise BrokenPromiseError(message) from problem
    return not (night.told or night.stopped)


def _play(operation: Operation, root: Path, stand_in: FaultyOs) -> _Night:
    """Open the folder and take the steps, until one is told to have failed."""
    night = _Night()
    with standing_in(stand_in):
        try:
            night.folder = DataFolder(root, migrations=operation.migrations)
            for step in operation.steps:
                step(night.folder)
                night.done += 1
        except StorageError:
            night.told = True
        except Stopped:
            night.stopped = True
    return night


def _end(night: _Night) -> None:
    """Release descriptors and lock, as the system does for a process that ends."""
    if night.folder:
        night.folder.close()
        night.folder = None


def _look(
    operation: Operation, fault: Fault, states: list[State], root: Path, night: _Night
) -> None:
    """What is on disk, what is on screen, and whether it goes on from there."""
    on_disk, damaged = found(_copy(root, root.with_name("at once")), operation.migrations)
    _require(operation.damage or not damaged, f"reported as damaged: {damaged}")
    exact = night.told and fault.how is not How.FAILS_ON
    allowed = states[night.done : night.done + (1 if exact else 2)]
    _require(on_disk in allowed, f"on disk is {on_disk}, allowed {allowed}")
    done = night.done
    if night.stopped:
        root = _copy(root, root.with_name("left behind"))
        _end(night)
        done += allowed.index(on_disk)
    if night.folder is None:
        night.folder = DataFolder(root, migrations=operation.migrations)
    else:
        _require_screen(night.folder, states[done])
    for step in operation.steps[done:]:
        step(night.folder)
    _require_screen(night.folder, states[-1])
    _end(night)
    at_last, _ = found(root, operation.migrations)
    _require(at_last == states[-1], f"at last on disk is {at_last}, expected {states[-1]}")


def _require_screen(folder: DataFolder, state: State) -> None:
    """The files that are open say the same as the disk."""
    shown = {"catalogue": tables(folder.catalogue())}
    if "series 1" in state:
        shown["series 1"] = tables(folder.series(1))
    if "round 1/1" in state and "round 1/2" not in state:
        shown["round 1/1"] = round_tables(folder, 1, 1)
    for name, content in shown.items():
        expected = state.get(name, {})
        _require(content == expected, f"{name} on screen is {content}, expected {expected}")


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise BrokenPromiseError(problem)
