"""How much work Python does, as a number that is the same on every machine and in every run."""

import sys
from collections.abc import Callable
from typing import Any


def steps_of_python(act: Callable[[], object]) -> int:
    """How many lines are run, and functions called and left, while it is done, each as often as
    that happens. It is done once before, so that caches are full. What C does is not seen: that
    only shows in the seconds of the benchmark.
    """
    act()
    number, before = 0, sys.gettrace()

    def count(*_: object) -> Any:
        nonlocal number
        number += 1
        return count

    sys.settrace(count)
    try:
        act()
    finally:
        sys.settrace(before)
    return number
