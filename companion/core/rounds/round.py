"""Round: its setup and its events.

A round keeps its facts in the order of the score sheet, so rounds with the same facts are equal, in
whatever order the facts were entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from companion.core.cards import NO_CARDS
from companion.core.objections import IllegalEventError, Objection
from companion.core.rounds.events.cards import HandEntered, Seen, Shown
from companion.core.rounds.events.decisions import CalledOff, FineTicked, FineWaived
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.layout import Layout
from companion.core.rounds.position import OF_PLAY, Event, Position, next_seat
from companion.core.rounds.setup import Knowledge, Seat, Setup

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Round(Position):
    """Round so far, from which further rounds follow by events."""

    def __hash__(self) -> int:
        return hash((len(self.turns), self.layout.laid, self.cards_left))

    @staticmethod
    def begin(setup: Setup) -> Round:
        """Return the round before its first turn.

        :raises IllegalEventError: when the setup has an objection
        """
        if refusal := setup.objection():
            raise IllegalEventError(setup, refusal)
        return Round.dealt(setup)

    @staticmethod
    def dealt(setup: Setup) -> Round:
        """Return the round before its first turn, without checking the setup."""
        players = len(setup.players)
        nothing = (NO_CARDS,) * players
        knowledge = Knowledge((None,) * players, nothing, nothing)
        leader = None if setup.rules.opening else (setup.dealer + 1) % players
        layout = Layout.empty(setup.rules)
        return Round(setup, (), layout, (), setup.hand_sizes, (), leader, knowledge)

    @staticmethod
    def of(setup: Setup, events: Iterable[Event]) -> Round:
        """Return the round with these facts.

        :raises IllegalEventError: when one of them cannot follow those before it
        """
        round_ = Round.begin(setup)
        for event in events:
            round_ = round_.after(event)
        return round_

    @property
    def result(self) -> Result | Scored | None:
        """Event of a round that was entered by its result alone."""
        if self.scored:
            return Scored(self.out[0], self.scored)
        return Result(self.cards_left, self.passes) if self.by_result else None

    @property
    def events(self) -> Iterator[Event]:
        """Facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from (Seen(seat, cards) for seat, cards in enumerate(self.knowledge.seen) if cards)
        yield from self.turns
        if self.result:
            yield self.result
        yield from (Shown(seat, cards) for seat, cards in enumerate(self.knowledge.shown) if cards)
        yield from self.decided

    @property
    def decided(self) -> Iterator[Event]:
        """Decisions in the order of the score sheet."""
        made = self.decisions
        yield from map(FineWaived, sorted(made.waived))
        yield from made.payments
        yield from (FineTicked(*tick) for tick in made.paid)
        yield from made.points
        if made.called_off:
            yield CalledOff()
        yield from made.after_void

    @property
    def untouched(self) -> bool:
        """True if the round has no event yet."""
        return next(self.events, None) is None

    def seats_before(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose turns come before the next turn of this seat, in order.

        None come before a seat that is out, or while it is not known who is due; nor where one of
        them would have to lay the hand out (R23).
        """
        if self.due is None or not self.cards_left[seat]:
            return ()
        seats = [self.due]
        while seats[-1] != seat:
            seats.append(next_seat(seats[-1], self.cards_left))
        lays_out = any(self.passes_left(passing) == 0 for passing in seats[:-1])
        return () if lays_out else tuple(seats[:-1])

    def objection(self, event: Event) -> Objection | None:
        """Return why the rules object to the event, or None."""
        return event.objection(self)

    def following(self, event: Event) -> Round:
        """Return the round after the event, without checking the event."""
        return event.effect(self)

    def after(self, event: Event) -> Round:
        """Return the round after the event.

        :raises IllegalEventError: when the rules object to the event
        """
        if refusal := event.objection(self):
            raise IllegalEventError(event, refusal)
        return event.effect(self)


def once(work_out: Callable[[Round], _Found]) -> Callable[[Round], _Found]:
    """Cache the result of the function in the round it was called with.

    A cache keyed by value would compare rounds, and a sheet can hold thousands with equal hashes.
    """

    @wraps(work_out)
    def known(round_: Round) -> _Found:
        kept: dict[object, Any] = round_.kept
        if known not in kept:
            kept[known] = work_out(round_)
        found: _Found = kept[known]
        return found

    return known


def once_of_play(work_out: Callable[[Round], _Found]) -> Callable[[Round], _Found]:
    """Cache the result of a function that no decision of the table changes."""
    known = once(work_out)
    OF_PLAY.add(known)
    return known
