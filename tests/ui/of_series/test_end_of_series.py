"""The end of a series: undone, passed over by a higher target, or called by the table."""

import pytest

from companion.core.series import Series
from companion.core.sheet import loads
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import Headless, opened


def take_in(desk: Desk, record: str) -> Series:
    log = loads((RECORDS / f"{record}.fantan").read_text("utf-8"))
    desk.adopt(log)
    return log.series


def series_of(desk: Desk) -> Series:
    return desk.night.series


def is_over(desk: Desk) -> bool:
    """Return whether home lists the newest series as over."""
    return desk.archive.catalogue.entries[0].over


async def test_the_table_is_asked_once_and_takes_it_back_where_it_shows(desk: Desk) -> None:
    take_in(desk, "friday_night")
    async with opened(desk, "/series/1") as app:
        await app.tap("series-more", "end-series", "end-series-no")
        assert not series_of(desk).ended
        before = scrolled(app)
        await app.tap("end-series", "end-series-yes")
        assert is_over(desk)
        assert scrolled(app) != before, "the end shows from its beginning"
        assert app.has("winner")
        assert not app.has("end-series")
        await app.tap("undo")
        assert not is_over(desk)
        assert app.has("end-series")


def scrolled(app: Headless) -> object:
    """Return the number of the scrolled body; a new number means a body shown from its top."""
    trail = next(iter(app.tree.find("share-result")))
    scrolls = [node["_i"] for node in trail if node["_c"] == "Column" and node.get("scroll")]
    return scrolls[-1]


async def test_a_series_at_its_target_is_played_on_to_a_higher_one(desk: Desk) -> None:
    series = take_in(desk, "series_over")
    async with opened(desk, "/series/1") as app:
        await app.tap("play-on")
        assert not series_of(desk).standing.over
        assert not app.has("winner")
    planned = series_of(desk).planned
    assert planned
    assert planned.target > series.latest_rules.target


async def test_once_more_with_the_same_table(desk: Desk) -> None:
    series = take_in(desk, "series_over")
    async with opened(desk, "/series/1") as app:
        await app.tap("once-more")
        assert app.page.route == "/table/2"
    desk.open(2)
    assert series_of(desk).rounds[0].setup.players == series.rounds[-1].setup.players
    assert series_of(desk).name == "", "it is called by its date"


@pytest.mark.parametrize(
    ("route", "shown"),
    [
        ("/series/77", "home-new-series"),
        ("/nonsense", "home-new-series"),
        ("/table/verdict/99", "turn-1"),
        ("/table/turns/9", "turn-1"),
        ("/table/over/verdict/10", "waive-10"),
    ],
    ids=["no such series", "no such screen", "no such pass", "no such round", "a verdict"],
)
async def test_a_strange_route_shows_something_sensible(desk: Desk, route: str, shown: str) -> None:
    take_in(desk, "friday_night")
    async with opened(desk, route) as app:
        assert app.has(shown)
