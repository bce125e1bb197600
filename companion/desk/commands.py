"""Commands for a table: steps that depend on the log, or an objection to them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from companion.core import steps
from companion.core.cards import Card, Cards, spread
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rounds.events import (
    CalledOff,
    Event,
    Passed,
    PassRun,
    Played,
    Seen,
    Shown,
    Turn,
)
from companion.core.rounds.setup import Seat, Setup
from companion.core.steps import Step

Command = Step | Callable[[Log], Step | Objection]
"""A step, or a function that returns the step for a log."""


def step_of(command: Command, log: Log) -> Step | Objection:
    """Return the step of a command for a log, or an objection."""
    return command(log) if callable(command) else command


def play(card: Card) -> Command:
    """Play a card of the player due."""
    return lambda log: _turn(log, lambda seat: Played(seat, card))


def pass_turn(log: Log) -> Step | Objection:
    """Pass the turn of the player due."""
    return _turn(log, Passed)


def _turn(log: Log, turn_of: Callable[[Seat], Turn]) -> Step | Objection:
    due = log.round.due
    if due is None and not log.round.over:
        return Objection(Why.LEADER_UNKNOWN)
    return steps.Recorded(log.round_number, turn_of(due or 0))


@dataclass(frozen=True, slots=True)
class PassUntil:
    """A command that passes all turns before the next turn of the player with this handle."""

    handle: str

    def __call__(self, log: Log) -> Step | Objection:
        """Record the passes together, so that one undo takes all of them back."""
        round_ = log.round
        players = log.round.setup.players
        if self.handle not in players:
            return Objection(Why.NOT_IN_SERIES, player=self.handle)
        if round_.due is None and not round_.over:
            return Objection(Why.LEADER_UNKNOWN)
        seats = round_.seats_before(players.index(self.handle))
        event = Passed(seats[0]) if len(seats) == 1 else PassRun(seats)
        return steps.Recorded(log.round_number, event)


def lead(handle: str) -> Command:
    """Play the opening card of the player with this handle.

    Where all starters lie on the table, the player laid the first of unknown holder (R21).
    """

    def led(log: Log) -> Step | Objection:
        round_ = log.round
        players = log.round.setup.players
        opening = round_.opening
        unclaimed = round_.unclaimed
        if opening is None and not unclaimed:
            return Objection(Why.NO_OPENING_CARD)
        if handle not in players:
            return Objection(Why.NOT_IN_SERIES, player=handle)
        seat = players.index(handle)
        if unclaimed:
            return steps.Recorded(log.round_number, Seen(seat, spread(unclaimed)[0].bit))
        assert opening
        return steps.Recorded(log.round_number, Played(seat, opening))

    return led


def record(event: Event, number: int | None = None) -> Command:
    """Record an event in the last round, or in round `number`, counted from 1."""
    return lambda log: steps.Recorded(number or log.round_number, event)


@dataclass(frozen=True, slots=True)
class Reveal:
    """A command that records cards a player showed after a round, all or some of those left."""

    seat: Seat
    cards: Cards
    number: int

    def __call__(self, log: Log) -> Step | Objection:
        """Record the cards, as the whole rest of the hand if no other is left."""
        round_ = log.series.rounds[self.number - 1]
        if not round_.played_out:
            return Objection(Why.ROUND_IN_PLAY)
        if round_.by_result:  # the other known cards may have been laid
            return steps.Recorded(self.number, Shown(self.seat, self.cards))
        left = round_.knowledge.held(self.seat) & ~round_.layout.laid | self.cards
        if left.bit_count() == round_.cards_left[self.seat]:
            return steps.Recorded(self.number, Shown(self.seat, left))
        return steps.Recorded(self.number, Seen(self.seat, self.cards))


def call_off(log: Log) -> Step:
    """Call off the last round."""
    return steps.Recorded(log.round_number, CalledOff())


def on_day(command: Command, day: date) -> Command:
    """Return the command whose deal has this day as its date, if the last round has another."""

    def dated(log: Log) -> Step | Objection:
        step, today = step_of(command, log), day.isoformat()
        if not isinstance(step, steps.Dealt) or log.series.dates[-1:] == (today,):
            return step
        return replace(step, setup=replace(step.setup, date=today))

    return dated


def redeal(setup: Setup, joined: tuple[Player, ...] | None = None) -> Command:
    """Set up the last round anew, with the same newcomers unless others are given."""
    return lambda log: steps.Redealt(setup, log.series.newcomers if joined is None else joined)


def deal_by(handle: str) -> Command:
    """Set up the last round anew, with another dealer."""

    def dealt(log: Log) -> Step | Objection:
        now = log.round.setup
        if handle not in now.players:
            return Objection(Why.NOT_IN_SERIES, player=handle)
        setup = _dealt_anew(now, now.players.index(handle))
        return steps.Redealt(setup, log.series.newcomers)

    return dealt


def deal_again(log: Log) -> Step:
    """Deal the last round anew with the same date, dealer and regular hand sizes.

    Corrections that count stay, because the chips were handed over; everything else can be restored
    by undo. What is owed of them stays as well, unless hand-overs of a finished round are meant.
    """
    now = log.round.setup
    made = log.round.decisions
    corrections: tuple[Event, ...] = made.corrections
    if not log.round.over:
        corrections = (*corrections, *made.owed)
    return steps.Repaired(log.round_number, _dealt_anew(now, now.dealer), corrections)


def _dealt_anew(setup: Setup, dealer: Seat) -> Setup:
    """Return an honest deal at the same table and on the same day."""
    return replace(Setup.dealt(setup.rules, setup.players, dealer), date=setup.date)
