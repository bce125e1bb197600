"""The commands of the table's menus, and the screens behind a seat."""

import pytest

from companion.core.cards import card
from companion.core.rounds.events.turns import Played
from companion.ui.screens import main_for
from tests.desks import Desk, begin, turns
from tests.ui.headless import Headless, Unhurried, opened


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


def table(desk: Desk) -> Headless:
    return opened(desk, "/table")


async def test_calling_the_round_off_is_in_the_menu_and_undone_by_one(
    desk: Desk, app: Headless
) -> None:
    await app.tap("play-7H", "more", "void")
    assert app.page.route == "/table/1/over"
    assert app.has("next-round")
    await app.tap("undo")
    assert turns(desk) == ["7H"]
    assert app.due == "Cem"


@pytest.mark.parametrize(
    ("entry", "route"),
    [
        ("series", "series"),
        ("rules", "rules"),
        ("correction", "pay"),
        ("enter-hand", "mine"),
        ("result-only", "result"),
        ("round-seats", "deal"),
    ],
)
async def test_the_menu_leads_to(app: Headless, entry: str, route: str) -> None:
    await app.tap("more")
    await app.tap(entry)
    assert app.page.route == f"/table/1/{route}"
    await app.tap("back")
    assert (app.has("pass"), app.has("menu-close")) == (True, False)


async def test_a_seat_leads_to_its_hand_and_to_a_correction(app: Headless) -> None:
    await app.tap("seat-Cem", "menu-hand")
    assert app.page.route == "/table/1/hand/3"
    assert app.find("hand-of-Cem")["selected"]
    await app.tap("back", "seat-Cem", "menu-correction")
    assert app.page.route == "/table/1/payer/3"
    assert app.find("pay-from-Cem")["selected"]


async def test_a_round_that_has_begun_is_dealt_again_or_its_seats_are_set_right(
    desk: Desk,
    app: Headless,
) -> None:
    await app.tap("more")
    assert app.rests("deal-again")
    await app.tap("menu-close", "play-7H", "more", "round-seats")
    assert app.page.route == "/table/1/seats"
    await app.tap("back", "more", "deal-again")
    assert turns(desk) == []


async def test_a_menu_is_meant_for_the_table_seen(desk: Desk) -> None:
    desk.record(Played(1, card("7H")))
    async with Unhurried(main_for(desk.archive), route="/table") as app:
        await app.tap("more")
        await app.tap("void")
        desk.record(Played(2, card("8H")))
        await app.settle()
        await app.closed()
        assert app.has("notice")
    assert (desk.night.round.over, turns(desk)) == (False, ["7H", "8H"])


async def test_a_new_session_is_at_the_table_of_the_round_in_play(desk: Desk) -> None:
    async with opened(desk, "/") as app:
        # Until the client has drawn a page, it goes back to the address at which it was opened.
        assert (app.page.route, app.has("pass")) == ("/", True)
        await app.write_at(1)
        assert (app.page.route, app.has("pass")) == ("/table/1", True)
        await app.tap("back")
        assert app.has("home-resume")
        await app.tap("home-resume", "more", "void")
    async with opened(desk, "/") as app:
        assert app.has("home-resume")


@pytest.mark.parametrize("menu", ["more", "seat-Ben"])
async def test_the_browser_s_back_closes_a_menu_first(desk: Desk, menu: str) -> None:
    async with opened(desk, "/table/1") as app:
        await app.tap(menu)
        await app.go("/")
        assert (app.has("menu-close"), app.has("pass"), app.page.route) == (False, True, "/table/1")
        await app.go("/")
        assert app.page.route == "/"
        assert not app.has("pass")
