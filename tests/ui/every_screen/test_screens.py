"""The screen behind every route, with its links back; overlong routes lead nowhere."""

import pytest

from companion.screens.index import known
from companion.screens.routes import NOWHERE, Screen
from tests.desks import Desk
from tests.ui.headless import opened

LEADS = {
    "/": "/",
    "": "/",
    "/settings/": "/settings",
    "//new": "/new",
    "/new?x=1": "/new",
    "/new#x": "/new",
    "/?x=1": "/",
    "/series/01": "/series/1",
    "/series/1//turns/": "/series/1/turns",
    "/series/000000000000001": "/series/1",
    "/series/999999999": "/series/999999999",
    "/series/1000000000": NOWHERE,
    "/series/\u0661": NOWHERE,
    "/series/" + "1" * 5000: NOWHERE,
    "/a" * 12: "/a" * 12,
    "/a" * 13: NOWHERE,
    "/a" * 10_000: NOWHERE,
    "/" + "a" * 255: "/" + "a" * 255,
    "/" + "a" * 256: NOWHERE,
    "/?" + "a" * 5000: "/",
}


@pytest.mark.parametrize(("route", "path"), LEADS.items(), ids=[route[:30] for route in LEADS])
def test_a_route_leads_where_a_person_expects(route: str, path: str) -> None:
    assert Screen(route).path == path
    assert len(Screen(route).stack) <= 13


def test_all_words_of_routes_are_known() -> None:
    assert known("/table/3/over/verdict/10")
    assert not known("/table/3/elsewhere")
    assert not known(NOWHERE)


UNKNOWN = ("/elsewhere", "/series/7", "/series/" + "1" * 5000, "/a" * 10_000)


@pytest.mark.parametrize("route", UNKNOWN, ids=[route[:20] for route in UNKNOWN])
async def test_an_unknown_route_leads_home_and_says_so(desk: Desk, route: str) -> None:
    async with opened(desk, route) as app:
        assert app.has("home-new-series")
        assert app.has("refusal")
        await app.go("/settings/")
        assert app.has("language-de")
