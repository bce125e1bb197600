"""A small phone with text twice as large: every part of a turn is visible at once, and related
parts stay together.
"""

import pytest

from companion.core.sheet import loads
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import screen
from tests.ui.headless import opened
from tests.ui.screen_states import HONEST, evening, having

LONG = "Donnerstags im Goldenen Löwen am Markt"
SHEET = f"""fantan 1
series {LONG}
date 2026-11-20
rules bicycle
round 1
dealer Cem
    Ann Ben Cem
 1  7S  7H  7D
"""
WINDOW = Size(360, 640)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_all_suits_lie_above_the_buttons(desk: Desk, language: str) -> None:
    desk.adopt(loads(SHEET))
    async with opened(desk, "/table", size=(360, 640), language=language) as app:
        await app.write_at(2)
        places = app.places(scale=2)
        assert places["play-7C"].bottom <= places["pass"].top
        assert places["back"].top < places["play-8S"].top
        assert LONG in app.texts()


async def test_what_is_shown_about_a_round_is_read_without_scrolling_sideways(desk: Desk) -> None:
    having(evening(10, HONEST))(desk)
    async with opened(desk, "/series/1", size=(360, 640)) as app:
        await app.write_at(2)
        laid = screen(app.tree.root, WINDOW, scale=2)
        notes = [one for one in laid if " dealt" in str(one.node.get("value", ""))]
        assert notes
        assert all(one.place.right <= WINDOW.wide for one in notes)


async def test_the_tick_of_a_hand_over_stands_between_it_and_the_one_before(desk: Desk) -> None:
    having(evening(4, HONEST))(desk)
    async with opened(desk, "/series/1/settle", size=(360, 640)) as app:
        await app.write_at(2)
        places = app.places(scale=2)
        for number in (1, 2):
            assert places[f"paid-{number}"].bottom <= places[f"settle-{number}"].top + 4
        assert places["settle-1"].bottom <= places["paid-2"].top
