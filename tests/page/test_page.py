"""The page in Chromium: the first visit, a stored turn, a second tab, and no host."""

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.driver import Table
from tests.e2e.evening import sit_down_and_start
from tests.page.hosts import Host, installed, second_tab, visit

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Ben", "Cem"]
ABOUT = """() => ({
  viewport: document.querySelector('meta[name=viewport]').content,
  theme: document.querySelector('meta[name=theme-color]').content,
  select: getComputedStyle(document.body).userSelect,
  touch: getComputedStyle(document.body).touchAction,
  splash: document.getElementById('splash') !== null,
})"""


SEES_LAST_TABLE = """
new MutationObserver(() => {
  window.lastTable ??= document.querySelector('#splash .last')?.src.slice(0, 15);
  const slow = document.querySelector('#splash .slow');
  window.slowShows ||= slow !== null && slow.hidden && slow.offsetHeight > 0;
}).observe(document, {subtree: true, childList: true});
"""
HOLD = """() => {
  const {postMessage} = Worker.prototype, held = [];
  Worker.prototype.postMessage = function (...given) { held.push([this, given]); };
  window.letGo = () => {
    Worker.prototype.postMessage = postMessage;
    for (const [worker, given] of held) { postMessage.apply(worker, given); }
  };
}"""
"""A worker that takes nothing until `letGo`."""
RIVE = "https://cdn.jsdelivr.net/npm/@rive-app/flutter-native-wasm@44.0.0/wasm/rive_native.js"
"""Flutter asks for it, and the page's policy keeps it from going out."""


def test_a_page_from_its_first_visit_to_its_last_start(phone: BrowserContext, host: Host) -> None:
    """Run one test in parts, since all go on from the first visit, the slowest part."""
    first_visit(phone, host)
    a_turn_is_there_after_the_page_was_loaded_again(phone, host)
    a_second_tab_is_told_that_the_app_is_open(phone, host)
    it_starts_without_its_host(phone, host)


def taps_that_the_worker_takes_at_once_count_by_their_own_time(table: Table) -> None:
    """Tap twice honestly while Python is busy: no bounce."""
    box = table.at("pass").bounding_box()
    assert box
    table.page.evaluate(HOLD)
    for _ in range(2):
        table.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        table.page.wait_for_timeout(600)
    table.page.evaluate("letGo()")
    table.see("turn-of", "Ann to play")
    for due in ("Cem to play", "Ben to play"):
        table.tap("undo")
        table.see("turn-of", due)


def first_visit(phone: BrowserContext, host: Host) -> None:
    """Begin a series, and record the first turn."""
    elsewhere: list[str] = []
    asked = phone.on("request", lambda request: elsewhere.append(request.url))
    assert asked is None
    table = visit(phone, host.url)
    sit_down_and_start(table, NAMES)
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    taps_that_the_worker_takes_at_once_count_by_their_own_time(table)
    about = table.page.evaluate(ABOUT)
    back_leads_home_and_not_into_the_form(table)
    installed(table)
    table.page.close()
    assert {url for url in elsewhere if not url.startswith((host.url, "blob:", "data:"))} <= {RIVE}
    assert "viewport-fit=cover" in about.pop("viewport")
    assert about == {"theme": "#0f4031", "select": "none", "touch": "none", "splash": False}


def back_leads_home_and_not_into_the_form(table: Table) -> None:
    """Go back: home, neither to the form nor to the table left before."""
    table.tap("turns")
    table.tap("back")
    table.see("turn-of", "Ben to play")
    table.page.go_back()
    table.see("home-resume")
    table.page.go_forward()
    table.see("turn-of", "Ben to play")


def a_turn_is_there_after_the_page_was_loaded_again(phone: BrowserContext, host: Host) -> None:
    table = visit(phone, f"{host.url}table?from=a-link")
    assert table.page.evaluate("crossOriginIsolated"), "Flutter draws in no thread of its own"
    table.see("turn-of", "Ben to play")
    table.tap("pass")
    table.see("turn-of", "Cem to play")
    table.page.add_init_script(SEES_LAST_TABLE)
    table.reload()
    table.see("turn-of", "Cem to play")
    assert table.page.evaluate("[lastTable, slowShows]") == ["data:image/jpeg", False]
    assert table.page.evaluate("localStorage.getItem('fantan.picture')") is None
    table.tap("undo")
    table.see("turn-of", "Ben to play")
    table.page.close()


def a_second_tab_is_told_that_the_app_is_open(phone: BrowserContext, host: Host) -> None:
    first = visit(phone, host.url)
    second = second_tab(phone, host.url)
    assert (
        "Fan Tan is open already, in another window" in second.page.locator("#splash").inner_text()
    )
    with second.expect_reload():
        first.page.close()
    assert second.has("turn-of")
    second.page.close()


def it_starts_without_its_host(phone: BrowserContext, host: Host) -> None:
    host.stop()
    try:
        table = visit(phone, f"{host.url}table")
        table.see("turn-of", "Ben to play")
        table.page.goto(f"{host.url}referee")
        table.wait_for_app()
        assert "referee" in table.page.url
        table.page.close()
    finally:
        host.start()
