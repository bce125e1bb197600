"""Commands for a table: steps that depend on the log, or an objection to them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from companion.core import steps
from companion.core.cards import Card, Cards, spread
from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, Why
from companion.core.rounds.events.cards import Seen, Shown
from companion.core.rounds.events.decisions import CalledOff
from companion.core.rounds.events.turns import Passed, PassRun, Played
from companion.core.rounds.position import Event, Turn
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


@dataclass(frozen=True)
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

    Where all starters lie on the table, it was laid already, and the player is who laid it (R21).
    """
    return lambda log: _opened_by(handle, log, log.round.setup.rules.opening)


def answer_lead(handle: str) -> Command:
    """Answer the table's question: who laid the next starter, or who holds the opening card."""

    def answered(log: Log) -> Step | Objection:
        unclaimed = log.round.unclaimed
        asked = spread(unclaimed)[0] if unclaimed else log.round.opening
        return _opened_by(handle, log, asked)

    return answered


def _opened_by(handle: str, log: Log, card: Card | None) -> Step | Objection:
    round_ = log.round
    players = round_.setup.players
    if card is None or round_.turns:
        return Objection(Why.NO_OPENING_CARD)
    if handle not in players:
        return Objection(Why.NOT_IN_SERIES, player=handle)
    seat = players.index(handle)
    event = Seen(seat, card.bit) if round_.starters else Played(seat, card)
    return steps.Recorded(log.round_number, event)


def record(event: Event, number: int | None = None) -> Command:
    """Record an event in the last round, or in round `number`, counted from 1."""
    return lambda log: steps.Recorded(number or log.round_number, event)


@dataclass(frozen=True)
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


_NIGHT = timedelta(hours=5)
"""A day begins at five in the morning: a round dealt before belongs to the evening before."""


def evening_of(moment: date) -> date:
    """Return the day of the evening at a moment, or the day itself where no time is known."""
    return (moment - _NIGHT).date() if isinstance(moment, datetime) else moment


def time_of(moment: date) -> str:
    """Return the time of day as `HH:MM`, empty where it is not known."""
    return f"{moment:%H:%M}" if isinstance(moment, datetime) else ""


def at_moment(command: Command, moment: date) -> Command:
    """Return the command whose step knows its moment: of a deal, or of the end of a round.

    A deal has the day as its date, if the last round has another.
    """

    def clocked(log: Log) -> Step | Objection:
        step = step_of(command, log)
        if isinstance(step, steps.Dealt):
            today = evening_of(moment).isoformat()
            day = step.setup.date if log.series.dates[-1:] == (today,) else today
            return replace(step, setup=replace(step.setup, date=day, dealt_at=time_of(moment)))
        if isinstance(step, steps.Recorded) and _ends_round(log, step):
            return replace(step, at=time_of(moment))
        return step

    return clocked


def _ends_round(log: Log, step: steps.Recorded) -> bool:
    """Return whether the step ends the last round, dealt at a known time."""
    if log.series.last is None or step.number != log.round_number:
        return False
    round_ = log.round
    if round_.over or not round_.setup.dealt_at or round_.objection(step.event):
        return False
    return round_.following(step.event).over


def redeal(setup: Setup, joined: tuple[Player, ...] | None = None) -> Command:
    """Set up the last round anew, with the same newcomers unless others are given."""
    return lambda log: steps.Redealt(setup, log.series.newcomers if joined is None else joined)


def deal_again(log: Log) -> Step:
    """Deal the last round anew with the same date, dealer and regular hand sizes.

    Corrections that count stay, because the chips were handed over; everything else can be restored
    by undo.
    """
    now = log.round.setup
    corrections = log.round.decisions.corrections
    return steps.Repaired(log.round_number, _dealt_anew(now, now.dealer), corrections)


def _dealt_anew(setup: Setup, dealer: Seat) -> Setup:
    """Return an honest deal at the same table, on the same day and at the same time."""
    honest = Setup.dealt(setup.rules, setup.players, dealer)
    return replace(honest, date=setup.date, dealt_at=setup.dealt_at)
