"""How Flet is told to run the app."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.desk.archive import Archive
from companion.ui import run
from tests.desks import Desk

STARTS: dict[str, Callable[[Archive], None]] = {
    "window": run.in_window,
    "browser": partial(run.in_browser, port=1, show=False),
}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What Flet is told, which runs nothing."""
    told: dict[str, Any] = {}
    monkeypatch.setattr(ft, "run", lambda main, **how: told.update(how, main=main))
    monkeypatch.setattr(run, "patch_flet", lambda: None)
    monkeypatch.setattr(run, "patch_web_server", lambda: None)
    for name in ("FLET_SERVER_IP", "FLET_SERVER_PORT", "FLET_FORCE_WEB_SERVER"):
        monkeypatch.setenv(name, "")
    return told


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_page_begins_without_a_screen(
    desk: Desk, told: dict[str, Any], start: Callable[[Archive], None]
) -> None:
    start(desk.archive)
    page = SimpleNamespace(views=[ft.View()])
    told["before_main"](page)
    assert page.views == []
