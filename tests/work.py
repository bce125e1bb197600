"""How much work Python does, as a number that is the same on every machine and in every run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def lines_run(act: Callable[[], object]) -> int:
    """How many lines of Python are run while it is done, each as often as it is run; what is
    written in C is not seen.
    """
    number = 0

    def count(*_: object) -> Any:
        nonlocal number
        number += 1
        return count

    sys.settrace(count)
    try:
        act()
    finally:
        sys.settrace(None)
    return number
