"""The aim of a series, a total or a number of rounds, and changes of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, Self

from companion.core.rules import Points, Rules
from companion.core.series import Series
from companion.core.steps import Planned
from companion.views import blocks as b
from companion.words import Words

POINTS_A_ROUND: Final = {Points.CARD: 2.0, Points.PIPS: 13.0, Points.RANK: 14.0}
"""The points per round of the player with the most points.

A series to 100 was measured to take about fifty rounds where each card counts one point; a card has
6.5 pips on average, and rank 7.
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
    """An unconfirmed length, void under other rules than `rules`.

    The length is an aim, None for the aim in force, and the steps counted up.
    """

    rules: Rules | None = None
    aim: Aim | None = None
    steps: int = 0

    def under(self, rules: Rules) -> Self:
        """Return the length, or no length if it is void under these rules."""
        return self if self.rules == rules else type(self)(rules)

    def further(self, by: int) -> Self:
        """Return a copy with more steps counted up."""
        return replace(self, steps=self.steps + by)


@dataclass(frozen=True, slots=True)
class _Length:
    """A length in the making: the `rules` with it, and the chosen aim."""

    rules: Rules
    aim: Aim
    can_less: bool = False


def length_panel(series: Series, counted: Counted, words: Words) -> b.Panel:
    """Return the choice of a length from the next round on, which may play an ended series on."""
    now = series.planned or series.latest_rules
    made = _made(series, now, counted.under(now))
    to, plays_on = aim(made.rules, words), plays_on_to(series, counted)
    blocks: list[b.Block] = [b.Choice(tuple(_aims(now, made, words)))]
    if made.aim is not Aim.OPEN:
        less = b.Action(
            "series-target-less",
            "",
            b.Edit("count", (now, -1)) if made.can_less else None,
            icon=b.Icon.LESS,
            label=words.say("Shorter"),
        )
        more = b.Action(
            "series-target-more",
            "",
            b.Edit("count", (now, 1)),
            icon=b.Icon.ADD,
            label=words.say("Longer"),
        )
        number = b.Text(to or words.say("open end"), "series-target-value", b.Style.STRONG)
        blocks.append(b.Counter(number, (less,), (more,)))
    if made.rules != now:
        name, says = "play-on" if plays_on else "set-target", _act(to, words, plays_on=plays_on)
        plan = b.Do(Planned(made.rules), exact=True)
        blocks.append(b.Actions((b.Action(name, says, plan, b.Emphasis.PRIMARY),)))
    if plays_on:
        resumes = words.say("The series goes on then, {to}.", to=to or words.say("open end"))
        blocks.append(b.Text(resumes, "resumes", b.Style.MUTED, live=True))
    title = words.say("Play on?") if plays_on else words.say("How long?")
    return b.Panel(tuple(blocks), title=title, key="length")


def plays_on_to(series: Series, counted: Counted) -> bool:
    """Return whether the series is over and the length would play it on."""
    now = series.planned or series.latest_rules
    return series.standing.over and _made(series, now, counted.under(now)).rules != now


def _aims(now: Rules, made: _Length, words: Words) -> Iterator[b.Action]:
    for aimed, says in (
        (Aim.POINTS, words.say("To a total")),
        (Aim.ROUNDS, words.say("Number of rounds")),
        (Aim.OPEN, words.say("Open end")),
    ):
        if aimed is not Aim.POINTS or now.count_points:
            intent, chosen = b.Edit("aim_at", (now, aimed)), aimed is made.aim
            yield b.Action(f"length-{aimed.value}", says, intent, chosen=chosen)


def _act(to: str, words: Words, *, plays_on: bool) -> str:
    """Return the label of the button that puts a length in force."""
    if not to:
        return words.say("Play on without an end") if plays_on else words.say("Play without an end")
    return words.say("Play on {to}", to=to) if plays_on else words.say("Play {to}", to=to)


def _made(series: Series, rules: Rules, counted: Counted) -> _Length:
    """Return the rules with the aim chosen and counted up."""
    begun = _ended_by(series, rules)
    chosen = counted.aim or begun
    if chosen is Aim.OPEN:
        return _Length(replace(rules, target=0, rounds=0), chosen)
    if chosen is Aim.POINTS:
        size = _STEPS[rules.points]
        least = (max(series.standing.points.values(), default=0) // size + 1) * size
        first = max(rules.target if begun is Aim.POINTS else _USUAL_TARGET, least)
        number = max(least, first + counted.steps * size)
        keeps = begun is Aim.POINTS and not _played_out(series, rules)
        made = replace(rules, target=number, rounds=rules.rounds if keeps else 0)
    else:
        least = series.standing.played + 1
        first = rules.rounds if begun is Aim.ROUNDS else least - 1 + _FURTHER_ROUNDS
        number = max(least, max(first, least) + counted.steps)
        made = replace(rules, rounds=number, target=rules.target if begun is chosen else 0)
    return _Length(made, chosen, can_less=number > least)


def _ended_by(series: Series, rules: Rules) -> Aim:
    """Return the aim that ends a series: points, or rounds if reached first or without points."""
    in_points = bool(rules.count_points and rules.target)
    reached = in_points and max(series.standing.points.values(), default=0) >= rules.target
    if in_points and (reached or not _played_out(series, rules)):
        return Aim.POINTS
    return Aim.ROUNDS if rules.rounds else Aim.OPEN


def _played_out(series: Series, rules: Rules) -> bool:
    return bool(rules.rounds and series.standing.played >= rules.rounds)
