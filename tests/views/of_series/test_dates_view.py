"""Dates as people write them, in each language."""

import pytest

from companion.screens.dates import DateForm, date_page, read_day
from companion.views.blocks import Submit
from companion.views.speech import day_words
from companion.words import ENGLISH, LANGUAGES, words_in
from tests.views.documents import actions, texts
from tests.views.nights import ANN_FIRST, BEN_FIRST, night

WRITTEN = {
    "2026-11-20": "2026-11-20",
    "20 November 2026": "2026-11-20",
    "November 20, 2026": "2026-11-20",
    "20 nov 2026": "2026-11-20",
    "20.11.2026": "2026-11-20",
    "20/11/26": "2026-11-20",
    "11/20/2026": "2026-11-20",
    "3/4/2026": "2026-04-03",
    "29.2.2024": "2024-02-29",
    "29.2.2026": "",
    "31.11.2026": "",
    "2026-13-01": "",
    "20 November": "",
    "20 Novemver 2026": "",
    "20 5 Nov 2026": "",
    "1.1.99999999999": "",
    "Friday": "",
    "": "",
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_is_read_as_it_is_written(written: str, language: str) -> None:
    assert read_day(written, words_in(language)) == WRITTEN[written]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_is_read_as_the_app_writes_it(language: str) -> None:
    words = words_in(language)
    days = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in (1, 28)]
    assert [read_day(day_words(day, words), words) for day in days] == days


THREE = night(ANN_FIRST, BEN_FIRST, f"date 2026-11-27{ANN_FIRST}", rules="bicycle target=999")
"""Two rounds of 20 November and one of 27 November."""
ORDER = {
    "before the round before": (3, "19.11.2026", "earlier round 2 has a later date: 20 November"),
    "on the day of the round before": (3, "20.11.2026", ""),
    "after a later round": (1, "28.11.2026", "later round 3 has an earlier date: 27 November"),
    "a series after a later round": (0, "28.11.2026", "later round 3 has an earlier date: 27 Nov"),
    "of a round with others in between": (2, "1.12.2026", "later round 3 has an earlier date"),
    "in order": (2, "25.11.2026", ""),
    "as it is": (3, "27.11.2026", ""),
    "no date": (3, "27", ""),
}


@pytest.mark.parametrize(("number", "written", "remark"), ORDER.values(), ids=ORDER)
def test_a_date_out_of_order_can_be_saved(number: int, written: str, remark: str) -> None:
    view = date_page(THREE, ENGLISH, DateForm(number, written))
    shown = texts(view).get("date-order", "")
    assert remark in shown
    assert bool(shown) is bool(remark)
    if remark:
        assert actions(view)["save-date"].intent == Submit()
