"""Computed layouts compared with Chromium: the same places and the same sizes."""

import json
from asyncio import run
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.ui.screens import main_for
from tests.cases import cases
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.forks import QuickServer
from tests.layout.boxes import Size
from tests.layout.screen import Rect, screen
from tests.ui.headless import Headless
from tests.ui.screen_states import having, recorded

WHERE = """() => JSON.stringify(Object.fromEntries(
  [...document.querySelectorAll('[flt-semantics-identifier]')].map((el) => {
    const at = el.getBoundingClientRect();
    return [
      el.getAttribute('flt-semantics-identifier'), [at.left, at.top, at.right, at.bottom],
    ];
  }),
))"""
IN_PLAY = having(recorded("friday_night", 14))
_REST_MILLISECONDS = 500
_NEAR = 0.6
"""How far an edge may be from where it was computed, in dp: places are rounded to whole dots."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A screen on a device: its path, a proof of arrival, the least number of visible named
    controls, and the device's settings.
    """

    path: str
    sign: str
    named: int
    size: tuple[int, int] = (390, 844)
    locale: str = "en"
    percent: int = 100


SEEN = {
    "the table": Seen("/table", "turn-of", 20),
    "the table in German with large text": Seen("/table", "turn-of", 4, (360, 640), "de", 200),
    "the turns on a phone on its side": Seen("/table/turns", "turn-14", 4, (844, 390)),
    "a new series with large text": Seen("/new", "start-series", 3, (360, 640), percent=200),
    "the settings in German": Seen("/settings", "language-de", 12, (1180, 820), "de"),
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the app with a round in play."""
    home = tmp_path_factory.mktemp("layout")
    with desk_in(home / "data") as desk:
        IN_PLAY(desk)
    with QuickServer(home) as server:
        yield server.url


@cases("seen", SEEN)
def test_a_screen_is_as_computed(seen: Seen, url: str, sit_down: Place, tmp_path: Path) -> None:
    table = sit_down(seen.size, locale=seen.locale, text_percent=seen.percent)
    table.open(url + seen.path)
    table.see(seen.sign)
    with ThreadPoolExecutor(1) as thread:  # for this one belongs to the browser
        computed = thread.submit(run, laid_out(seen, tmp_path / "computed")).result()
    # Chromium's tree also has controls that a bar at the bottom hides.
    shown = {name: at for name, at in visible(table, seen).items() if computed[name].high > 0}
    assert len(shown) >= seen.named
    assert {name: far for name, at in shown.items() if (far := apart(at, computed[name]))} == {}


def visible(table: Table, seen: Seen) -> dict[str, Rect]:
    """Return the visible named controls with their places."""
    table.page.wait_for_timeout(_REST_MILLISECONDS)
    found = {name: Rect(*at) for name, at in json.loads(table.page.evaluate(WHERE)).items()}
    inside = Rect(0, 0, *seen.size).inset(1)
    return {name: at for name, at in found.items() if inside.shared(at) == at}


async def laid_out(seen: Seen, folder: Path) -> dict[str, Rect]:
    """Return the computed places of the visible controls."""
    width, height = seen.size
    with desk_in(folder) as desk:
        IN_PLAY(desk)
        page = Headless(
            main_for(desk.archive), route=seen.path, size=seen.size, language=seen.locale, calm=True
        )
        async with page as app:
            await app.write_at(seen.percent / 100)
            placed = screen(app.tree.root, Size(width, height), seen.percent / 100)
    named = [control for control in placed if "identifier" in control.node]
    return {control.node["identifier"]: control.place.shared(control.seen) for control in named}


def apart(drawn: Rect, computed: Rect) -> str:
    """Return the drawn and the computed place of a control where both differ."""
    pairs = (
        (drawn.left, computed.left),
        (drawn.top, computed.top),
        (drawn.right, computed.right),
        (drawn.bottom, computed.bottom),
    )
    return "" if all(abs(a - b) <= _NEAR for a, b in pairs) else f"{drawn}, not {computed}"
