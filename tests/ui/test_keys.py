"""The keyboard at the table: arrows and Enter lay a card, P passes, U undoes."""

from __future__ import annotations

import pytest

from companion.ui.app import main_for
from tests.desks import Desk, begin, turns
from tests.ui.headless import Headless


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


def pointed(app: Headless) -> list[str]:
    sevens = (f"play-7{suit}" for suit in "SHDC")
    return [each for each in sevens if app.has(each) and app.find(each).get("selected")]


async def test_arrows_point_and_enter_lays(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/table") as app:
        await app.press("Enter")
        assert turns(desk) == []
        await app.press("Arrow Down")
        assert pointed(app) == ["play-7S"]
        await app.press("Arrow Down")
        assert pointed(app) == ["play-7H"]
        await app.press("Enter")
        assert turns(desk) == ["7H"]
        assert pointed(app) == []


async def test_letters_pass_and_undo(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/table") as app:
        await app.press("P")
        assert turns(desk) == ["--"]
        await app.press("U")
        assert turns(desk) == []
        await app.press("U")
        assert turns(desk) == []


async def test_tab_lets_go_of_the_card(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/table") as app:
        await app.press("Arrow Down")
        await app.press("Tab")
        await app.press("Enter")
        assert turns(desk) == []


async def test_keys_mean_nothing_on_other_screens(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/table/turns") as app:
        await app.press("P")
        assert turns(desk) == []


async def test_a_chord_is_the_device_s_own(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/table") as app:
        held = {"key": "P", "shift": False, "ctrl": True, "alt": False, "meta": False}
        await app.page_event("keyboard_event", held)
        assert turns(desk) == []
