"""The page in Chromium: the first visit, a turn that is kept, a second tab, and without a host."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.driver import Table
from tests.e2e.evening import sit_down_and_start
from tests.page.hosts import Host, installed, visit

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Ben", "Cem"]
ABOUT = """() => ({
  viewport: document.querySelector('meta[name=viewport]').content,
  theme: document.querySelector('meta[name=theme-color]').content,
  select: getComputedStyle(document.body).userSelect,
  touch: getComputedStyle(document.body).touchAction,
  splash: document.getElementById('splash') !== null,
})"""


@pytest.fixture(scope="module")
def visited(phone: BrowserContext, host: Host) -> BrowserContext:
    """The browser after its first visit, in which a series was begun and its first turn recorded;
    all tests go on from there, each in a tab of its own.
    """
    elsewhere: list[str] = []
    asked = phone.on("request", lambda request: elsewhere.append(request.url))
    assert asked is None
    table = visit(phone, host.url)
    sit_down_and_start(table, NAMES)
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    about = table.page.evaluate(ABOUT)
    installed(table)
    table.page.close()
    assert {url for url in elsewhere if not url.startswith((host.url, "blob:", "data:"))} <= {RIVE}
    assert "viewport-fit=cover" in about.pop("viewport")
    assert about == {"theme": "#0f4031", "select": "none", "touch": "none", "splash": False}
    return phone


RIVE = "https://cdn.jsdelivr.net/npm/@rive-app/flutter-native-wasm@44.0.0/wasm/rive_native.js"
"""Flutter asks for it, and the page's policy keeps it from going out."""


@pytest.fixture
def tab(visited: BrowserContext, host: Host) -> Iterator[Table]:
    """A tab at the table, closed in the end."""
    table = visit(visited, f"{host.url}table?from=a-link")
    yield table
    table.page.close()


def test_a_turn_is_there_after_the_page_was_closed_and_loaded_again(tab: Table) -> None:
    tab.see("turn-of", "Ben to play")
    tab.tap("pass")
    tab.see("turn-of", "Cem to play")
    tab.reload()
    tab.see("turn-of", "Cem to play")
    tab.tap("undo")
    tab.see("turn-of", "Ben to play")


def test_a_second_tab_is_told_that_the_app_is_open(tab: Table, host: Host) -> None:
    second = Table(tab.page.context.new_page())
    second.page.goto(host.url)
    told = second.page.locator("#splash[data-told=taken]")
    told.wait_for()
    assert "Fan Tan is open already" in told.inner_text()
    tab.page.close()
    with second.expect_reload():
        second.page.get_by_role("button", name="Try again").click()
    assert second.has("home-resume")
    second.page.close()


def test_it_starts_without_its_host(visited: BrowserContext, host: Host) -> None:
    host.stop()
    try:
        table = visit(visited, f"{host.url}table")
        table.see("turn-of", "Ben to play")
        table.page.goto(f"{host.url}referee")
        table.wait_for_app()
        assert "referee" in table.page.url
        table.page.close()
    finally:
        host.start()
