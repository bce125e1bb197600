"""A series on one screen: totals, the race, every round, a chart, and how to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.ledger import settle
from companion.core.points import points
from companion.core.round import Round
from companion.core.rules import Points
from companion.core.series import Series
from companion.views.people import Person, person
from companion.views.speech import listed, signed
from companion.views.standings import RaceView, race
from companion.words import Words


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the table of rounds: a cell a player, in the order of `SeriesView.players`."""

    number: int
    chips: tuple[str, ...]
    points: tuple[str, ...]
    says: str
    has_turns: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's totals after each round, the start first."""

    player: Person
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeriesView:
    """All that the series screen shows."""

    title: str
    subtitle: str
    ended: str
    players: tuple[Person, ...]
    chips: tuple[str, ...]
    points: tuple[str, ...]
    race: RaceView
    in_points: bool
    rounds: tuple[RoundLine, ...]
    point_curves: tuple[Curve, ...]
    chip_curves: tuple[Curve, ...]


def series_view(series: Series, words: Words) -> SeriesView:
    """The series as it stands."""
    standing = series.standing
    handles = tuple(standing.chips)
    in_points = series.latest_rules.points is not Points.NONE
    winners = listed([series.name_of(each) for each in standing.winners], words)
    return SeriesView(
        title=series.name or words.say("Series"),
        subtitle=_subtitle(series, words),
        ended=words.say("{name} won this series.", name=winners) if standing.over else "",
        players=tuple(person(series, handle) for handle in handles),
        chips=tuple(signed(standing.chips[handle]) for handle in handles),
        points=tuple(
            "?" if handle in standing.open else str(standing.points[handle]) for handle in handles
        ),
        race=race(series, None, words),
        in_points=in_points,
        rounds=tuple(
            _round(number, round_, handles, words) for number, round_ in enumerate(series.rounds, 1)
        ),
        point_curves=_curves(series, handles, _points_of) if in_points else (),
        chip_curves=_curves(series, handles, _chips_of),
    )


def _subtitle(series: Series, words: Words) -> str:
    played = words.count("{n} round", "{n} rounds", len(series.rounds))
    target = series.latest_rules.target
    parts = [series.date, played, words.say("to {target}", target=target) if target else ""]
    return " · ".join(filter(None, parts))


def _chips_of(round_: Round) -> dict[str, int]:
    return dict(zip(round_.setup.players, settle(round_).chips, strict=True))


def _points_of(round_: Round) -> dict[str, int]:
    counted = (each or 0 for each in points(round_))
    return dict(zip(round_.setup.players, counted, strict=True))


def _round(number: int, round_: Round, handles: tuple[str, ...], words: Words) -> RoundLine:
    chips = _chips_of(round_)
    counted = dict(zip(round_.setup.players, points(round_), strict=True))
    return RoundLine(
        number=number,
        chips=tuple(signed(chips[each]) if each in chips else "" for each in handles),
        points=tuple(_count(counted[each]) if each in counted else "" for each in handles),
        says=_says(round_, words),
        has_turns=bool(round_.turns),
    )


def _count(counted: int | None) -> str:
    return "?" if counted is None else str(counted)


def _says(round_: Round, words: Words) -> str:
    if round_.void:
        return words.say("called off")
    return "" if round_.over else words.say("in play")


def _curves(
    series: Series, handles: tuple[str, ...], value_of: Callable[[Round], dict[str, int]]
) -> tuple[Curve, ...]:
    """The running totals of every player; whoever sits a round out stays level."""
    totals = {handle: [0] for handle in handles}
    for round_ in series.rounds:
        gained = value_of(round_)
        for handle, curve in totals.items():
            curve.append(curve[-1] + gained.get(handle, 0))
    return tuple(Curve(person(series, handle), tuple(curve)) for handle, curve in totals.items())
