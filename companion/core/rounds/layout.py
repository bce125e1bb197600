"""Layout of a round, the cards that fit next, and the position that a round has reached.

The set of playable cards is updated with each card laid, because it is read at every turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, Self

from companion.core.cards import NO_CARDS, Card, Cards, Pack, Rank, Suit, at, gather
from companion.core.objections import Objection, Why
from companion.core.rounds.events import (
    Decisions,
    Fact,
    HandEntered,
    Played,
    Result,
    Seen,
    Shown,
    Turn,
)
from companion.core.rounds.setup import Knowledge, Seat, Setup, with_item
from companion.core.rules import Aces, Rules, Starter, opening_ranks


@dataclass(frozen=True, slots=True)
class Run:
    """Cards of one suit on the table, described by the lowest and the highest rank."""

    low: Rank
    high: Rank

    def __str__(self) -> str:
        return self.low.text if self.low == self.high else self.low.text + self.high.text


class Growth:
    """Growth of runs under given house rules: the order of ranks, the openers (R13, R14, R15)."""

    def __init__(self, pack: Pack, aces: Aces, starter: Starter, *, high_first: bool) -> None:
        self.pack, self.order = pack, pack.order(aces_high=aces is Aces.HIGH)
        self.starter = starter if isinstance(starter, Rank) else None
        self.high_first = high_first
        self._place = {rank: place for place, rank in enumerate(self.order)}
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

    def opened_by(self, suit: Suit, rank: Rank, starter: Rank) -> Cards:
        """Return the cards that become playable when this card is laid (R4, R14)."""
        above, below = self.above(rank), self.below(rank)
        if rank == starter:
            below = None if self.high_first and above else below
        elif self.is_above(rank, starter):
            first = self.high_first and rank == self.above(starter)
            below = self.below(starter) if first else None
        else:
            above = None
        return gather(at(suit, end) for end in (above, below) if end is not None)


def _of_ranks(*ranks: Rank) -> Cards:
    return gather(at(suit, rank) for suit in Suit for rank in ranks)


def growth(rules: Rules) -> Growth:
    """Return the growth under these rules, one object for all rules that agree about growth."""
    return _growth(rules.pack, rules.aces, rules.starter, high_first=rules.high_first)


_growth = cache(Growth)


@cache
def _opened_by(growth: Growth, suit: Suit, rank: Rank, starter: Rank) -> Cards:
    return growth.opened_by(suit, rank, starter)


@cache
def _run(growth: Growth, ranks: int) -> Run | None:
    """Return the run of these ranks, one bit per rank; None for no ranks."""
    laid = [rank for rank in growth.order if ranks >> rank - 1 & 1]
    return Run(laid[0], laid[-1]) if laid else None


class Layout(NamedTuple):
    """Cards on the table; `str` is one line, clubs to spades: `-/59/7/4K`."""

    growth: Growth
    starter: Rank | None
    laid: Cards
    playable: Cards

    @staticmethod
    def empty(rules: Rules) -> Layout:
        """Return the layout before the first card."""
        grows = growth(rules)
        openers = grows.openers(grows.starter)
        return Layout(grows, grows.starter, NO_CARDS, openers)

    def with_card(self, card: Card) -> Layout:
        """Return the layout after a playable card was laid."""
        starter = self.starter or card.rank
        playable = self.playable if self.starter else self.growth.openers(starter)
        opened = _opened_by(self.growth, card.suit, card.rank, starter)
        playable = playable & ~card.bit | opened
        return Layout(self.growth, starter, self.laid | card.bit, playable)

    @property
    def runs(self) -> tuple[Run | None, ...]:
        """Runs from clubs to spades; None for a suit that is not open."""
        return tuple(_run(self.growth, self.laid >> 13 * suit & 0x1FFF) for suit in Suit)

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


def _no_results() -> dict[object, Any]:
    # Calling dict[object, Any] takes six times as long, a twentieth of a replay.
    return {}


@dataclass(frozen=True, slots=True)
class Position:
    """Round so far.

    `met[k]` are the cards that were playable at turn k + 1, `cards_left` the number of cards in
    each hand, `out` the seats that went out, in order, and `due` the seat whose turn it is. A round
    entered by its result alone has no turns, but in `passes` the number of passes of each seat.
    """

    setup: Setup
    turns: tuple[Turn, ...]
    layout: Layout
    met: tuple[Cards, ...]
    cards_left: tuple[int, ...]
    out: tuple[Seat, ...]
    due: Seat | None
    knowledge: Knowledge
    decisions: Decisions = field(default_factory=Decisions)
    passes: tuple[int, ...] = ()
    kept: dict[object, Any] = field(
        default_factory=_no_results, init=False, compare=False, repr=False
    )
    """Results of functions decorated with `once`."""

    @property
    def void(self) -> bool:
        """True if the round was called off."""
        return self.decisions.called_off

    @property
    def by_result(self) -> bool:
        """True if the round was entered by its result alone (R19)."""
        return bool(self.passes)

    @property
    def played_out(self) -> bool:
        """True if the first player went out, or with `play_on` all but one (R7, R11)."""
        return len(self.out) >= self.setup.finishers

    @property
    def over(self) -> bool:
        """True if the next round can be dealt."""
        return self.void or self.played_out

    @property
    def next_turn(self) -> int:
        """Number of the next turn, counted from 1."""
        return len(self.turns) + 1

    @property
    def winner(self) -> Seat | None:
        """Seat that went out first."""
        return self.out[0] if self.out else None

    @property
    def leader(self) -> Seat | None:
        """Seat that leads the round; None while unknown (R2, R12)."""
        if self.by_result and not self.setup.rules.opening:
            return (self.setup.dealer + 1) % len(self.setup.players)
        return self.turns[0].seat if self.turns else self.due

    @property
    def playable(self) -> Cards:
        """Cards that can be laid now, in any hand (R4, R12)."""
        opening = self.setup.rules.opening
        return opening.bit if opening and not self.turns else self.layout.playable

    @property
    def events(self) -> Iterator[Fact]:
        """Facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from (Seen(seat, cards) for seat, cards in enumerate(self.knowledge.seen) if cards)
        yield from self.turns
        if self.by_result:
            yield Result(self.cards_left, self.passes)
        yield from (Shown(seat, cards) for seat, cards in enumerate(self.knowledge.shown) if cards)
        yield from self.decisions.events

    @property
    def untouched(self) -> bool:
        """True if the round has no event yet."""
        return next(self.events, None) is None

    def held(self, seat: Seat) -> Cards | None:
        """Return the cards left of an entered hand; None if the hand was not entered."""
        hand = self.knowledge.hands[seat]
        return None if hand is None else hand & ~self.layout.laid

    def played_by(self, seat: Seat) -> Cards:
        """Return the cards that the player laid in this round."""
        return self.played()[seat]

    def played(self) -> list[Cards]:
        """Return the cards that each player laid in this round, by seat."""
        laid = [NO_CARDS] * len(self.setup.players)
        for turn in self.turns:
            if isinstance(turn, Played):
                laid[turn.seat] |= turn.card.bit
        return laid

    def knowing(self, knowledge: Knowledge) -> Self:
        """Return the round with this knowledge, which may decide who leads (R12)."""
        leads = self.setup.rules.opening and not self.turns and not self.by_result
        due = _leader(knowledge, self.setup) if leads else self.due
        return replace(self, knowledge=knowledge, due=due)

    def without_note(self, seat: Seat, cards: Cards) -> Self:
        """Return the round without the note that these cards were dealt to the seat.

        The other cards of an entered hand stay noted as seen.
        """
        now, hands = self.knowledge, self.knowledge.hands
        if (hands[seat] or NO_CARDS) & cards:
            hands = with_item(hands, seat, None)
            seen = now.noted(seat)
        else:
            seen = now.seen[seat]
        rest = with_item(now.seen, seat, seen & ~cards)
        return self.knowing(replace(now, hands=hands, seen=rest))


def _leader(known: Knowledge, setup: Setup) -> Seat | None:
    """Return the seat that must hold the opening card, or None while unknown (R12)."""
    opening = setup.rules.opening
    if opening is None:
        return None
    held = [known.held(seat) for seat in range(len(setup.players))]
    sure = [seat for seat, cards in enumerate(held) if cards & opening.bit]
    may = sure or [
        seat for seat, cards in enumerate(held) if cards.bit_count() < setup.hand_sizes[seat]
    ]
    return may[0] if len(may) == 1 else None
