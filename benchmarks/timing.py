"""Fair timing of two ways to do the same work: the result is our time as a multiple of the other.

Machines slow down and speed up while they measure. So both run by turns, in a changing order,
without the garbage collector; each pair of neighbours gives one ratio, and the median of the ratios
is the result, with the middle half of them as its spread.
"""

import argparse
import gc
import statistics
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TypeVar

Work = Callable[[], object]
_Measured = TypeVar("_Measured")
REPEATS = 41


@dataclass(frozen=True)
class Ratio:
    """Our time over the other: below 1 ours is the faster. Times are per unit of work."""

    name: str
    median: float
    low: float
    high: float
    ours_seconds: float
    theirs_seconds: float

    def __str__(self) -> str:
        """Return one line to print."""
        return (
            f"{self.name}: {self.median:.2f} × (middle half {self.low:.2f}–{self.high:.2f}), "
            f"ours {shown_time(self.ours_seconds)}, theirs {shown_time(self.theirs_seconds)}"
        )


def compare(
    name: str, ours: Work, theirs: Work, *, units: tuple[int, int] = (1, 1), repeats: int = REPEATS
) -> Ratio:
    """Return the ratio of the time per unit; `units` is the number done by one call of either."""
    mine, other = partial(seconds_of, ours), partial(seconds_of, theirs)
    in_turns(mine, other, 1)  # what is done once only, like filling a cache, is not measured
    with _without_collector():
        pairs = in_turns(mine, other, repeats)
    return ratio_of(name, [(first / units[0], second / units[1]) for first, second in pairs])


def ratio_of(name: str, seconds: Sequence[tuple[float, float]]) -> Ratio:
    """Return the ratio of timed neighbours, ours and theirs."""
    low, median, high = statistics.quantiles([ours / theirs for ours, theirs in seconds], n=4)
    ours_seconds, theirs_seconds = (
        statistics.median(times) for times in zip(*seconds, strict=True)
    )
    return Ratio(name, median, low, high, ours_seconds, theirs_seconds)


def in_turns(
    ours: Callable[[], _Measured], theirs: Callable[[], _Measured], count: int, warming: int = 0
) -> list[tuple[_Measured, _Measured]]:
    """Return pairs of what both measure, in a changing order, without the warming ones."""
    pairs: list[tuple[_Measured, _Measured]] = []
    for number in range(warming + count):
        if number % 2:
            other = theirs()
            pairs.append((ours(), other))
        else:
            pairs.append((ours(), theirs()))
    return pairs[warming:]


def seconds_of(work: Work) -> float:
    """Return the time that the work takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


@contextmanager
def _without_collector() -> Generator[None, None, None]:
    was_enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def numbers(**usual: int) -> dict[str, int]:
    """Return the numbers of samples that the command line asks for, such as `--taps 5`."""
    parser = argparse.ArgumentParser()
    for name, number in usual.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    return vars(parser.parse_args())


def shown_time(seconds: float) -> str:
    """Return the time in a readable unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e9:.0f} ns"
