"""Deals that fit a record, and the odds that an open pass was honest.

Nothing is known of the unknown cards but the number in each hand and the passes, so each deal of
them counts by its passes alone: 1, times the false rate for each pass that would be false in it.
Only the cards in question matter, the unknown cards that open passes met. A hand with room for `r`
cards can take `a` of them in `perm(r, a)` ways, and the other unknown cards then fill the rest in
equally many ways. So a table over the sets of cards in question, one layer for each hand, sums the
weights of all deals exactly.
"""

from collections.abc import Iterable, Sequence
from math import perm
from random import Random
from typing import NamedTuple

from companion.core.cards import NO_CARDS, Cards, gather, spread
from companion.core.judge import Verdict, judge
from companion.core.rounds.round import Round, once

FALSE_RATE = 1 / 50
"""Assumed rate at which a player who could lay a card passes all the same."""
LEAST_CERTAIN = 0.7
"""Odds up to here are too harsh on honest players, so they are not shown (measured)."""
MOST_IN_QUESTION = 10
"""Largest number of cards for which all sets are tried."""

_ALMOST_NONE = 1e-15
"""Smallest chance of a possible event, so that rounding makes neither it 0 nor its contrary 1."""


class Hidden(NamedTuple):
    """Hand as far as the record leaves it open.

    `known` are the cards that the player is known to have been dealt, `room` is the number of the
    others, and `met` are the unknown cards that were playable at each open pass, by turn.
    """

    known: Cards
    room: int
    met: dict[int, Cards]


@once
def hidden(round_: Round) -> tuple[Hidden, ...]:
    """Return the hands as the judge knows them, by seat."""
    judgement = judge(round_)
    sizes = round_.setup.hand_sizes
    known = [NO_CARDS for _ in sizes]
    for card, held in judgement.holdings.items():
        known[held.seat] |= card.bit
    met: list[dict[int, Cards]] = [{} for _ in sizes]
    for ruling in judgement.rulings:
        if ruling.verdict is Verdict.OPEN:
            met[ruling.seat][ruling.turn] = ruling.playable & judgement.unknown
    room = [size - cards.bit_count() for size, cards in zip(sizes, known, strict=True)]
    return tuple(map(Hidden, known, room, met))


def in_question(hands: Iterable[Hidden]) -> Cards:
    """Return the unknown cards that open passes met."""
    question = NO_CARDS
    for hand in hands:
        for cards in hand.met.values():
            question |= cards
    return question


class Deals:
    """All deals of the cards in question to some hands, each with its weight.

    Sets of the cards are bit masks of their places in `cards`. `weight` is the sum of all weights;
    it is zero if the false rate is zero and no deal makes all passes honest.
    """

    def __init__(self, hands: Sequence[Hidden], question: Cards, false_rate: float) -> None:
        self.cards = spread(question)
        self._full = (1 << len(self.cards)) - 1
        self._shares = [self._share(hand, false_rate) for hand in hands]
        self._layers = [[1.0] + [0.0] * self._full]
        for share in self._shares[:-1]:
            self._layers.append(_dealt(self._layers[-1], share))
        self.weight = self._last(NO_CARDS)

    def _places(self, cards: Cards) -> int:
        return sum(1 << place for place, card in enumerate(self.cards) if card.bit & cards)

    def _share(self, hand: Hidden, false_rate: float) -> list[float]:
        """Return the weight of each set of the cards in this hand."""
        shares = [float(perm(hand.room, part.bit_count())) for part in range(self._full + 1)]
        for cards in hand.met.values():
            met = self._places(cards)
            shares = [
                share * false_rate if part & met else share for part, share in enumerate(shares)
            ]
        return shares

    def _last(self, met: int) -> float:
        """Return the weight of the deals in which the last hand has none of these places."""
        rest = self._layers[-1]
        share = self._shares[-1]
        parts = (part for part in range(self._full + 1) if not part & met)
        return sum(rest[self._full ^ part] * share[part] for part in parts)

    def honest(self, cards: Cards) -> float:
        """Return the share of the weight in which the last hand has none of these cards."""
        return self._last(self._places(cards)) / self.weight

    def sample(self, chance: Random) -> list[Cards]:
        """Return the cards in question by hand, each deal as likely as its weight."""
        hands = [NO_CARDS for _ in self._shares]
        rest = self._full
        weight = self.weight
        for seat in reversed(range(len(self._shares))):
            before = self._layers[seat]
            share = self._shares[seat]
            part = rest
            aim = chance.random() * weight
            while (aim := aim - before[rest ^ part] * share[part]) >= 0 and part:
                part = (part - 1) & rest
            hands[seat] = gather(card for at, card in enumerate(self.cards) if part >> at & 1)
            rest ^= part
            weight = before[rest]
        return hands


def _dealt(before: list[float], share: list[float]) -> list[float]:
    """Return the weight of each set of cards dealt so far after one more hand took its share."""
    after = [0.0] * len(before)
    full = len(before) - 1
    for taken, weight in enumerate(before):
        if weight:
            rest = part = full ^ taken
            after[taken] += weight * share[0]
            while part:
                after[taken | part] += weight * share[part]
                part = (part - 1) & rest
    return after


class Odds(NamedTuple):
    """Chance that a pass was honest; `about` is true if other passes were left out of account."""

    honest: float
    about: bool = False

    @property
    def is_calibrated(self) -> bool:
        """True if the figure is high enough to be shown."""
        return self.honest > LEAST_CERTAIN


def odds(round_: Round, turn: int, false_rate: float = FALSE_RATE) -> Odds | None:
    """Return the odds that the pass at this turn was honest; None if the turn is no pass.

    They are 0 or 1 exactly where the judge's verdict is certain. A player's own eyes see more if
    the own hand is entered in the round.
    """
    ruling = judge(round_).ruling(turn)
    if ruling is None or ruling.verdict is Verdict.FREE:
        return None
    if ruling.verdict is not Verdict.OPEN:
        return Odds(float(ruling.verdict is Verdict.LEGAL))
    hands = hidden(round_)
    hand = hands[ruling.seat]
    question = in_question(hands)
    met = hand.met[turn]
    if question.bit_count() <= MOST_IN_QUESTION:
        others = (*hands[: ruling.seat], *hands[ruling.seat + 1 :])
        deals = Deals((*others, hand), question, false_rate)
        if deals.weight:  # hundreds of false passes underflow
            return Odds(min(max(deals.honest(met), _ALMOST_NONE), 1 - _ALMOST_NONE))
    unknown = sum(other.room for other in hands)
    share = perm(unknown - met.bit_count(), hand.room) / perm(unknown, hand.room)
    return Odds(share / (share + false_rate * (1 - share)), about=True)
