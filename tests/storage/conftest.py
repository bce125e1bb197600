"""Data folders of these tests are in memory, where there is such a place: a sync costs nothing."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.storage.logs import scratch


@pytest.fixture
def tmp_path() -> Generator[Path]:
    with scratch() as folder:
        folder.mkdir()
        yield folder
