"""Taps as events: what one tap on the table asks of the desk.

A tap carries the number of the turn its person saw. If the round has gone on since, the tap was
meant for a table that is no more, and nothing is done.
"""

from __future__ import annotations

from companion.core.cards import card
from companion.core.events import CalledOff, Event, Passed, Played
from companion.core.objections import Objection
from companion.core.round import Round
from companion.desk import Desk


def play(desk: Desk, code: str, turn: int) -> Objection | None:
    """The player who is due lays the card."""
    round_ = _as_seen(desk, turn)
    if round_ is None or round_.due is None:
        return None
    return desk.record(Played(round_.due, card(code)))


def pass_turn(desk: Desk, turn: int) -> Objection | None:
    """The player who is due passes."""
    round_ = _as_seen(desk, turn)
    if round_ is None or round_.due is None:
        return None
    return desk.record(Passed(round_.due))


def lead(desk: Desk, handle: str, turn: int) -> Objection | None:
    """The player with this handle holds the opening card, and lays it."""
    round_ = _as_seen(desk, turn)
    if round_ is None or round_.setup.rules.opening is None:
        return None
    seat = round_.setup.players.index(handle)
    return desk.record(Played(seat, round_.setup.rules.opening))


def call_off(desk: Desk, turn: int) -> Objection | None:
    """The table calls the round off."""
    event: Event = CalledOff()
    return None if _as_seen(desk, turn) is None else desk.record(event)


def round_over(desk: Desk) -> bool:
    """Whether the round on the desk is over."""
    night = desk.state.night
    return night is not None and night.round.over


def _as_seen(desk: Desk, turn: int) -> Round | None:
    night = desk.state.night
    if night is None or len(night.round.turns) + 1 != turn:
        return None
    return night.round
