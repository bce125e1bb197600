"""Repairing a wrongly entered round on the screen, in one step."""

import pytest

from companion.core.cards import card
from companion.core.presets import preset
from companion.core.rounds.events import Passed, Played
from companion.core.rounds.setup import Setup
from companion.core.steps import Repaired
from tests.desks import Desk, begin, turns
from tests.screens.nights import ANN_FIRST, ANN_GOES_OUT, BEN_FIRST, night
from tests.ui.headless import opened

TURNS = "/table/1/turns"


def play(desk: Desk, codes: str) -> None:
    """Play the turns, whoever is due; `--` is a pass."""
    for code in codes.split():
        seat = desk.night.round.due
        assert seat is not None
        turn = Passed(seat) if code == "--" else Played(seat, card(code))
        assert desk.record(turn) is None


def in_play(desk: Desk, codes: str = "7H 8H 6H 9H 5H 10H 4H") -> None:
    begin(desk, "Friday night")
    play(desk, codes)


async def test_a_forgotten_pass_is_put_in_with_four_taps_from_the_table(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, "/table") as app:
        await app.tap("turns", "turn-2", "insert-2", "repair-apply")
        assert app.page.route == "/table/1"
        assert turns(desk) == ["7H", "--", "8H", "6H", "9H", "5H", "10H", "4H"]
        assert isinstance(desk.night.log.steps[-1], Repaired)
        await app.tap("undo")
    assert turns(desk) == ["7H", "8H", "6H", "9H", "5H", "10H", "4H"]


async def test_no_screen_comes_between_a_repair_and_the_table(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/2") as app:
        await app.tap("insert-2")
        before = len(app.frames)
        await app.tap("repair-apply")
        assert app.has("turn-of")
        assert not any(b"go-on" in frame for frame in app.frames[before:])


async def test_another_card_is_chosen_and_what_follows_is_shown_first(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/7") as app:
        assert app.find("repair-apply").get("button")
        assert app.rests("repair-apply")
        await app.tap("edit-7", "edit-card-JH")
        assert not app.rests("repair-apply")
        assert turns(desk)[-1] == "4H"
        await app.tap("edit-7", "edit-pass")
        assert "5 → 6" in app.text("repair-follows")
        assert app.find("repair-follows").get("live_region")
        await app.tap("repair-apply")
    assert turns(desk)[-1] == "--"


async def test_leaving_it_changes_nothing(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/2") as app:
        await app.tap("delete-2", "repair-cancel")
        assert app.page.route == TURNS
    assert turns(desk) == ["7H", "8H", "6H", "9H", "5H", "10H", "4H"]


@pytest.mark.usefixtures("_bouncing")
async def test_a_bounce_puts_in_one_pass(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/2") as app:
        await app.tap("insert-2", "insert-2")
        assert "5 → 6" in app.text("repair-follows")


async def test_an_earlier_round_is_corrected_while_a_later_one_is_in_play(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT, ANN_FIRST, "dealer Ann\nAnn Ben Cem\n1 . 7D 6D\n").log)
    async with opened(desk, "/table/1/series") as app:
        await app.go("/table/1/series/turns/1/repair/2")
        await app.tap("edit-2", "edit-card-7C")
        assert not app.rests("repair-apply")
        await app.tap("repair-apply")
        assert app.page.route == "/table/1/series"
    assert desk.night.series.rounds[0].turns[1] == Played(1, card("7C"))
    assert len(desk.night.series.rounds) == 3


async def test_a_wrong_dealer_is_put_right_at_any_turn(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, "/table/1/seats") as app:
        await app.tap("dealer-Ben")
        assert "from turn 1 on" in app.text("repair-follows")
        await app.tap("repair-apply")
        assert app.page.route == "/table/1"
    assert desk.night.round.setup == Setup.dealt(preset("bicycle"), ("Ann", "Ben", "Cem"), 1)
    assert turns(desk) == ["7H", "8H", "6H", "9H", "5H", "10H", "4H"]
    assert desk.night.round.turns[0].seat == 2


async def test_other_rules_and_hand_sizes_of_the_round_in_play(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, "/table/1/seats") as app:
        unchanged = app.text("rules-say")
        await app.tap("change-rules", "rule-ante-more")
        assert app.text("rules-say") != unchanged
        await app.tap("change-hands", "hand-Ann-less")
        assert "The hands add up to 51 cards, not 52." in app.text("repair-follows")
        await app.tap("hand-Ben-more", "repair-apply")
    setup = desk.night.round.setup
    assert (setup.rules.ante, setup.hand_sizes) == (2, (16, 19, 17))


async def test_rules_of_the_round_in_play_are_chosen_from_all(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, "/table/1/seats") as app:
        await app.tap("change-rules", "all-presets", "preset-parlour", "repair-apply")
    assert desk.night.round.setup.rules == preset("parlour")


async def test_seats_and_turns_are_put_right_together(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/2") as app:
        await app.tap("insert-2", "repair-more", "repair-seats", "dealer-Cem", "repair-turns")
        await app.tap("repair-apply")
    assert desk.night.round.setup.dealer == 2
    assert turns(desk)[:3] == ["7H", "--", "8H"]


async def test_what_was_changed_otherwise_is_begun_again(desk: Desk) -> None:
    in_play(desk)
    async with opened(desk, f"{TURNS}/repair/2") as app, opened(desk, f"{TURNS}/repair/3") as other:
        await app.tap("insert-2")
        await other.tap("delete-3", "repair-apply")
        await app.settle()
        await app.tap("go-on")
        assert app.rests("repair-apply")


@pytest.mark.parametrize("path", ["turns/repair", "turns/repair/99", "seats/3"])
async def test_any_route_to_it_changes_nothing(desk: Desk, path: str) -> None:
    in_play(desk)
    async with opened(desk, f"/table/1/{path}") as app:
        assert app.rests("repair-apply")
        assert app.has("repair-cancel")


async def test_a_round_that_ended_is_in_play_again(desk: Desk) -> None:
    desk.adopt(night(ANN_FIRST, BEN_FIRST).log)
    async with opened(desk, "/table/1/over/turns/2/repair/1") as app:
        await app.tap("edit-1", "edit-pass")
        assert "Ben" in app.text("repair-follows")
        await app.tap("repair-apply")
        assert app.has("turn-of")
        assert app.page.route == "/table/1"
        before = turns(desk)
        await app.press("P")
        assert turns(desk) == [*before, "--"]
    assert not desk.night.round.over
