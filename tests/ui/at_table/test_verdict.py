"""The verdict on screen, and the table's decision about the fine."""

from companion.core.cards import card
from tests.desks import Desk
from tests.screens.nights import ALL_TOLD, ANN_GOES_OUT, FEW_LEFT, IN_PLAY, night
from tests.ui.headless import opened

VERDICT = "/table/over/verdict/2"


def waived(desk: Desk, number: int = 1) -> frozenset[int]:
    """Return the turns of the round whose fines were waived."""
    return desk.night.series.rounds[number - 1].decisions.waived


async def test_the_fine_is_let_go_and_charged_again(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with opened(desk, VERDICT) as app:
        assert not app.has("charge-2")
        await app.tap("waive-2")
        assert waived(desk) == {2}
        await app.tap("charge-2")
        assert waived(desk) == set()
        assert app.has("waive-2")


async def test_the_card_that_decides_is_asked_for_one_after_the_other(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, VERDICT) as app:
        assert "7♣" in app.text("asks")
        await app.tap("reveal-to-Cem")
        assert "7♥" in app.text("asks")
        assert "Cem" in app.find("card-7C")["label"]
        await app.tap("reveal-to-Ben")
        assert app.text("verdict-2") == "illegal"
        assert not app.has("asks")


async def test_a_fine_of_an_earlier_round_is_let_go_in_that_round(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD, FEW_LEFT).log)
    async with opened(desk, "/series/1/turns/1/verdict/2") as app:
        await app.tap("waive-2")
    assert waived(desk, 1) == {2}
    assert waived(desk, 2) == set()


async def test_the_card_that_decides_is_asked_for_in_play(desk: Desk) -> None:
    desk.adopt(night(IN_PLAY).log)
    async with opened(desk, "/table/turns/verdict/2") as app:
        await app.tap("asks-7C", "holds-7C-2")
        assert desk.night.round.knowledge.seen[1] == card("7C").bit
        assert app.text("verdict-2") == "illegal"


async def test_the_rule_that_decided_opens_its_place_in_how_to_play(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD, FEW_LEFT).log)
    async with opened(desk, "/series/1/turns/1/verdict/2") as app:
        await app.tap("rule-link")
        assert app.page.route == "/series/1/turns/1/verdict/2/rules/8"
        assert app.has("told-false-pass")
        await app.tap("back")
        assert app.text("verdict-2") == "illegal"


async def test_on_a_phone_on_its_side_the_argument_stands_beside_the_cards(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, VERDICT, size=(844, 390)) as app:
        shown = app.places(whole=True)
        assert shown["asks"].left > shown["card-7S"].right
