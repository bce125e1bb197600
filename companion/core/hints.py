"""Hints: the cards that a player could lay, best first, with one true reason.

Behind a card lie the cards that cannot be laid before it, each with the cards on the way to it.
The rule of thumb counts two things there: the cards of others for which own cards wait, which are
worth opening, and the cards of others that would follow at once, which are worth holding back.

A hint adds what the rule cannot see: deals are drawn that fit the record, each option is played out
once in each deal, with all players following the rule of thumb more or less, and what it brings is
averaged. From six players on the rule alone is as good (measured). Nothing is used but the record
and the own hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from companion.core.books import booked
from companion.core.cards import NO_CARDS, Card, Cards, Rank, spread
from companion.core.odds import MOST_IN_QUESTION, Deals, hidden, in_question
from companion.core.rounds.events.turns import Played
from companion.core.rounds.layout import Growth, Layout
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Seat
from companion.core.rules import Points, Rules

DEALS = 80
"""Number of deals in which the options are played out."""
MOST_PLAYED_OUT = 5
"""Largest number of players in play for whom deals are better than the rule of thumb (measured)."""
ABOUT_EQUAL = 0.3
"""Chips, or points, by which the second choice is worse at most to be about as good."""
_SURPRISE = 0.6
"""Factor for a deal at each turn at which an opponent, in that deal, left a card of more worth."""
_STRAY = 5.0
"""Largest random error of a player's judgement of a card in a playout, in points of worth."""


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
    """Own cards wait behind it for cards of others, for no fewer than behind any other option."""
    OPENS_LEAST = "opens least"
    """Fewer cards of others can follow than after any other option."""
    HOLDS_BACK = "holds back"
    """Fewer cards of others can follow than after some other option."""
    OWN_BEHIND = "own behind"
    """Own cards wait behind it for cards of others."""
    NONE_BETTER = "none better"
    """No option is worth more by the rule of thumb."""
    DEALS = "deals"
    """In the deals that were played out it brings most."""


class Goal(Enum):
    """Unit in which a hint counts: chips, points, or only the next place."""

    CHIPS = "chips"
    POINTS = "points"
    PLACE = "place"


class Candidate(NamedTuple):
    """Card that could be laid, and how many chips or points worse it is than the best.

    `less` is None if nothing was played out, or if the rules count neither chips nor points.
    """

    card: Card
    less: float | None


class Hint(NamedTuple):
    """Choices, best first, and the reason for the best one.

    `cards` are the cards that the reason names: own cards, or the card held back.
    """

    goal: Goal
    candidates: tuple[Candidate, ...]
    reason: HintReason
    cards: tuple[Card, ...] = ()


def hint(round_: Round, seat: Seat) -> Hint | None:
    """Return the hint for a seat whose hand is entered in the round.

    Return None if the round is over, another seat is due, the hand is not entered, or no card can
    be laid. The random numbers follow from the record and the hand, so the same question
    has one answer.
    """
    hand = round_.held(seat)
    goal = _goal(round_)
    if round_.over or round_.due != seat or not hand or not hand & round_.playable:
        return None
    if not round_.setup.rules.must_play:
        return None  # the playouts know no other games
    options = spread(hand & round_.playable)
    if len(options) == 1:
        return Hint(goal, (Candidate(options[0], None),), HintReason.ONLY_CARD)
    if round_.layout.starter is None:
        return _named(round_.layout.growth, hand, options, goal)
    reaches = reaches_of(round_.layout, hand)
    brings = {card: float(reach.worth) for card, reach in reaches.items()}
    in_play = sum(map(bool, round_.cards_left))
    if played_out := in_play <= MOST_PLAYED_OUT:
        seeded = Random(f"{hand} {round_.layout.laid} {len(round_.turns)}")  # noqa: S311
        playouts = _Playouts(round_, seat, goal)
        trust = playouts.stakes.unit * (0.2 + 0.6 * (in_play - 2))  # found by trial
        means = playouts.means(options, seeded)
        brings = {card: trust * brings[card] + means[card.bit] for card in options}
    best, *others = sorted(options, key=lambda card: -brings[card])
    less = {card: brings[best] - brings[card] for card in (best, *others)}
    counted = played_out and goal is not Goal.PLACE
    return Hint(
        goal,
        tuple(Candidate(card, worse if counted else None) for card, worse in less.items()),
        *reason(round_.layout, hand, best),
    )


def _named(growth: Growth, hand: Cards, options: Sequence[Card], goal: Goal) -> Hint:
    """Return the hint for the card that names the starter (R13).

    Best is the rank of most cards in the hand, and of such ranks the farthest from the middle.
    """
    order = growth.order
    count = Counter(card.rank for card in spread(hand))

    def merit(card: Card) -> tuple[int, float]:
        return count[card.rank], abs(order.index(card.rank) - (len(order) - 1) / 2)

    ordered = sorted(options, key=merit, reverse=True)
    of_rank = tuple(card for card in options if card.rank is ordered[0].rank)
    candidates = tuple(Candidate(card, None) for card in ordered)
    return Hint(goal, candidates, HintReason.MOST_OF_RANK, of_rank)


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
    reaches, lanes_ = reaches_of(layout, hand), lanes_on(layout)
    own, (waiting, opened, worth) = spread(hand & lanes_.behind[best.bit]), reaches[best]
    others = [reach for card, reach in reaches.items() if card != best]
    held_back = max(reaches, key=lambda card: reaches[card].opened)
    if not opened:
        following = spread(sum(lanes_.next[best.bit]))
        return (HintReason.OWN_NEXT if own else HintReason.ENDS_ROW), following
    if waiting and waiting >= max(reach.waiting for reach in others):
        return HintReason.OWN_WAIT, own
    if opened < min(reach.opened for reach in others):
        return HintReason.OPENS_LEAST, ()
    if opened < reaches[held_back].opened:
        return HintReason.HOLDS_BACK, (held_back,)
    if waiting:
        return HintReason.OWN_BEHIND, own
    overruled = any(reach.worth > worth for reach in others)
    return (HintReason.DEALS if overruled else HintReason.NONE_BETTER), ()


def _goal(round_: Round) -> Goal:
    rules = round_.setup.rules
    if rules.pass_fee or rules.card_fee or booked(round_).pot:
        return Goal.CHIPS
    counts_cards = rules.count_points and rules.points is not Points.PLACE
    return Goal.POINTS if counts_cards and round_.winner is None else Goal.PLACE


class _Stakes(NamedTuple):
    """Stakes of the next finish: the pot and fees in chips, or the points of cards left.

    With neither chips nor points, a pass and a card left count as a chip each.
    """

    pot: int
    pass_fee: int
    card_fee: int
    counted: Rules | None = None
    """The rules by which cards left count points, where points are at stake."""

    @staticmethod
    def of(round_: Round, goal: Goal) -> _Stakes:
        rules = round_.setup.rules
        if goal is Goal.CHIPS:
            return _Stakes(booked(round_).pot, rules.pass_fee, rules.card_fee)
        return _Stakes(0, 1, 1, rules if goal is Goal.POINTS else None)

    @property
    def unit(self) -> float:
        """Chips or points that weigh as much as one chip of the usual fees."""
        if self.counted is None:
            return (self.pass_fee + self.card_fee) / 2 or 1.0
        return {Points.CARD: 0.2, Points.PIPS: 1.3, Points.RANK: 1.4}[self.counted.points]

    def of_seat(
        self, seat: Seat, left: Sequence[Cards], passes: Sequence[int], cards: Sequence[Cards]
    ) -> float:
        """Return the gain of a seat at the finish; bits in `left` are places in `cards`."""
        if self.counted is not None:
            lost = (spread(cards[bit.bit_length() - 1])[0].rank for bit in _bits(left[seat]))
            return -sum(map(self.counted.points_of, lost))
        paid = self.pass_fee * passes[seat]
        if left[seat]:
            return -self.card_fee * left[seat].bit_count() - paid
        others = sum(hand.bit_count() for hand in left)
        return self.pot + self.pass_fee * sum(passes) + self.card_fee * others - paid


class _Playouts:
    """Deals that fit the record, in each of which the options of a seat are played out."""

    def __init__(self, round_: Round, seat: Seat, goal: Goal) -> None:
        self.round = round_
        self.me = seat
        self.lanes = lanes_on(round_.layout)
        self.hands = hidden(round_)
        self.stakes = _Stakes.of(round_, goal)
        around = (*range(seat + 1, len(self.hands)), *range(seat + 1))
        self.order = [other for other in around if round_.cards_left[other]]
        pack = round_.setup.rules.pack.cards
        laid = round_.layout.laid
        self.unknown = pack & ~sum(hand.known for hand in self.hands)
        self.known_left = [list(_bits(hand.known & ~laid)) for hand in self.hands]
        following = self.lanes.next
        self.steps = [(card, after) for card in _bits(pack & ~laid) for after in following[card]]
        self.laid_by_others = list(self._laid_by_others())

    def _laid_by_others(self) -> Iterator[tuple[Seat, Cards, Cards]]:
        """Yield each card that an opponent laid, with those that they may have laid instead."""
        named = self.round.layout.growth.starter is not None
        for turn, met in zip(self.round.turns, self.round.met, strict=True):
            if isinstance(turn, Played):
                can_be_held = (self.unknown | self.hands[turn.seat].known) & ~turn.card.bit
                if named and turn.seat != self.me and met & can_be_held:
                    yield turn.seat, turn.card.bit, met & can_be_held
                named = True

    def means(self, options: Sequence[Card], chance: Random) -> dict[Cards, float]:
        """Return the mean gain of each option; deals count as they agree with the cards laid."""
        bits = [card.bit for card in options]
        totals = dict.fromkeys(bits, 0.0)
        weights = 0.0
        reach = self.lanes.reach
        for drawn in islice(self._deals(chance), DEALS):
            dealt = [hand.known | sum(cards) for hand, cards in zip(self.hands, drawn, strict=True)]
            weight = 1.0
            for seat, card, instead in self.laid_by_others:
                if others := (hand := dealt[seat]) & instead:
                    worth = reach(card, hand).worth
                    if any(reach(other, hand).worth > worth for other in _bits(others)):
                        weight *= _SURPRISE
            weights += weight
            for option, brings in self._played_out(bits, dealt, drawn, chance):
                totals[option] += weight * brings
        return {option: total / weights for option, total in totals.items()}

    def _deals(self, chance: Random) -> Iterator[list[list[Cards]]]:
        """Yield the unknown cards of each hand, with honest open passes if that can be."""
        question = in_question(self.hands)
        if question.bit_count() > MOST_IN_QUESTION:
            question = NO_CARDS
        deals = Deals(self.hands, question, 0.0)
        if not deals.weight:
            question = NO_CARDS
            deals = Deals(self.hands, NO_CARDS, 0.0)
        loose = list(_bits(self.unknown & ~question))
        while True:
            chance.shuffle(loose)
            drawn = list[list[Cards]]()
            start = 0
            for hand, sampled in zip(self.hands, deals.sample(chance), strict=True):
                end = start + hand.room - sampled.bit_count()
                drawn.append([*_bits(sampled), *loose[start:end]])
                start = end
            yield drawn

    def _played_out(
        self,
        options: Sequence[Cards],
        dealt: Sequence[Cards],
        drawn: Sequence[Sequence[Cards]],
        chance: Random,
    ) -> Iterator[tuple[Cards, float]]:
        """Yield the gain of each option if all players then go by the worth of their cards.

        Cards get new bits in the order of their worth, so the lowest bit is a player's best card.
        """
        me = self.me
        reach = self.lanes.reach
        stray = chance.random
        judged = [
            (reach(card, hand).worth + _STRAY * stray(), card, seat)
            for seat, (hand, cards) in enumerate(zip(dealt, drawn, strict=True))
            for card in (*self.known_left[seat], *cards)
        ]
        judged.sort(reverse=True)
        named = [0] * len(dealt)
        name = dict[Cards, Cards]()
        bit = 1
        for _, card, seat in judged:
            name[card] = bit
            named[seat] |= bit
            bit += bit
        cards = list(name)
        opens = dict.fromkeys(name.values(), 0)
        for card, after in self.steps:
            opens[name[card]] |= name[after]
        fitting = sum(name[card] for card in _bits(self.round.playable))
        for option in options:
            left = list(named)
            passes = [0] * len(named)
            best = name[option]
            left[me] ^= best
            playable = fitting ^ best | opens[best]
            for seat in cycle(self.order if left[me] else ()):
                if can := left[seat] & playable:
                    best = can & -can
                    left[seat] ^= best
                    if not left[seat]:
                        break
                    playable = playable ^ best | opens[best]
                else:
                    passes[seat] += 1
            yield option, self.stakes.of_seat(me, left, passes, cards)


def _bits(cards: Cards) -> Iterator[Cards]:
    while cards:
        lowest = cards & -cards
        yield lowest
        cards ^= lowest
