"""Settling up on the screen: a tick a hand-over, and the last one taken back."""

import asyncio

import pytest

from companion.core.rounds.events.decisions import ChipsCorrection
from companion.core.steps import HandedOver
from tests.cases import cases
from tests.desks import Desk
from tests.ui.headless import Headless, opened
from tests.ui.screen_states import HONEST, evening, having


@pytest.fixture
def desk(desk: Desk) -> Desk:
    having(evening(4, HONEST, HONEST, rules="bicycle chips=app"))(desk)
    return desk


async def test_each_hand_over_is_ticked_off_until_all_are_even(desk: Desk) -> None:
    async with opened(desk, "/series/1/settle") as app:
        rows = hand_overs(app)
        assert len(rows) > 1
        for number in range(1, len(rows) + 1):
            assert not app.has("even")
            assert not app.find(f"paid-{number}")["checked"]
            await app.tap(f"paid-{number}")
            assert app.find(f"paid-{number}")["checked"]
            assert hand_overs(app) == rows
        assert app.has("even")
    steps = [step for step in desk.night.log.steps if isinstance(step, HandedOver)]
    assert len(set(steps)) == len(rows)


async def test_a_tap_on_a_tick_takes_back_no_other_that_is_under_way(desk: Desk) -> None:
    async with opened(desk, "/series/1/settle") as app:
        await app.tap("paid-1")
        await asyncio.gather(app.tap("paid-2"), app.tap("paid-1"))
        assert app.find("paid-2")["checked"]


def hand_overs(app: Headless) -> list[str]:
    """Return the texts of the rows from first to last."""
    names = [f"settle-{number}" for number in range(1, 30)]
    return [app.text(name) for name in names if app.has(name)]


@cases("which", {"an older one": 1, "the newest": -1})
async def test_a_tick_is_taken_back_in_its_place(desk: Desk, which: int) -> None:
    before = desk.night.series
    async with opened(desk, "/series/1/settle") as app:
        rows = hand_overs(app)
        for number in range(1, len(rows) + 1):
            await app.tap(f"paid-{number}")
        back = which % (len(rows) + 1)
        await app.tap(f"paid-{back}")
        assert hand_overs(app) == rows
        assert not app.find(f"paid-{back}")["checked"]
        await app.go("/series/1")
        await app.go("/series/1/settle")
        assert hand_overs(app) == rows
    assert desk.night.series.closed.chips == before.closed.chips


async def test_rows_that_another_device_has_changed_stay_from_then_on(desk: Desk) -> None:
    async with opened(desk, "/series/1/settle") as app:
        await app.tap("paid-1")
        desk.record(ChipsCorrection(0, 3, 4))
        await app.settle()
        rows = hand_overs(app)
        open_ = [n for n in range(1, len(rows) + 1) if not app.find(f"paid-{n}")["checked"]]
        await app.tap(f"paid-{open_[0]}")
        assert app.find(f"paid-{open_[0]}")["checked"]
        assert hand_overs(app) == rows


@pytest.mark.usefixtures("_bouncing")
async def test_a_bounce_ticks_one_hand_over_off(desk: Desk) -> None:
    async with opened(desk, "/series/1/settle") as app:
        await app.tap("paid-1", "paid-1")
    assert len([step for step in desk.night.log.steps if isinstance(step, HandedOver)]) == 1
