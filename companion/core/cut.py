"""Cutting for the first deal: everybody draws a card, the highest deals, ties cut again (R1)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.core.cards import CARDS, Card
from companion.core.events import Seat


def cut(players: int, chance: Random) -> tuple[Seat, tuple[Card, ...]]:
    """The first dealer, and the card that each seat drew in the first cut."""
    drawn = tuple(chance.sample(CARDS, players))
    return _highest(range(players), drawn, chance), drawn


def _highest(seats: Sequence[Seat], drawn: Sequence[Card], chance: Random) -> Seat:
    top = max(card.rank for card in drawn)
    tied = [seat for seat, card in zip(seats, drawn, strict=True) if card.rank is top]
    if len(tied) == 1:
        return tied[0]
    return _highest(tied, chance.sample(CARDS, len(tied)), chance)
