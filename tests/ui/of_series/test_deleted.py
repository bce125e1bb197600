"""Series that are deleted, put back and looked for, on one device and on two."""

from dataclasses import replace

import pytest

from tests.desks import Desk, begin, log_of
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import Headless, opened

EVENING = night(ANN_GOES_OUT).log.series


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Porch", "Zoe Yve")
    begin(desk, "Friday night")
    return desk


def listed(app: Headless) -> list[int]:
    """Return the numbers of the series in the list."""
    return [number for number in range(1, 60) if app.has(f"home-series-{number}")]


async def test_a_deleted_series_is_offered_until_it_is_gone_for_good(desk: Desk) -> None:
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more", "delete-series", "home-deleted", "put-back-1", "back")
        assert not app.has("deleted")
        assert listed(app) == [1]
        await app.go("/series/1")
        await app.tap("series-more", "delete-series", "home-deleted", "forget-1", "forget-no")
        assert app.has("deleted-1")
        await app.tap("forget-1", "forget-yes")
        assert not app.has("deleted-1")
        await app.go("/series/1")
        assert app.has("refusal")


@pytest.mark.parametrize("path", ["/table/2", "/table/2/series", "/series/2", "/table/2/turns"])
async def test_a_deleted_series_leads_home(desk: Desk, path: str) -> None:
    async with opened(desk, path) as app, opened(desk, "/series/2") as other:
        await other.tap("series-more", "delete-series")
        await app.settle()
        assert app.page.route == "/"
        assert app.has("refusal")
        assert not app.has("deleted")
        assert app.has("home-deleted")
        await app.go("/series/2")
        assert app.has("refusal")


async def test_a_device_that_looks_at_another_series_stays_where_it_is(desk: Desk) -> None:
    async with opened(desk, "/table/1") as app, opened(desk, "/series/2") as other:
        await other.tap("series-more", "delete-series")
        await app.settle()
        assert app.page.route == "/table/1"
        assert app.has("turn-of")


async def test_a_series_that_was_put_back_goes_on_on_every_device(desk: Desk) -> None:
    async with opened(desk, "/table/2") as app, opened(desk, "/series/2") as other:
        await other.tap("series-more", "delete-series", "undo-delete")
        await app.go("/table/2")
        await app.tap("play-7H")
        await other.go("/table/2")
        assert app.due == other.due == "Cem"


async def test_many_series_are_searched(desk: Desk) -> None:
    for day in range(1, 9):
        desk.adopt(log_of(replace(EVENING, name=f"Cabin, day {day}", date=f"2025-07-0{day}")))
        desk.end()
    async with opened(desk) as app:
        await app.tap("back")
        assert listed(app) == [1, *range(3, 11)]
        await app.enter_text("home-search", "day 3")
        assert listed(app) == [5]
        await app.tap("home-series-5", "back")
        assert listed(app) == [5]
        await app.enter_text("home-search", "yusuf")
        assert listed(app) == []
        await app.tap("home-search-clear")
        assert listed(app) == [1, *range(3, 11)]
