"""The names that every control has for assistive technology and tests, screen by screen."""

import pytest

from companion.core.presets import PRESETS
from companion.core.rules import OPTIONS
from companion.ui.screens import main_for
from companion.views.players import number_of
from tests.desks import Desk, begin
from tests.ui.headless import Headless
from tests.views.nights import ALL_TOLD, ANN_GOES_OUT, FEW_LEFT, night

PEOPLE = ("Ann", "Ben", "Cem")
PER_PLAYER = [f"{what}-{who}" for what in ("chips", "cards", "points") for who in PEOPLE]
IN_PLAY = {
    "/": "home-new-series home-resume home-referee home-import players settings",
    "/table": "pass undo redo turns layout-menu enter-hand more turn-of pot "
    + " ".join([*PER_PLAYER, *(f"play-7{suit}" for suit in "SHDC")]),
    "/settings": "language-device language-de theme-dark suit-colours-two low-cards-left "
    "suits-columns side-opposite motion-off usual-rules",
    "/import": "import",
    "/players": "player-Ann player-Ben sort-name sort-chips",
    f"/players/player/{number_of('Ann')}": "rename-player merge-player figure-won",
}
OVER = {
    "/table/over": "payment-1 reveal next-round series rules undo",
    "/table/over/turns": "turn-1 turn-2 verdict-2",
    "/table/over/turns/repair/2": "edit-2 insert-2 delete-2 swap-2 repair-apply repair-cancel "
    "repair-follows repair-seats turn-1",
    "/table/over/cards": "reveal-to-Ben reveal-to-Cem reveal-7H",
    "/table/series": "export",
}


async def missing(desk: Desk, path: str, identifiers: list[str]) -> list[str]:
    async with Headless(main_for(desk.archive), route=path) as app:
        return [name for name in identifiers if not app.has(name)]


@pytest.mark.parametrize("path", IN_PLAY)
async def test_a_screen_in_play_has_its_names(desk: Desk, path: str) -> None:
    begin(desk, "Friday night")
    assert await missing(desk, path, IN_PLAY[path].split()) == []


@pytest.mark.parametrize("path", OVER)
async def test_a_screen_of_a_round_that_is_over_has_its_names(desk: Desk, path: str) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    assert await missing(desk, path, OVER[path].split()) == []


async def test_home_names_each_series(desk: Desk) -> None:
    for _ in range(2):
        desk.adopt(night(ANN_GOES_OUT).log)
    assert await missing(desk, "/", ["home-resume", "home-series-1"]) == []


async def test_a_laid_card_is_named_where_it_is_a_pile_s_top(desk: Desk) -> None:
    begin(desk, "Friday night")
    async with Headless(main_for(desk.archive), route="/table") as app:
        for card in ("7H", "8H", "9H"):
            await app.tap(f"play-{card}")
        hearts = ("7H", "8H", "9H")
        assert [name for name in hearts if app.has(f"card-{name}")] == ["7H", "9H"]
        await app.tap("undo")
        assert [name for name in hearts if app.has(f"card-{name}")] == ["7H", "8H"]


async def test_a_new_series_has_its_names(desk: Desk) -> None:
    rules = [f"rule-{name.name}" for name in OPTIONS if name.name not in {"pack", "target"}]
    async with Headless(main_for(desk.archive), route="/new") as app:
        await app.enter_text("player-name-1", "Ann")
        await app.enter_text("player-name-2", "Ben")
        await app.tap("change-rules", "all-presets")
        named = ["add-player", "dealer-Ann", "dealer-Ben", "start-series"]
        named += [f"preset-{name}" for name in PRESETS] + rules
        assert [name for name in named if not app.has(name)] == []


async def test_a_false_pass_can_be_let_go_and_charged(desk: Desk) -> None:
    desk.adopt(night(ALL_TOLD).log)
    async with Headless(main_for(desk.archive), route="/table/turns/1/verdict/2") as app:
        assert app.has("verdict-2")
        assert app.has("waive-2")
        await app.tap("waive-2")
        assert app.has("charge-2")


async def test_a_card_is_shown_by_its_name(desk: Desk) -> None:
    desk.adopt(night(FEW_LEFT).log)
    assert await missing(desk, "/table/over/cards", ["reveal-KS", "reveal-to-Cem"]) == []
