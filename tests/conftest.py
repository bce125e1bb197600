"""What holds for all tests: how many run at once, which come first, that properties are tried on
any machine, however slow, and that Python does not look through the tests themselves for garbage.
"""

import gc
import os

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")

_OBJECTS_MADE = 50_000
"""So many new objects before the youngest are looked through: a drawn screen is some of them."""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process more than cores, for some tests wait for seconds, and two where journeys in the
    browser wait for half of their time.
    """
    cores = os.cpu_count() or 1
    return cores + (1 if "not browser" in config.option.markexpr else 2)


def pytest_collection_finish() -> None:
    """What was read up to here stays until the end: only what the tests make is looked through."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_OBJECTS_MADE)


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
    between = max(0, len(items) // processes - len(first))
    items[:] = [*first, *short[:between], *second, *short[between:]]
