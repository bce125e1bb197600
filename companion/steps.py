"""A series as the steps that made it: each can be taken, and the last one taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.series import Series
from companion.ports import Dealt, Ended, Planned, Recorded, Step, Stored


def rebuild(stored: Stored) -> Series:
    """The series that the steps of a saved one make."""
    series = stored.head
    for step in stored.steps:
        series = taken(series, step)
    return series


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
