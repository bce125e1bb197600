"""The commands of the table's menus, and the screens behind a seat."""

import pytest

from companion.core.cards import card
from companion.core.rounds.events.turns import Played
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import Setup
from companion.ui.screens import main_for
from tests.desks import Desk, begin, turns
from tests.ui.headless import Headless, Unhurried, opened

DEAL = "round-seats deal-again void"
MENUS = {
    "more layout-menu": "flip mirror suits suits-order",
    "more": f"layout-menu enter-hand series rules correction result-only {DEAL}",
    "seat-Ben": "turn-of-Ben menu-hand menu-correction",
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
        await app.tap(*menu.split())
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
        ("correction", "pay"),
        ("enter-hand", "mine"),
        ("result-only", "result"),
        ("round-seats", "deal"),
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


async def test_seats_in_another_order_are_other_controls(desk: Desk) -> None:
    async with table(desk) as app:
        before = app.find("seat-Ann")["_i"]
        await app.tap("play-7H")
        assert app.find("seat-Ann")["_i"] == before
        await app.tap("undo")
        desk.redeal(Setup.dealt(desk.night.round.setup.rules, ("Cem", "Ann", "Ben"), 0))
        await app.settle()
        assert app.find("seat-Ann")["_i"] != before


async def test_suits_lie_as_they_were_begun_at_once(desk: Desk) -> None:
    for seat, code in ((1, "7C"), (2, "7H")):
        desk.record(Played(seat, card(code)))
    async with table(desk) as app:
        await app.tap("more", "layout-menu", "suits-order")
        assert order(app) == ["C", "H", "S", "D"]
        other = Draft.of(1, desk.night.round).changed(1, card("7H")).changed(2, card("7C"))
        desk.do(other.step)
        await app.settle()
        assert order(app) == ["H", "C", "S", "D"]


def order(app: Headless) -> list[str]:
    """Return the suits from the top."""
    sevens = app.places("play-7", "card-7")
    return [name[-1] for name in sorted(sevens, key=lambda name: sevens[name].top)]


async def test_a_round_that_has_begun_is_dealt_again_or_its_seats_are_set_right(
    desk: Desk,
) -> None:
    async with table(desk) as app:
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
