"""What the tests of words share."""

import pytest

from companion.ui import requests


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests tap the same place faster than people do."""
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 0)
