"""Layout of a round, and the cards that fit next.

The set of playable cards is updated with each card laid, because it is read at every turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from companion.core.cards import NO_CARDS, Card, Cards, Pack, Rank, Suit, at, gather
from companion.core.objections import Objection, Why
from companion.core.rules import Aces, Laid, Rules, Starter, opening_ranks


@dataclass(frozen=True)
class Run:
    """Cards of one suit on the table, described by the lowest and the highest rank."""

    low: Rank
    high: Rank

    def __str__(self) -> str:
        return self.low.text if self.low == self.high else self.low.text + self.high.text


Ranks = int
"""A set of ranks: bit `rank - 1` stands for a rank."""


class Growth:
    """Growth of suits under given house rules: the order of ranks, the openers (R13, R14, R15)."""

    def __init__(self, pack: Pack, aces: Aces, starter: Starter, *, high_first: bool) -> None:
        self.pack, self.order = pack, pack.order(aces_high=aces is Aces.HIGH)
        self.starter = starter if isinstance(starter, Rank) else None
        self.high_first = high_first
        self._place = {rank: place for place, rank in enumerate(self.order)}
        self._bits = [1 << rank - 1 for rank in self.order]
        self._openers = _of_ranks(*opening_ranks(pack, starter))

    def openers(self, starter: Rank | None) -> Cards:
        """Return the cards that may open a suit; `starter` is None until its rank is named."""
        return self._openers if starter is None else _of_ranks(starter)

    def above(self, rank: Rank) -> Rank | None:
        """Return the next higher rank in the order of play; None above the highest."""
        place = self._place[rank] + 1
        return self.order[place] if place < len(self.order) else None

    def below(self, rank: Rank) -> Rank | None:
        """Return the next lower rank in the order of play; None below the lowest."""
        place = self._place[rank]
        return self.order[place - 1] if place else None

    def is_above(self, rank: Rank, other: Rank) -> bool:
        """Return whether `rank` is higher than `other` in the order of play."""
        return self._place[rank] > self._place[other]

    def ends(self, laid: Ranks, starter: Rank) -> Ranks:
        """Return the ranks that fit a suit of which these are on the table (R4, R14, R24).

        They are the first gap above the starter and the first gap below it.
        """
        start = self._place[starter]
        if not laid & self._bits[start]:
            return self._bits[start]
        above = [bit for bit in self._bits[start:] if not laid & bit]
        if self.high_first and above and above[0] == self._bits[start + 1]:
            return above[0]
        below = [bit for bit in self._bits[:start] if not laid & bit]
        return sum(above[:1]) + sum(below[-1:])

    def opened_by(self, suit: Suit, rank: Rank, starter: Rank) -> Cards:
        """Return the cards that become playable when this card is laid in its turn (R4, R14)."""
        start = self._place[starter]
        place = self._place[rank]
        laid = set(self._bits[min(start, place) : max(start, place) + 1])
        if place < start:
            laid.update(self._bits[start : start + 2])
        before = self.ends(sum(laid - {self._bits[place]}), starter)
        return (self.ends(sum(laid), starter) & ~before) << 13 * suit

    def joined(self, laid: Ranks, starter: Rank) -> Ranks:
        """Return those of the ranks on the table that no gap parts from the starter (R24)."""
        start = self._place[starter]
        joined = 0
        for way in (self._bits[start:], reversed(self._bits[: start + 1])):
            for bit in way:
                if not laid & bit:
                    break
                joined |= bit
        return joined


def _of_ranks(*ranks: Rank) -> Cards:
    return gather(at(suit, rank) for suit in Suit for rank in ranks)


def growth(rules: Rules) -> Growth:
    """Return the growth under these rules, one object for all rules that agree about growth."""
    return _growth(rules.pack, rules.aces, rules.starter, high_first=rules.high_first)


_growth = cache(Growth)


@cache
def _ends(growth: Growth, laid: Ranks, starter: Rank) -> Ranks:
    return growth.ends(laid, starter)


@cache
def _runs(growth: Growth, ranks: Ranks) -> tuple[Run, ...]:
    """Return the runs of these ranks in the order of play."""
    runs: list[Run] = []
    joins = False
    for rank in growth.order:
        laid = bool(ranks >> rank - 1 & 1)
        if laid and joins:
            runs[-1] = Run(runs[-1].low, rank)
        elif laid:
            runs.append(Run(rank, rank))
        joins = laid
    return tuple(runs)


_SUIT: Ranks = 0x1FFF
"""All thirteen ranks."""


class Layout(NamedTuple):
    """Cards on the table; `str` is one line, clubs to spades: `-/59/7/4K`.

    Runs of a suit that a gap parts are joined by a comma (R24): `A,3K`.
    """

    growth: Growth
    starter: Rank | None
    laid: Cards
    playable: Cards

    @staticmethod
    def empty(rules: Rules) -> Layout:
        """Return the layout before the first turn."""
        grows = growth(rules)
        openers = grows.openers(grows.starter)
        bare = Layout(grows, grows.starter, NO_CARDS, openers)
        return bare.with_cards(openers) if rules.laid is Laid.STARTERS else bare

    def with_card(self, card: Card) -> Layout:
        """Return the layout after a playable card was laid."""
        starter = self.starter or card.rank
        playable = self.playable if self.starter else self.growth.openers(starter)
        laid = self.laid | card.bit
        suit = 13 * card.suit
        ends = _ends(self.growth, laid >> suit & _SUIT, starter)
        return Layout(self.growth, starter, laid, playable & ~(_SUIT << suit) | ends << suit)

    def with_cards(self, cards: Cards) -> Layout:
        """Return the layout after all these cards were laid in their places (R21, R23)."""
        assert self.starter
        laid = self.laid | cards
        playable = NO_CARDS
        for suit in Suit:
            playable |= _ends(self.growth, laid >> 13 * suit & _SUIT, self.starter) << 13 * suit
        return Layout(self.growth, self.starter, laid, playable)

    @property
    def islands(self) -> Cards:
        """Cards on the table that a gap parts from their starters (R24)."""
        if self.starter is None:
            return NO_CARDS
        joined = NO_CARDS
        for suit in Suit:
            ranks = self.laid >> 13 * suit & _SUIT
            joined |= self.growth.joined(ranks, self.starter) << 13 * suit
        return self.laid & ~joined

    def objection(self, card: Card) -> Objection | None:
        """Return why the card does not fit the layout, or None if it does (R4, R13, R14)."""
        if card.bit & self.playable:
            return None
        if card.bit & self.laid:
            return Objection(Why.ALREADY_LAID, card=card)
        if card.rank not in self.growth.order:
            return Objection(Why.NOT_IN_PACK, card=card, expected=self.growth.pack.size)
        if self.starter is None:
            return Objection(Why.NO_OPENER, card=card)
        return self._missing(card, self.starter)

    def _missing(self, card: Card, starter: Rank) -> Objection:
        upward = self.growth.is_above(card.rank, starter)
        inward = self.growth.below if upward else self.growth.above
        inner = inward(card.rank)
        # The nearest gap on the way to the starter; an island in between does not help.
        while inner and inner is not starter and at(card.suit, inner).bit & self.laid:
            inner = inward(inner)
        assert inner is not None
        needed = at(card.suit, inner)
        if not needed.bit & self.laid:
            return Objection(Why.NEIGHBOUR_MISSING, card=card, other_card=needed)
        first = self.growth.above(starter)
        assert first is not None
        return Objection(Why.HIGH_FIRST, card=card, other_card=at(card.suit, first))

    def __str__(self) -> str:
        suits = (_runs(self.growth, self.laid >> 13 * suit & _SUIT) for suit in Suit)
        return "/".join(",".join(map(str, runs)) or "-" for runs in suits)
