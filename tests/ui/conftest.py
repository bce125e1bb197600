"""A desk of its own for every test of the screens, and a client that draws without frames."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui import requests, session
from tests.desks import Desk, desk_in


@pytest.fixture(autouse=True)
def _no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows the first beat follows at once."""
    monkeypatch.setattr(session, "FRAMES_SECONDS", 0)


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests tap the same place faster than people do."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 0)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with no series yet; a module that wants one on it begins it."""
    with desk_in(tmp_path) as opened:
        yield opened
