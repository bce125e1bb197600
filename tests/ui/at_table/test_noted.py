"""Notes of cards: a noted card stays on offer, and every way of removing the note."""

import pytest

from companion.core.cards import spread
from companion.core.steps import PlayerRenamed
from tests.desks import Desk, turns
from tests.screens.documents import numbers
from tests.screens.nights import SAID_TO_BE_WITH_CEM, night
from tests.ui.headless import opened

ENTERED = """
deal Ann 3 Ben 2 Cem 47
dealer Cem
hand Ben 8D KS
    Ann Ben Cem
 1  7D  --  .
"""


def noted(desk: Desk, seat: int) -> list[str]:
    """Return the cards noted for the seat."""
    return list(map(str, spread(desk.night.round.knowledge.noted(seat))))


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.adopt(night(SAID_TO_BE_WITH_CEM).log)
    return desk


async def test_a_card_noted_for_another_is_laid_after_a_question(desk: Desk) -> None:
    async with opened(desk, "/table") as app:
        assert app.has("play-8H")
        assert not app.has("play-6H")
        assert app.find("noted-6H")["label"].endswith("Cem")
        await app.tap("noted-6H")
        assert app.text("forget-6H").endswith("6♥ for Ben")
        await app.tap("forget-6H")
        assert app.has("card-6H")
        assert app.due == "Cem"
        assert turns(desk)[-1] == "6H"
        assert noted(desk, 2) == []
        await app.tap("undo")
        assert turns(desk)[-1] == "--"
        assert noted(desk, 2) == ["6H"]
        assert app.has("noted-6H")


async def test_a_note_that_is_right_stays_and_nothing_is_laid(desk: Desk) -> None:
    async with opened(desk, "/table") as app:
        await app.tap("noted-6H", "keep-6H")
        assert not app.has("forget-6H")
        assert app.due == "Ben"
    assert noted(desk, 2) == ["6H"]


async def test_the_verdict_that_rests_on_a_note_leads_to_taking_it_back(desk: Desk) -> None:
    async with opened(desk, "/table/turns/verdict/3") as app:
        assert app.text("verdict-3") == "illegal"
        await app.tap("note-6H")
        await app.go(f"/table/{desk.night.number}/turns")  # as the browser's Back does
        assert not app.has("forget-6H")
        await app.tap("note-6H", "forget-6H")
        assert app.text("verdict-3") == "open"
        assert not app.has("note-6H")
    assert noted(desk, 2) == []


async def test_a_card_is_taken_over_into_another_hand(desk: Desk) -> None:
    async with opened(desk, "/table/hand/2") as app:
        await app.tap("pick-6H", "holds-6H-2")
        assert app.find("pick-6H")["selected"]
    assert (noted(desk, 1), noted(desk, 2)) == (["6H"], [])


async def test_an_entered_hand_is_taken_back_card_by_card_or_whole(desk: Desk) -> None:
    desk.adopt(night(ENTERED).log)
    async with opened(desk, "/table/hand/2") as app:
        assert app.has("hand-known")
        await app.tap("pick-KS", "forget-KS")
        assert not app.has("hand-known")
        assert noted(desk, 1) == ["8D"]
        await app.tap("pick-QS", "save-hand")
    assert noted(desk, 1) == ["8D", "QS"]
    async with opened(desk, "/table/hand/2") as app:
        await app.tap("forget-all")
        assert numbers(app.text("save-hand")) == [0, 2]
    assert noted(desk, 1) == []


async def test_the_name_is_the_one_that_the_player_has_now(desk: Desk) -> None:
    desk.do(PlayerRenamed("Cem", "Cemal Öztürk"))
    async with opened(desk, "/table") as app:
        assert app.find("noted-6H")["label"].endswith("Cemal Öztürk")


async def test_escape_closes_the_menu_and_not_the_verdict(desk: Desk) -> None:
    async with opened(desk, "/table/turns/verdict/3") as app:
        await app.tap("note-6H")
        await app.press("Escape")
        assert not app.has("forget-6H")
        assert app.page.route.endswith("/verdict/3")
        await app.press("Escape")
        assert app.page.route == "/table/1/turns"
