"""Points of a round: the cards left, as the rules count them (R10), plus corrections."""

from __future__ import annotations

from companion.core.cards import Card, Rank
from companion.core.house_rules.rules import Points
from companion.core.judging.judge import judge
from companion.core.rounds.events import Played, Seat
from companion.core.rounds.round import Round, once


def cards_left(round_: Round) -> tuple[int, ...] | None:
    """Return each seat's cards left when the first player went out; None before that."""
    if round_.winner is None:
        return None
    left = list(round_.setup.hand_sizes)
    for event in round_.turns:
        if isinstance(event, Played):
            left[event.seat] -= 1
            if not left[event.seat]:
                break
    return tuple(left)


@once
def points(round_: Round) -> tuple[int | None, ...]:
    """Return the points of each seat: None while unknown, 0 if the round was called off."""
    players, left = range(len(round_.setup.players)), cards_left(round_)
    counting = round_.setup.rules.points
    if round_.void or (left and counting is Points.NONE):
        return tuple(0 for _ in players)
    if left is None:
        return tuple(None for _ in players)
    counted = (
        left if counting is Points.CARD else [_weight(round_, seat, left[seat]) for seat in players]
    )
    return tuple(_corrected(round_, seat, counted[seat]) for seat in players)


def _corrected(round_: Round, seat: Seat, counted: int | None) -> int | None:
    if counted is None:
        return None
    corrections = (change.points for change in round_.decisions.points if change.seat == seat)
    return counted + sum(corrections)


def _weight(round_: Round, seat: Seat, left: int) -> int | None:
    held = [card for card, held in judge(round_).holdings.items() if held.seat == seat]
    early = round_.setup.hand_sizes[seat] - left
    laid = [
        event.card for event in round_.turns if isinstance(event, Played) and event.seat == seat
    ][:early]
    kept = [card for card in held if card not in laid]
    if len(kept) < left:
        return None
    count = _pips if round_.setup.rules.points is Points.PIPS else _rank
    return sum(count(card) for card in kept)


def _pips(card: Card) -> int:
    return min(card.rank, Rank.TEN)


def _rank(card: Card) -> int:
    return int(card.rank)
