"""What a table can be asked for: each command gives the step that it means in a log, or why not."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.cards import Card, Cards
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rounds.repair import Draft
from companion.core.rounds.setup import CalledOff, Event, Passed, Played, Seat, Seen, Setup, Shown
from companion.core.rules import Rules
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

Command = Callable[[Log], Step | Objection]


def play(card: Card) -> Command:
    """The player who is due lays the card."""

    def played(log: Log) -> Step | Objection:
        due = log.round.due
        if due is None and not log.round.over:
            return Objection(Why.LEADER_UNKNOWN)
        return Recorded(log.round_number, Played(due or 0, card))

    return played


def pass_turn(log: Log) -> Step | Objection:
    """The player who is due passes."""
    due = log.round.due
    if due is None and not log.round.over:
        return Objection(Why.LEADER_UNKNOWN)
    return Recorded(log.round_number, Passed(due or 0))


def lead(handle: str) -> Command:
    """The player with this handle holds the opening card, and lays it."""

    def led(log: Log) -> Step | Objection:
        opening, players = log.round.setup.rules.opening, log.round.setup.players
        if opening is None:
            return Objection(Why.NO_OPENING_CARD)
        if handle not in players:
            return Objection(Why.NOT_IN_SERIES, player=handle)
        return Recorded(log.round_number, Played(players.index(handle), opening))

    return led


def record(event: Event, number: int | None = None) -> Command:
    """The event is recorded in the last round, or in round `number`, counted from 1."""
    return lambda log: Recorded(number or log.round_number, event)


def reveal(seat: Seat, cards: Cards, number: int) -> Command:
    """The player showed these cards of those left after round `number`: all of them, or some."""

    def revealed(log: Log) -> Step | Objection:
        round_ = log.series.rounds[number - 1]
        if not round_.played_out:
            return Objection(Why.ROUND_IN_PLAY)
        left = round_.knowledge.held(seat) & ~round_.layout.laid | cards
        whole = left.bit_count() == round_.cards_left[seat]
        return Recorded(number, Shown(seat, left) if whole else Seen(seat, cards))

    return revealed


def call_off(log: Log) -> Step:
    """The last round is void."""
    return Recorded(log.round_number, CalledOff())


def deal(setup: Setup, joined: tuple[Player, ...] = ()) -> Command:
    """The next round is dealt so."""
    return lambda _log: Dealt(setup, joined)


def redeal(setup: Setup, joined: tuple[Player, ...] | None = None) -> Command:
    """The last round is set up anew. Who joined for it stays so, unless others are given."""
    return lambda log: Redealt(setup, log.series.newcomers if joined is None else joined)


def deal_by(handle: str) -> Command:
    """The last round is set up anew, with that player as its dealer."""

    def dealt(log: Log) -> Step | Objection:
        now = log.round.setup
        if handle not in now.players:
            return Objection(Why.NOT_IN_SERIES, player=handle)
        setup = Setup.dealt(now.rules, now.players, now.players.index(handle))
        return Redealt(setup, log.series.newcomers)

    return dealt


def deal_again(log: Log) -> Step:
    """The last round is dealt anew by the same dealer, as many cards to each as an honest deal
    gives. Corrections stay, for they were handed over when they were written down; all else is
    gone, and undo brings it back.
    """
    now, made = log.round.setup, log.round.decisions
    corrections: list[Event] = [] if made.called_off else [*made.payments, *made.points]
    setup = Setup.dealt(now.rules, now.players, now.dealer)
    return Repaired(log.round_number, setup, tuple(corrections))


def repair(draft: Draft) -> Command:
    """What fits of the draft takes the place of its round."""
    return lambda _log: draft.step


def plan(rules: Rules) -> Command:
    """The rules are these from the next round on."""
    return lambda _log: Planned(rules)


def end(_log: Log) -> Step:
    """The table calls it a night between two rounds."""
    return Ended()


def end_in_play(_log: Log) -> Step:
    """The table calls it a night, and off the round in play."""
    return Ended(calls_off=True)


def rename(name: str) -> Command:
    """The series is called so."""
    return lambda _log: Renamed(name)


def rename_player(handle: str, name: str) -> Command:
    """The player of that handle is called so."""
    return lambda _log: PlayerRenamed(handle, name)


def settle(source: str, target: str, chips: int) -> Command:
    """Chips were handed from one player to another, both by handle, to settle the series."""
    return lambda _log: Settled(source, target, chips)
