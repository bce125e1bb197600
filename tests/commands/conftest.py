"""A data folder in memory, where the system has such a place: a sync costs nothing."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.places import scratch


@pytest.fixture
def home() -> Generator[Path]:
    with scratch() as folder:
        yield folder
