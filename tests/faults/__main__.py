"""`python -m tests.faults`: every fault in full and what it came to; exit code 1 if one harmed."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults import calls, damage, full, kill, power
from tests.faults.operations import OPERATIONS
from tests.faults.sitting import scratch


def every_call() -> str:
    """Each call on files of each operation, each way, each error."""
    tallies: list[calls.Tally] = []
    for operation in OPERATIONS:
        with scratch() as folder:
            tallies.append(calls.try_all(operation, folder, thorough=True))
    faults, count = sum(tally.faults for tally in tallies), sum(tally.calls for tally in tallies)
    unnoticed = sum(tally.unnoticed for tally in tallies)
    return f"{faults} faults at {count} calls of {len(tallies)} operations, {unnoticed} unnoticed"


def every_power_cut() -> str:
    """Each operation cut off anywhere, also while it recovers, after a failed sync or a kill."""
    cuts = recoveries = 0
    for operation in OPERATIONS:
        for attempt in (power.try_all, power.try_failed_syncs, power.try_kills):
            with scratch() as folder:
                tally = attempt(operation, folder)
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
    """Each byte of each kind of file."""
    tallies: list[damage.Tally] = []
    for name in damage.FILES:
        with scratch() as folder:
            tallies.append(damage.harm_all(name, folder))
    harms, told = sum(tally.harms for tally in tallies), sum(tally.told for tally in tallies)
    return f"{harms} harms to {len(tallies)} files, {told} told, {harms - told} cut off or harmless"


def every_kill(times: int) -> str:
    """A playing process killed that many times, on a real disk; each time another was refused."""
    with tempfile.TemporaryDirectory() as folder:
        tally = kill.kill_often(times, Path(folder) / "data")
    return (
        f"{tally.kills} kills among {tally.acknowledged} acts, {tally.one_more} times one more than"
        f" acknowledged; {tally.kills} times a second process was refused"
    )


def every_full_disk() -> str:
    """A disk of its own, where it may be made, and a limit on files."""
    told: list[str] = []
    ways = {"small tmpfs": full.fill_small_disk, "limit on files": full.fill_limited_files}
    for name, fill in ways.items():
        with scratch() as folder:
            tally = fill(folder)
        came_to = f"{tally.acts} acts, {tally.refused} refused" if tally else "not allowed here"
        told.append(f"{name}: {came_to}")
    return "; ".join(told)


def main() -> int:
    """Run all of it, or the parts named; exit code 1 if a promise is broken."""
    parts: dict[str, Callable[[], str]] = {
        "calls": every_call,
        "power": every_power_cut,
        "control": every_power_cut_without_syncs,
        "damage": every_byte,
        "full": every_full_disk,
        "kill": lambda: every_kill(asked.kills),
    }
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(parts)}; all if none is named")
    parser.add_argument("--kills", type=int, default=300, help="how many (default: %(default)s)")
    asked = parser.parse_args()
    return max([_run(name, parts[name]) for name in asked.parts or parts])


def _run(name: str, part: Callable[[], str]) -> int:
    begun = time.perf_counter()
    try:
        told, broken = part(), False
    except AssertionError as error:
        told, broken = f"BROKEN: {error}", True
    sys.stdout.write(f"{name:8} {told} ({time.perf_counter() - begun:.0f} s)\n")
    sys.stdout.flush()
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
