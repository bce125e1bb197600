"""A series as the steps that made it: each can be taken, and the last one taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.core.errors import IllegalEventError
from companion.core.events import CalledOff
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.series import Series
from companion.desk.ports import Dealt, Ended, Planned, Recorded, Step, Stored


@dataclass(frozen=True, slots=True)
class Replay:
    """A series as far as the rules accept its steps; `unclear` are the rounds that they cut short
    or keep out, with the reason, which is a fault of what was stored.
    """

    series: Series
    steps: tuple[Step, ...]
    unclear: Mapping[int, str]


def replayed(stored: Stored) -> Replay:
    """The series that the steps of a saved one make, however little sense they make.

    A round ends before the first step that the rules refuse; it is called off, so that the rounds
    after it stand. If a deal is refused, nothing after it is taken.
    """
    series, kept = stored.head, list[Step]()
    unclear: dict[int, str] = {}
    for step in stored.steps:
        if isinstance(step, Recorded) and step.number in unclear:
            continue
        follow = _called_off(series, step)
        after = _accepted(follow, step)
        if isinstance(after, str):
            unclear[step.number] = after
            if isinstance(step, Dealt):
                break
            continue
        if follow is not series:
            unclear.setdefault(len(series.rounds), "it ends before it is over")
            kept.append(Recorded(len(series.rounds), CalledOff()))
        series = after
        kept.append(step)
    return Replay(series, tuple(kept), unclear)


def _called_off(series: Series, step: Step) -> Series:
    """The series with its last round called off, if that was cut short and another follows."""
    if isinstance(step, Dealt) and series.last and not series.last.over:
        return series.after(CalledOff(), len(series.rounds))
    return series


def _accepted(series: Series, step: Step) -> Series | str:
    """The series after the step, or why it does not make sense."""
    known = len(series.rounds) + isinstance(step, Dealt)
    in_place = step.number == known or (isinstance(step, Recorded) and 0 < step.number < known)
    try:
        return taken(series, step) if in_place else f"round {step.number} is not there yet"
    except IllegalEventError as refused:
        return refused.objection.english


def taken(series: Series, step: Step) -> Series:
    """The series after a step."""
    if isinstance(step, Dealt):
        return series.with_players(step.joined).with_deal(step.setup)
    if isinstance(step, Planned):
        return replace(series, planned=step.rules)
    if isinstance(step, Ended):
        return replace(series, ended=True)
    return series.after(step.event, step.number)


def without(series: Series, last: Step, before: Sequence[Step]) -> Series:
    """The series without its last step, given the steps before it."""
    if isinstance(last, Dealt):
        series = series.without_last_round().without_players(last.joined)
    if not isinstance(last, Recorded):
        return replace(series, planned=_planned(before), ended=_ended(before))
    round_ = Round.begin(series.rounds[last.number - 1].setup)
    for step in before:
        if isinstance(step, Recorded) and step.number == last.number:
            round_ = round_.after(step.event)
    return series.replaced(last.number, round_)


def _planned(steps: Sequence[Step]) -> Rules | None:
    """The rules that these steps leave for the next round, if they were changed."""
    for step in reversed(steps):
        if isinstance(step, Planned):
            return step.rules
        if isinstance(step, Dealt):
            break
    return None


def _ended(steps: Sequence[Step]) -> bool:
    """Whether these steps leave the series ended."""
    for step in reversed(steps):
        if isinstance(step, Ended | Dealt):
            return isinstance(step, Ended)
    return False


def steps_of(series: Series) -> tuple[Step, ...]:
    """Steps that make the series, round by round."""
    steps: list[Step] = []
    for number, round_ in enumerate(series.rounds, 1):
        steps.append(Dealt(number, round_.setup))
        steps += [Recorded(number, event) for event in round_.events]
    return tuple(steps)
