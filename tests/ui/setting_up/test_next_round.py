"""The table between two rounds: people come, go and move; and a deal is set up anew."""

import asyncio

import pytest

from companion.core.cards import card
from companion.core.presets import parse, preset
from companion.core.rounds.events import Played
from companion.core.rounds.setup import Setup
from companion.core.series import Series
from companion.core.sheet import loads
from tests.desks import Desk, begin
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import opened

NEXT, ANEW = "/table/1/over/next", "/table/1/deal"
PLAYED = """fantan 1
series Porch
date 2026-11-20
round 1
deal Ann 2 Ben 25 Cem 25
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  .   .
"""


def series_of(desk: Desk) -> Series:
    return desk.night.series


def last_deal(desk: Desk) -> Setup:
    return series_of(desk).rounds[-1].setup


async def test_rows_are_numbered_by_order_and_a_new_number_makes_a_new_row(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    async with opened(desk, NEXT) as app:
        await app.tap("remove-player-2", "add-player")
        assert [app.has(f"player-name-{number}") for number in (1, 2, 3, 4)] == [True] * 3 + [False]
        assert app.text("player-name-2") == "Cem"
        # Browsers keep the former name of a row that is drawn again with another number.
        assert app.has("place-2-2")
        assert not app.has("place-2-3")


@pytest.mark.usefixtures("_bouncing")
@pytest.mark.parametrize("path", [NEXT, ANEW])
async def test_a_double_tap_on_a_cross_removes_one(desk: Desk, path: str) -> None:
    if path == NEXT:
        desk.adopt(loads(PLAYED))
    else:
        begin(desk, "Porch")
    async with opened(desk, path) as app:
        await app.tap("remove-player-1", "remove-player-1")
        assert [app.has(f"player-name-{number}") for number in (1, 2, 3)] == [True, True, False]


async def test_no_screen_comes_between_a_deal_and_its_table(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    async with opened(desk, NEXT) as app:
        before = len(app.frames)
        await app.tap("deal-next")
        assert app.has("turn-of")
        assert not any(b"redeal" in frame for frame in app.frames[before:])


async def test_what_is_set_up_is_for_the_seats_it_was_begun_at(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, ANEW) as app:
        await app.tap("remove-player-3")
        assert not app.has("remove-player-3")
        desk.redeal(Setup.dealt(preset("bicycle"), ("Ben", "Ann", "Cem"), 0))
        await app.settle()
        assert app.has("remove-player-3")


async def test_a_double_tap_deals_once(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    async with opened(desk, NEXT) as app:
        await asyncio.gather(app.tap("deal-next"), app.tap("deal-next"))
        assert app.page.route == "/table/1"
        assert "Tapped twice?" in app.text("refusal")
    assert len(series_of(desk).rounds) == 2


async def test_who_joins_begins_as_the_table_chooses_for_this_deal(desk: Desk) -> None:
    number = desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, f"/table/{number}/over/next") as app:
        assert not app.has("rule-join_points-mean")
        await app.tap("add-player")
        await app.enter_text("player-name-4", "Zoe")
        assert any("Zoe" in says and "25" in says for says in app.texts())
        await app.tap("rule-join_points-mean")
        assert any("Zoe" in says and "17" in says for says in app.texts())
        await app.tap("deal-next")
    assert desk.night.series.standing.points["Zoe"] == 17


async def test_people_change_seats_and_another_deals(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    async with opened(desk, NEXT) as app:
        await app.tap("change-seats", "player-up-3", "change-seats", "dealer-Ben")
        await app.tap("remove-player-1", "deal-next")
    assert last_deal(desk) == Setup.dealt(preset("bicycle"), ("Cem", "Ben"), 1)


async def test_changed_rules_do_not_lose_what_was_changed_here(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    async with opened(desk, NEXT) as app:
        await app.tap("remove-player-1", "next-rules-change")
        assert app.page.route == f"{NEXT}/rules"
        await app.tap("change-rules", "rule-ante-more", "back")
        assert "2 chips" in app.text("next-rules")
        await app.tap("deal-next")
    assert last_deal(desk) == Setup.dealt(parse("bicycle ante=2"), ("Ben", "Cem"), 0)


async def test_a_round_is_set_up_anew_before_its_first_turn(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, ANEW) as app:
        await app.tap("add-player")
        await app.enter_text("player-name-4", "Zoe Quill")
        await app.tap("dealer-Cem", "redeal")
        assert app.page.route == "/table/1"
    assert last_deal(desk) == Setup.dealt(preset("bicycle"), ("Ann", "Ben", "Cem", "Zoe"), 2)
    assert len(series_of(desk).rounds) == 1
    assert series_of(desk).name_of("Zoe") == "Zoe Quill"
    async with opened(desk, ANEW) as app:
        await app.tap("remove-player-4", "redeal")
    assert [player.handle for player in series_of(desk).players] == ["Ann", "Ben", "Cem"]


async def test_the_first_turn_elsewhere_closes_it(desk: Desk) -> None:
    begin(desk, "Porch")
    async with opened(desk, ANEW) as app:
        assert app.has("redeal")
        desk.record(Played(1, card("7D")))
        await app.settle()
        assert not app.has("redeal")
        assert app.has("turn-of")
    assert len(series_of(desk).rounds[0].turns) == 1


async def test_quick_taps_on_arrows_move_who_was_tapped(desk: Desk) -> None:
    desk.adopt(loads(PLAYED))
    names = {"Ann", "Ben", "Cem"}
    arrows = (("down", 1), ("up", 2), ("down", 2), ("up", 3))
    async with opened(desk, NEXT) as app:
        await app.tap("change-seats")
        said: list[list[str]] = []
        for taps in (("down-1",) * 3, ("down-1", "up-3"), ("up-2", "down-2")):
            await asyncio.gather(*(app.tap(f"player-{arrow}") for arrow in taps))
            labels = [app.text(f"player-{way}-{number}") for way, number in arrows]
            said.append([name for label in labels for name in label.split() if name in names])
    assert said == [
        ["Ben", "Ann", "Ann", "Cem"],
        ["Ann", "Cem", "Cem", "Ben"],
        ["Ann", "Ben", "Ben", "Cem"],
    ]
