"""Dates as people write them, in each language."""

import pytest

from companion.views.of_series.dates import read_day
from companion.views.speech import day_words
from companion.words import LANGUAGES, words_in

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
