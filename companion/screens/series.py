"""A series on one screen: totals, the race, every round, a chart, and how to go on."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from companion.core.names import SHEET, tidy
from companion.core.objections import Why
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.sheet import dumps
from companion.core.steps import Dealt, Ended, Planned, Renamed, only_describes
from companion.desk.observation import EVERYBODY, seen_by
from companion.desk.table import Snapshot
from companion.screens import blocks as b
from companion.screens.backups import backup_panel, reminder
from companion.screens.dates import change_date, days_beside, whole_length
from companion.screens.evening import stories_panel
from companion.screens.figures import Curve, EveningLine, RoundLine, SeriesView, series_view
from companion.screens.hand_overs import owed_panel, read_out_later, read_out_now
from companion.screens.kit import App, Form, ScreenFacts, act, edit, submit
from companion.screens.new_series import start_series
from companion.screens.news import say_booked, undo_says
from companion.screens.routes import table_path
from companion.screens.sharing import keep_print, printed
from companion.screens.speech import Person, join_facts, listed, person, sentence
from companion.screens.spreadsheet import score_table, spreadsheet
from companion.screens.standings import (
    Unit,
    aim,
    aim_of,
    counted_rounds,
    outcome,
    standing_panel,
    unit_names,
    units,
    winners,
)
from companion.screens.worth import worth_link
from companion.words import Words


@dataclass(frozen=True)
class Chart:
    """The curves of all players up to the target, 0 without one, described by `says`."""

    curves: tuple[Curve, ...]
    target: int
    says: str


@dataclass(frozen=True)
class RoundTable:
    """The figures of one unit for each round, and their totals.

    `evenings` are heads of the rounds, none for a single evening.
    """

    players: tuple[Person, ...]
    lines: tuple[RoundLine, ...]
    evenings: tuple[EveningLine, ...]
    totals: tuple[str, ...]
    total_says: str
    unit: Unit
    cards_says: str


_FEW = 12
"""The number of rounds shown before a tap shows all."""


@dataclass(frozen=True)
class SeriesForm:
    """The state of the screen of a series.

    The chart and the table of rounds show the figures of one `unit`, and the table the last rounds
    or all. What is seldom done shows with `more`. `written` is a new name, None before one is
    written.
    """

    unit: Unit = Unit.POINTS
    unfolded: bool = False
    more: bool = False
    written: str | None = None
    asks_for_end: bool = False

    def show(self, unit: Unit) -> Self:
        """Return a copy with other figures."""
        return replace(self, unit=unit)

    def unfold(self) -> Self:
        """Return a copy with all rounds."""
        return replace(self, unfolded=True)

    def fold(self) -> Self:
        """Return a copy that shows what is seldom done, or no longer does."""
        return replace(self, more=not self.more)

    def write(self, written: str) -> Self:
        """Return a copy with another name."""
        return replace(self, written=written)

    def ask_for_end(self, asks: bool) -> Self:  # noqa: FBT001 - the question itself
        """Return a copy that asks whether to end the series, or no longer asks."""
        return replace(self, asks_for_end=asks)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the standing, what is owed, the rounds, and the ways on."""
        night = facts.night
        words = facts.words
        now = night.series
        over = now.standing.over
        ends = outcome(now, words) if over else ""
        remind = reminder(night, facts.catalogue.entries, facts.storage, words)
        first: b.Blocks = (
            *b.notices(say_booked(night, words), "booked"),
            *(_winners(night, ends) if ends else ()),
            standing_panel(night, words),
            *(stories_panel(now, words) if ends or night.round.over else ()),
            owed_panel(night, words),
            *((backup_panel(remind, words),) if remind else ()),
            *_after_the_end(facts),
        )
        seldom: b.Blocks = (
            *_decisions(words, can_end=not over),
            *worth_link(now, words),
            self._name(now.name, words),
        )
        shares = facts.room_keeps is not None and not now.ended
        delete = b.Action(
            "delete-series",
            facts.say("Delete the series"),
            act(delete_series, night.number),
            icon=b.Icon.DELETE,
        )
        kept: b.Blocks = (
            *(_share(night, words) if shares else ()),
            _files(words),
            b.Actions((delete,)),
        )
        says, icon = (
            (facts.say("Less"), b.Icon.FOLD) if self.more else (facts.say("More"), b.Icon.MORE)
        )
        more = b.Action("series-more", says, edit(SeriesForm.fold), b.Emphasis.QUIET, icon)
        figures = series_view(night, words)
        rounds = self._rounds(facts, figures), b.Actions((more,))
        resume = b.Action(
            "resume",
            facts.say("Back to the table"),
            b.Go(f"/table/{night.number}"),
            b.Emphasis.SECONDARY if ends else b.Emphasis.PRIMARY,
        )
        parts = (
            days_beside(facts.called, now, words),
            counted_rounds(now, words),
            aim_of(now, words),
            whole_length(now, words),
        )
        return b.Document(
            facts.called,
            (first, rounds, seldom, kept) if self.more else (first, rounds),
            subtitle=join_facts(*parts),
            footer=() if facts.route.at_table else (resume,),
            question=_end_question(night, words) if self.asks_for_end and not over else None,
            key="over" if ends else "in-play",
            follows=act(keep_print, printed(facts, figures)),
        )

    def _name(self, name: str, words: Words) -> b.Panel:
        written = name if self.written is None else self.written
        changed = tidy(written) not in {"", name}
        field = b.Field("series-name", written, words.say("Name of the series"), SeriesForm.write)
        rename = b.Action(
            "rename-series",
            words.say("Rename"),
            submit(rename_series) if changed else None,
            icon=b.Icon.EDIT,
        )
        date = b.Action("series-date", words.say("Date"), act(change_date, 0), icon=b.Icon.DATE)
        return b.Panel((field, b.Actions((rename, date))), key="name")

    def _rounds(self, facts: ScreenFacts, view: SeriesView) -> b.Panel:
        """Return the chart and the table of the rounds, in points, chips or cards left."""
        series = facts.night.series
        words = facts.words
        named = unit_names(words)
        offered = [unit for unit in named if unit in {*units(series), Unit.CARDS}]
        unit = self.unit if self.unit in offered else offered[0]
        answers = tuple(
            b.Action(
                f"show-{choice.value}",
                named[choice],
                edit(SeriesForm.show, choice),
                chosen=choice is unit,
            )
            for choice in offered
        )
        lines = view.rounds if self.unfolded else view.rounds[-_FEW:]
        table = RoundTable(
            view.players,
            lines,
            view.evenings,
            view.totals[unit],
            facts.say("Total"),
            unit,
            facts.say("Show the cards left"),
        )
        blocks: b.Blocks = (
            *((b.Choice(answers),) if len(answers) > 1 else ()),
            *_chart(series, view, unit, words),
            b.Custom(table),
        )
        if len(lines) < len(view.rounds):
            unfold = facts.say("Show {n} more", n=len(view.rounds) - len(lines))
            blocks = (*blocks, b.unfolds("all-rounds", unfold, edit(SeriesForm.unfold)))
        return b.Panel(blocks, title=facts.say("Rounds"), key="rounds")


def series(facts: ScreenFacts) -> Form:
    """Return the screen of a series."""
    return Form(SeriesForm(), f"series-{facts.night.number}")


async def rename_series(app: App, form: SeriesForm) -> None:
    """Give the series the written name."""
    await app.ask(Renamed(form.written or ""), place="rename")


def _winners(snapshot: Snapshot, says: str) -> tuple[b.Hero, ...]:
    people = tuple(person(snapshot, handle) for handle in winners(snapshot.series))
    return (b.Hero(b.Text(says, "winner", live=True), "", None, people=people),)


def _decisions(words: Words, *, can_end: bool) -> tuple[b.Actions, ...]:
    """Return the buttons to correct and, if possible, to end the series."""
    correction = words.say("Correction")
    correct = b.Action("correction", correction, b.Go("pay"), icon=b.Icon.CORRECTION)
    ask = edit(SeriesForm.ask_for_end, True)
    end = b.Action("end-series", words.say("End the series"), ask, icon=b.Icon.END)
    return (b.Actions((correct, end) if can_end else (correct,)),)


async def delete_series(app: App, number: int) -> None:
    """Delete the series and go home, where it can be put back."""
    await app.alone(lambda: app.archive.remove(number))
    if any(entry.number == number for entry in app.archive.catalogue.removed):
        app.look_away()
        app.offer_back(number)
        await app.navigation.go("/")


def _chart(series: Series, view: SeriesView, unit: Unit, words: Words) -> tuple[b.Custom, ...]:
    """Return the chart of points or chips, if any total is not zero."""
    in_points = Unit.POINTS in view.curves and unit is not Unit.CHIPS
    curves = view.curves[Unit.POINTS if in_points else Unit.CHIPS]
    if not any(any(curve.totals) for curve in curves):
        return ()
    if in_points:
        return (b.Custom(Chart(curves, series.standing.target, words.say("Points"))),)
    return (b.Custom(Chart(curves, 0, words.say("Balance"))),)


_FURTHER_POINTS = 50
_FURTHER_ROUNDS = 5
"""A series over by its rules is played on to the next such total, or so many rounds longer."""


def _play_longer(series: Series) -> Rules:
    """Return the rules with a later end, for a series that is over by its rules."""
    rules = series.planned or series.latest_rules
    highest = max(series.standing.points.values(), default=0)
    rounds = rules.rounds
    if rounds and series.standing.played >= rounds:
        rounds = series.standing.played + _FURTHER_ROUNDS
    target = rules.target
    if rules.count_points and target and target <= highest:
        target = (highest // _FURTHER_POINTS + 1) * _FURTHER_POINTS
    return replace(rules, target=target, rounds=rounds)


def _after_the_end(facts: ScreenFacts) -> tuple[b.Panel, ...]:
    """Return the ways on after the end of a series: take it back, play on, or play once more.

    Undo takes back the end, or a newer name.
    """
    night = facts.night
    words = facts.words
    series = facts.night.series
    if not series.standing.over:
        return ()
    setup = series.next_setup()
    ways: list[b.Action] = []
    if series.ended and _ended_last(night) and night.can_undo:
        says = undo_says(night, facts.say("Undo"), words)
        ways.append(b.Action("undo", says, b.Undo(), icon=b.Icon.UNDO))
    if not series.ended:
        longer = _play_longer(series)
        says = facts.say("Play on {to}", to=aim(longer, words))
        plan = b.Do(Planned(longer), exact=True)
        ways.append(b.Action("play-on", says, plan, icon=b.Icon.PLAY))
    elif not night.log.objection(Dealt(setup)):
        says = facts.say("Deal round {number}", number=len(series.rounds) + 1)
        ways.append(b.Action("play-on", says, act(deal_on, setup), icon=b.Icon.PLAY))
    ways.append(_once_more(facts, setup))
    buttons = tuple(b.Actions((way,)) for way in ways)
    return (b.Panel(buttons, key="after-the-end"),)


async def deal_on(app: App, setup: Setup) -> None:
    """Deal a further round of an ended series, and go to its table."""
    await app.ask(Dealt(setup), place="deal", then=table_path(app.facts.night.number))


def _once_more(facts: ScreenFacts, setup: Setup) -> b.Action:
    """Return the start of a series with the same people, rules and seats; the deal passes on."""
    names = tuple(map(facts.night.series.name_of, setup.players))
    deals = facts.say("{name} deals", name=names[setup.dealer])
    return b.Action(
        "once-more",
        facts.say("Once more with the same table"),
        act(start_series, names, setup.dealer, setup.rules),
        icon=b.Icon.REPEAT,
        beneath=f"{listed(names, facts.words)} · {deals}",
    )


def _end_question(snapshot: Snapshot, words: Words) -> b.Question:
    """Return the question before the end, which announces the outcome and calls off a round."""
    return b.Question(
        "end-series",
        words.say("End the series"),
        _end_now(snapshot, words),
        words.say("End the series"),
        words.say("Not yet"),
        on_yes=b.Do(Ended(calls_off=not snapshot.round.over), exact=True),
        on_no=edit(SeriesForm.ask_for_end, False),
    )


def _ended_last(snapshot: Snapshot) -> bool:
    """Return whether only names, dates or the worth of a chip changed since the series ended."""
    steps = reversed(snapshot.log.steps)
    last = next((step for step in steps if not only_describes(step)), None)
    return isinstance(last, Ended)


def _end_now(snapshot: Snapshot, words: Words) -> str:
    """Return the outcome of an end now, which calls off a round in play, and what is still open."""
    series = snapshot.series
    ended = snapshot.log.after(Ended(calls_off=not snapshot.round.over)).series
    off = ""
    if not snapshot.round.over:
        series = ended
        off = sentence(words.say(Why.ROUND_IS_VOID.value), words)
    names = [series.name_of(handle) for handle in winners(replace(series, ended=True))]
    if Unit.WON in units(series) or not series.standing.played:
        won = ""
    elif not names:
        won = words.say("Nobody has won: points are still open.")
    elif len(names) > 1:
        won = words.say("{names} share the win.", names=listed(names, words))
    else:
        won = words.say("{name} wins.", name=names[0])
    # The end says that the last list was handed over (R18), so the list is read out before.
    now = read_out_now(series, words)
    says = words.say("Hand over these chips") if series.lists else words.say("Still owed")
    later = read_out_later(ended, words)
    return "\n".join(filter(None, (" ".join(filter(None, (off, won))), now and says, now, later)))


Answer = Callable[[str], str]
"""A function from the last answer of a panel to the next."""


def _files(words: Words) -> b.Panel:
    """Return the panel that saves or copies a series."""

    def save(identifier: str, says: str, ending: str) -> b.Action:
        return b.Action(identifier, says, act(save_series, ending), icon=b.Icon.SAVE)

    copy = b.Action("copy-sheet", words.say("Copy"), act(copy_series), icon=b.Icon.COPY)
    return b.Panel(
        (
            b.Text(words.say("Every turn as text"), style=b.Style.MUTED),
            b.Actions((save("export", words.say("Save"), SHEET), copy)),
            b.Actions((save("export-csv", words.say("Table for spreadsheets (CSV)"), CSV),)),
            b.Actions((save("export-scores", words.say("Table of scores (CSV)"), SCORES),)),
        ),
        words.say("Save or share"),
        answers="taken-along",
    )


CSV = ".csv"
SCORES = " scores.csv"
_MARK = "\ufeff"
"""The beginning by which spreadsheet programs recognise UTF-8."""


def _content(snapshot: Snapshot, ending: str, words: Words) -> str:
    """Return the content of a file of the series."""
    if ending in {CSV, SCORES}:
        table = spreadsheet if ending == CSV else score_table
        return f"{_MARK}{table(snapshot.series, words)}"
    return dumps(snapshot.log)


async def save_series(app: App, ending: str) -> Answer | None:
    """Save the series as a file with this ending, as everybody may see it."""
    facts = app.facts
    snapshot = seen_by(facts.night, EVERYBODY)
    name = f"{file_stem(snapshot.series, facts.words)}{ending}"
    # The content is written in a thread, so that the event loop stays free.
    content = await asyncio.to_thread(_content, snapshot, ending, facts.words)
    if not await app.device.save_file(name, content.encode()):
        return None
    return lambda _: facts.say("The file is saved: {name}.", name=name)


async def copy_series(app: App) -> Answer | None:
    """Put the score sheet on the clipboard, as everybody may see it."""
    facts = app.facts
    await app.device.copy(await asyncio.to_thread(dumps, seen_by(facts.night, EVERYBODY).log))
    return lambda _: facts.say("The score sheet is on the clipboard.")


def _share(snapshot: Snapshot, words: Words) -> tuple[b.Actions, ...]:
    """Return the button that leads to the table on other phones."""
    says = words.say("Who is here") if snapshot.company else words.say("Share this table")
    path = b.Go(f"/table/{snapshot.number}/company")
    return (b.Actions((b.Action("share-table", says, path, icon=b.Icon.SHARE),)),)


def file_stem(series: Series, words: Words) -> str:
    """Return a file name without an ending that every file system accepts."""
    named = f"{series.name or words.say('Fan Tan')} {series.date}"
    kept = "".join(letter if letter.isalnum() or letter in " -_" else " " for letter in named)
    return " ".join(kept.split())
