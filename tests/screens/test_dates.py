"""Evenings of a series in words."""

import pytest

from companion.core.presets import parse
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.screens.dates import days_beside
from companion.words import ENGLISH
from tests.screens.nights import night, played

DAY = "1 November 2026"
TITLES = {
    "Friday night": DAY,
    DAY: "",
    f"{DAY}, the second evening": "",
    f"At Grandma’s, {DAY}": "",
    "21 November 2026": DAY,
}


@pytest.mark.parametrize(("title", "beside"), TITLES.items())
def test_day_stands_beside_a_title_that_does_not_say_it(title: str, beside: str) -> None:
    series = night("    Ann Ben Cem\n", date="2026-11-01").series
    assert days_beside(title, series, ENGLISH) == beside


def test_nothing_stands_beside_a_title_where_no_day_is_known() -> None:
    undated = played(Round.begin(Setup.dealt(parse("bicycle"), ("Ann", "Ben"), 0))).series
    assert days_beside("Friday night", undated, ENGLISH) == ""
