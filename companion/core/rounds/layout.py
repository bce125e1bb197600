"""The layout: four runs that grow from their starters, and what each takes next.

What the layout takes is kept as a set of cards and brought up to date card by card, because the one
question of the game, what can be played, is asked at every turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from companion.core.cards import NO_CARDS, PACK, Card, Cards, Rank, Suit, at, gather
from companion.core.house_rules.rules import Aces, AnyStarter, Rules, Starter
from companion.core.objections import Objection, Why

_LOW: Final = tuple(Rank)
_HIGH: Final = (*_LOW[1:], Rank.ACE)


@dataclass(frozen=True, slots=True)
class Run:
    """The cards of a suit on the table, named by the lowest and the highest."""

    low: Rank
    high: Rank

    def __str__(self) -> str:
        return self.low.text if self.low == self.high else self.low.text + self.high.text


class Growth:
    """How runs grow under some house rules: the order of play (R15), what opens (R13), R14."""

    def __init__(self, aces: Aces, starter: Starter, *, high_first: bool) -> None:
        self.order = _LOW if aces is Aces.LOW else _HIGH
        self.starter = starter if isinstance(starter, Rank) else None
        self.high_first = high_first
        self._place = {rank: place for place, rank in enumerate(self.order)}
        self._openers = _openers(starter)

    def openers(self, starter: Rank | None) -> Cards:
        """The cards that may open a suit, once the starter's rank is named or before."""
        return self._openers if starter is None else _of_rank(starter)

    def above(self, rank: Rank) -> Rank | None:
        """The next higher rank in the order of play."""
        place = self._place[rank] + 1
        return self.order[place] if place < len(self.order) else None

    def below(self, rank: Rank) -> Rank | None:
        """The next lower rank in the order of play."""
        place = self._place[rank]
        return self.order[place - 1] if place else None

    def is_above(self, rank: Rank, other: Rank) -> bool:
        """Whether a rank is higher than another in the order of play."""
        return self._place[rank] > self._place[other]

    def opened_by(self, suit: Suit, rank: Rank, starter: Rank) -> Cards:
        """What a suit takes once a card of that rank lies in it, and did not before (R4, R14)."""
        above, below = self.above(rank), self.below(rank)
        if rank == starter:
            below = None if self.high_first and above else below
        elif self.is_above(rank, starter):
            first = self.high_first and rank == self.above(starter)
            below = self.below(starter) if first else None
        else:
            above = None
        return gather(at(suit, end) for end in (above, below) if end is not None)


def _openers(starter: Starter) -> Cards:
    if starter is AnyStarter.ANY:
        return PACK
    if starter is AnyStarter.FIVE_OR_NINE:
        return _of_rank(Rank.FIVE) | _of_rank(Rank.NINE)
    return _of_rank(starter)


def _of_rank(rank: Rank) -> Cards:
    return gather(at(suit, rank) for suit in Suit)


@cache
def growth(aces: Aces, starter: Starter, high_first: bool) -> Growth:  # noqa: FBT001 - cache key
    """The growth for these choices, made once."""
    return Growth(aces, starter, high_first=high_first)


@cache
def _opened_by(growth: Growth, suit: Suit, rank: Rank, starter: Rank) -> Cards:
    return growth.opened_by(suit, rank, starter)


@cache
def _run(growth: Growth, ranks: int) -> Run | None:
    """The run that has these ranks, a bit each; None without any."""
    laid = [rank for rank in growth.order if ranks >> rank - 1 & 1]
    return Run(laid[0], laid[-1]) if laid else None


class Layout(NamedTuple):
    """The cards on the table. `str` is one line, clubs to spades: `-/59/7/4K`."""

    growth: Growth
    starter: Rank | None
    laid: Cards
    playable: Cards

    @staticmethod
    def empty(rules: Rules) -> Layout:
        """The table before the first card."""
        grows = growth(rules.aces, rules.starter, rules.high_first)
        openers = grows.openers(grows.starter)
        return Layout(grows, grows.starter, NO_CARDS, openers)

    def with_card(self, card: Card) -> Layout:
        """The layout after a playable card."""
        starter = self.starter or card.rank
        playable = self.playable if self.starter else self.growth.openers(starter)
        opened = _opened_by(self.growth, card.suit, card.rank, starter)
        playable = playable & ~card.bit | opened
        return Layout(self.growth, starter, self.laid | card.bit, playable)

    @property
    def runs(self) -> tuple[Run | None, ...]:
        """The runs, clubs to spades; None where a suit is not open."""
        return tuple(_run(self.growth, self.laid >> 13 * suit & 0x1FFF) for suit in Suit)

    def objection(self, card: Card) -> Objection | None:
        """Why the layout does not take the card, or None (R4, R13, R14)."""
        if card.bit & self.playable:
            return None
        if card.bit & self.laid:
            return Objection(Why.ALREADY_LAID, card=card)
        if self.starter is None:
            return Objection(Why.NO_OPENER, card=card)
        return self._missing(card, self.starter)

    def _missing(self, card: Card, starter: Rank) -> Objection:
        upward = self.growth.is_above(card.rank, starter)
        inner = (self.growth.below if upward else self.growth.above)(card.rank)
        assert inner is not None
        needed = at(card.suit, inner)
        if not needed.bit & self.laid:
            return Objection(Why.NEIGHBOUR_MISSING, card=card, other_card=needed)
        first = self.growth.above(starter)
        assert first is not None
        return Objection(Why.HIGH_FIRST, card=card, other_card=at(card.suit, first))

    def __str__(self) -> str:
        return "/".join("-" if run is None else str(run) for run in self.runs)
