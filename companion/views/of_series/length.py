"""The aim of a series, a total or a number of rounds, and changes of it."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.core.rules import Points, Rules
from companion.core.series import Series
from companion.words import Words

POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0}
"""The points that the player with the most points gains in a round: about fifty rounds to 100 as
measured for cards; a card has 6.5 pips on average, and rank 7.
"""


def aim(rules: Rules, words: Words) -> str:
    """Return the aim of rules, such as `to 100 or 7 rounds`; empty for an open end."""
    target, rounds = rules.target if rules.count_points else 0, rules.rounds
    if not rounds:
        return words.say("to {target}", target=target) if target else ""
    if not target:
        return words.count("to {n} round", "to {n} rounds", rounds)
    return words.count(
        "to {target} or {n} round", "to {target} or {n} rounds", rounds, target=target
    )


def aim_of(series: Series, words: Words) -> str:
    """Return the aim by the rules of the current round, or of the next round after its end."""
    planned = series.planned if series.last and series.last.over else None
    return aim(planned or series.latest_rules, words)


_STEPS: Final = {Points.CARD: 10, Points.PIPS: 50, Points.RANK: 50}
"""The points by which the target goes up and down."""
_USUAL_TARGET, _FURTHER_ROUNDS = 100, 5
"""The first target, or further number of rounds, of a series that had another aim."""


class Aim(Enum):
    """The end of a series: a total, a number of rounds, or neither."""

    POINTS = "points"
    ROUNDS = "rounds"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Counted:
    """An unconfirmed choice: an aim, None for the aim in force, and the steps counted up."""

    aim: Aim | None = None
    steps: int = 0


@dataclass(frozen=True, slots=True)
class AimChoice:
    """An aim to choose."""

    aim: Aim
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class LengthView:
    """The aim of a series: `choices` of an aim, and its `number` to be counted up and down.

    `act` puts `rules` in force from the next round on, None for unchanged rules. `resumes` says
    that a series which is over goes on with these rules.
    """

    title: str
    choices: tuple[AimChoice, ...]
    number: str
    can_count: bool
    can_less: bool
    less_says: str
    more_says: str
    act: str
    rules: Rules | None
    resumes: str
    plays_on: bool


def length(series: Series, counted: Counted, words: Words) -> LengthView:
    """Return the aim chosen and counted up, with its consequences."""
    rules = series.planned or series.latest_rules
    begun = _ended_by(series, rules)
    chosen = counted.aim or begun
    if chosen is Aim.OPEN:
        return _view(series, replace(rules, target=0, rounds=0), chosen, words, can_less=False)
    if chosen is Aim.POINTS:
        size = _STEPS[rules.points]
        least = (max(series.standing.points.values(), default=0) // size + 1) * size
        first = max(rules.target if begun is Aim.POINTS else _USUAL_TARGET, least)
        number = max(least, first + counted.steps * size)
        made = replace(rules, target=number, rounds=_rounds_kept(series, rules, begun))
    else:
        least = series.standing.played + 1
        first = rules.rounds if begun is Aim.ROUNDS else least - 1 + _FURTHER_ROUNDS
        number = max(least, max(first, least) + counted.steps)
        made = replace(rules, rounds=number, target=rules.target if begun is chosen else 0)
    return _view(series, made, chosen, words, can_less=number > least)


def _ended_by(series: Series, rules: Rules) -> Aim:
    """Return the aim that ends a series: points, or rounds if reached first or without points."""
    in_points = bool(rules.count_points and rules.target)
    reached = in_points and max(series.standing.points.values(), default=0) >= rules.target
    if in_points and (reached or not _played_out(series, rules)):
        return Aim.POINTS
    return Aim.ROUNDS if rules.rounds else Aim.OPEN


def _played_out(series: Series, rules: Rules) -> bool:
    return bool(rules.rounds and series.standing.played >= rules.rounds)


def _rounds_kept(series: Series, rules: Rules, begun: Aim) -> int:
    """Return the number of rounds to keep beside a target in points."""
    keeps = begun is Aim.POINTS and not _played_out(series, rules)
    return rules.rounds if keeps else 0


def _view(series: Series, rules: Rules, chosen: Aim, words: Words, *, can_less: bool) -> LengthView:
    over, now = series.standing.over, series.planned or series.latest_rules
    to = aim(rules, words)
    plays_on = over and rules != now
    goes_on = words.say("The series goes on then, {to}.", to=to or words.say("open end"))
    if not to:
        act = words.say("Play on without an end") if plays_on else words.say("Play without an end")
    else:
        act = words.say("Play on {to}", to=to) if plays_on else words.say("Play {to}", to=to)
    return LengthView(
        title=words.say("Play on?") if plays_on else words.say("How long?"),
        choices=tuple(
            AimChoice(kind, said, kind is chosen)
            for kind, said in (
                (Aim.POINTS, words.say("To a total")),
                (Aim.ROUNDS, words.say("Number of rounds")),
                (Aim.OPEN, words.say("Open end")),
            )
            if kind is not Aim.POINTS or rules.count_points
        ),
        number=to or words.say("open end"),
        can_count=chosen is not Aim.OPEN,
        can_less=can_less,
        less_says=words.say("Shorter"),
        more_says=words.say("Longer"),
        act=act,
        rules=None if rules == now else rules,
        resumes=goes_on if plays_on else "",
        plays_on=plays_on,
    )
