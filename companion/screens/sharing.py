"""The standing as a text for the share sheet of the device, and with all rounds for printing."""

import json

from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.dates import days_beside, whole_length
from companion.screens.figures import SeriesView
from companion.screens.kit import App, ScreenFacts, act
from companion.screens.speech import called, join_facts, listed
from companion.screens.standings import (
    Unit,
    aim_of,
    counted_rounds,
    leaders,
    outcome,
    standing_table,
    unit_names,
    units,
)
from companion.words import Words


def share_button(words: Words, emphasis: b.Emphasis = b.Emphasis.SECONDARY) -> b.Action:
    """Return the button that shares the standing."""
    says = words.say("Share")
    return b.Action("share-result", says, act(share_result), emphasis, b.Icon.SHARE)


async def share_result(app: App) -> None:
    """Hand the standing to the share sheet, or put it on the clipboard where there is none."""
    facts = app.facts
    text = standing_text(facts.night, facts.words)
    if not await app.device.share(text):
        await app.device.copy(text)
        app.notices.say(facts.say("The standing is on the clipboard."))


def standing_text(snapshot: Snapshot, words: Words) -> str:
    """Return the standing, a line for each player below who is ahead or has won."""
    series = snapshot.series
    title = called(series.name, series.date, words)
    facts = (
        days_beside(title, series, words),
        counted_rounds(series, words),
        aim_of(series, words),
        whole_length(series, words),
    )
    first = leaders(series)
    names = listed([series.name_of(handle) for handle in first], words)
    ahead = words.count("{names} is ahead.", "{names} are ahead.", len(first), names=names)
    over = series.standing.over and Unit.WON not in units(series)
    lines = [title, join_facts(*facts), outcome(series, words) if over else ahead]
    table = standing_table(snapshot, words)
    for row in table.lines:
        totals = [
            f"{unit} {figure.says}" for unit, figure in zip(table.titles, row.figures, strict=True)
        ]
        place = f"{row.place}. " if row.place else ""
        lines.append(words.pair(f"{place}{row.player.name}", words.join(totals)))
    return "\n".join(lines)


async def keep_print(app: App, text: str) -> None:
    """Let a browser print this text, in place of its picture of the app."""
    await app.device.keep_print(text)


def printed(facts: ScreenFacts, view: SeriesView) -> str:
    """Return what is printed of a series as JSON: texts, and a table of rounds for each unit."""
    words = facts.words
    snapshot = facts.night
    named = unit_names(words)
    shown = [unit for unit in units(snapshot.series) if unit in named] or [Unit.CARDS]
    evenings = {evening.rounds[0]: evening for evening in view.evenings}
    tables: list[list[tuple[str, ...]]] = []
    for unit in shown:
        rows = [(named[unit], *(player.name for player in view.players))]
        for line in view.rounds:
            if evening := evenings.get(line.number):
                rows.append((evening.title, *evening.figures[unit]))
            rows.append((words.join((line.title, line.remark)), *line.figures[unit]))
        tables.append([*rows, (words.say("Total"), *view.totals[unit])])
    says = standing_text(snapshot, words)
    return json.dumps({"path": facts.route.path, "says": says, "tables": tables})
