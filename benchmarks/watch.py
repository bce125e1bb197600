"""Pages of Chromium that time a tap and the frame that it changed.

The probe stands in the page. A tap's time is the browser's stamp on its pointerup event. Flutter
rasters in a worker and hands each finished frame to its canvas as a bitmap; the changed frame is
the first with pixels at a given place that differ from those before the tap, and its time is the
moment before the hand-over. So the times include the way to the server and back, the drawing on
both sides and the waiting for the browser's next animation frame, but neither the browser's own
compositing nor the screen, a frame later and the same for every app. Semantics stay off, as for
most people.
"""

import statistics
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from companion.ui.web.door import COOKIE
from tests.e2e.driver import KEY

PROBE = Path(__file__).with_suffix(".js").with_name("probe.js").read_text(encoding="utf-8")
_LOADING_MILLISECONDS = 60_000
_BETWEEN_MILLISECONDS = 400
"""A second tap on the same place within 350 ms is a finger that bounced, and does nothing."""

Size = tuple[int, int]
Spot = tuple[float, float]
Area = tuple[int, int, int, int]
"""Left, top, width and height of a part of the screen."""


def around(spot: Spot, half: int = 14) -> Area:
    """Return the square around a spot."""
    return int(spot[0]) - half, int(spot[1]) - half, 2 * half, 2 * half


@dataclass(frozen=True)
class Answer:
    """The times and sizes of one tap.

    The times are milliseconds until the event left, until the first message of the server, and
    until the changed frame. The sizes are bytes `up` and `down`.
    """

    left: float
    answered: float
    changed: float
    up: int
    down: int
    messages: int


def medians(answers: Sequence[Answer]) -> str:
    """Return the parts of the median answer, in words."""
    left = statistics.median(answer.left for answer in answers)
    answered = statistics.median(answer.answered for answer in answers)
    changed = statistics.median(answer.changed for answer in answers)
    return (
        f"event sent after {left:.1f} ms, answered after {answered:.1f}, drawn after {changed:.1f}"
    )


class Watched:
    """A page with the probe in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(PROBE)

    def open(self, url: str) -> None:
        """Load the app and wait until it rests."""
        self.page.goto(url, timeout=_LOADING_MILLISECONDS)
        self.page.evaluate("probe.loaded()")

    def first_frame(self, url: str, area: Area) -> float:
        """Load the app; return the milliseconds until the area has its final look."""
        self.page.add_init_script(f"probe.arrive({list(area)})")
        self.page.goto(url, timeout=_LOADING_MILLISECONDS)
        return float(self.page.evaluate("probe.arrived()"))

    def tap(self, spot: Spot, area: Area) -> Answer:
        """Tap the spot; watch the area for the change."""
        self.page.wait_for_timeout(_BETWEEN_MILLISECONDS)
        self.page.evaluate("probe.arm", area)
        self.page.touchscreen.tap(*spot)
        return _answer(self.page.evaluate("probe.tapped()"))

    def touch(self, spot: Spot, times: int) -> None:
        """Tap the spot the number of times, without timing, and wait until the page rests."""
        for _ in range(times):
            self.page.touchscreen.tap(*spot)
            self.page.wait_for_timeout(_BETWEEN_MILLISECONDS)
        self.page.evaluate("probe.rest()")


@contextmanager
def watched(browser: Browser, size: Size) -> Generator[Watched]:
    """Yield a page of the size without a cache."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True)
    context.add_cookies([{"name": COOKIE, "value": KEY, "domain": "127.0.0.1", "path": "/"}])
    yield Watched(context.new_page())
    context.close()


def _answer(seen: Any) -> Answer:
    """Return the answer to a tap.

    :raises AssertionError: when the tap changed nothing
    """
    assert seen["changed"] is not None, f"the tap changed nothing: {seen['events']}"
    of = {kind: [entry for entry in seen["events"] if entry["kind"] == kind] for kind in _KINDS}
    start = of["tap"][0]["at"]
    return Answer(
        left=of["sent"][0]["at"] - start,
        answered=of["got"][0]["at"] - start,
        changed=seen["changed"] - start,
        up=sum(message["bytes"] for message in of["sent"]),
        down=sum(message["bytes"] for message in of["got"]),
        messages=len(of["got"]),
    )


_KINDS = ("tap", "sent", "got")
