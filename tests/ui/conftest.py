"""A new desk for every test of the screens, and a client that draws without frames."""

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from companion.ui import requests, session
from tests.desks import Desk, desk_in
from tests.ui.headless import Headless, opened


@pytest.fixture(autouse=True)
def _no_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let work for the next frame follow at once."""
    monkeypatch.setattr(session, "FRAMES_SECONDS", 0)


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow taps on the same place faster than people tap."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 0)


@pytest.fixture
def _bouncing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each further tap on the same place be a bounce."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 100.0)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk without series; a module may override the fixture with a desk that has one."""
    with desk_in(tmp_path) as begun:
        yield begun


@pytest.fixture
async def app(desk: Desk) -> AsyncGenerator[Headless]:
    """Return a device at the table of the desk."""
    async with opened(desk, "/table") as device:
        yield device
