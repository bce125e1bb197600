"""Data folders in memory, where syncs are fast."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.storage.logs import scratch


@pytest.fixture
def tmp_path() -> Generator[Path]:
    with scratch() as folder:
        folder.mkdir()
        yield folder
