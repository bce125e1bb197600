"""`python -m tests.faults`: all fault scenarios and their results.

The output is a table of scenarios with the numbers of attempts, of losses and of reports. The exit
code is 1 after any loss or missing report.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor

from tests.faults.found import Tally
from tests.faults.scenarios import pieces

_SHOWN = 3
_ROW = "{:<34}{:>8}{:>7}{:>10}{:>7}\n"
_COUNTS = """\
In full, about 8 minutes on two cores: 31 operations, each with every file call killed, failing in
every way (some 15,000 tries) and cut off by the power (some 60,000 disks); every 5th byte of a
series and every 9th of the catalogue changed in 5 ways, every line in 4 (some 2,000); 18 harms to
whole files; 28 full disks; 26 folders that cannot be used; 300 kills of fantan record; 40 kills
of rooms with phones, 20 of PostgreSQL, and two losses of a primary server, where each line that
was acknowledged is a try.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all scenarios, or those with one of the words in the name; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults",
        description=__doc__,
        epilog=_COUNTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
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


def _done(work: Callable[[], Tally]) -> Tally:
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
