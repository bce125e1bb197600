"""What holds for all tests: how many run at once, and that properties are tried on any machine,
however slow.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than cores: journeys in the browser wait for half of their time."""
    return (os.cpu_count() or 1) + 2
