"""The cost of hostile score sheets, read, written and reported, beside as many bytes of ordinary
rounds.
"""

import gc
from collections.abc import Callable
from time import process_time

from companion.core.sheet import dumps, read, report
from tests.core.sheet import hostile as sheets

MEGABYTE, TARGET = 1_000_000, 5.0


def run() -> None:
    """Print the cost of each kind as a multiple of the cost of ordinary rounds."""
    kinds = (*sheets.ROUNDS, *sheets.LINES)
    _compare("sheet", sheets.ordinary, sheets.hostile, kinds, _sheet)


def _compare(
    what: str,
    ordinary: Callable[[int], str],
    hostile: Callable[[str, int], str],
    kinds: tuple[str, ...],
    work: Callable[[str], object],
) -> None:
    plain = _seconds_a_megabyte(ordinary(MEGABYTE), work)
    print(f"an ordinary megabyte, {what}: {plain:.1f} s; target for others {TARGET:.0f} times that")
    for kind in kinds:
        times = _seconds_a_megabyte(hostile(kind, MEGABYTE), work) / plain
        print(f"  {kind}: {times:.1f} times{'' if times <= TARGET else ', too much'}")


def _seconds_a_megabyte(content: str, work: Callable[[str], object]) -> float:
    gc.collect()
    start = process_time()
    work(content)
    return (process_time() - start) * MEGABYTE / max(len(content), MEGABYTE // 2)


def _sheet(text: str) -> None:
    log = read(text).log
    assert dumps(log)
    assert report(log, "")
