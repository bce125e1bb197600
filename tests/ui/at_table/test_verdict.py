"""The verdict on screen, and the table's decision about the fine."""

import pytest

from companion.ui.screens import main_for
from tests.desks import Desk
from tests.ui.headless import Headless
from tests.views.nights import ALL_TOLD, ANN_GOES_OUT, FEW_LEFT, night

VERDICT = "/table/over/verdict/2"


IN_DOUBT = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  .   .
"""


def places(app: Headless) -> list[str]:
    """Return the choices and the state of the fine, in the order of the screen."""
    named = {"done", "ruled", "charge-2", "waive-2"}
    identifiers = (trail[-1].get("identifier") for trail in app.tree.trails())
    return [one for one in identifiers if one in named]


def waived(desk: Desk, number: int = 1) -> frozenset[int]:
    """Return the turns of the round whose fines were waived."""
    return desk.night.series.rounds[number - 1].decisions.waived


async def test_an_illegal_pass_in_one_glance(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert app.text("verdict-2") == "illegal"
        assert app.has("Ben could have played")
        assert app.has("Ben later played 7♥ (turn 5): held all along.")
        assert app.find("card-7S")["label"] == "7 of spades, holder unknown"
        assert app.text("fine") == "8"
        assert app.has("pending")


async def test_a_fine_of_a_round_that_is_over_leads_to_settling_up_and_back(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        await app.tap("settle")
        assert app.page.route.endswith("/verdict/2/settle")
        assert app.has("settle-1")
        await app.tap("back")
        assert app.text("fine") == "8"


async def test_the_fine_is_let_go_and_charged_again(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert not app.has("charge-2")
        await app.tap("waive-2")
        assert waived(desk) == {2}
        assert app.text("waived") == "The table let this fine go."
        await app.tap("charge-2")
        assert waived(desk) == set()
        assert app.has("waive-2")


async def test_no_answer_ever_takes_the_place_of_another(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert places(app) == ["done", "ruled", "waive-2"]
        assert app.text("ruled") == "Charged"
        assert "border" not in str(app.find("ruled"))
        await app.tap("waive-2")
        assert places(app) == ["done", "charge-2", "ruled"]
        assert app.text("ruled") == "Let go"


async def test_a_turn_entered_wrongly_leads_to_its_repair(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        await app.tap("edit-2")
        assert app.page.route == "/table/1/turns/1/repair/2"
        assert app.has("repair-cancel")


async def test_the_card_that_decides_is_asked_for_one_after_the_other(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert app.text("asks") == "Who held 7♣?"
        await app.tap("reveal-to-Cem")
        assert app.text("asks") == "Who held 7♥?"
        assert app.find("card-7C")["label"] == "7 of clubs, held by Cem, seen"
        await app.tap("reveal-to-Ben")
        assert app.text("verdict-2") == "illegal"
        assert not app.has("asks")


async def test_a_suspect_opens_its_own_verdict(desk: Desk) -> None:
    desk.adopt(night(IN_DOUBT).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert app.has("settles")
        await app.tap("turn-3")
        assert app.page.route == "/table/1/over/verdict/3"
        assert app.has("verdict-3")


async def test_a_fine_of_an_earlier_round_is_let_go_in_that_round(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD, FEW_LEFT).log)
    async with Headless(main_for(desk.archive), route="/series/1/turns/1/verdict/2") as app:
        await app.tap("waive-2")
    assert waived(desk, 1) == {2}
    assert waived(desk, 2) == set()


async def test_an_open_pass_leads_to_the_cards_left(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert app.text("verdict-2") == "open"
        assert not app.has("waive-2")
        await app.tap("reveal")
        assert app.has("reveal-7C")


async def test_a_legal_pass_has_nothing_to_decide(desk: Desk) -> None:
    hand_known = "deal Ann 2 Ben 2 Cem 48\ndealer Cem\nhand Ben QS KS\n Ann Ben Cem\n 1 7D -- ."
    desk.adopt(night(hand_known).log)
    async with Headless(main_for(desk.archive), route="/table/turns/verdict/2") as app:
        assert app.text("verdict-2") == "legal"
        assert not app.has("waive-2")
        await app.tap("done")
        assert app.page.route == "/table/1/turns"


async def test_rules_without_fines_let_nothing_go(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD, rules="pagat").log)
    async with Headless(main_for(desk.archive), route=VERDICT) as app:
        assert app.has("remark")
        assert not app.has("waive-2")
        assert not app.has("fine")


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1180, 820)], ids=str)
async def test_the_screen_fits_every_shape(size: tuple[int, int], desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route=VERDICT, size=size) as app:
        for identifier in ("back", "verdict-2", "card-7H", "fine", "waive-2", "done"):
            assert app.has(identifier)
