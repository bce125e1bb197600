"""Openers that players held back: sevens, or the cards of another rank that opens the suits.

A player held an opener back if the layout accepted it at one of the player's turns, and the player
passed or played a card that is no opener. Cards are never drawn, so the player who lays a card held
it since the deal; the judge knows further holders from entered, seen and shown cards. Where the
first card of the round names the opening rank, no opener counts as held back up to that card.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.core.cards import NO_CARDS, Cards, spread
from companion.core.judging.judge import judge
from companion.core.rounds.events import Played
from companion.core.rounds.round import Round


class Openers(NamedTuple):
    """Number of openers that a player is known to have held, and of those held back."""

    held: int
    held_back: int


def openers(round_: Round) -> list[Openers]:
    """Return the counts of openers for each seat."""
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
