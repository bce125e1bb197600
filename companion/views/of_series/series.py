"""A series on one screen: totals, the race, every round, a chart, and how to go on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Self

from companion.core.forecast import Entry
from companion.core.names import SHEET, tidy
from companion.core.payments import hand_overs
from companion.core.rounds.setup import POT, Setup
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Ended, only_describes
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.screens.backups import backup_panel
from companion.screens.dates import change_date, days_words
from companion.screens.kit import App, act
from companion.screens.news import say_booked, undo_says
from companion.screens.worth import worth_link
from companion.views import blocks as b
from companion.views.of_series.figures import Curve, EveningLine, RoundLine, SeriesView, series_view
from companion.views.of_series.length import Aim, Counted, aim_of, length_panel, plays_on_to
from companion.views.of_series.settling import owed_panel
from companion.views.of_series.standings import Unit, standing_panel, units, winners
from companion.views.setting_up.deal import default_title
from companion.views.speech import Person, listed, pays, person, rounds_words
from companion.words import Words


@dataclass(frozen=True, slots=True)
class SeriesForm:
    """The state of the screen of a series.

    The chart and the table of rounds show the figures of one `unit`, and the table the last rounds
    or all. `written` is a new name, None before one is written; `counted` is an unconfirmed length.
    """

    unit: Unit = Unit.POINTS
    unfolded: bool = False
    written: str | None = None
    counted: Counted = field(default_factory=Counted)
    asks_for_end: bool = False

    def show(self, unit: Unit) -> Self:
        """Return a copy with other figures."""
        return replace(self, unit=unit)

    def unfold(self) -> Self:
        """Return a copy with all rounds."""
        return replace(self, unfolded=True)

    def write(self, written: str) -> Self:
        """Return a copy with another name."""
        return replace(self, written=written)

    def aim_at(self, rules: Rules, aim: Aim) -> Self:
        """Return a copy with another aim than that of the rules."""
        return replace(self, counted=Counted(rules, aim))

    def count(self, rules: Rules, by: int) -> Self:
        """Return a copy with a longer or shorter series than by the rules."""
        return replace(self, counted=self.counted.under(rules).further(by))

    def ask(self) -> Self:
        """Return a copy that asks whether to end the series."""
        return replace(self, asks_for_end=True)

    def leave(self) -> Self:
        """Return a copy without the question."""
        return replace(self, asks_for_end=False)


@dataclass(frozen=True, slots=True)
class Chart:
    """The curves of all players up to the target, 0 without one, described by `says`."""

    curves: tuple[Curve, ...]
    target: int
    says: str


@dataclass(frozen=True, slots=True)
class RoundTable:
    """The figures of one unit for each round, and their totals.

    `evenings` are heads of the rounds, none for a single evening.
    `swipe_says` is shown if there is no room for all players, and `swipe_to_cards_says` if there is
    none for the ways to the cards left.
    """

    players: tuple[Person, ...]
    lines: tuple[RoundLine, ...]
    evenings: tuple[EveningLine, ...]
    totals: tuple[str, ...]
    total_says: str
    unit: Unit
    swipe_says: str
    swipe_to_cards_says: str
    cards_says: str


@dataclass(frozen=True, slots=True)
class Around:
    """The facts around the screen of a series.

    `remind` is the reminder of a backup, and with `at_table` Back leads to the table. `shares` is
    true if the table can be shared with other phones.
    """

    catalogue: Catalogue
    today: date
    remind: str = ""
    at_table: bool = False
    shares: bool = False


_FEW: Final = 12
"""The number of rounds shown before a tap shows all."""
_SHORT: Final = 7
"""The most rounds of a table that leaves room below in a wide window."""


def series(snapshot: Snapshot, around: Around, words: Words, form: SeriesForm) -> b.Document:
    """Return the screen of a series: the standing, what is owed, the rounds, and the ways on."""
    now, catalogue, ended = snapshot.series, around.catalogue, _ended(snapshot.series, words)
    length = () if now.ended else (length_panel(now, form.counted, words),)
    plays_on = not now.ended and plays_on_to(now, form.counted)
    decisions = _decisions(words, can_end=not now.standing.over)
    first: tuple[b.Block, ...] = (
        *b.notices(say_booked(snapshot, words), "booked"),
        standing_panel(snapshot, words),
        owed_panel(now, words),
        *(_winners(snapshot, ended) if ended else ()),
        *((backup_panel(around.remind, words),) if around.remind else ()),
        *_after_the_end(snapshot, catalogue.entries, around.today, words),
        *(length if plays_on else ()),
        *(decisions if ended else ()),
    )
    last: tuple[b.Block, ...] = (
        *(() if plays_on else length),
        *(() if ended else decisions),
        *worth_link(now, words),
        _name(now.name, form, words),
    )
    kept: tuple[b.Block, ...] = (
        *(_share(snapshot, words) if around.shares and not now.ended else ()),
        _files(words),
        _keeping(snapshot.number, words),
    )
    rounds = _rounds(snapshot, around.today, form, words)
    resume = b.Action(
        "resume",
        words.say("The last round") if now.standing.over else words.say("Back to the table"),
        b.Go(f"/table/{snapshot.number}"),
        b.Emphasis.SECONDARY if ended else b.Emphasis.PRIMARY,
    )
    short = len(now.rounds) <= _SHORT
    return b.Document(
        now.name or words.say("Series"),
        (first, (rounds,), last, kept) if short else (first, (rounds,), (*last, *kept)),
        subtitle=_subtitle(now, words),
        footer=() if around.at_table else (resume,),
        question=_end_question(snapshot, words)
        if form.asks_for_end and not now.standing.over
        else None,
        key="over" if ended else "in-play",
    )


def _winners(snapshot: Snapshot, says: str) -> tuple[b.Hero, ...]:
    people = tuple(person(snapshot, handle) for handle in winners(snapshot.series))
    return (b.Hero(b.Text(says, "winner", live=True), "", None, people=people),)


def _decisions(words: Words, *, can_end: bool) -> tuple[b.Actions, ...]:
    """Return the buttons to correct and, if possible, to end the series."""
    correction = words.say("Correction")
    correct = b.Action("correction", correction, b.Go("pay"), icon=b.Icon.CORRECTION)
    end = b.Action("end-series", words.say("End the series"), b.Edit("ask"), icon=b.Icon.END)
    return (b.Actions((correct, end) if can_end else (correct,)),)


def _name(name: str, form: SeriesForm, words: Words) -> b.Panel:
    written = name if form.written is None else form.written
    changed = tidy(written) not in {"", name}
    rename = b.Submit() if changed else None
    field = b.Field("series-name", written, words.say("Name of the series"), "write")
    action = b.Action("rename-series", words.say("Rename"), rename, icon=b.Icon.EDIT)
    date = b.Action(
        "series-date", words.say("Change the date"), act(change_date, 0), icon=b.Icon.DATE
    )
    return b.Panel((field, b.Actions((action, date))), title=words.say("Name and date"), key="name")


def _keeping(number: int, words: Words) -> b.Panel:
    """Return the panel that deletes a series."""
    delete = b.Action(
        "delete-series",
        words.say("Delete the series"),
        act(delete_series, number),
        icon=b.Icon.DELETE,
    )
    return b.Panel((b.Actions((delete,)),), key="keeping")


async def delete_series(app: App, number: int) -> None:
    """Delete the series and go home, where it can be put back."""
    await app.alone(lambda: app.archive.remove(number))
    if any(entry.number == number for entry in app.archive.catalogue.removed):
        app.look_away()
        app.offer_back(number)
        await app.go("/")


def _rounds(snapshot: Snapshot, today: date, form: SeriesForm, words: Words) -> b.Panel:
    """Return the chart and the table of the rounds, in points, chips or cards left."""
    view, say = series_view(snapshot, words), words.say
    named = {Unit.POINTS: say("Points"), Unit.CHIPS: say("Chips"), Unit.CARDS: say("Cards")}
    offered = [unit for unit in named if unit in {*units(snapshot.series), Unit.CARDS}]
    unit = form.unit if form.unit in offered else offered[0]
    answers = tuple(
        b.Action(
            f"show-{choice.value}", named[choice], b.Edit("show", (choice,)), chosen=choice is unit
        )
        for choice in offered
    )
    lines = view.rounds if form.unfolded else view.rounds[-_FEW:]
    table = RoundTable(
        view.players,
        lines,
        tuple(
            replace(line, title=say("Tonight")) if line.date == today.isoformat() else line
            for line in view.evenings
        ),
        view.totals[unit],
        say("Total"),
        unit,
        say("Swipe the table sideways to see all {n} players", n=len(view.players)),
        say("Swipe the table sideways to show cards left"),
        say("Show the cards left"),
    )
    seating = "\n".join(view.seating)
    blocks: tuple[b.Block, ...] = (
        *((b.Choice(answers),) if len(answers) > 1 else ()),
        *_chart(snapshot.series, view, unit, words),
        b.Custom("round_table", table),
        *((b.Text(seating, "seating", b.Style.MUTED),) if seating else ()),
    )
    if len(lines) < len(view.rounds):
        unfold = say("Show all {n} rounds", n=len(view.rounds))
        blocks = (*blocks, b.unfolds("all-rounds", unfold, b.Edit("unfold")))
    beside = say("tap a round to see its turns")
    return b.Panel(blocks, title=say("Rounds"), beside=beside, key="rounds")


def _chart(series: Series, view: SeriesView, unit: Unit, words: Words) -> tuple[b.Custom, ...]:
    """Return the chart of points or chips, if any total is not zero."""
    in_points = Unit.POINTS in view.curves and unit is not Unit.CHIPS
    curves = view.curves[Unit.POINTS if in_points else Unit.CHIPS]
    if not any(any(curve.totals) for curve in curves):
        return ()
    if in_points:
        says = words.say("The points after each round")
        return (b.Custom("chart", Chart(curves, series.standing.target, says)),)
    return (b.Custom("chart", Chart(curves, 0, words.say("The chips after each round"))),)


def _ended(series: Series, words: Words) -> str:
    """Return the outcome of a series that is over, else nothing."""
    won, over = winners(series), series.standing.over
    names = listed([series.name_of(handle) for handle in won], words)
    if not over:
        return ""
    if Unit.WON in units(series):
        outcome = "" if series.ended else words.say("The series is over.")
    elif not won:
        outcome = words.say("Nobody has won: points are still open.")
    elif len(won) > 1:
        outcome = words.say("{names} share the win.", names=names)
    else:
        outcome = words.say("{name} won this series.", name=names)
    ended = words.say("The table called it a night.") if series.ended else ""
    return " ".join(filter(None, (ended, outcome)))


def _after_the_end(
    snapshot: Snapshot, entries: Sequence[Entry], today: date, words: Words
) -> tuple[b.Panel, ...]:
    """Return the ways on after the end of a series: take it back, play on, or play once more.

    Undo takes back the end, or a newer name. A series that ended by its rules has no further round.
    """
    series, setup = snapshot.series, snapshot.series.next_setup()
    if not series.standing.over:
        return ()
    ways: list[b.Action] = []
    if series.ended and _ended_last(snapshot) and snapshot.can_undo:
        says = undo_says(snapshot, words.say("Take the end back"), words)
        ways.append(b.Action("undo", says, b.Undo(), icon=b.Icon.UNDO))
    if series.ended and not snapshot.log.objection(Dealt(setup)):
        says = words.say("Play on: deal round {number}", number=len(series.rounds) + 1)
        ways.append(b.Action("play-on", says, b.Act("deal_on", (setup,)), icon=b.Icon.PLAY))
    ways.append(_once_more(series, setup, default_title(entries, today, words), words))
    buttons = tuple(b.Actions((way,)) for way in ways)
    return (b.Panel(buttons, title=words.say("And now?"), key="after-the-end"),)


def _end_question(snapshot: Snapshot, words: Words) -> b.Question:
    """Return the question before the end, which announces the outcome and calls off a round."""
    return b.Question(
        "end-series",
        words.say("End the series?"),
        _explains(snapshot, words),
        words.say("End it"),
        words.say("Not yet"),
        on_yes=b.Do(Ended(calls_off=not snapshot.round.over), exact=True),
        on_no=b.Edit("leave"),
    )


def _ended_last(snapshot: Snapshot) -> bool:
    """Return whether only names, dates or the worth of a chip changed since the series ended."""
    steps = reversed(snapshot.log.steps)
    last = next((step for step in steps if not only_describes(step)), None)
    return isinstance(last, Ended)


def _explains(snapshot: Snapshot, words: Words) -> str:
    """Return the outcome of an end now, which calls off a round in play."""
    series, off = snapshot.series, ""
    if not snapshot.round.over:
        series = snapshot.log.after(Ended(calls_off=True)).series
        off = words.say(
            "Round {number} is in play: it is called off.",
            number=snapshot.round_number,
        )
        off = " ".join((off, *_given_back(series, words)))
    if not series.standing.played:
        return " ".join(filter(None, (off, words.say("Nobody wins: no round was played."))))
    names = [series.name_of(handle) for handle in winners(replace(series, ended=True))]
    if Unit.WON in units(series):
        won = ""
    elif not names:
        won = words.say("Nobody wins: points are still open.")
    elif len(names) > 1:
        won = words.say("{names} share the win then.", names=listed(names, words))
    else:
        won = words.say("{name} wins then.", name=names[0])
    back = "" if off else words.say("It can be taken back, and played on.")
    return " ".join(filter(None, (off, won, back)))


def _given_back(series: Series, words: Words) -> Iterator[str]:
    """Yield the chips handed back from the pot and by players when the last round is called off."""
    players = tuple(map(series.name_of, series.rounds[-1].setup.players))
    back = hand_overs(series.rounds[-1])
    takers = [players[paid.target] for paid in back if paid.source == POT]
    if len(takers) == len(players):
        yield words.say("All take their chips back.")
    elif takers:
        yield words.count(
            "{names} takes their chips back from the pot.",
            "{names} take their chips back from the pot.",
            len(takers),
            names=listed(takers, words),
        )
    for paid in back:
        if POT not in {paid.source, paid.target}:
            payment = pays(players[paid.source], players[paid.target], paid.chips, words)
            yield f"{payment}."


def _once_more(series: Series, setup: Setup, name: str, words: Words) -> b.Action:
    """Return the start of a series with the same people, rules and seats; the deal passes on."""
    names = tuple(map(series.name_of, setup.players))
    deals = words.say("{name} deals", name=names[setup.dealer])
    return b.Action(
        "once-more",
        words.say("Once more with the same table"),
        b.Act("start_series", (name, names, setup.dealer, setup.rules)),
        icon=b.Icon.REPEAT,
        beneath=f"{listed(names, words)} · {deals}",
    )


def _subtitle(series: Series, words: Words) -> str:
    parts = (days_words(series, words), counted_rounds(series, words), aim_of(series, words))
    return " · ".join(filter(None, parts))


def counted_rounds(series: Series, words: Words) -> str:
    """Return the number of rounds in words, and of the rounds called off."""
    off = sum(round_.void for round_ in series.rounds)
    return rounds_words(len(series.rounds) - off, words, off)


def _files(words: Words) -> b.Panel:
    """Return the panel that saves or copies a series."""

    def save(identifier: str, says: str, ending: str) -> b.Action:
        return b.Action(identifier, says, b.Act("save_series", (ending,)), icon=b.Icon.SAVE)

    copy = b.Action("copy-sheet", words.say("Copy"), b.Act("copy_series"), icon=b.Icon.COPY)
    explained = words.say(
        "Every turn as text, as people keep it on paper. It can be read in again anywhere."
    )
    return b.Panel(
        (
            b.Actions(
                (save("export-html", words.say("Page to read and to print (HTML)"), ".html"),)
            ),
            b.Actions((save("export-csv", words.say("Table for spreadsheets (CSV)"), ".csv"),)),
            b.Text(explained, style=b.Style.MUTED),
            b.Actions((save("export", words.say("Save"), SHEET), copy)),
        ),
        words.say("Save or share"),
        answers="taken-along",
    )


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
