"""A round that is repaired turn by turn: what fits of it, and what does not.

Turns are a sequence of moves. Who made each of them follows from the order: a pass that was
forgotten moves all that was played after it to other players. What the table knows of a hand stays
with its player, and what it decided about a pass stays with that pass.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, assert_never

from companion.core.cards import Card
from companion.core.names import Player
from companion.core.objections import Objection
from companion.core.rounds.events import (
    POT,
    Account,
    CalledOff,
    Charged,
    Deciding,
    FinePaid,
    HandEntered,
    Knowing,
    Paid,
    Passed,
    Played,
    PointsCorrected,
    Seat,
    Seen,
    Shown,
    Waived,
)
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.steps import Repaired

OtherEvent = Knowing | Deciding
"""An event that is no turn."""
Move = Card | None
"""A turn without its player: the card that was laid, or None for a pass."""


class DraftTurn(NamedTuple):
    """A move of the draft, and which turn of the round as recorded it is; 0 for one put in."""

    move: Move
    recorded_as: int = 0


class LeftOut(NamedTuple):
    """A fact of the round that has no place in the repaired one, and why; None where its player
    does not sit at the table any more, or its pass is gone.
    """

    event: OtherEvent
    objection: Objection | None


class Fitting(NamedTuple):
    """What fits of a draft: the round of the moves up to the first that does not fit, why that one
    does not, None where all fit, and the other facts that have no place in it any more.
    """

    round: Round
    misfit: Objection | None
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True)
class Draft:
    """Round `number`, counted from 1, while somebody repairs it. `recorded` is the round as it
    stands, `leader` who leads where the rules name an opening card and nobody's hand tells (R12).
    Turns are counted from 1.
    """

    number: int
    recorded: Round
    setup: Setup
    leader: Seat
    turns: tuple[DraftTurn, ...]
    joined: tuple[Player, ...] = ()

    @staticmethod
    def of(number: int, recorded: Round) -> Draft:
        """The draft of a round in which nothing is changed yet."""
        turns = (DraftTurn(move, turn) for turn, move in enumerate(moves_of(recorded), 1))
        return Draft(number, recorded, recorded.setup, recorded.leader or 0, tuple(turns))

    def changed(self, turn: int, move: Move) -> Draft:
        """Another card at that turn, or a pass."""
        other = self.turns[turn - 1]._replace(move=move)
        return self._with(self.turns[: turn - 1], (other,), self.turns[turn:])

    def inserted(self, turn: int, move: Move) -> Draft:
        """A card or a pass before that turn; one more than the turns puts it at the end."""
        return self._with(self.turns[: turn - 1], (DraftTurn(move),), self.turns[turn - 1 :])

    def deleted(self, turn: int) -> Draft:
        """Without that turn."""
        return self._with(self.turns[: turn - 1], self.turns[turn:])

    def swapped(self, turn: int) -> Draft:
        """That turn and the next one change their places."""
        first, second = self.turns[turn - 1 : turn + 1]
        return self._with(self.turns[: turn - 1], (second, first), self.turns[turn + 1 :])

    def led_by(self, leader: Seat) -> Draft:
        """Another player leads, by the same deal."""
        return replace(self, leader=leader)

    def seated(self, setup: Setup, joined: tuple[Player, ...] = ()) -> Draft:
        """Other seats, another dealer, other rules; the leader is still the same person if that
        one sits at the table. `setup` has no objection of its own.
        """
        who, players = self.setup.players[self.leader], setup.players
        leader = players.index(who) if who in players else min(self.leader, len(players) - 1)
        return replace(self, setup=setup, leader=leader, joined=joined)

    def _with(self, *parts: tuple[DraftTurn, ...]) -> Draft:
        return replace(self, turns=tuple(turn for part in parts for turn in part))

    @property
    def unchanged(self) -> bool:
        """Whether it says what is recorded."""
        return replace(self, joined=()) == Draft.of(self.number, self.recorded)

    @cached_property
    def fitting(self) -> Fitting:
        """What fits of it."""
        known, later, left_out = list[OtherEvent](), list[OtherEvent](), list[LeftOut]()
        for event, moved in self._told():
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
            if refusal := round_.objection(turn):
                return round_, refusal
            round_ = round_.following(turn)
        return round_, None

    @property
    def step(self) -> Repaired:
        """The step that puts what fits in the place of what is recorded."""
        events = tuple(self.fitting.round.events)
        return Repaired(self.number, self.setup, events, self.joined)

    def _told(self) -> Iterator[tuple[OtherEvent, OtherEvent | None]]:
        """The facts of the round as recorded but its turns, each as it is with the seats and turns
        of the draft; None where its player does not sit here any more, or its pass is gone.
        """
        seats, turns = self._seats(self.setup), self._turns()
        for event in self.recorded.events:
            if not isinstance(event, Played | Passed):
                yield event, _moved(event, seats, turns)

    def _seats(self, setup: Setup) -> dict[Account, Account]:
        """Where the players of the round as recorded sit now. Somebody who was not there before
        sits for whom they replace.
        """
        before, now = self.recorded.setup.players, setup.players
        seats = {seat: now.index(who) for seat, who in enumerate(before) if who in now}
        for seat, who in enumerate(now):
            if who not in before and seat < len(before):
                seats.setdefault(seat, seat)
        return {POT: POT, **seats}

    def _turns(self) -> dict[int, int]:
        """The turns of the passes as recorded that are passes still, and where they are now."""
        return {
            recorded_as: turn
            for turn, (move, recorded_as) in enumerate(self.turns, 1)
            if recorded_as and move is None
        }


def moves_of(round_: Round) -> tuple[Move, ...]:
    """The turns of the round without their players."""
    return tuple(turn.card if isinstance(turn, Played) else None for turn in round_.turns)


def _with_those_that_fit(round_: Round, events: list[OtherEvent], left_out: list[LeftOut]) -> Round:
    for event in events:
        if refusal := round_.objection(event):
            left_out.append(LeftOut(event, refusal))
        else:
            round_ = round_.following(event)
    return round_


def _moved(
    event: OtherEvent, seats: Mapping[Account, Account], turns: Mapping[int, int]
) -> OtherEvent | None:
    match event:
        case Paid(source, target):
            if source not in seats or target not in seats:
                return None
            return replace(event, source=seats[source], target=seats[target])
        case HandEntered(seat) | Seen(seat) | Shown(seat) | PointsCorrected(seat):
            return replace(event, seat=seats[seat]) if seat in seats else None
        case Waived(turn) | Charged(turn) | FinePaid(turn):
            return replace(event, turn=turns[turn]) if turn in turns else None
        case CalledOff():
            return event
        case _:
            assert_never(event)
