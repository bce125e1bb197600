"""The rules screen: to be read at any time, to be changed from the next round on."""

import pytest

from companion.core.presets import PRESETS
from tests.desks import Desk, begin
from tests.ui.headless import opened


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night", rules="bicycle ante=2")
    return desk


async def test_the_rules_are_left_as_they_are(desk: Desk) -> None:
    async with opened(desk, "/table/rules") as app:
        await app.tap("change-rules", "all-presets", "preset-parlour")
        assert PRESETS["parlour"].title in app.text("pending-rules")
        await app.tap("leave-rules")
        assert not app.has("pending-rules")


@pytest.mark.parametrize(
    "route", ["/how/8", "/table/turns/1/verdict/2/rules/8", "/table/turns/1/verdict/2/rules/0"]
)
async def test_how_to_play_scrolls_to_the_rule_in_the_route(desk: Desk, route: str) -> None:
    async with opened(desk, route) as app:
        await app.until(lambda: bool(app.sent("scroll_to")))
        assert app.sent("scroll_to")[0]["scroll_key"] == f"rule-R{route[-1]}"
        assert "2 chips" in app.text("rule-R5"), "the last rules are the usual ones"
