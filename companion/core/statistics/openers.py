"""Sevens held back: the cards that open a suit, of whom it is known who held them.

Cards are never drawn, so whoever lays a card held it from the deal on, and so did whoever had it in
a hand that was entered, seen, shown or counted out. An opener was held back if at some turn of its
holder the layout took it, and the holder did something else: passed, or played another card that is
no opener, for nobody lays two at once. Where another rank than the seven opens the suits, that rank
is meant; where the first card names it, nothing is held back up to that card.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.cards import NO_CARDS, Cards, spread
from companion.core.judging.judge import judge
from companion.core.rounds.events import Played
from companion.core.rounds.round import Round


class Openers(NamedTuple):
    """How many openers a player is known to have held, and how many of them they held back."""

    held: int
    held_back: int


def openers(round_: Round) -> list[Openers]:
    """The openers of each seat."""
    layout, seats = round_.layout, range(len(round_.setup.players))
    opening = layout.growth.openers(layout.starter) if round_.turns else NO_CARDS
    held, refused = [NO_CARDS for _ in seats], [NO_CARDS for _ in seats]
    for card in spread(opening):
        holding = judge(round_).holdings.get(card)
        if holding:
            held[holding.seat] |= card.bit
    named = layout.growth.starter is not None
    for turn, met in zip(round_.turns, round_.met, strict=True):
        played: Cards = turn.card.bit if isinstance(turn, Played) else NO_CARDS
        if named and not played & opening:
            refused[turn.seat] |= met
        named = named or bool(played)
    return [
        Openers(mine.bit_count(), (mine & not_played).bit_count())
        for mine, not_played in zip(held, refused, strict=True)
    ]
