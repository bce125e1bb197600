"""Fixtures of the tests of words."""

import pytest

from companion.ui import requests


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow quick taps on the same place."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 0)
