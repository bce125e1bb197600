"""Screens that are read aloud, and a small phone with text twice as large."""

import pytest

from companion.core.sheet import loads
from companion.screens.players import number_of
from tests.desks import Desk
from tests.screens.nights import ALL_TOLD, ANN_GOES_OUT, night
from tests.ui.headless import opened
from tests.ui.screen_states import in_play


async def test_a_button_that_cannot_be_tapped_is_disabled(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/table") as app:
        assert app.find("pass").get("disabled") is not True
        await app.tap("more")
        assert not app.find("deal-again").get("disabled")
        await app.tap("deal-again", "more")
        assert app.find("deal-again")["disabled"]


async def test_the_card_that_was_laid_is_announced(desk: Desk) -> None:
    in_play(4)(desk)
    async with opened(desk, "/table") as app:
        assert app.find("happened")["live_region"]


async def test_a_dealer_is_one_button_with_the_name_of_the_player(desk: Desk) -> None:
    async with opened(desk, "/new") as app:
        for number, name in enumerate(("Ann", "Ben"), 1):
            await app.enter_text(f"player-name-{number}", name)
        await app.tap("open-dealer")
        assert app.find("dealer-Ann")["label"] == "Ann"


async def test_a_figure_is_read_after_its_label(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, f"/players/player/{number_of('Ann')}") as app:
        said = app.tree.spoken(app.tree.root)
        figure = app.text("figure-passes")
        assert said[said.index("passes a round") + 1] == figure


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


@pytest.mark.parametrize("language", ["en", "de"])
async def test_all_suits_lie_above_the_buttons(desk: Desk, language: str) -> None:
    desk.adopt(loads(SHEET))
    async with opened(desk, "/table", size=(360, 640), language=language) as app:
        await app.write_at(2)
        places = app.places(scale=2)
        assert places["play-7C"].bottom <= places["pass"].top
        assert places["back"].top < places["play-8S"].top
        assert places["pass"].high < 80, "what a pass costs stands in one line"
        assert LONG in app.texts()


async def test_of_three_buttons_one_stays_in_the_bar(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with opened(desk, "/table/over/verdict/2", size=(360, 740)) as app:
        buttons = {"done", "ruled", "waive-2"}
        assert app.places(*buttons, whole=True).keys() == buttons
        await app.write_at(2)
        assert app.places(*buttons, scale=2).keys() == buttons
        assert app.places(*buttons, scale=2, whole=True).keys() == {"done"}
