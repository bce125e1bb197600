"""The page that runs only in the browser, beside a bare Flet counter built the same way, and beside
the app shown by its own server: `python -m benchmarks.page`.

A start is timed from its navigation until the first tappable control is there for assistive
technology, which is enabled in all of them. `first` is a first visit, `warm` a later one with the
host, `offline` one without. The timing of taps is
described in `page_taps`.
"""

import statistics
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks import counter, page_taps
from benchmarks.timing import numbers
from companion.site.archives import PackedApp
from companion.site.build import Built, build
from companion.ui.web.door import COOKIE
from tests.e2e.driver import CHROMIUM_ARGUMENTS, KEY, PHONE, Server, find_chromium
from tests.page.hosts import INSTALLED, Host, hosted

STARTS, TAPS = 5, 15
OURS, THEIRS = '[flt-semantics-identifier="home-new-series"]', "flt-semantics[role=button]"
COUNTER = PackedApp("counter", lambda: {"counter.py": counter.SOURCE.read_bytes()})
_MEGA = 1e6
_TARGETS = {"offline": 1.5, "server": 2.0, "megabytes": 20.0}
_LOADING_MILLISECONDS = 120_000
_WATCH = """
setInterval(() => {
  document.querySelector('flt-semantics-placeholder')?.click();
  if (!window.usableAt && document.querySelector(SELECTOR)) {
    window.usableAt = performance.now();
  }
}, 10);
"""


@dataclass(frozen=True)
class Starts:
    """Milliseconds of each kind of start."""

    first: list[float] = field(default_factory=list[float])
    warm: list[float] = field(default_factory=list[float])
    offline: list[float] = field(default_factory=list[float])


def run(starts: int = STARTS, taps: int = TAPS) -> None:
    """Build both, time them, and print ratios beside their targets."""
    with tempfile.TemporaryDirectory(prefix="fantan-benchmark-") as scratch:
        folder = Path(scratch)
        ours = build(folder / "ours")
        theirs = build(folder / "theirs", app=COUNTER)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS)
            )
            server, counter, page = _starts(browser, folder, starts)
            browser.close()
            tapped = [*page_taps.taps(playwright, folder / "ours", folder / "taps", taps)]
    _print_sizes(ours, theirs)
    _print_starts(page, counter, server)
    print(*tapped, sep="\n")


def _starts(browser: Browser, folder: Path, count: int) -> tuple[list[float], Starts, Starts]:
    """Time the starts of the server, the counter and the page by turns, against drift of the
    machine.
    """
    home = folder / "server"
    home.mkdir()
    served: list[float] = []
    counter, page = Starts(), Starts()
    with Server(home) as server, _device(browser) as context:
        _start(context, server.url, OURS)
        for _ in range(count):
            served.append(_start(context, server.url, OURS))
            _start_thrice(browser, folder / "theirs", THEIRS, counter)
            _start_thrice(browser, folder / "ours", OURS, page)
    return served, counter, page


def _start_thrice(browser: Browser, site: Path, selector: str, starts: Starts) -> None:
    with hosted(site) as host, _device(browser) as context:
        starts.first.append(_start(context, host.url, selector))
        starts.warm.append(_start(context, host.url, selector))
        with _stopped(host):
            starts.offline.append(_start(context, host.url, selector))


def _start(context: BrowserContext, url: str, selector: str) -> float:
    page = _opened(context, url, selector)
    milliseconds = float(page.evaluate("window.usableAt"))
    if page.evaluate("document.querySelector('script[src=\"page.js\"]') !== null"):
        page.evaluate(INSTALLED)
    page.close()
    return milliseconds


def _opened(context: BrowserContext, url: str, selector: str) -> Page:
    page = context.new_page()
    page.add_init_script(_WATCH.replace("SELECTOR", repr(selector)))
    page.goto(url)
    page.wait_for_function("() => window.usableAt", timeout=_LOADING_MILLISECONDS)
    return page


@contextmanager
def _device(browser: Browser) -> Generator[BrowserContext]:
    width, height = PHONE
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    context.add_cookies([{"name": COOKIE, "value": KEY, "domain": "127.0.0.1", "path": "/"}])
    try:
        yield context
    finally:
        context.close()


@contextmanager
def _stopped(host: Host) -> Generator[None]:
    host.stop()
    try:
        yield
    finally:
        host.start()


def _print_sizes(ours: Built, theirs: Built) -> None:
    size = ours.first_visit_bytes / _MEGA
    print(
        f"a first visit fetches {size:.1f} MB compressed, the counter's "
        f"{theirs.first_visit_bytes / _MEGA:.1f} MB; "
        f"target {_TARGETS['megabytes']:.0f} MB: {_kept(size, _TARGETS['megabytes'])}"
    )


def _print_starts(page: Starts, counter: Starts, server: list[float]) -> None:
    kinds: dict[str, Callable[[Starts], list[float]]] = {
        "first visit": lambda starts: starts.first,
        "warm start": lambda starts: starts.warm,
        "offline start": lambda starts: starts.offline,
    }
    for name, kind in kinds.items():
        target = _TARGETS["offline"] if name == "offline start" else None
        _print(f"{name}, page beside counter", _ratio(kind(page), kind(counter)), target)
    _print("offline start, beside server", _ratio(page.offline, server), _TARGETS["server"])
    _print("offline start of the counter, beside server", _ratio(counter.offline, server))


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float, float]:
    mine, other = statistics.median(ours), statistics.median(theirs)
    return mine / other, mine, other


def _print(name: str, ratio: tuple[float, float, float], target: float | None = None) -> None:
    times, ours, theirs = ratio
    bound = f"; target {target} ×: {_kept(times, target)}" if target else ""
    print(f"{name}: {times:.2f} × ({ours:.0f} ms, {theirs:.0f} ms){bound}")


def _kept(found: float, target: float) -> str:
    return "kept" if found <= target else "NOT KEPT"


if __name__ == "__main__":
    run(**numbers(starts=STARTS, taps=TAPS))
