"""The keyboard at the table: P passes, U undoes, R redoes, Escape leaves."""

import pytest

from companion.core.rounds.events.cards import HandEntered
from companion.core.rounds.events.turns import Passed
from tests.desks import Desk, begin, turns
from tests.screens.nights import cards_of
from tests.ui.headless import Headless, opened

HAND = "7C AC 2C 3C 4C AH 2H 3H 4H AS 2S 3S 4S QC KC QH 6D KH"


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


async def test_letters_pass_undo_and_redo(desk: Desk, app: Headless) -> None:
    await app.press("P")
    assert turns(desk) == ["--"]
    await app.press("R")
    assert turns(desk) == ["--"]
    await app.press("U")
    assert turns(desk) == []
    await app.press("R")
    assert turns(desk) == ["--"]
    await app.press("U")
    await app.press("U")
    assert turns(desk) == []


async def test_keys_mean_nothing_on_other_screens(desk: Desk) -> None:
    async with opened(desk, "/table/turns") as app:
        await app.press("P")
        assert turns(desk) == []


async def test_a_chord_is_the_device_s_own(desk: Desk, app: Headless) -> None:
    held = {"key": "P", "shift": False, "ctrl": True, "alt": False, "meta": False}
    await app.page_event("keyboard_event", held)
    assert turns(desk) == []


@pytest.mark.parametrize("menu", ["more", "seat-Ben"])
async def test_escape_closes_a_menu_and_then_leaves(desk: Desk, app: Headless, menu: str) -> None:
    await app.tap(menu)
    assert app.has("menu-close")
    await app.press("P")
    assert turns(desk) == []
    await app.press("Escape")
    assert (app.has("menu-close"), app.page.route) == (False, "/table")
    await app.press("Escape")
    assert app.page.route == "/"


@pytest.mark.parametrize(
    ("path", "left"),
    [("turns", True), ("turns/1/verdict/1", True), ("hand", False), ("pay", False)],
)
async def test_escape_leaves_what_is_only_read(desk: Desk, path: str, *, left: bool) -> None:
    desk.record(Passed(1))
    async with opened(desk, f"/table/1/{path}") as app:
        await app.press("Escape")
        assert (app.page.route != f"/table/1/{path}") == left


async def test_escape_answers_no(desk: Desk) -> None:
    desk.record(HandEntered(1, cards_of(HAND)))
    async with opened(desk, "/table") as app:
        await app.press("P")
        assert app.has("pass-yes")
        await app.press("Escape")
        assert (app.has("pass-yes"), app.has("pass"), turns(desk)) == (False, True, [])
