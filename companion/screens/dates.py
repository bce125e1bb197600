"""Evenings of a series in words, and the change of a date."""

import re
from contextlib import suppress
from datetime import date

from companion.core.rounds.events.times import Dated
from companion.core.series import Series, minutes_of
from companion.core.steps import Recorded, SeriesDated
from companion.screens.kit import App
from companion.screens.speech import day_words
from companion.words import Words


def days_words(series: Series, words: Words) -> str:
    """Return the day of a series, or its first and its last day."""
    days = dict.fromkeys((series.dates[0], series.dates[-1]))
    return " – ".join(day_words(day, words) for day in days if day)


def days_beside(title: str, series: Series, words: Words) -> str:
    """Return the days of a series, unless its title says them."""
    days = days_words(series, words)
    # A title may say "21 November" where the day is the first.
    said = re.search(rf"(?<!\d){re.escape(days)}", title)
    return "" if said else days


def length_words(minutes: int | None, words: Words) -> str:
    """Return a length such as `21 min` or `1 h 5 min`, empty where it is not known."""
    if minutes is None:
        return ""
    hours, rest = divmod(max(1, minutes), 60)
    if hours:
        says = words.say("{hours} h {n} min", hours=hours, n=rest)
    else:
        says = words.say("{n} min", n=rest)
    return says.replace(" ", "\N{NO-BREAK SPACE}")


def whole_length(series: Series, words: Words) -> str:
    """Return the length of a series of one evening, empty for one of several."""
    one = len(series.evenings) == 1
    return length_words(minutes_of(series.rounds), words) if one else ""


def date_of(series: Series, number: int) -> str:
    """Return the date of a round, or with number 0 of the series, as `YYYY-MM-DD`."""
    return series.dates[number - 1] if number else series.date


def step_of(series: Series, number: int, day: str) -> Recorded | SeriesDated | None:
    """Return the step that changes the date; None if it is the date already.

    The first round has the date of the series, unless it has one of its own.
    """
    if day == date_of(series, number):
        return None
    if number > 1 or (number and series.rounds[0].setup.date):
        return Recorded(number, Dated(day))
    return SeriesDated(day)


async def change_date(app: App, number: int) -> None:
    """Let a person choose the date of a round, or with number 0 of the series."""
    series = app.facts.night.series
    shown = app.facts.today
    with suppress(ValueError):
        shown = date.fromisoformat(date_of(series, number))
    chosen = await app.device.pick_day(shown)
    step = chosen and step_of(app.facts.night.series, number, chosen.isoformat())
    if step:
        await app.ask(step, place="date")
