"""How Flet is told to run the app."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import flet as ft
import pytest

from companion.ui import run
from companion.ui.web import server
from companion.ui.web.listening import listen
from companion.ui.web.server import Served
from tests.desks import Desk


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "patch_flet", lambda: None)
    monkeypatch.setattr(run, "only_loopback", lambda: None)


def begun(before_main: Any) -> list[object]:
    """The screens of a page, once that was run."""
    page = SimpleNamespace(views=[ft.View()])
    before_main(page)
    return list(page.views)


def test_a_page_in_a_window_begins_without_a_screen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, Any] = {}
    monkeypatch.setattr(ft, "run", lambda _main, **how: told.update(how))
    run.in_window(desk.archive)
    assert begun(told["before_main"]) == []


def test_a_page_in_a_browser_begins_without_a_screen(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Served] = []
    monkeypatch.setattr(server, "serve", lambda served, _listening, **_how: told.append(served))
    listening = listen([0], {})
    run.in_browser(desk.archive, listening, show=False)
    listening.bound.close()
    assert begun(told[0].before_main) == []
