"""The picture of a result, to share or save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.core.series import Series
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.dates import days_beside, whole_length
from companion.screens.evening import stories
from companion.screens.kit import App, Form, Here, edit, submit
from companion.screens.series import file_stem
from companion.screens.speech import Person, listed, person, signed
from companion.screens.standings import (
    StandingRow,
    StandingTable,
    Unit,
    aim_of,
    counted_rounds,
    leaders,
    outcome,
    standing_table,
    units,
)
from companion.screens.worth import worth_of
from companion.words import Words

_MOST_WINNERS: Final = 3
"""The most discs side by side above the names of players who share a win."""


@dataclass(frozen=True, slots=True)
class PictureView:
    """The content of the picture; `says` is the text for screen readers and for the message."""

    title: str
    subtitle: str
    headline: str
    over: bool
    winners: tuple[Person, ...]
    table: StandingTable
    stories: tuple[str, ...]
    foot: str
    made_by: str
    says: str
    file_name: str


@dataclass(frozen=True, slots=True)
class PictureForm:
    """The look of the picture, and the report of a saved file."""

    dark: bool
    report: str = ""

    def look(self, dark: bool) -> Self:  # noqa: FBT001 - the look itself
        """Return a copy with a dark picture, or a light one."""
        return replace(self, dark=dark)

    def saved(self, report: str) -> Self:
        """Return a copy with the report of a saved file."""
        return replace(self, report=report)

    def view(self, here: Here) -> b.Document:
        """Return the screen of the picture."""
        light = edit(PictureForm.look, False)
        dark = edit(PictureForm.look, True)
        looks = (
            b.Action("picture-light", here.say("Light"), light, chosen=not self.dark),
            b.Action("picture-dark", here.say("Dark"), dark, chosen=self.dark),
        )
        save = submit(save_picture)
        share = submit(share_picture)
        column: tuple[b.Block, ...] = (
            *b.notices(self.report, "picture-saved"),
            b.Custom("picture", (draw_result(here.night, here.words), self.dark)),
            b.Choice(looks),
        )
        return b.Document(
            here.say("Picture of the result"),
            (column,),
            footer=(
                b.Action("save-picture", here.say("Save"), save, icon=b.Icon.SAVE),
                b.Action(
                    "share-picture", here.say("Share"), share, b.Emphasis.PRIMARY, b.Icon.SHARE
                ),
            ),
        )


def picture(here: Here) -> Form:
    """Return the screen of the picture, at first in the look of the device."""
    return Form(PictureForm(here.dark), f"picture-{here.night.number}")


Reported = Callable[[PictureForm], PictureForm]


async def save_picture(app: App, _form: PictureForm) -> Reported | None:
    """Take the picture and save it; return the report of the file."""
    taken = await _take(app)
    return await _save(app, taken) if taken else None


async def share_picture(app: App, _form: PictureForm) -> Reported | None:
    """Take the picture and share it, or save it on a device that cannot share."""
    taken = await _take(app)
    result = draw_result(app.here.night, app.here.words)
    if not taken or await app.share_picture(taken, result.file_name, result.title):
        return None
    return await _save(app, taken)


async def _take(app: App) -> bytes:
    taken = await app.take_picture()
    app.notify("" if taken else app.here.say("This device could not take the picture."))
    return taken


async def _save(app: App, taken: bytes) -> Reported | None:
    here = app.here
    name = draw_result(here.night, here.words).file_name
    if not await app.save_file(name, taken):
        return None
    report = here.say("The file is saved: {name}.", name=name)
    return lambda form: form.saved(report)


def draw_result(snapshot: Snapshot, words: Words) -> PictureView:
    """Return the picture of the current result."""
    series = snapshot.series
    table = standing_table(snapshot, words)
    left = words.say("left")
    lines = (replace(line, remark="" if line.place else left) for line in table.lines)
    table = _with_coins(series, replace(table, lines=tuple(lines)), words)
    first = leaders(series)
    over = series.standing.over and Unit.WON not in units(series)
    names = listed([series.name_of(handle) for handle in first], words)
    ahead = words.count("{names} is ahead.", "{names} are ahead.", len(first), names=names)
    headline = outcome(series, words) if over else ahead
    counted = [
        " ".join(filter(None, (line.player.name, line.figures[0].says, line.remark)))
        for line in table.lines
    ]
    title = series.name or words.say("Fan Tan")
    facts = (
        days_beside(title, series, words),
        counted_rounds(series, words),
        aim_of(series, words),
        whole_length(series, words),
    )
    sentences = stories(series, words)
    subtitle = " · ".join(filter(None, facts))
    shared = first if len(first) <= _MOST_WINNERS else ()
    feet = {
        Unit.POINTS: words.say("lowest wins"),
        Unit.CHIPS: words.say("most chips win"),
        Unit.WON: "",
    }
    return PictureView(
        title=title,
        subtitle=subtitle,
        headline=headline,
        over=over,
        winners=tuple(person(snapshot, handle) for handle in shared),
        table=table,
        stories=sentences,
        foot=feet[units(series)[0]],
        made_by=words.say("Fan Tan companion"),
        says=" ".join((f"{title}. {subtitle}. {headline} {', '.join(counted)}.", *sentences)),
        file_name=f"{file_stem(series, words)}.png",
    )


def _with_coins(series: Series, table: StandingTable, words: Words) -> StandingTable:
    """Return the table with what the chips of each player are worth, where a worth is set."""
    if Unit.CHIPS not in units(series) or not series.worth:
        return table
    lines: list[StandingRow] = []
    for line in table.lines:
        chips = series.standing.chips[line.player.handle]
        sign = signed(chips)[:1] if chips else ""
        coins = b.Text(f"{sign}{worth_of(series.worth, abs(chips), words)}")
        lines.append(replace(line, figures=(*line.figures, coins)))
    return replace(table, titles=(*table.titles, ""), lines=tuple(lines))
