"""What holds for all tests: how many run at once, which come first, and that properties are tried
on any machine, however slow.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than cores: journeys in the browser wait for half of their time."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs a browser takes the longest, so two processes begin with it, each with a browser
    of its own: each process is given its part of the list as it stands, and then takes of others'.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("browser")]
    if processes < 2 or len(long) == len(items):
        return
    short = [item for item in items if not item.get_closest_marker("browser")]
    long.sort(key=lambda item: "e2e" in item.path.parts)  # the page's journey is the longest
    first, second = long[: len(long) * 2 // 5], long[len(long) * 2 // 5 :]
    between = len(items) // processes - len(first)
    items[:] = [*first, *short[:between], *second, *short[between:]]
