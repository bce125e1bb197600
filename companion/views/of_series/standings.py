"""Standings in words: the race, who left it and who joined, and how long it may still take."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.standings.forecast import forecast as rounds_to_go
from companion.core.standings.standing import Standing, Totals
from companion.views.of_series.joining import seating_words
from companion.views.person import Person, person
from companion.views.speech import chips_words, listed, points_words, signed
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A player's total. `share` is how far the bar reaches: 0 to 1, in chips also -1 to 0;
    `added` is what the last round brought, empty where none is counted yet. `remark` tells who
    left, joined or came back (R17), and is part of `says`.
    """

    player: Person
    total: int
    total_text: str
    added: str
    share: float
    remark: str
    says: str


@dataclass(frozen=True, slots=True)
class RaceView:
    """Totals, the one who is ahead first and those who left last. In chips the bars start in the
    middle. `forecast` tells how long it may still take, and why; empty where that is open. A `tie`
    at the target is told so that nobody misses it.
    """

    title: str
    beside: str
    in_points: bool
    lines: tuple[RaceLine, ...]
    forecast: str
    tie: bool


def race(series: Series, words: Words, *, last: bool = False) -> RaceView:
    """The race as it stands; with `last` also what the last round brought, which is over."""
    standing = series.standing
    in_points = series.latest_rules.count_points
    totals = standing.points if in_points else standing.chips
    gained = _gained(series.rounds[-1], in_points=in_points) if last else {}
    longest = max((abs(total) for total in totals.values()), default=0)
    full = max(standing.target, longest, 1) if in_points else max(longest, 1)
    lines = tuple(
        RaceLine(
            player=person(series, handle),
            total=totals[handle],
            total_text=str(totals[handle]) if in_points else signed(totals[handle]),
            added=gained.get(handle, ""),
            share=(max(0, totals[handle]) if in_points else totals[handle]) / full,
            remark=seating_words(series, handle, words),
            says=_says(series, handle, totals[handle], words, in_points=in_points),
        )
        for handle in _order(standing, in_points=in_points)
    )
    title, beside = _titles(standing, words, in_points=in_points)
    return RaceView(title, beside, in_points, lines, forecast(series, words), bool(standing.tied))


def _order(standing: Standing, *, in_points: bool) -> list[str]:
    """Who is ahead first, and whoever left last: they cannot win (R17)."""

    def place(handle: str) -> tuple[bool, int]:
        total = standing.points[handle] if in_points else -standing.chips[handle]
        return handle not in standing.seated, total

    return sorted(standing.chips, key=place)


def _gained(round_: Round, *, in_points: bool) -> dict[str, str]:
    """What the round brought, by handle; a question for points that are not known yet."""
    counted = points(round_) if in_points else ledger(round_).chips
    gained = zip(round_.setup.players, counted, strict=True)
    return {handle: "?" if net is None else f"{net:+d}" for handle, net in gained}


def _says(series: Series, handle: str, total: int, words: Words, *, in_points: bool) -> str:
    counted = points_words(total, words) if in_points else chips_words(total, words)
    said = (series.name_of(handle), counted, seating_words(series, handle, words))
    return ", ".join(filter(None, said))


def _titles(standing: Standing, words: Words, *, in_points: bool) -> tuple[str, str]:
    if not in_points:
        most = words.say("most chips win") if standing.limit else words.say("most chips first")
        return words.say("Chips"), most
    if standing.target:
        return words.say("Race to {target}", target=standing.target), words.say("lowest wins")
    if standing.limit:
        rounds = words.count("Race over {n} round", "Race over {n} rounds", standing.limit)
        return rounds, words.say("lowest wins")
    return words.say("Points"), words.say("lowest first")


def forecast(series: Series, words: Words) -> str:
    """About how many rounds the series may still take, and that it goes on where that is news."""
    standing = series.standing
    if standing.over:
        return ""
    if standing.tied:
        return words.say(
            "{names} share the lowest total, {points}: the series goes on until one is lowest.",
            names=listed([series.name_of(handle) for handle in standing.tied], words),
            points=points_words(standing.points[standing.tied[0]], words),
        )
    to_go = _to_go(series, words)
    if not _resumed(series):
        return to_go
    return (
        words.say("The series goes on: {rounds}.", rounds=to_go)
        if to_go
        else words.say("The series goes on.")
    )


def _to_go(series: Series, words: Words) -> str:
    standing = series.standing
    target = standing.target if series.latest_rules.count_points else 0
    highest = max(standing.points.values(), default=0)
    left = standing.limit - standing.played
    if standing.open and ((target and highest >= target) or (standing.limit and left <= 0)):
        return words.say("Who wins hangs on points that are still open")
    if standing.limit and not target:
        return words.count("{n} round to go", "{n} rounds to go", left)
    if not target:
        return ""
    about = rounds_to_go(series)
    if about is None:
        said = words.count("at most {n} round to go", "at most {n} rounds to go", left)
        return said if standing.limit else ""
    if standing.limit and left <= about.low:
        return words.count("{n} round to go", "{n} rounds to go", left)
    most = left if standing.limit else about.high
    to_go, high = min(about.rounds, most), min(about.high, most)
    if about.low == high:
        return words.count("about {n} round to go", "about {n} rounds to go", to_go)
    return words.count(
        "about {n} round to go, {low} to {high}",
        "about {n} rounds to go, {low} to {high}",
        to_go,
        low=about.low,
        high=high,
    )


def _resumed(series: Series) -> bool:
    """Whether the series was over by the rules of its last round, and is not by those planned."""
    last = series.last
    if last is None or not last.over or not series.planned:
        return False
    totals = Totals(series.before)
    totals.add(last)
    return totals.outcome(last, last.setup.rules).over
