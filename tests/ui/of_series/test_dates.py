"""Dates of rounds: recorded by a deal on another day, kept by new setups, changed on screen."""

from datetime import date

import pytest

from companion.core.rounds.events import Dated, Passed
from companion.core.steps import Dealt, SeriesDated
from companion.desk.commands import Command, deal_again, deal_by, on_day
from tests.desks import FRIDAY, Desk
from tests.ui.headless import opened
from tests.views.nights import ANN_FIRST, BEN_FIRST, night

LAST_WEEK, TODAY = "2026-11-13", FRIDAY.isoformat()


@pytest.fixture
def desk(desk: Desk) -> Desk:
    desk.adopt(night(ANN_FIRST, BEN_FIRST, rules="bicycle target=999", date=LAST_WEEK).log)
    return desk


def dates(desk: Desk) -> list[str]:
    return list(desk.night.series.dates)


@pytest.mark.parametrize("way", ["next-round", "next-table deal-next"], ids=["at once", "changed"])
async def test_a_deal_on_another_day_records_the_day(desk: Desk, way: str) -> None:
    async with opened(desk, "/table/over") as app:
        await app.tap(*way.split())
    assert dates(desk) == [LAST_WEEK, LAST_WEEK, TODAY]


def test_a_deal_on_the_same_day_has_no_date_of_its_own(desk: Desk) -> None:
    desk.do(on_day(Dealt(desk.night.series.next_setup()), date(2026, 11, 13)))
    assert desk.night.round.setup.date == ""


@pytest.mark.parametrize("again", [deal_by("Ben"), deal_again], ids=["other dealer", "same dealer"])
def test_a_new_deal_of_a_round_keeps_the_date(desk: Desk, again: Command) -> None:
    desk.do(on_day(Dealt(desk.night.series.next_setup()), FRIDAY))
    if again is deal_again:
        desk.record(Passed(desk.night.round.due or 0))
    assert desk.do(again) is None
    assert desk.night.round.setup.date == TODAY


async def test_new_seats_of_a_round_keep_the_date(desk: Desk) -> None:
    desk.record(Dated(TODAY), 2)
    async with opened(desk, "/series/1/turns/2/seats") as app:
        await app.tap("dealer-Cem", "repair-apply")
    assert desk.night.round.setup.players[desk.night.round.setup.dealer] == "Cem"
    assert dates(desk) == [LAST_WEEK, TODAY]


CHANGES = {
    "of a round": ("/series/1/turns/2", "round-date", "1.2.2026", [LAST_WEEK, "2026-02-01"]),
    "of the first round": (
        "/series/1/turns/1",
        "round-date",
        "12 November 2026",
        ["2026-11-12"] * 2,
    ),
    "of the series": ("/series/1", "series-date", "2026-11-12", ["2026-11-12"] * 2),
}


@pytest.mark.parametrize(("path", "way", "written", "after"), CHANGES.values(), ids=CHANGES)
async def test_a_date_is_changed_as_it_is_written(
    desk: Desk, path: str, way: str, written: str, after: list[str]
) -> None:
    async with opened(desk, path) as app:
        await app.tap(way)
        await app.enter_text("date", "31 February 2026")
        assert app.text("date-obstacle") == "That is not a date. Write it like 20 November 2026."
        assert app.rests("save-date")
        await app.enter_text("date", written, submit=True)
        assert app.page.route == path
    assert dates(desk) == after


async def test_an_unchanged_date_changes_nothing(desk: Desk) -> None:
    desk.do(SeriesDated(TODAY))
    async with opened(desk, "/series/1/date") as app:
        assert not app.has("date-reads")
        await app.enter_text("date", "20.11.26")
        assert app.text("date-reads") == "20 November 2026"
        assert app.rests("save-date")
