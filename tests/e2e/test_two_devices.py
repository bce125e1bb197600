"""Two devices in the browser: on two series each keeps its own screen, and on one series no tap
takes effect in a position its person had not seen.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.rounds.events.turns import Played
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Table
from tests.e2e.forks import QuickServer

_SOON_MILLISECONDS = 400
_QUICK_MILLISECONDS = 500
_LOOKS, _LOOKS_IF_SURE = 5, 60
"""Looks for a notice that may be there, and that must be there."""
GAPS_MILLISECONDS = (0, 100, 200, 300, 400)
TAPS_AT = """(button, moment) => {
  const target = button.querySelector('[flt-tappable]') ?? button;
  setTimeout(() => { window.tappedTogether = Date.now(); target.click(); }, moment - Date.now());
}"""

TAPPED = "(moment) => window.tappedTogether > moment - 50"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app with two series in play, Friday's the newer one."""
    with desk_in(tmp_path / "data") as desk:
        for name in ("Cabin", "Friday"):
            desk.start(name, ("Ann", "Ben", "Cem"), 2, desk.archive.catalogue.usual)
    with QuickServer(tmp_path) as serving:
        yield serving


def turns(folder: Path, number: int) -> list[str]:
    """Return the stored turns of a series, once the app has ended."""
    with desk_in(folder) as desk:
        desk.open(number)
        made = desk.night.round.turns
    return [turn.card.text if isinstance(turn, Played) else "--" for turn in made]


def bounce(table: Table, identifier: str) -> None:
    """Tap twice on the same place, at the same speed however busy the machine is."""
    table.at(identifier).evaluate("element => { element.click(); element.click(); }")


def tap_together(first: Table, second: Table, gap: int = 0) -> bool:
    """Tap Pass on the second device `gap` milliseconds after the first, and see the result.

    Return whether the second tap came before a person could see the first turn, which on a busy
    machine it may not.
    """
    moment = time.time() * 1000 + _SOON_MILLISECONDS
    for table, at in ((first, moment), (second, moment + gap)):
        table.at("pass").evaluate(TAPS_AT, at)
    for table, at in ((first, moment), (second, moment + gap)):
        table.wait_until(TAPPED, arg=at)
    first.look()
    first_at, second_at = (
        table.page.evaluate("window.tappedTogether") for table in (first, second)
    )
    return bool(abs(second_at - first_at) < _QUICK_MILLISECONDS)


def told(*tables: Table, sure: bool = False) -> int:
    """Return the number of devices with a notice, which may be on its way on a busy machine."""
    for _ in range(_LOOKS_IF_SURE if sure else _LOOKS):
        if found := sum(table.has("notice") for table in tables):
            return found
        tables[0].look()
    return 0


def test_two_devices_on_two_series(server: Server, sit_down: Place, tmp_path: Path) -> None:
    friday, cabin = sit_down(), sit_down()
    friday.open(server.url)
    friday.tap("play-7H")
    friday.see("turn-of", "Ben to play")

    cabin.open(f"{server.url}/table/1")
    cabin.tap("back")
    cabin.tap("home-series-1")
    cabin.see("turn-of", "Ann to play")
    cabin.tap("pass")
    cabin.see("turn-of", "Ben to play")
    assert not cabin.has("card-7H")
    friday.see("turn-of", "Ben to play")
    assert friday.has("card-7H")
    cabin.reload()
    cabin.see("turn-of", "Ben to play")
    assert not cabin.has("card-7H")

    cabin.open(f"{server.url}/table/2")
    cabin.see("card-7H")
    for code in ("8H", "6H", "9H"):
        friday.tap(f"play-{code}")
        friday.see(f"card-{code}")
    cabin.see("card-9H")
    friday.page.mouse.move(0, 0)
    bounce(friday, "undo")
    cabin.see("turn-of", "Ann to play")
    cabin.see("card-6H")
    friday.see("turn-of", "Ann to play")

    cabin.look()
    passes = 0
    for gap in GAPS_MILLISECONDS:
        if tap_together(friday, cabin, gap):
            passes += 1
            assert told(friday, cabin, sure=True) == 1, gap
        else:
            passes += 2 - told(friday, cabin)
        cabin.look()
        friday.look()

    server.kill()
    assert turns(tmp_path / "data", 1) == ["--"]
    assert turns(tmp_path / "data", 2) == ["7H", "8H", "6H", *["--"] * passes]
