"""`python -m tests.faults`: every fault in full and what it came to; exit code 1 if one harmed."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults import calls, damage, kill, power
from tests.faults.operations import OPERATIONS, scratch

_SAMPLES = 64


def every_call() -> str:
    """Each file call of each operation, each way, each error."""
    tallies: list[calls.Tally] = []
    for operation in OPERATIONS:
        with scratch() as folder:
            tallies.append(calls.try_all(operation, calls.CODES, folder))
    faults, count = sum(tally.faults for tally in tallies), sum(tally.calls for tally in tallies)
    unnoticed = sum(tally.shrugged_off for tally in tallies)
    return f"{faults} faults at {count} calls of {len(tallies)} operations, {unnoticed} unnoticed"


def every_power_cut() -> str:
    """Each operation cut off anywhere, also while it recovers, after a failed sync or a kill."""
    cuts = recoveries = 0
    for operation in OPERATIONS:
        for attempt in (power.try_all, power.try_failed_syncs, power.try_kills):
            with scratch() as folder:
                tally = attempt(operation, folder, _SAMPLES)
            assert not tally.broken, tally.broken[0]
            cuts, recoveries = cuts + tally.cuts, recoveries + tally.during_recovery
    return f"{cuts} disks after a cut, {recoveries} after another one during recovery"


def every_power_cut_without_syncs() -> str:
    """The control: a store without syncs breaks its promise, and it shows."""
    broken = {"files": 0, "folders": 0}
    for operation in OPERATIONS:
        for kind in broken:
            with scratch() as folder:
                broken[kind] += bool(power.try_all(operation, folder, without=kind).broken)
    assert all(broken.values()), "nothing broke without syncs: the test is blind"
    told = " and ".join(f"{count} without syncs of {kind}" for kind, count in broken.items())
    return f"of {len(OPERATIONS)} operations broke, as they must, {told}"


def every_byte() -> str:
    """Each byte of a round's and of a series' journal."""
    tallies: list[damage.Tally] = []
    for backed_up in (0, 5):
        with scratch() as folder:
            tallies.append(damage.harm_all(folder, backed_up))
    harms, seen = sum(tally.harms for tally in tallies), sum(tally.seen for tally in tallies)
    return f"{harms} harms, {seen} seen as damage, {harms - seen} as a write that was cut off"


def every_kill(times: int) -> str:
    """A writing process killed that many times, on a real disk."""
    with tempfile.TemporaryDirectory() as folder:
        tally = kill.kill_often(times, Path(folder) / "data")
    return (
        f"{tally.kills} kills among {tally.acknowledged} actions, "
        f"{tally.one_more} times one more than acknowledged"
    )


def main() -> int:
    """Run all of it, or stop at the first broken promise."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="how many (default: %(default)s)")
    kills = parser.parse_args().kills
    parts: dict[str, Callable[[], str]] = {
        "calls": every_call,
        "power": every_power_cut,
        "power, control": every_power_cut_without_syncs,
        "damage": every_byte,
        "kill": lambda: every_kill(kills),
    }
    for name, part in parts.items():
        start = time.perf_counter()
        try:
            told, broken = part(), False
        except AssertionError as error:
            told, broken = f"BROKEN: {error}", True
        seconds = time.perf_counter() - start
        sys.stdout.write(f"{name:15} {told} ({seconds:.0f} s)\n")
        sys.stdout.flush()
        if broken:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
