"""Hints: the cards that a player could lay, best first, with one true reason.

Behind a card lie the cards that cannot be laid before it, each with the cards on the way to it.
The rule of thumb counts two things there: the cards of others for which own cards wait, which are
worth opening, and the cards of others that would follow at once, which are worth holding back.
Nothing is used but the layout and the own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from companion.core.cards import NO_CARDS, Card, Cards, Rank, spread
from companion.core.rounds.layout import Growth, Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat


class Reach(NamedTuple):
    """Consequence of laying a card, as far as the own hand shows it.

    `waiting` is the number of cards of others before each own card behind it, added up, and
    `opened` the number of cards of others that can follow before any own one. The rule of thumb
    lays the card of most `worth`.
    """

    waiting: int
    opened: int
    worth: int


class _Reaches(dict[Cards, Reach]):
    """Reach of one card by the own cards behind it, worked out when first asked for.

    At most twelve cards lie behind a card, so this has at most 4,096 entries. `ways` are the cards
    behind it, each with the cards on the way to it.
    """

    def __init__(self, ways: Sequence[tuple[Cards, Cards]]) -> None:
        super().__init__()
        self.ways = ways

    def __missing__(self, own: Cards) -> Reach:
        waiting = sum((before & ~own).bit_count() for last, before in self.ways if last & own)
        opened = sum(not (last | before) & own for last, before in self.ways)
        known = self[own] = Reach(waiting, opened, 2 * waiting - opened)
        return known


class Lanes:
    """Cards behind each card, under one starter: `behind` all of them, `next` the nearest."""

    def __init__(self, growth: Growth, starter: Rank) -> None:
        cards = spread(growth.pack.cards)
        ways = {card.bit: tuple(_behind(growth, starter, card, NO_CARDS)) for card in cards}
        self.behind = {card: sum(last for last, _ in ways[card]) for card in ways}
        self.next = {card: tuple(last for last, way in ways[card] if not way) for card in ways}
        self._reaches = {card: _Reaches(ways[card]) for card in ways}

    def reach(self, card: Cards, hand: Cards) -> Reach:
        """Return the reach of the card for a player with this hand.

        Only cards behind it matter, which cannot be laid before it, so the answer stays the same
        until the card is laid.
        """
        return self._reaches[card][hand & self.behind[card]]


@cache
def lanes(growth: Growth, starter: Rank) -> Lanes:
    """Return the lanes under this starter."""
    return Lanes(growth, starter)


def _behind(
    growth: Growth, starter: Rank, card: Card, before: Cards
) -> Iterator[tuple[Cards, Cards]]:
    """Yield each card behind this card, with the cards on the way to it."""
    for following in spread(growth.opened_by(card.suit, card.rank, starter)):
        yield following.bit, before
        yield from _behind(growth, starter, following, before | following.bit)


class HintReason(Enum):
    """Reason for the best card; the first that is true counts.

    Compared are all cards that the player could lay.
    """

    ONLY_CARD = "only card"
    """No other card can be laid."""
    MOST_OF_RANK = "most of rank"
    """Names the starter, and no rank that could be named is more frequent in the hand (R13)."""
    OWN_NEXT = "own next"
    """Own cards lie behind it, and no card of others comes before them."""
    ENDS_ROW = "ends row"
    """Nothing lies behind it."""
    OWN_WAIT = "own wait"
    """Own cards wait behind it for cards of others."""
    OPENS_LEAST = "opens least"
    """Fewer cards of others can follow than after any other option."""
    HOLDS_BACK = "holds back"
    """Fewer cards of others can follow than after some other option."""
    NONE_BETTER = "none better"
    """No option is worth more by the rule of thumb."""


class Hint(NamedTuple):
    """Cards that could be laid, best first, and the reason for the best one.

    `named` are the cards that the reason names: own cards, or the card held back.
    """

    cards: tuple[Card, ...]
    reason: HintReason
    named: tuple[Card, ...] = ()


def hint(round_: Round, seat: Seat) -> Hint | None:
    """Return the hint for a seat whose hand is entered in the round.

    Return None if the round is over, another seat is due, the hand is not entered, or no card can
    be laid.
    """
    hand = round_.held(seat)
    if round_.over or round_.due != seat or not hand or not hand & round_.playable:
        return None
    if not round_.setup.rules.must_play:
        return None  # the playouts know no other games
    options = spread(hand & round_.playable)
    if len(options) == 1:
        return Hint(tuple(options), HintReason.ONLY_CARD)
    if round_.layout.starter is None:
        return _naming_hint(round_.layout.growth, hand, options)
    reaches = reaches_of(round_.layout, hand)
    ordered = sorted(options, key=lambda card: -reaches[card].worth)
    return Hint(tuple(ordered), *reason(round_.layout, hand, ordered[0]))


def _naming_hint(growth: Growth, hand: Cards, options: Sequence[Card]) -> Hint:
    """Return the hint for the card that names the starter (R13).

    Best is the rank of most cards in the hand, and of such ranks the farthest from the middle.
    """
    order = growth.order
    count = Counter(card.rank for card in spread(hand))

    def merit(card: Card) -> tuple[int, float]:
        return count[card.rank], abs(order.index(card.rank) - (len(order) - 1) / 2)

    ordered = sorted(options, key=merit, reverse=True)
    return Hint(tuple(ordered), HintReason.MOST_OF_RANK)


def lanes_on(layout: Layout) -> Lanes:
    """Return the lanes on a layout whose starter is named."""
    assert layout.starter is not None
    return lanes(layout.growth, layout.starter)


def reaches_of(layout: Layout, hand: Cards) -> dict[Card, Reach]:
    """Return the reach of each card of the hand that can be laid; the starter is named."""
    behind = lanes_on(layout)
    return {card: behind.reach(card.bit, hand) for card in spread(hand & layout.playable)}


def reason(layout: Layout, hand: Cards, best: Card) -> tuple[HintReason, tuple[Card, ...]]:
    """Return the first reason that is true of the best card, and the cards that it names.

    The starter is named, and the hand has two or more cards that can be laid.
    """
    reaches = reaches_of(layout, hand)
    lanes_ = lanes_on(layout)
    own = spread(hand & lanes_.behind[best.bit])
    waiting, opened, _ = reaches[best]
    others = [reach for card, reach in reaches.items() if card != best]
    held_back = max(reaches, key=lambda card: reaches[card].opened)
    if not opened:
        following = spread(sum(lanes_.next[best.bit]))
        return (HintReason.OWN_NEXT if own else HintReason.ENDS_ROW), following
    if waiting:
        return HintReason.OWN_WAIT, own
    if opened < min(reach.opened for reach in others):
        return HintReason.OPENS_LEAST, ()
    if opened < reaches[held_back].opened:
        return HintReason.HOLDS_BACK, (held_back,)
    return HintReason.NONE_BETTER, ()
