"""Why a step cannot follow what a series holds so far: the one question that a log answers."""

from __future__ import annotations

from typing import Final, assert_never

from companion.core.errors import IllegalEventError
from companion.core.fold import Fold
from companion.core.names import LONGEST, is_short, uncased
from companion.core.objections import Objection, Why
from companion.core.rounds import legality
from companion.core.rounds.events import Event, Paid, Passed, Played, PointsCorrected
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.series import to_deal, to_join, to_name, to_replace
from companion.core.standings.standing import ends_early
from companion.core.steps import (
    Dealt,
    Ended,
    Planned,
    PlayerRenamed,
    Recorded,
    Redealt,
    Renamed,
    Repaired,
    Settled,
    Step,
)

_NO_FIRST_ROUND: Final = Objection(Why.NO_ROUND, number=1)


def objection(fold: Fold, step: Step) -> Objection | None:  # noqa: PLR0911 - a kind each
    """Why the step cannot follow, or None."""
    match step:
        case Recorded():
            return _to_event(fold, step)
        case Dealt(setup, joined):
            return to_join(joined) or to_deal(fold.totals(), fold.last, setup)
        case Redealt(setup, joined):
            return to_join(joined) or _to_redeal(fold, setup)
        case Repaired():
            return _to_repair(fold, step)
        case Planned():
            return None if fold.rounds else _NO_FIRST_ROUND
        case Ended():
            return _to_end(fold, step)
        case Renamed(name):
            return to_name(name)
        case PlayerRenamed():
            return _to_rename(fold, step)
        case Settled():
            return _to_settling(fold, step)
        case _:
            assert_never(step)


def _to_event(fold: Fold, step: Recorded) -> Objection | None:
    """In an earlier round, nothing that would have ended the series before the next one."""
    number, event, rounds = step.number, step.event, fold.rounds
    if not 1 <= number <= len(rounds):
        return Objection(Why.NO_ROUND, number=number)
    if number == len(rounds):
        return _to_event_of_last(fold, event)
    if refusal := rounds[number - 1].objection(event):
        return refusal
    changed = rounds[number - 1].following(event)
    early = ends_early([*rounds[: number - 1], changed, *rounds[number:]])
    return Objection(Why.ENDS_EARLIER) if early else None


def _to_event_of_last(fold: Fold, event: Event) -> Objection | None:
    match event:
        case Played() | Passed():
            return legality.objection(fold.in_play, event)
        case Paid() | PointsCorrected():
            return fold.rounds[-1].objection(event)
        case _:
            return fold.last_round().objection(event)


def _to_redeal(fold: Fold, setup: Setup) -> Objection | None:
    if fold.last is None:
        return _NO_FIRST_ROUND
    if not fold.last.untouched:
        return Objection(Why.ROUND_HAS_BEGUN)
    before, others = fold.last.setup, fold.rounds[:-1]
    return to_replace(before, setup, others, fold.settled) or _to_last(fold, setup)


def _to_last(fold: Fold, setup: Setup) -> Objection | None:
    """Why the last round cannot be played so after those before it."""
    before = fold.rounds[-2] if len(fold.rounds) > 1 else None
    return to_deal(fold.before_last(), before, setup)


def _to_repair(fold: Fold, step: Repaired) -> Objection | None:
    """The facts fit together, the rounds before and after still stand, and so does what was
    handed over to settle.
    """
    number, rounds = step.number, fold.rounds
    if not 1 <= number <= len(rounds):
        return Objection(Why.NO_ROUND, number=number)
    if refusal := to_join(step.joined):
        return refusal
    try:
        repaired = Round.of(step.setup, step.events)
    except IllegalEventError as refused:
        return refused.objection
    if not repaired.over and (fold.ended or number < len(rounds)):
        return Objection(Why.ROUND_IN_PLAY)
    before, after = rounds[: number - 1], rounds[number:]
    gone = to_replace(rounds[number - 1].setup, step.setup, before + after, fold.settled)
    if gone or not after:
        return gone or _to_last(fold, repaired.setup)
    return Objection(Why.ENDS_EARLIER) if ends_early([*before, repaired, *after]) else None


def _to_end(fold: Fold, step: Ended) -> Objection | None:
    if fold.last is None:
        return _NO_FIRST_ROUND
    if fold.last.over is step.calls_off:
        return Objection(Why.ROUND_IS_OVER if step.calls_off else Why.ROUND_IN_PLAY)
    return Objection(Why.ENDED_ALREADY) if fold.ended else None


def _to_rename(fold: Fold, step: PlayerRenamed) -> Objection | None:
    """Who is there can have any name but that of somebody else who has sat at the table."""
    if not fold.rounds:
        return _NO_FIRST_ROUND
    players = fold.players()
    if all(step.handle != player.handle for player in players):
        return Objection(Why.NOT_IN_SERIES, player=step.handle)
    if not step.name:
        return Objection(Why.NAMELESS)
    if not is_short(step.name):
        return Objection(Why.NAME_TOO_LONG, expected=LONGEST)
    taken = any(
        uncased(player.name) == uncased(step.name)
        and player.handle != step.handle
        and fold.plays(player.handle)
        for player in players
    )
    return Objection(Why.NAME_TAKEN, player=step.name) if taken else None


def _to_settling(fold: Fold, step: Settled) -> Objection | None:
    for handle in (step.source, step.target):
        if not fold.plays(handle):
            return Objection(Why.NOT_IN_SERIES, player=handle)
    if step.source == step.target:
        return Objection(Why.SAME_ACCOUNT)
    if step.chips > legality.MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=legality.MOST_CHIPS)
    return None if step.chips > 0 else Objection(Why.NO_CHIPS)
