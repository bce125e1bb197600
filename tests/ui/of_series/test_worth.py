"""The worth of a chip is written, shown when settling up, and undone."""

from companion.core.sheet import loads
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import opened


async def test_the_worth_is_set_where_a_series_is_settled(desk: Desk) -> None:
    sheet = (RECORDS / "friday_night.fantan").read_text("utf-8")
    desk.adopt(loads(sheet.replace("bicycle", "bicycle chips=app")))
    async with opened(desk, "/series/1/settle") as app:
        await app.tap("chip-worth")
        assert app.page.route == "/series/1/settle/worth"
        await app.enter_text("worth", "0,05 €")
        await app.tap("set-worth")
        assert app.page.route == "/series/1/settle"
        assert "0.70 €" in app.text("settle-1").replace("\N{NO-BREAK SPACE}", " ")
    assert desk.night.series.worth == "0.05 €"
    desk.undo()
    assert desk.night.series.worth == ""
