"""The commands of the table's menus, and the screens behind a seat."""

import pytest

from companion.core.cards import card
from companion.core.payments import Payment
from companion.core.rounds.events import Played
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import Setup
from companion.core.steps import LeftOpen
from companion.ui.screens import main_for
from tests.desks import Desk, begin, turns
from tests.ui.headless import Headless, Unhurried, opened

MENUS = {
    "layout-menu": "flip mirror suits suits-order",
    "more": "series rules referee correction settings wrong void",
    "seat-Ben": "turn-of-Ben menu-hand menu-correction menu-deals",
}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night")
    return desk


def table(desk: Desk) -> Headless:
    return opened(desk, "/table")


@pytest.mark.parametrize(("menu", "entries"), MENUS.items(), ids=MENUS)
async def test_every_entry_has_its_name(desk: Desk, menu: str, entries: str) -> None:
    async with table(desk) as app:
        await app.tap(menu)
        assert [entry for entry in entries.split() if not app.has(entry)] == []
        await app.tap("menu-close")
        assert not app.has("menu-close")


async def test_calling_the_round_off_is_in_the_menu_and_undone_by_one(desk: Desk) -> None:
    async with table(desk) as app:
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
        ("referee", "referee"),
        ("correction", "pay"),
        ("settings", "settings"),
        ("wrong", "deal"),
    ],
)
async def test_the_menu_leads_to(desk: Desk, entry: str, route: str) -> None:
    async with table(desk) as app:
        await app.tap("more")
        await app.tap(entry)
        assert app.page.route == f"/table/1/{route}"
        await app.tap("back")
        assert (app.has("pass"), app.has("menu-close")) == (True, False)


async def test_a_seat_leads_to_its_hand_and_to_a_correction(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("seat-Cem", "menu-hand")
        assert app.page.route == "/table/1/hand/3"
        assert app.find("hand-of-Cem")["selected"]
        await app.tap("back", "seat-Cem", "menu-correction")
        assert app.page.route == "/table/1/payer/3"
        assert app.find("pay-from-Cem")["selected"]


async def test_a_seat_that_owes_chips_leads_to_settling(desk: Desk) -> None:
    desk.do(LeftOpen((Payment("Ann", "Cem", 4),)))
    async with table(desk) as app:
        await app.tap("seat-Cem")
        assert not app.has("menu-settle")
        await app.tap("menu-close", "seat-Ann", "menu-settle")
        assert app.page.route == "/table/1/settle"
        await app.tap("back")
        assert app.page.route == "/table/1"


async def test_a_seat_deals_with_one_tap_while_nothing_has_happened(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("seat-Cem", "menu-deals")
        assert desk.night.round.setup.dealer == 2
        assert app.due == "Ann"
        await app.tap("seat-Cem")
        assert app.rests("menu-deals")


async def test_who_deals_is_set_right_on_the_seats_once_something_has(desk: Desk) -> None:
    desk.record(Played(1, card("7H")))
    async with table(desk) as app:
        await app.tap("seat-Cem", "menu-deals")
        assert app.page.route == "/table/1/seats"


async def test_the_suits_lie_as_they_were_begun(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("play-7C", "play-7H", "layout-menu", "suits-order")
        tops = [app.find(code)["_b"]["top"] for code in ("7C", "7H", "7S", "7D")]
        assert tops == sorted(tops)
        await app.tap("undo")
        tops = [app.find(code)["_b"]["top"] for code in ("7C", "7S", "7H", "7D")]
        assert tops == sorted(tops)


async def test_seats_in_another_order_are_other_controls(desk: Desk) -> None:
    async with table(desk) as app:
        before = app.find("seat-Ann")["_i"]
        await app.tap("play-7H")
        assert app.find("seat-Ann")["_i"] == before
        await app.tap("undo")
        desk.redeal(Setup.dealt(desk.night.round.setup.rules, ("Cem", "Ann", "Ben"), 0))
        await app.settle()
        assert app.find("seat-Ann")["_i"] != before


async def test_suits_that_were_begun_in_another_order_lie_so_at_once(desk: Desk) -> None:
    for seat, code in ((1, "7C"), (2, "7H")):
        desk.record(Played(seat, card(code)))
    async with table(desk) as app:
        await app.tap("layout-menu", "suits-order")
        other = Draft.of(1, desk.night.round).changed(1, card("7H")).changed(2, card("7C"))
        desk.do(other.step)
        await app.settle()
        tops = [app.find(code)["_b"]["top"] for code in ("7H", "7C", "7S", "7D")]
        assert tops == sorted(tops)


async def test_a_round_that_has_begun_is_asked_what_is_wrong(desk: Desk) -> None:
    async with table(desk) as app:
        await app.tap("play-7H", "more", "wrong", "round-seats")
        assert app.page.route == "/table/1/seats"
        await app.tap("back", "more", "wrong", "deal-again")
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


@pytest.mark.parametrize("menu", ["layout-menu", "more", "seat-Ben"])
async def test_the_browser_s_back_closes_a_menu_first(desk: Desk, menu: str) -> None:
    async with opened(desk, "/table/1") as app:
        await app.tap(menu)
        await app.go("/")
        assert (app.has("menu-close"), app.has("pass"), app.page.route) == (False, True, "/table/1")
        await app.go("/")
        assert app.page.route == "/"
        assert not app.has("pass")
