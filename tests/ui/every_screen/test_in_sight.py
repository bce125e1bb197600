"""What has to be in sight without scrolling, and what must not move under a finger."""

from collections.abc import Iterator

import pytest

from companion.core.rounds.events.turns import Played
from companion.core.sheet import loads
from tests.desks import Desk, begin
from tests.places import RECORDS
from tests.screens.nights import ANN_GOES_OUT, night
from tests.ui.headless import opened
from tests.ui.screen_states import disk_full, having, recorded

RECORD = RECORDS / "friday_night.fantan"
PHONES = [(360, 740), (844, 390)]


@pytest.mark.parametrize("window", PHONES, ids=str)
async def test_the_chips_of_a_correction_however_many_play(
    desk: Desk, window: tuple[int, int]
) -> None:
    begin(desk, "Ten", players="Ann Ben Cem Dee Eva Fay Gus Hal Ida Jon")
    async with opened(desk, "/table/1/payer/3", size=window) as app:
        shown = app.places(whole=True)
        assert {"pay-chips", "pay-chips-less", "pay-chips-more-5"} <= shown.keys()


async def test_a_seated_name_lets_no_other_slide_under_the_finger(desk: Desk) -> None:
    begin(desk, "Porch", "Zoe Yve Xan")
    async with opened(desk, "/new", size=(360, 740)) as app:
        before = app.places("known-")
        await app.tap("known-1")
        assert app.places("known-") == before
        assert app.rests("known-1")


async def test_a_refusal_that_comes_and_goes_moves_nothing(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, "/table/1/over") as app:
        before = app.places("next-round")
        disk_full(app, desk)
        await app.tap("next-round")
        assert app.has("refusal")
        assert app.places("next-round") == before
        await app.tap("refusal-close")
        assert (app.has("refusal"), app.places("next-round")) == (False, before)


async def test_the_argument_beside_the_cards_on_a_phone_on_its_side(desk: Desk) -> None:
    desk.adopt(night(ANN_GOES_OUT).log)
    async with opened(desk, "/table/over/verdict/2", size=(844, 390)) as app:
        shown = app.places(whole=True)
        assert shown["asks"].left > shown["card-7S"].right


async def test_what_more_unfolds_comes_into_sight(desk: Desk) -> None:
    having(recorded("friday_night"))(desk)
    async with opened(desk, "/series/1") as app:
        assert app.sent("scroll_to") == []
        await app.tap("series-more")
        await app.until(lambda: len(app.sent("scroll_to")) == 1)
        await app.tap("series-more")
        await app.tap("series-more")
        await app.until(lambda: len(app.sent("scroll_to")) == 2)


async def test_the_open_number_of_a_result_and_the_rule_of_a_route_are_scrolled_to(
    desk: Desk,
) -> None:
    begin(desk, "Friday night", "Ann Ben Cem Dee Eva Fay")
    async with opened(desk, "/table/result", size=(360, 740)) as app:
        await app.tap("passes-Eva", "number-3")
        await app.until(lambda: len(app.sent("scroll_to")) == 2)
        keys = [sent["scroll_key"] for sent in app.sent("scroll_to")]
        assert keys == ["line-4", "line-5"]
        await app.resize(1180, 820)
        await app.tap("passes-Dee")
        assert len(app.sent("scroll_to")) == 2, "the pad is beside the numbers, and stays"
    async with opened(desk, "/how/8") as app:
        await app.until(lambda: bool(app.sent("scroll_to")))
        assert app.sent("scroll_to")[0]["scroll_key"] == "rule-R8"


async def test_a_card_stands_beside_the_name_however_long_its_own_is(desk: Desk) -> None:
    having(recorded("friday_night"))(desk)
    async with opened(desk, "/series/1/turns/1", size=(360, 740)) as app:
        laid = {f"turn-{number}" for number in _laid()}
        assert len({place.high for name, place in app.places().items() if name in laid}) == 1


def _laid() -> Iterator[int]:
    """Yield the numbers of the turns that laid a card."""
    turns = enumerate(loads(RECORD.read_text("utf-8")).series.rounds[0].turns, 1)
    return (number for number, turn in turns if isinstance(turn, Played))
