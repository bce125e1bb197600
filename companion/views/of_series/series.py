"""A series on one screen: totals, the race, every round, a chart, and how to go on."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Self

from companion.core.books import cards_left, ledger, points
from companion.core.judge import Verdict, judge
from companion.core.names import SHEET, tidy
from companion.core.rounds.round import Round
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.standing import Totals
from companion.desk.archive import Catalogue
from companion.desk.table import Snapshot
from companion.views import blocks as b
from companion.views.at_table.passes import hidden
from companion.views.backups import backup_panel
from companion.views.of_series.correction import booked
from companion.views.of_series.dates import EveningLine, days_words, evening_lines
from companion.views.of_series.ending import after_the_end, end_question
from companion.views.of_series.length import Aim, Counted, aim_of, length_panel, plays_on_to
from companion.views.of_series.settling import owed_panel
from companion.views.of_series.standings import (
    Unit,
    beginnings,
    changes,
    standing_panel,
    units,
    winners,
)
from companion.views.of_series.worth import worth_link
from companion.views.speech import (
    Person,
    by_result,
    listed,
    person,
    rounds_words,
    signed,
)
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A row in the table of rounds, with a cell for each of `SeriesView.players`.

    `remark` is the reason why the round does not count, or not yet; `chips_say`, `points_say` and
    `cards_say` are sentences on the round with these figures. `winner` is an index into the
    players; `note` names the dealer and counts the false passes; `has_open` is True if cards left
    are still hidden.
    """

    number: int
    title: str
    chips: tuple[str, ...]
    points: tuple[str, ...]
    cards: tuple[str, ...]
    note: str
    winner: int | None
    void: bool
    remark: str
    chips_say: str
    points_say: str
    cards_say: str
    has_open: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's totals: on joining, then after each round until they left.

    `begins` is the number of rounds played before the player joined.
    """

    player: Person
    totals: tuple[int, ...]
    begins: int = 0


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The figures of a series.

    `chips`, `points` and `cards` are the totals of the `players`, in this order. `evenings` is
    empty if all rounds are of one evening. `seating` lists the players who joined or left, a line
    for each round.
    """

    players: tuple[Person, ...]
    chips: tuple[str, ...]
    points: tuple[str, ...]
    cards: tuple[str, ...]
    in_points: bool
    rounds: tuple[RoundLine, ...]
    evenings: tuple[EveningLine, ...]
    seating: tuple[str, ...]
    point_curves: tuple[Curve, ...]
    chip_curves: tuple[Curve, ...]


def series_view(snapshot: Snapshot, words: Words) -> SeriesView:
    """Return the figures of a series."""
    series = snapshot.series
    standing = series.standing
    handles, left = tuple(standing.chips), _cards_in_all(series)
    in_points = series.latest_rules.count_points
    return SeriesView(
        players=tuple(person(snapshot, handle) for handle in handles),
        chips=tuple(signed(standing.chips[handle]) for handle in handles),
        points=tuple(
            "?" if handle in standing.open else str(standing.points[handle]) for handle in handles
        ),
        cards=tuple(str(left[handle]) for handle in handles),
        in_points=in_points,
        rounds=tuple(
            _round(series, number, handles, words) for number in range(1, len(series.rounds) + 1)
        ),
        evenings=evening_lines(series, handles, words),
        seating=changes(series, words),
        point_curves=_curves(snapshot, lambda after: after.points, points) if in_points else (),
        chip_curves=_curves(
            snapshot, lambda after: after.chips, lambda round_: ledger(round_).chips
        ),
    )


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
        *b.notices(booked(snapshot, words), "booked"),
        standing_panel(snapshot, words),
        owed_panel(now, words),
        *(_winners(snapshot, ended) if ended else ()),
        *((backup_panel(around.remind, words),) if around.remind else ()),
        *after_the_end(snapshot, catalogue.entries, around.today, words),
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
        _keeping(snapshot.number, words, archived=snapshot.number in catalogue.archived),
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
        question=end_question(snapshot, words)
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
    date = b.Action("series-date", words.say("Change the date"), b.Go("date"), icon=b.Icon.DATE)
    return b.Panel((field, b.Actions((action, date))), title=words.say("Name and date"), key="name")


def _keeping(number: int, words: Words, *, archived: bool) -> b.Panel:
    """Return the panel that archives or deletes a series."""
    if archived:
        says = words.say("This series is archived: the home screen does not list it.")
        away = words.say("Bring back"), b.Act("take_out", (number,)), b.Icon.UNARCHIVE
    else:
        says = words.say(
            "Archived series are not listed on the home screen. Deleted ones can be put back."
        )
        away = words.say("Archive"), b.Act("archive", (number,)), b.Icon.ARCHIVE
    label, act, icon = away
    delete = b.Act("delete", (number,))
    actions = (
        b.Action("archive-series", label, act, icon=icon),
        b.Action("delete-series", words.say("Delete"), delete, icon=b.Icon.DELETE),
    )
    content = b.Text(says, style=b.Style.MUTED), b.Actions(actions)
    return b.Panel(content, title=words.say("Keep or delete"), key="keeping")


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
        {Unit.POINTS: view.points, Unit.CHIPS: view.chips, Unit.CARDS: view.cards}[unit],
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
        blocks = (*blocks, b.unfolds("all-rounds", unfold))
    beside = say("tap a round to see its turns")
    return b.Panel(blocks, title=say("Rounds"), beside=beside, key="rounds")


def _chart(series: Series, view: SeriesView, unit: Unit, words: Words) -> tuple[b.Custom, ...]:
    """Return the chart of points or chips, if any total is not zero."""
    in_points = view.in_points and unit is not Unit.CHIPS
    curves = view.point_curves if in_points else view.chip_curves
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


def _subtitle(series: Series, words: Words) -> str:
    parts = (days_words(series, words), counted_rounds(series, words), aim_of(series, words))
    return " · ".join(filter(None, parts))


def counted_rounds(series: Series, words: Words) -> str:
    """Return the number of rounds in words, and of the rounds called off."""
    off = sum(round_.void for round_ in series.rounds)
    return rounds_words(len(series.rounds) - off, off, words)


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


def _round(series: Series, number: int, handles: tuple[str, ...], words: Words) -> RoundLine:
    round_ = series.rounds[number - 1]
    chips = dict(zip(round_.setup.players, ledger(round_).chips, strict=True))
    counted = dict(zip(round_.setup.players, points(round_), strict=True))
    won = None if round_.void or round_.winner is None else round_.setup.players[round_.winner]
    title = words.say("Round {number}", number=number)
    remark = _remark(round_, words)
    finish = words.say("{name} goes out", name=series.name_of(won)) if won else ""
    joined = beginnings(series, number, words)
    left = _cards_left(round_)
    known = counted.items() if round_.over else ()
    scores = {handle: "?" if score is None else str(score) for handle, score in known}

    def say(figures: Mapping[str, str]) -> str:
        counts = (f"{series.name_of(handle)} {figure}" for handle, figure in figures.items())
        return ", ".join(filter(None, (title, remark, *joined, finish, *counts, note)))

    false = sum(ruling.verdict is Verdict.ILLEGAL for ruling in judge(round_).rulings)
    dealer = series.name_of(round_.setup.players[round_.setup.dealer])
    note = " · ".join(filter(None, (_note(dealer, false, words), by_result(round_, words))))
    return RoundLine(
        number=number,
        title=title,
        chips=tuple(signed(chips[handle]) if handle in chips else "" for handle in handles),
        points=tuple(scores.get(handle, "") for handle in handles),
        cards=tuple(str(left[handle]) if handle in left else "" for handle in handles),
        note=note,
        winner=handles.index(won) if won else None,
        void=round_.void,
        remark=remark,
        chips_say=say({handle: signed(net) for handle, net in chips.items()}),
        points_say=say(scores),
        cards_say=say({handle: str(cards) for handle, cards in left.items()}),
        has_open=round_.played_out and not round_.void and bool(hidden(round_)),
    )


def _note(dealer: str, false_passes: int, words: Words) -> str:
    passes = words.count("{n} false pass", "{n} false passes", false_passes) if false_passes else ""
    return " · ".join(filter(None, (words.say("{name} dealt", name=dealer), passes)))


def _cards_in_all(series: Series) -> Counter[str]:
    """Return the cards left to each player in all rounds that count."""
    left = Counter[str]()
    for round_ in series.rounds:
        if not round_.void:
            left.update(_cards_left(round_))
    return left


def _cards_left(round_: Round) -> dict[str, int]:
    """Return the cards left by player; none before a player is out."""
    return dict(zip(round_.setup.players, cards_left(round_) or (), strict=False))


def _remark(round_: Round, words: Words) -> str:
    if round_.void:
        return words.say("called off")
    return "" if round_.over else words.say("in play")


def _curves(
    snapshot: Snapshot,
    totals_of: Callable[[Totals], Mapping[str, int]],
    brought_by: Callable[[Round], Sequence[int | None]],
) -> tuple[Curve, ...]:
    """Return the totals of every player after each round that counts, from joining to leaving.

    A round called off counts once it was corrected.
    """
    series = snapshot.series
    after = zip(series.rounds, series.standings, strict=True)
    played = [
        (round_, totals_of(totals))
        for round_, totals in after
        if round_.over and (not round_.void or round_.decisions.after_void)
    ]
    curves: list[Curve] = []
    for handle in series.standing.chips:
        sat = [place for place, (round_, _) in enumerate(played) if handle in round_.setup.players]
        if not sat:
            continue
        joined, totals = played[sat[0]]
        brought = brought_by(joined)[joined.setup.players.index(handle)] or 0
        stays = handle in series.standing.seated
        shown = played[sat[0] :] if stays else played[sat[0] : sat[-1] + 1]
        curve = (totals[handle] - brought, *(totals_[handle] for _, totals_ in shown))
        curves.append(Curve(person(snapshot, handle), curve, sat[0]))
    return tuple(curves)
