"""A tap on the page in the browser alone beside one in server mode: in one browser, by turns.

A tap passes. `said` is the time until the screen reports the next player to assistive technology;
`seen`, without assistive technology, the time until the frame with the change (see `watch`). On its
first visit the page comes from a host without headers of its own, later on through its service
worker. The browser has a profile on disk, so that both ways really store the turn.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import BrowserContext, Page, Playwright

from benchmarks.scout import Touch, Way, middle, start_of
from benchmarks.timing import in_turns, ratio_of
from benchmarks.watch import Answer, Watched, around, medians
from tests.e2e.driver import CHROMIUM_ARGUMENTS, PHONE, Server, Table, find_chromium
from tests.e2e.evening import sit_down_and_start
from tests.page.hosts import hosted, installed

TARGET: Final = 1.2
_WARMING = 5
_SECONDS = 1e-3
_BETWEEN_MILLISECONDS = 300
_SAID = """([selector]) => new Promise((answered) => {
  const read = () => document.querySelector(selector)?.textContent
    || document.querySelector(selector)?.getAttribute('aria-label') || '';
  const before = read();
  let start;
  const tapped = (event) => { start = event.timeStamp; };
  addEventListener('pointerup', tapped, {capture: true, once: true});
  const look = setInterval(() => {
    if (start && read() !== before) {
      clearInterval(look);
      answered(performance.now() - start);
    }
  }, 1);
})"""
Pairs = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Taps:
    """Milliseconds on the page and in server mode, and the parts of the seen ones."""

    first: Pairs
    announced: Pairs
    seen: list[tuple[Answer, Answer]]

    def lines(self) -> Generator[str]:
        """Yield each kind with its target, and its parts."""
        changed = [(page.changed, served.changed) for page, served in self.seen]
        yield _line("a tap until it is said, on the first visit", self.first)
        yield _line("a tap until it is said", self.announced, TARGET)
        yield _line("a tap until it is seen", changed, TARGET)
        for name, answers in zip(
            ("the page", "the server"), zip(*self.seen, strict=True), strict=True
        ):
            yield f"  {name}: {medians(answers)}"


def taps(playwright: Playwright, site: Path, home: Path, count: int) -> Taps:
    """Time the number of taps of each kind, after some warming ones."""
    home.mkdir()
    with Server(home) as server, hosted(site) as host, _phone(playwright, home) as phone:
        served, first = _sat_down(phone, server.url), _sat_down(phone, host.url)
        way = Way(
            (Touch(middle(served, "pass"), around(start_of(served, "turn-of"))),),
            middle(served, "undo"),
        )
        at_first = in_turns(lambda: _announced(first), lambda: _announced(served), count, _WARMING)
        installed(first)
        first.page.close()
        later = _opened(phone, f"{host.url}table")
        announced = in_turns(lambda: _announced(later), lambda: _announced(served), count, _WARMING)
        later.page.close()
        served.page.close()
        page, other = _watched(phone, f"{host.url}table"), _watched(phone, f"{server.url}/table")
        seen = in_turns(lambda: _seen(page, way), lambda: _seen(other, way), count, _WARMING)
    return Taps(at_first, announced, seen)


@contextmanager
def _phone(playwright: Playwright, home: Path) -> Generator[BrowserContext]:
    width, height = PHONE
    context = playwright.chromium.launch_persistent_context(
        home / "profile",
        executable_path=find_chromium(),
        args=list(CHROMIUM_ARGUMENTS),
        viewport={"width": width, "height": height},
        has_touch=True,
        locale="en",
    )
    try:
        yield context
    finally:
        context.close()


def _opened(phone: BrowserContext, url: str) -> Table:
    table = Table(phone.new_page())
    table.open(url)
    return table


def _sat_down(phone: BrowserContext, url: str) -> Table:
    table = _opened(phone, url)
    sit_down_and_start(table, ["Ann", "Ben", "Cem"])
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    return table


def _announced(table: Table) -> float:
    page: Page = table.page
    page.bring_to_front()
    page.wait_for_timeout(_BETWEEN_MILLISECONDS)
    selector = '[flt-semantics-identifier="turn-of"]'
    page.evaluate(f"asked => {{ window.tapped = ({_SAID})(asked); }}", [selector])
    table.tap("pass")
    milliseconds = float(page.evaluate("window.tapped"))
    table.see("turn-of", "Cem to play")
    table.tap("undo")
    table.see("turn-of", "Ben to play")
    return milliseconds


def _watched(phone: BrowserContext, url: str) -> Watched:
    watched = Watched(phone.new_page())
    watched.open(url)
    return watched


def _seen(watched: Watched, way: Way) -> Answer:
    watched.page.bring_to_front()
    answer = watched.tap(way.touches[0].spot, way.touches[0].shows)
    watched.touch(way.undo, 1)
    return answer


def _line(name: str, pairs: Pairs, target: float | None = None) -> str:
    ratio = ratio_of(
        f"{name}, page beside server", [(p * _SECONDS, s * _SECONDS) for p, s in pairs]
    )
    if target is None:
        return str(ratio)
    return f"{ratio}; target {target} ×: {'kept' if ratio.median <= target else 'NOT KEPT'}"
