"""The rules screen: to be read at any time, to be changed from the next round on."""

import pytest

from companion.core.presets import parse
from companion.core.rules import OPTIONS, Topic
from tests.desks import Desk, begin
from tests.ui.headless import opened


@pytest.fixture
def desk(desk: Desk) -> Desk:
    begin(desk, "Friday night", rules="bicycle ante=2")
    return desk


async def test_every_rule_is_said_with_its_source(desk: Desk) -> None:
    async with opened(desk, "/table/rules") as app:
        assert "Changed: Before the deal each player pays 2 chips" in app.text("preset-says")
        assert not app.has("rule-ante")
        await app.tap("all-rules")
        for option in (option for option in OPTIONS if option.topic is not Topic.PACK):
            assert option.title in app.text(f"rule-{option.name}")
            assert "Source: " in app.text(f"rule-{option.name}")
        assert "2 chips" in app.text("rule-ante")


async def test_changes_hold_from_the_next_round_on(desk: Desk) -> None:
    async with opened(desk, "/table/rules") as app:
        await app.tap("change-rules", "rule-ante-more", "rule-aces-high")
        ace, ante = "The ace lies above the king.", "Before the deal each player pays 3 chips"
        assert app.text("pending-rules").startswith(f"From the next round on: {ace} {ante}")
        await app.tap("change-rules")
        assert "pays 2 chips" in app.text("rule-R5")
        assert app.has("pending-rules")

    assert desk.night.round.setup.rules == parse("bicycle ante=2")
    assert desk.night.series.planned == parse("bicycle aces=high ante=3")


async def test_the_rules_are_left_as_they_are(desk: Desk) -> None:
    async with opened(desk, "/table/rules") as app:
        await app.tap("change-rules", "all-presets", "preset-parlour")
        assert app.text("pending-rules") == "From the next round on: Fan Tan for sweets (Britain)."
        await app.tap("leave-rules")
        assert not app.has("pending-rules")


@pytest.mark.parametrize(
    "route", ["/how/8", "/table/turns/1/verdict/2/rules/8", "/table/turns/1/verdict/2/rules/0"]
)
async def test_how_to_play_scrolls_to_the_rule_in_the_route(desk: Desk, route: str) -> None:
    async with opened(desk, route) as app:
        await app.until(lambda: bool(app.sent("scroll_to")))
        assert app.sent("scroll_to")[0]["scroll_key"] == f"rule-R{route[-1]}"
        assert ("pays 2 chips" in app.text("rule-R5")) is route.startswith("/table")
