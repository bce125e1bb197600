"""Taps as events: what one tap on the table asks of the desk.

A tap carries the number of the turn its person saw. Whoever taps faster than the screen follows
means the next turn; but the same tap once more, before the screen has followed, is a finger that
bounced, and nothing is done.
"""

from __future__ import annotations

from companion.core.cards import Card, card
from companion.core.events import CalledOff, Paid, Passed, Played
from companion.core.objections import Objection
from companion.core.round import Round
from companion.core.names import Player
from companion.core.setup import Setup
from companion.desk.archive import Desk


def play(desk: Desk, code: str, turn: int) -> Objection | None:
    """The player who is due lays the card."""
    round_, laid = _round(desk), card(code)
    if round_ is None or round_.due is None or _bounced(round_, laid, turn):
        return None
    return desk.record(Played(round_.due, laid))


def pass_turn(desk: Desk, turn: int) -> Objection | None:
    """The player who is due passes."""
    round_ = _round(desk)
    if round_ is None or round_.due is None or _bounced(round_, None, turn):
        return None
    return desk.record(Passed(round_.due))


def lead(desk: Desk, handle: str, turn: int) -> Objection | None:
    """The player with this handle holds the opening card, and lays it."""
    round_ = _round(desk)
    opening = round_.setup.rules.opening if round_ else None
    if round_ is None or opening is None or _bounced(round_, opening, turn):
        return None
    return desk.record(Played(round_.setup.players.index(handle), opening))


def call_off(desk: Desk, turn: int) -> Objection | None:
    """The table calls the round off; not if it went on while that was asked."""
    round_ = _round(desk)
    if round_ is None or turn != round_.next_turn:
        return None
    return desk.record(CalledOff())


def pay(desk: Desk, paid: Paid, number: int, made: int) -> Objection | None:
    """A correction in that round, as the next after so many that were made."""
    night = desk.state.night
    if night is None or len(night.series.rounds[number - 1].decisions.payments) != made:
        return None
    return desk.record(paid, number)


def deal(desk: Desk, setup: Setup, joined: tuple[Player, ...], number: int) -> Objection | None:
    """The deal of round `number`, if that is the one to come."""
    night = desk.state.night
    if night is None or number != night.round_number + 1:
        return None
    return desk.deal(setup, joined)


def round_over(desk: Desk) -> bool:
    """Whether the round on the desk is over."""
    round_ = _round(desk)
    return round_ is not None and round_.over


def _round(desk: Desk) -> Round | None:
    return desk.state.night.round if desk.state.night else None


def _bounced(round_: Round, laid: Card | None, turn: int) -> bool:
    """Whether this is the last turn's own tap once more; `laid` is None for a pass."""
    if turn > len(round_.turns):
        return False
    last = round_.turns[-1]
    return (last.card if isinstance(last, Played) else None) == laid
