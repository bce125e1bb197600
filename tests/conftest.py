"""Settings of all tests: number of processes, order, Hypothesis, garbage collection, and the end of
what tests start.
"""

import gc
import os

import pytest
from hypothesis import settings

from tests import processes

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

_OBJECTS_MADE = 50_000
"""New objects before each collection of the youngest; drawing one screen makes thousands."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one process more than cores, two with browser tests, since those mostly wait."""
    cores = os.cpu_count() or 1
    return cores + (1 if "not browser" in config.option.markexpr else 2)


def pytest_configure(config: pytest.Config) -> None:
    """Let every process end with its test; hooks of this file are not called for all fixtures."""
    config.pluginmanager.register(processes)


def pytest_collection_finish() -> None:
    """Freeze all objects so far, which the garbage collector then skips."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_MADE)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser tests, the slowest ones, at the head of the parts of two processes: those
    with a room, which take about as long as all others, and those others.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    long = [item for item in items if item.get_closest_marker("browser")]
    if processes < 2 or len(long) == len(items):
        return
    short = [item for item in items if not item.get_closest_marker("browser")]
    long.sort(key=lambda item: "e2e" in item.path.parts)  # the page's journey is the longest
    rooms = [item for item in long if "phones" in getattr(item, "fixturenames", ())]
    others = [item for item in long if item not in rooms]
    between = max(0, len(items) // processes - len(others))
    items[:] = [*others, *short[:between], *rooms, *short[between:]]
