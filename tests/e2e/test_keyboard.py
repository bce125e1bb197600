"""A person who never touches the screen: a round by keyboard alone."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import WIDE, Server, Table
from tests.e2e.forks import QuickServer
from tests.screens.nights import ANN_FIRST, night

NAMES = ("Ann", "Ben", "Cem")
OFFERED = """() => document.querySelector('[flt-semantics-identifier^="play-"]')
  ?.getAttribute('flt-semantics-identifier')"""
_MOST_TABS = 80
_LATE_MILLISECONDS = 1_000
_SETTLED_MILLISECONDS = 150
_FOCUS_MOVED = "() => document.activeElement !== window.hadFocus"
_FOCUS_IS_AT = """id => document.activeElement
    ?.closest('[flt-semantics-identifier]')?.getAttribute('flt-semantics-identifier') === id"""

_ONE_AFTER_THE_OTHER = """names => names
  .map((name) => document.querySelector(`[flt-semantics-identifier="${name}"]`))
  .every((read, place, all) => !place
    || all[place - 1].compareDocumentPosition(read) & Node.DOCUMENT_POSITION_FOLLOWING)"""
"""Whether these are read aloud in that order."""


def tab_to(table: Table, identifier: str) -> None:
    """Press Tab until the control has the focus.

    :raises AssertionError: when the focus never reaches the control
    """
    table.see(identifier)
    for _ in range(_MOST_TABS):
        table.page.evaluate("() => { window.hadFocus = document.activeElement; }")
        table.press("Tab")
        with suppress(PlaywrightTimeoutError):
            table.wait_until(_FOCUS_MOVED, timeout=_LATE_MILLISECONDS)
        if table.page.evaluate(_FOCUS_IS_AT, identifier):
            # Under load the focus may still be on its way to the next one.
            table.page.wait_for_timeout(_SETTLED_MILLISECONDS)
            if table.page.evaluate(_FOCUS_IS_AT, identifier):
                return
    raise AssertionError(f"Tab never comes to {identifier}")


def sees_focus_at(table: Table, identifier: str) -> None:
    """Wait until the control has the focus."""
    table.wait_until(_FOCUS_IS_AT, arg=identifier)


def cards_left(table: Table) -> int:
    return sum(int(table.text(f"cards-{name}")) for name in NAMES)


def lay_a_card(table: Table) -> None:
    """Go to the first card that is offered, and lay it."""
    table.wait_until(OFFERED)
    tab_to(table, table.page.evaluate(OFFERED))
    table.press("Enter")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app with a round in which Ann holds a single card."""
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(night(ANN_FIRST.partition(" 1  7D")[0]).log)
    with QuickServer(tmp_path) as serving:
        yield serving


def test_a_round_by_keyboard_alone(server: Server, sit_down: Place) -> None:
    table = sit_down(WIDE)
    table.open(server.url)
    tab_to(table, "back")
    table.press("Enter")
    tab_to(table, "home-new-series")
    table.press("Enter")
    sees_focus_at(table, "player-name-1")
    for number, name in enumerate(NAMES, 1):
        if number > 1:
            tab_to(table, f"player-name-{number}")
        table.write(name)
    tab_to(table, "start-series")
    table.press("Enter")
    table.see("turn-of", "Ben to play")
    read = ["seat-Ann", "seat-Cem", "back", "pot", "turn-of", "play-7S", "play-7H", "pass"]
    assert table.page.evaluate(_ONE_AFTER_THE_OTHER, read)
    lay_a_card(table)
    sees_focus_at(table, "turn-of")
    assert cards_left(table) == 51
    table.see("turn-of", "Cem to play")
    table.press("p")
    table.see("turn-of", "Ann to play")
    table.see("chips-Cem", "−3")
    table.press("u")
    table.see("turn-of", "Cem to play")
    table.see("chips-Cem", "−2")
    tab_to(table, "pass")
    table.press("Space")
    table.see("turn-of", "Ann to play")
    tab_to(table, "play-7H")
    table.press("Enter")
    table.see("card-7H")
    table.see("turn-of", "Ben to play")
    sees_focus_at(table, "turn-of")
    table.open(f"{server.url}/table/1")
    table.see("turn-of", "Ann to play")
    lay_a_card(table)
    tab_to(table, "next-round")
    table.press("Enter")
    table.see("turn-of", "Ben to play")
    assert table.taps == 0
