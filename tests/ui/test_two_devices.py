"""What one device has begun, when another one changes the series under it."""

import pytest

from companion.core.cards import card
from companion.core.rounds.events.turns import Played
from companion.core.steps import PlayerRenamed
from tests.desks import Desk, begin
from tests.ui.headless import opened


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Porch", "Zoe Yve")
    begin(desk, "Friday night")
    return desk


async def test_the_first_turn_elsewhere_closes_a_deal_that_is_set_up(desk: Desk) -> None:
    async with opened(desk, "/table/2/deal") as app:
        assert app.has("redeal")
        desk.record(Played(1, card("7D")))
        await app.settle()
        assert not app.has("redeal")
        assert app.has("turn-of")


@pytest.mark.parametrize("path", ["/table/2", "/table/2/series", "/series/2", "/table/2/turns"])
async def test_a_deleted_series_leads_home(desk: Desk, path: str) -> None:
    async with opened(desk, path) as app, opened(desk, "/series/2") as other:
        await other.tap("series-more", "delete-series")
        await app.settle()
        assert app.page.route == "/"
        assert app.has("refusal")
        assert not app.has("deleted")
        assert app.has("home-deleted")


async def test_a_device_that_looks_at_another_series_stays_where_it_is(desk: Desk) -> None:
    async with opened(desk, "/table/1") as app, opened(desk, "/series/2") as other:
        await other.tap("series-more", "delete-series")
        await app.settle()
        assert app.page.route == "/table/1"
        assert app.has("turn-of")


async def test_a_new_name_of_a_player_shows_on_every_device(desk: Desk) -> None:
    async with opened(desk, "/table/2") as app:
        desk.do(PlayerRenamed("Ben", "Zoë"))
        await app.settle()
        assert "Zoë" in app.text("turn-of")
