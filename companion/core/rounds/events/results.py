"""Rounds that are entered by their results alone."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.cards import NO_CARDS
from companion.core.objections import LineError, Objection, Why, phrase
from companion.core.rounds.position import MOST_TURNS, Event, Played_, Position, at_table, handle_of
from companion.core.rounds.setup import Seat
from companion.core.rounds.texts import (
    OPEN_POINTS,
    Moves,
    Players,
    read_count,
    read_score,
    read_seat,
)


@dataclass(frozen=True)
class Result(Event):
    """Round by its result alone, in place of its turns: cards left and passes of each seat (R19).

    Exactly one seat, the winner, has no cards left.
    """

    word = "result"
    about = phrase("the result of the round")
    young = True
    cards_left: tuple[int, ...]
    passes: tuple[int, ...]

    def words(self, players: Players) -> str:
        """Write the result, e.g. `result Ana 0 2  Ben 3 1`."""
        counts = zip(players, self.cards_left, self.passes, strict=True)
        return f"{self.word} {'  '.join(f'{handle} {left} {n}' for handle, left, n in counts)}"

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the words behind `result`."""
        for handle in rest[::3] if len(rest) == 3 * len(players) else ():
            read_seat(handle, players)
        if len(rest) != 3 * len(players) or rest[::3] != list(players):
            raise LineError("result takes each player in seating order, with cards left and passes")
        return cls(*(tuple(map(read_count, rest[place::3])) for place in (1, 2)))

    def against(self, played: Position) -> Objection | None:
        """Require a count for each player, one winner, no more cards left than were dealt (R19)."""
        sizes = played.setup.hand_sizes
        if not played.setup.rules.takes_results:
            return Objection(Why.RESULT_AND_PLAY_ON)
        if not len(self.cards_left) == len(self.passes) == len(sizes):
            return Objection(Why.RESULT_FITS_NO_TABLE, expected=len(sizes))
        if self.cards_left.count(0) != 1:
            return Objection(Why.ONE_IS_OUT)
        for seat, (left, size) in enumerate(zip(self.cards_left, sizes, strict=True)):
            if not 0 <= left <= size:
                player = handle_of(played, seat)
                return Objection(Why.TOO_MANY_LEFT, player=player, number=left, expected=size)
        if min(self.passes) < 0 or sum(self.passes) > MOST_TURNS:
            return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
        return None

    def effect(self, played: Played_) -> Played_:
        """Return the round without its turns, and without what was decided or shown of them."""
        nothing = (NO_CARDS,) * len(played.setup.players)
        return replace(
            played,
            turns=(),
            met=(),
            layout=played.layout.empty(played.setup.rules),
            cards_left=self.cards_left,
            out=(self.cards_left.index(0),),
            due=None,
            knowledge=replace(played.knowledge, shown=nothing),
            decisions=replace(played.decisions, waived=frozenset(), paid=()),
            passes=self.passes,
            scored=(),
        )

    def moved(self, moves: Moves) -> Self | None:
        """Return the result with its seats in the new order."""
        order = _reorder_seats(moves, len(self.cards_left))
        if order is None:
            return None
        return type(self)(
            tuple(self.cards_left[seat] for seat in order),
            tuple(self.passes[seat] for seat in order),
        )


@dataclass(frozen=True)
class Scored(Event):
    """Round by its winner and its points alone; cards left, passes and chips stay open.

    `scores` are the points of the seats, None where nobody noted them.
    """

    word = "scored"
    about = phrase("the result of the round")
    young = True
    winner: Seat
    scores: tuple[int | None, ...]

    def words(self, players: Players) -> str:
        """Write the winner and the points, e.g. `scored Ana  Ana 0  Ben ?  Chi -3`."""
        counts = zip(players, self.scores, strict=True)
        noted = (f"{handle} {OPEN_POINTS if n is None else n}" for handle, n in counts)
        return "  ".join((f"{self.word} {players[self.winner]}", *noted))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:
        """Read the words behind `scored`."""
        if rest[1::2] != list(players) or len(rest) != 1 + 2 * len(players):
            raise LineError("scored takes the winner, and each player with points")
        return cls(read_seat(rest[0], players), tuple(map(read_score, rest[2::2])))

    def against(self, played: Position) -> Objection | None:
        """Require rules that take a result, and points of each player."""
        if not played.setup.rules.takes_results:
            return Objection(Why.RESULT_AND_PLAY_ON)
        expected = len(played.setup.players)
        fits = len(self.scores) == expected and at_table(played, self.winner)
        return None if fits else Objection(Why.RESULT_FITS_NO_TABLE, expected=expected)

    def effect(self, played: Played_) -> Played_:
        """Return the round with its points, and without cards that anybody has left."""
        none = (0,) * len(self.scores)
        after = Result(none, none).effect(played)
        return replace(after, out=(self.winner,), scored=self.scores)

    def moved(self, moves: Moves) -> Self | None:
        """Return the points with their seats in the new order."""
        order = _reorder_seats(moves, len(self.scores))
        if order is None:
            return None
        return type(self)(moves.seats[self.winner], tuple(self.scores[seat] for seat in order))


def _reorder_seats(moves: Moves, count: int) -> list[Seat] | None:
    """Return the seats in their new order, None where one is not taken any more."""
    seats = [moves.seats.get(seat, -1) for seat in range(count)]
    if sorted(seats) != list(range(count)):
        return None
    return sorted(range(count), key=seats.__getitem__)
