"""Round over on screen: payments, verdicts to open, the next deal in one tap, undo, the end."""

import pytest

from companion.core.rounds.setup import Event, Paid
from companion.ui import requests
from companion.ui.screens import main_for
from tests.desks import Desk
from tests.layout.boxes import Size
from tests.layout.screen import screen
from tests.ui.headless import Headless
from tests.views.at_table.test_tray_view import OVER_WITH_SEVENS_LEFT
from tests.views.nights import ALL_TOLD, ANN_FIRST, ANN_GOES_OUT, holds, night

OVER = "/table/1/over"


def after(desk: Desk, *rounds: str, rules: str = "bicycle") -> Desk:
    """Return the desk with a night of the rounds."""
    desk.adopt(night(*rounds, rules=rules).log)
    return desk


def record(desk: Desk, event: Event) -> None:
    """Record an event before the screen opens."""
    assert desk.record(event) is None


def said(app: Headless, identifier: str) -> object:
    """Return the spoken words of a control."""
    return app.find(identifier)["label"]


async def test_the_payments_are_said_in_words(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        assert app.has("Ann goes out")
        assert app.text("pot") == "5"
        assert said(app, "payment-1") == "Ben pays Ann 25"
        assert said(app, "payment-3") == "Pot pays Ann 5"
        assert app.text("points-Ben") == "25"


async def test_a_fine_is_ticked_off(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ALL_TOLD).archive), route=OVER) as app:
        assert app.has("Ben owes the pot 3 and Cem 5")
        assert not app.has("fine-paid-2")
        await app.tap("reveal-to-Cem")
        assert not app.find("fine-paid-2")["checked"]
        await app.tap("fine-paid-2")
        assert app.find("fine-paid-2")["checked"]
        assert desk.night.round.decisions.paid == {2}
        await app.tap("fine-paid-2")
        assert not app.find("fine-paid-2")["checked"]
        assert not desk.night.round.decisions.paid


async def test_sevens_that_may_have_been_held_back_are_asked_for_until_a_fine_can_be_ticked_off(
    desk: Desk,
) -> None:
    async with Headless(main_for(after(desk, OVER_WITH_SEVENS_LEFT).archive), route=OVER) as app:
        for seven in ("7♣", "7♥", "7♠"):
            assert app.has(f"Who held {seven}?")
            assert not app.has("fine-paid-2")
            await app.tap("reveal-to-Cem")
        assert not app.has("A fine still open")
        await app.tap("fine-paid-2")
        assert desk.night.round.decisions.paid == {2}


async def test_a_payment_is_ticked_off_as_a_memo_that_changes_nothing(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        before = desk.night.log
        await app.tap("paid-1")
        ticked = [app.find(f"paid-{number}")["checked"] for number in (1, 2, 3)]
        assert ticked == [True, False, False]
        await app.tap("series")
        await app.tap("back")
        assert app.find("paid-1")["checked"]
        await app.tap("paid-1")
        assert not app.find("paid-1")["checked"]
        assert desk.night.log == before


async def test_the_track_of_a_player_who_left_is_as_long_as_the_others(desk: Desk) -> None:
    without_ann = "deal Ben 2 Cem 50\ndealer Cem\nBen Cem\n1 7D 6D\n2 8D .\n"
    archive = after(desk, ANN_FIRST, without_ann, rules="bicycle target=99").archive
    async with Headless(main_for(archive), route=OVER) as app:
        laid = screen(app.tree.root, Size(390, 844))
        totals = {
            str(placed.node["identifier"]): placed.place.left
            for placed in laid
            if str(placed.node.get("identifier")).startswith("points-")
        }
    assert len(totals) == 3
    assert len(set(totals.values())) == 1


async def test_a_tick_that_is_not_the_last_step_is_taken_back_as_well(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ALL_TOLD).archive), route=OVER) as app:
        await app.tap("reveal-to-Cem")
        await app.tap("fine-paid-2")
        desk.record(Paid(0, 2, 4))
        await app.settle()
        await app.tap("fine-paid-2")
        assert not app.find("fine-paid-2")["checked"]
        assert not desk.night.round.decisions.paid
        assert len(desk.night.round.decisions.payments) == 1


async def test_a_finger_that_bounces_on_the_deal_does_not_pass(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "BOUNCE_SECONDS", 100.0)
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        await app.tap("next-round")
        await app.tap("pass")
    assert (desk.night.round_number, desk.night.round.turns) == (2, ())


async def test_the_card_that_decides_is_asked_for_first(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        assert app.text("asks") == "Who held 7♣?"
        await app.tap("reveal-to-Ben")
        assert app.text("verdict-2") == "illegal"
        assert app.text("asks") == "Who held 6♣?"
        assert app.has("Part of a fine depends on it.")


async def test_one_tap_deals_the_next_round(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        assert said(app, "next-round") == "Deal round 2 · Ann deals"
        await app.tap("next-round")
        assert app.page.route == "/table/1"

    assert desk.night.round_number == 2


async def test_the_end_of_the_round_can_be_undone(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        assert not app.has("redo")
        await app.tap("undo")
        assert app.page.route == "/table/1"

    assert not desk.night.round.over


async def test_a_step_undone_can_be_redone(desk: Desk) -> None:
    record(after(desk, ANN_GOES_OUT), holds(1, "7C"))
    async with Headless(main_for(desk.archive), route=OVER) as app:
        await app.tap("undo")
        assert not app.has("verdict-2")
        await app.tap("redo")
        assert app.has("verdict-2")


async def test_a_false_pass_opens_its_verdict_and_comes_back(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ALL_TOLD).archive), route=OVER) as app:
        assert app.text("verdict-2") == "illegal"
        await app.tap("verdict-2")
        assert app.has("waive-2")
        await app.tap("done")
        assert app.page.route == OVER


async def test_money_that_moved_after_the_round_is_news(desk: Desk) -> None:
    record(after(desk, ANN_GOES_OUT), holds(1, "7C"))
    async with Headless(main_for(desk.archive), route=OVER) as app:
        message = "Ben held 7♣. Ben’s pass at turn 2 was false: 3 to the pot."
        assert app.text("answer").startswith(message)
        await app.tap("answer-verdict")
        assert app.page.route == "/table/1/over/verdict/2"
        assert app.text("answer") == message


TWO_PASSED = """
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  --
 2  8D  .   .
"""
"""Ben and Cem passed at turns 2 and 3."""


async def test_what_an_answer_decided_is_shown_with_no_other_pass(desk: Desk) -> None:
    record(after(desk, TWO_PASSED), holds(1, "7C"))
    async with Headless(main_for(desk.archive), route=f"{OVER}/verdict/2") as app:
        assert app.text("answer").startswith("Ben held 7♣")
        await app.go(f"{OVER}/verdict/3")
        assert app.text("verdict-3") == "open"
        assert not app.has("answer")


async def test_open_passes_lead_to_the_cards_left(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        assert app.has("1 pass still open")
        await app.tap("reveal")
        assert app.has("reveal-7C")
        await app.tap("back")
        assert app.page.route == OVER


@pytest.mark.parametrize("way", ["series", "turns", "rules"])
async def test_there_is_a_way_to(way: str, desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        await app.tap(way)
        assert app.page.route == f"{OVER}/{way}"
        await app.tap("back")
        assert app.page.route == OVER


async def test_the_table_can_be_changed_before_the_next_deal(desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER) as app:
        await app.tap("next-table")
        assert app.page.route == f"{OVER}/next"


async def test_a_doubt_leads_to_the_turns(desk: Desk) -> None:
    both_pass = ANN_GOES_OUT.replace("6D", "--")
    async with Headless(main_for(after(desk, both_pass).archive), route=OVER) as app:
        assert "one of turns 2 and 3" in app.text("doubt")
        await app.tap("doubt")
        assert app.page.route == f"{OVER}/turns"


async def test_the_end_of_a_series_celebrates_and_can_still_be_undone(desk: Desk) -> None:
    after(desk, ANN_GOES_OUT, rules="bicycle target=20")
    async with Headless(main_for(desk.archive), route=OVER) as app:
        assert app.text("winner") == "Ann wins the series"
        assert not app.has("next-round")
        assert app.has("series")
        await app.tap("undo")
        assert app.page.route == "/table/1"


async def test_from_the_end_of_a_series_a_tap_leads_home(desk: Desk) -> None:
    after(desk, ANN_GOES_OUT, rules="bicycle target=20")
    async with Headless(main_for(desk.archive), route=OVER) as app:
        await app.tap("home")
        assert app.page.route == "/"


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (1180, 820)], ids=str)
async def test_the_screen_fits_every_shape(size: tuple[int, int], desk: Desk) -> None:
    async with Headless(main_for(after(desk, ANN_GOES_OUT).archive), route=OVER, size=size) as app:
        for identifier in ("payment-1", "points-Ann", "reveal", "next-round", "undo"):
            assert app.has(identifier)
