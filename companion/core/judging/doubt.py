"""Doubt, which asks whether all passes that are still open can have been honest at once.

An honest open pass says which unknown cards its player does not hold. All of them are honest in
some deal exactly when each unknown card finds a player who has room for it and no such pass against
it: a matching of cards to players, found by augmenting paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.rounds.events import Seat


@dataclass(frozen=True, slots=True)
class Denial:
    """An open pass, taken as honest: the player held none of these cards at that turn."""

    turn: int
    seat: Seat
    cards: Cards


def suspects(room: Sequence[int], denials: Sequence[Denial]) -> tuple[int, ...] | None:
    """The turns of the passes that alone, taken as false, remove the contradiction; None where
    there is no contradiction. `room` is how many unknown cards each seat holds.
    """
    denied, repeated = [NO_CARDS] * len(room), [NO_CARDS] * len(room)
    for denial in denials:
        repeated[denial.seat] |= denied[denial.seat] & denial.cards
        denied[denial.seat] |= denial.cards
    touched = NO_CARDS
    for cards in denied:
        touched |= cards
    # Cards that nobody denies fill whatever room the others leave.
    seating = _Seating(room, denied)
    left = [card for card in spread(touched) if not seating.place(card, set())]
    if not left:
        return None
    return tuple(
        denial.turn
        for denial in denials
        if seating.takes_all(left, denial.seat, denial.cards & ~repeated[denial.seat])
    )


class _Seating:
    """Cards on their way to players; a full player hands a card on to make room."""

    def __init__(
        self, room: Sequence[int], denied: Sequence[Cards], given: Sequence[Sequence[Card]] = ()
    ) -> None:
        self._room, self._denied = room, denied
        self._given = [list(cards) for cards in given] or [[] for _ in room]

    def takes_all(self, left: Sequence[Card], seat: Seat, allowed: Cards) -> bool:
        """Whether all cards that are left would find a player if that seat took those cards too."""
        if len(left) > min(allowed.bit_count(), self._room[seat]):
            return False
        denied = [*self._denied[:seat], self._denied[seat] & ~allowed, *self._denied[seat + 1 :]]
        other = _Seating(self._room, denied, self._given)
        return all(other.place(card, set()) for card in left)

    def place(self, card: Card, asked: set[Seat]) -> bool:
        """Whether the card finds a player, moving others if need be."""
        for seat, room in enumerate(self._room):
            if not room or seat in asked or card.bit & self._denied[seat]:
                continue
            asked.add(seat)
            given = self._given[seat]
            if len(given) < room:
                given.append(card)
                return True
            for place, other in enumerate(given):
                if self.place(other, asked):
                    given[place] = card
                    return True
        return False
