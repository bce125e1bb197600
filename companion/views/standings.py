"""Standings in words: the race to the target, and how many rounds it may still take."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from companion.core.books.ledger import ledger
from companion.core.books.points import points
from companion.core.round import Round
from companion.core.series import Series
from companion.core.standing import Standing
from companion.views.people import Person, person
from companion.views.speech import chips_words, signed
from companion.words import Words

_USUAL = 100 / 50
"""Points a round of the one with the most: a series to 100 takes about fifty rounds (measured)."""
_USUAL_ROUNDS = 5
"""So many usual rounds are counted in, lest the first few decide."""


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A player's total. `share` is how far the bar reaches: 0 to 1, in chips also -1 to 0;
    `added` is what the last round brought, empty where none is counted yet.
    """

    player: Person
    total: int
    total_text: str
    added: str
    share: float
    says: str


@dataclass(frozen=True, slots=True)
class RaceView:
    """Totals, the one who is ahead first. In chips the bars start in the middle. `forecast` is an
    estimate in words, or empty.
    """

    title: str
    beside: str
    in_points: bool
    lines: tuple[RaceLine, ...]
    forecast: str


def race(series: Series, words: Words, *, last: bool = False) -> RaceView:
    """The race as it stands; with `last` also what the last round brought, which is over."""
    standing = series.standing
    in_points = series.latest_rules.count_points
    totals = standing.points if in_points else standing.chips
    gained = _gained(series.rounds[-1], in_points=in_points) if last else None
    longest = max((abs(total) for total in totals.values()), default=0)
    full = max(standing.target, longest, 1) if in_points else max(longest, 1)
    order = sorted(totals, key=lambda each: totals[each] if in_points else -totals[each])
    lines = tuple(
        RaceLine(
            player=person(series, handle),
            total=totals[handle],
            total_text=str(totals[handle]) if in_points else signed(totals[handle]),
            added="" if gained is None else _added(gained.get(handle, 0)),
            share=totals[handle] / full,
            says=_says(series, handle, totals[handle], words, in_points=in_points),
        )
        for handle in order
    )
    title, beside = _titles(standing, words, in_points=in_points)
    return RaceView(title, beside, in_points, lines, forecast(series, words))


def _gained(round_: Round, *, in_points: bool) -> dict[str, int | None]:
    """What the round brought, by handle; None for points that are not known yet."""
    counted = points(round_) if in_points else ledger(round_).chips
    return dict(zip(round_.setup.players, counted, strict=True))


def _added(gained: int | None) -> str:
    return "?" if gained is None else f"{gained:+d}"


def _says(series: Series, handle: str, total: int, words: Words, *, in_points: bool) -> str:
    counted = (
        words.count("{n} point", "{n} points", total) if in_points else chips_words(total, words)
    )
    return f"{series.name_of(handle)}, {counted}"


def _titles(standing: Standing, words: Words, *, in_points: bool) -> tuple[str, str]:
    if not in_points:
        return words.say("Chips"), words.say("most chips first")
    if standing.target:
        return words.say("Race to {target}", target=standing.target), words.say("lowest wins")
    return words.say("Points"), words.say("lowest first")


def forecast(series: Series, words: Words) -> str:
    """About how many rounds the series may still take, as an estimate."""
    standing = series.standing
    played = sum(each.played_out and not each.void for each in series.rounds)
    if not standing.target or standing.over or not series.latest_rules.count_points:
        return ""
    highest = max(standing.points.values(), default=0)
    a_round = (highest + _USUAL_ROUNDS * _USUAL) / (played + _USUAL_ROUNDS)
    to_go = max(1, ceil((standing.target - highest) / a_round))
    return words.count("about {n} round to go", "about {n} rounds to go", to_go)
