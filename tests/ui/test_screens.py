"""Where a route leads: as a person would expect, and nowhere where there is too much of it."""

from __future__ import annotations

import pytest

from companion.ui.screens import NOWHERE, Screen

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
