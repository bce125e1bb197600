"""`python -m tests.faults`: all fault scenarios and their results.

The output is a table of scenarios with the numbers of attempts, of losses and of reports. The exit
code is 1 after any loss or missing report.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.faults import acts, damage, kill, room
from tests.faults.faulty_os import How
from tests.faults.found import Tally, scratch

_SHOWN = 3
_SAMPLES, _KILLS_AT_ONCE, _ROOM_KILLS = 6, 50, 10
_ROW = "{:<34}{:>8}{:>7}{:>10}{:>7}\n"

Work = Callable[[], Tally]


def pieces(kills: int) -> dict[str, list[Work]]:
    """Return all scenarios in pieces of about equal size."""
    return {
        "kill at every file call": [partial(calls, (how,)) for how in acts.ENDING],
        "every file call fails": [partial(calls, (how,)) for how in acts.FAILING],
        "power cut at every file call": [partial(cut, _SAMPLES)],
        "control: syncs left out": [partial(control, kind) for kind in ("files", "folders")],
        "series cut at every byte": [partial(harm, damage.cuts)],
        "every byte of a series changed": [partial(harm, damage.flips)],
        "fantan record killed": [
            partial(killed, min(_KILLS_AT_ONCE, kills - first), first, on_disk=bool(place % 2))
            for place, first in enumerate(range(0, kills, _KILLS_AT_ONCE))
        ],
        "room: rooms killed": [
            partial(room.kill_rooms, _ROOM_KILLS),
            partial(room.kill_rooms, _ROOM_KILLS, on_disk=True),
            partial(room.kill_on_postgres, 2 * _ROOM_KILLS, database=False),
        ],
        "room: PostgreSQL killed": [
            partial(room.kill_on_postgres, _ROOM_KILLS, database=True, on_disk=on_disk)
            for on_disk in (False, True)
        ],
        "room: primary server lost": [
            partial(room.lose_primary, hung=hung) for hung in (False, True)
        ],
    }


def calls(ways: Sequence[How], step: int = 1) -> Tally:
    """Try all acts with failing calls."""
    with scratch() as folder:
        return acts.try_calls(folder, ways, step)


def cut(samples: int, step: int = 1) -> Tally:
    """Try all acts with power cuts."""
    with scratch() as folder:
        return acts.cut_power(folder, samples, step)


def control(kind: str) -> Tally:
    """Check that the test detects a store without syncs."""
    with scratch() as folder:
        broken = acts.cut_power(folder, _SAMPLES, without=kind).broken
    tally = Tally()
    tally.add("" if broken else f"nothing broke without syncs of {kind}", reported=bool(broken))
    return tally


def harm(harms: Callable[..., Iterator[tuple[str, bytes]]], step: int = 1) -> Tally:
    """Damage a series."""
    with scratch() as folder:
        content = damage.prepare(folder / "fantan")
        return damage.harm_all(folder / "fantan", harms(content, step), Tally())


def killed(times: int, seed: int, *, on_disk: bool = False) -> Tally:
    """Kill `fantan record`, in memory or on a slow disk."""
    if not on_disk:
        with scratch() as folder:
            return kill.kill_often(times, folder / "kills", seed)
    with tempfile.TemporaryDirectory() as place:
        return kill.kill_often(times, Path(place) / "kills", seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all scenarios, or those with one of the words in the name; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("words", nargs="*", help="only scenarios with one of these in their name")
    parser.add_argument("--kills", type=int, default=300, help="of fantan record (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (%(default)s)")
    asked = parser.parse_args(arguments)
    broken: list[str] = []
    sys.stdout.write(_ROW.format("scenario", "tries", "lost", "reported", "s"))
    with ProcessPoolExecutor(asked.jobs) as pool:
        for name, works in pieces(asked.kills).items():
            if not asked.words or any(word in name for word in asked.words):
                broken += _run(name, pool.map(_done, works))
    sys.stdout.writelines(f"{problem}\n" for problem in broken)
    return int(bool(broken))


def _done(work: Work) -> Tally:
    return work()


def _run(name: str, tallies: Iterable[Tally]) -> list[str]:
    """Run a scenario, print the row, and return the losses to show."""
    begun, total = time.perf_counter(), Tally()
    for tally in tallies:
        total.take(tally)
    seconds = time.perf_counter() - begun
    lost = len(total.broken)
    sys.stdout.write(_ROW.format(name, total.tries, lost, total.reported, f"{seconds:.0f}"))
    sys.stdout.flush()
    return [f"{name}: {problem}" for problem in total.broken[:_SHOWN]]


if __name__ == "__main__":
    sys.exit(main())
