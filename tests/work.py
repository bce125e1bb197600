"""Measure of the work of Python code, equal on every machine and in every run."""

import sys
from collections.abc import Callable
from typing import Any


def steps_of_python(act: Callable[[], object]) -> int:
    """Return the number of lines, calls and returns that the work takes.

    The work is done once before, to fill the caches. C code is not counted.
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
