"""Settling up on the screen: a tick a hand-over, and the last one taken back."""

from __future__ import annotations

import pytest

from companion.core.steps import Settled
from companion.ui import requests
from companion.ui.app import main_for
from tests.desks import Desk
from tests.ui.headless import Headless
from tests.ui.screen_states import having, recorded


@pytest.fixture
def desk(desk: Desk) -> Desk:
    having(recorded("friday_night"))(desk)
    return desk


async def test_each_hand_over_is_ticked_off_until_everybody_is_even(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/series/1/settle") as app:
        first = app.text("settle-1")
        ticks = 0
        while app.has("settle-1"):
            await app.tap("paid-1")
            ticks += 1
        assert app.has("even")
        assert app.text("settled-1") == first.replace(" pays ", " has paid ")
        await app.tap("undo")
        assert app.has("settle-1")
    steps = [step for step in desk.night.log.steps if isinstance(step, Settled)]
    assert len(steps) == ticks - 1


async def test_an_older_hand_over_is_taken_back_too(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/series/1/settle") as app:
        open_ = app.text("settle-1")
        while app.has("settle-1"):
            await app.tap("paid-1")
        done = app.text("settled-1")
        await app.tap("unsettle-1")
        assert app.text("settle-1") == open_
        assert done not in app.texts()
        await app.tap("paid-1")
        assert app.has("even")
        assert done in app.texts()
    first, *_, back, again = [one for one in desk.night.log.steps if isinstance(one, Settled)]
    assert (back.source, back.target, back.chips) == (first.target, first.source, first.chips)
    assert again == first


async def test_a_finger_that_bounces_ticks_one_hand_over_off(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 100.0)
    async with Headless(main_for(desk.archive), route="/series/1/settle") as app:
        await app.tap("paid-1")
        await app.tap("paid-1")
    assert len([step for step in desk.night.log.steps if isinstance(step, Settled)]) == 1


async def test_a_series_in_which_nothing_is_owed_says_so(desk: Desk) -> None:
    async with Headless(main_for(desk.archive), route="/series/1/settle") as app:
        assert app.text("checks") == "All balances together are 0, as they must be."
