"""A desk of its own for every test of the screens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.desk import Desk
from tests.ui.desks import desk_in


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with no series yet; a module that wants one on it begins it."""
    with desk_in(tmp_path) as opened:
        yield opened
