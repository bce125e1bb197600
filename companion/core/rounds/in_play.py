"""A round in play, which takes one turn after the other."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.rounds.events import Played, Seat, Turn
from companion.core.rounds.position import Position


class InPlay:
    """A round that grows turn by turn, with the names that a `Position` has. Nothing of it is
    copied for the next turn: that took a third of the time in which a log is folded (measured).
    """

    def __init__(self, begun: Position) -> None:
        """A round that goes on with its next turn."""
        self.setup, self.knowledge, self.layout = begun.setup, begun.knowledge, begun.layout
        self.turns, self.met = list(begun.turns), list(begun.met)
        self.cards_left, self.out = list(begun.cards_left), list(begun.out)
        self.due, self.playable = begun.due, begun.playable
        self.void, self.over = begun.void, begun.over

    def take(self, turn: Turn) -> None:
        """Take a turn that nothing is against; that is not asked here."""
        self.turns.append(turn)
        self.met.append(self.playable)
        if isinstance(turn, Played):
            self.layout = self.layout.with_card(turn.card)
            self.cards_left[turn.seat] -= 1
            if not self.cards_left[turn.seat]:
                self.out.append(turn.seat)
                self.over = len(self.out) >= self.setup.finishers
        self.playable = self.layout.playable
        self.due = None if self.over else _next_seat(turn.seat, self.cards_left)


def _next_seat(seat: Seat, left: Sequence[int]) -> Seat:
    players = len(left)
    following = (seat + 1) % players
    if left[following]:
        return following
    return next(
        following for step in range(1, players + 1) if left[following := (seat + step) % players]
    )
