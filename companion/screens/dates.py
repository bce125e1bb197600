"""Evenings of a series, and the change of a date, with dates as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date as Day
from typing import Final, Self

from companion.core.rounds import events
from companion.core.series import Series
from companion.core.steps import Recorded, SeriesDated
from companion.screens.kit import App, Form, Here, submit
from companion.views import blocks as b
from companion.views.speech import MONTHS, SHORT_MONTHS, day_words
from companion.words import Words

_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_PART: Final = re.compile(r"\d+|[^\W\d_]+")
_PARTS: Final = 3
_MOST_DIGITS: Final = 4
_CENTURY, _THIS_CENTURY = 100, 2000


def days_words(series: Series, words: Words) -> str:
    """Return the day of a series, or its first and its last day."""
    days = dict.fromkeys((series.dates[0], series.dates[-1]))
    return " – ".join(day_words(day, words) for day in days if day)


def date_of(series: Series, number: int) -> str:
    """Return the date of a round, or with number 0 of the series, as `YYYY-MM-DD`."""
    return series.dates[number - 1] if number else series.date


def read_day(written: str, words: Words) -> str:
    """Return a written date as `YYYY-MM-DD`, empty if the text is no date.

    The day precedes the month, unless only the other order is a date or the month has a name.
    """
    if iso := _ISO.fullmatch(written.strip()):
        return _day(*map(int, iso.groups()))
    parts = _PART.findall(written)
    if len(parts) != _PARTS:
        return ""
    named = [_month(part, words) for part in parts]
    numbers = [int(part) for part in parts if part.isdecimal() and len(part) <= _MOST_DIGITS]
    month = next(filter(None, named), 0)
    if month and len(numbers) == _PARTS - 1:
        return _day(numbers[1], month, numbers[0])
    if len(numbers) == _PARTS:
        first, second, year = numbers
        return _day(year, second, first) or _day(year, first, second)
    return ""


def _month(part: str, words: Words) -> int:
    """Return the number of a month by its name, whole or short, 0 for another word."""
    for names in (MONTHS, SHORT_MONTHS):
        for number, name in enumerate(names, 1):
            spellings = {name.casefold(), words.say(name).rstrip(".").casefold()}
            if part.casefold() in spellings:
                return number
    return 0


def _day(year: int, month: int, day: int) -> str:
    try:
        return Day(year + _THIS_CENTURY * (year < _CENTURY), month, day).isoformat()
    except ValueError:
        return ""


def step_of(series: Series, form: DateForm, words: Words) -> Recorded | SeriesDated | None:
    """Return the step that changes the date; None while no other date is written.

    The first round has the date of the series, unless it has one of its own.
    """
    day, number = read_day(form.written, words), form.number
    if not day or day == date_of(series, number):
        return None
    if number > 1 or (number and series.rounds[0].setup.date):
        return Recorded(number, events.Dated(day))
    return SeriesDated(day)


@dataclass(frozen=True, slots=True)
class DateForm:
    """The date of round `number`, or with 0 of the series, as `written` so far."""

    number: int
    written: str

    def write(self, written: str) -> Self:
        """Return a copy with another text."""
        return replace(self, written=written)

    def view(self, here: Here) -> b.Document:
        """Return the screen that changes the date of a round or of the series."""
        series, number = here.night.series, self.number
        change = submit(change_date)
        field = b.Field("date", self.written, here.say("Date"), DateForm.write, submit=change)
        save = b.Action(
            "save-date",
            here.say("Change the date"),
            change if step_of(series, self, here.words) else None,
            b.Emphasis.PRIMARY,
        )
        along = _along(series, number, here.words)
        return b.Document(
            here.say("Change the date"),
            (
                (
                    b.Panel((field, *_reading(self, here.words))),
                    *b.notices(_out_of_order(series, self, here.words), "date-order"),
                    *(b.Text(says, style=b.Style.MUTED) for says in along),
                ),
            ),
            subtitle=here.say("Round {number}", number=number) if number else here.called,
            footer=(save,),
        )


def date(here: Here) -> Form:
    """Return the form of the date of the round whose turns are below, or else of the series."""
    at_round = any(screen.name == "turns" for screen in here.route.stack)
    number = here.number if at_round else 0
    begin = DateForm(number, day_words(date_of(here.night.series, number), here.words))
    return Form(begin, f"date-{here.night.number}-{number}")


async def change_date(app: App, form: DateForm) -> None:
    """Record the date as written, and return to the screen below."""
    step = step_of(app.here.night.series, form, app.here.words)
    if step and await app.ask(step, place="date"):
        await app.back()


def _reading(form: DateForm, words: Words) -> tuple[b.Block, ...]:
    """Return the date as understood if it is written otherwise, or how to write one."""
    if day := read_day(form.written, words):
        says = day_words(day, words)
        reads = b.Text(says, "date-reads", b.Style.STRONG, live=True)
        return () if says == form.written.strip() else (reads,)
    example = day_words("2026-11-20", words)
    says = words.say("That is not a date. Write it like {example}.", example=example)
    return (b.Notice(says, "date-obstacle", b.Status.BAD),)


def _out_of_order(series: Series, form: DateForm, words: Words) -> str:
    """Return a remark on a round that the written date would put out of order, if any."""
    day, number = read_day(form.written, words), form.number
    if not day or day == date_of(series, number):
        return ""
    for at in range(number - 1, 0, -1):
        if (other := series.dates[at - 1]) > day:
            date = day_words(other, words)
            return words.say(
                "The earlier round {number} has a later date: {date}.", number=at, date=date
            )
    for at, later in enumerate(series.rounds[number:], number + 1):
        if later.setup.date and later.setup.date < day:
            date = day_words(later.setup.date, words)
            return words.say(
                "The later round {number} has an earlier date: {date}.", number=at, date=date
            )
    return ""


def _along(series: Series, number: int, words: Words) -> Iterator[str]:
    """Yield the rounds that get the new date, too."""
    following = series.rounds[number:]
    moved = next((at for at, later in enumerate(following) if later.setup.date), len(following))
    if number and moved:
        yield words.count(
            "{n} later round of this evening gets the new date, too.",
            "{n} later rounds of this evening get the new date, too.",
            moved,
        )
    elif moved:
        yield words.count(
            "This is the date of the first round as well.",
            "This is the date of the first {n} rounds as well.",
            moved,
        )
