"""Draft of a repaired round: the moves that fit, and the facts that no longer do.

A turn of a draft is a move without a player; the players follow from the order of the moves, so
inserting a forgotten pass assigns every later move to another player. Knowledge of a hand stays
with its player, and a decision about a pass stays with the pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from companion.core.cards import Card
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.rounds.events.cards import HandEntered, Seen
from companion.core.rounds.events.results import Result, Scored
from companion.core.rounds.events.turns import Passed, Played
from companion.core.rounds.position import Event, Turn
from companion.core.rounds.round import Round
from companion.core.rounds.setup import POT, Account, Seat, Setup
from companion.core.rounds.texts import Moves
from companion.core.steps import Repaired

Move = Card | None
"""Turn without its player: the card that was laid, or None for a pass."""


class DraftTurn(NamedTuple):
    """Move of a draft, with its turn in the recorded round; 0 for a move that was inserted."""

    move: Move
    recorded_as: int = 0


class LeftOut(NamedTuple):
    """Fact of the recorded round that does not fit the repaired one.

    `objection` is None if the player of the fact is no longer seated, its pass is gone, or turns
    take the place of the result.
    """

    event: Event
    objection: Objection | None


class Fitting(NamedTuple):
    """Part of a draft that fits the rules.

    `round` has the moves before the first misfit, `misfit` is the objection to that move or None,
    and `left_out` lists the other facts that no longer fit.
    """

    round: Round
    misfit: Objection | None
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Draft:
    """Round `number`, counted from 1, while a person repairs it. Turns are counted from 1.

    `recorded` is the round before the repair. `leader` leads the round if the rules name an opening
    card and no known hand has it (R12).
    """

    number: int
    recorded: Round
    setup: Setup
    leader: Seat
    turns: tuple[DraftTurn, ...]
    joined: tuple[Player, ...] = ()

    @staticmethod
    def of(number: int, recorded: Round) -> Draft:
        """Return the draft of a round without changes."""
        turns = (DraftTurn(move, turn) for turn, move in enumerate(moves_of(recorded), 1))
        return Draft(number, recorded, recorded.setup, recorded.leader or 0, tuple(turns))

    def changed(self, turn: int, move: Move) -> Draft:
        """Replace a turn by another card, or by a pass."""
        other = self.turns[turn - 1]._replace(move=move)
        return self._with(self.turns[: turn - 1], (other,), self.turns[turn:])

    def inserted(self, turn: int, move: Move) -> Draft:
        """Insert a card or a pass before a turn; one turn past the last appends it."""
        return self._with(self.turns[: turn - 1], (DraftTurn(move),), self.turns[turn - 1 :])

    def deleted(self, turn: int) -> Draft:
        """Remove a turn."""
        return self._with(self.turns[: turn - 1], self.turns[turn:])

    def led_by(self, leader: Seat) -> Draft:
        """Return the draft with another leader."""
        return replace(self, leader=leader)

    def seated(self, setup: Setup, joined: tuple[Player, ...] = ()) -> Draft:
        """Return the draft with another setup, which must have no objection.

        The leader stays the same person if still seated.
        """
        handle = self.setup.players[self.leader]
        players = setup.players
        leader = players.index(handle) if handle in players else min(self.leader, len(players) - 1)
        return replace(self, setup=setup, leader=leader, joined=joined)

    def _with(self, *parts: tuple[DraftTurn, ...]) -> Draft:
        return replace(self, turns=tuple(turn for part in parts for turn in part))

    @property
    def unchanged(self) -> bool:
        """True if the draft equals the recorded round."""
        return replace(self, joined=()) == Draft.of(self.number, self.recorded)

    @cached_property
    def fitting(self) -> Fitting:
        """Part of the draft that fits the rules."""
        known = list[Event]()
        later = list[Event]()
        left_out = list[LeftOut]()
        for event, moved in self._facts():
            if moved is None:
                left_out.append(LeftOut(event, None))
            else:
                (known if isinstance(moved, HandEntered | Seen) else later).append(moved)
        round_ = _with_those_that_fit(Round.begin(self.setup), known, left_out)
        round_, misfit = self._with_turns(round_)
        return Fitting(_with_those_that_fit(round_, later, left_out), misfit, tuple(left_out))

    def _with_turns(self, round_: Round) -> tuple[Round, Objection | None]:
        for move, _ in self.turns:
            seat = self.leader if round_.due is None else round_.due
            turn = Passed(seat) if move is None else Played(seat, move)
            if refusal := turn.objection(round_):
                return round_, refusal
            round_ = turn.effect(round_)
        return round_, None

    @property
    def step(self) -> Repaired:
        """Step that replaces the recorded round by the part of the draft that fits."""
        events = tuple(self.fitting.round.events)
        return Repaired(self.number, self.setup, events, self.joined)

    def _facts(self) -> Iterator[tuple[Event, Event | None]]:
        """Yield each recorded fact that is no turn, with its form in the draft.

        The form is None if the player is no longer seated, or the pass is gone, or if turns take
        the place of a result.
        """
        moves = Moves(self._seats(self.setup), self._turns())
        for event in self.recorded.events:
            if not isinstance(event, Turn):
                replaced = isinstance(event, Result | Scored) and self.turns
                yield event, None if replaced else event.moved(moves)

    def _seats(self, setup: Setup) -> dict[Account, Account]:
        """Return the new seat of each recorded seat; a newcomer takes over a replaced player's."""
        before = self.recorded.setup.players
        now = setup.players
        seats = {seat: now.index(handle) for seat, handle in enumerate(before) if handle in now}
        for seat, handle in enumerate(now):
            if handle not in before and seat < len(before):
                seats.setdefault(seat, seat)
        return {POT: POT, **seats}

    def _turns(self) -> dict[int, int]:
        """Return the new turn of each recorded pass that is still a pass."""
        return {
            recorded_as: turn
            for turn, (move, recorded_as) in enumerate(self.turns, 1)
            if recorded_as and move is None
        }


def moves_of(round_: Round) -> tuple[Move, ...]:
    """Return the turns of the round without their players."""
    return tuple(turn.laid for turn in round_.turns)


def _with_those_that_fit(round_: Round, events: list[Event], left_out: list[LeftOut]) -> Round:
    for event in events:
        if refusal := event.objection(round_):
            left_out.append(LeftOut(event, refusal))
        else:
            round_ = event.effect(round_)
    return round_
