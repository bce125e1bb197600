"""Layout of a round, the cards that fit next, and the position that a round has reached.

The set of playable cards is updated with each card laid, because it is read at every turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final, NamedTuple, Self

from companion.core.cards import NO_CARDS, Card, Cards, Pack, Rank, Suit, at, gather
from companion.core.objections import Objection, Why
from companion.core.rounds.events import (
    Decisions,
    Fact,
    HandEntered,
    Played,
    Result,
    Scored,
    Seen,
    Shown,
    Turn,
)
from companion.core.rounds.setup import Knowledge, Seat, Setup, with_item
from companion.core.rules import Aces, Laid, Rules, Starter, opening_ranks


@dataclass(frozen=True, slots=True)
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


_SUIT: Final[Ranks] = 0x1FFF
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


def _no_results() -> dict[object, Any]:
    # Calling dict[object, Any] takes six times as long, a twentieth of a replay.
    return {}


@dataclass(frozen=True, slots=True)
class Position:
    """Round so far.

    `met[k]` are the cards that were playable at turn k + 1, `cards_left` the number of cards in
    each hand, `out` the seats that went out, in order, `laid_out` those that laid their hands out,
    and `due` the seat whose turn it is. A round entered by its result alone has no turns, but in
    `passes` the number of passes of each seat; one of which the points alone are known has them in
    `scored`, and no cards left or passes.
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
    scored: tuple[int | None, ...] = ()
    laid_out: tuple[Seat, ...] = ()
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
    def result(self) -> Result | Scored | None:
        """Event of a round that was entered by its result alone."""
        if self.scored:
            return Scored(self.out[0], self.scored)
        return Result(self.cards_left, self.passes) if self.by_result else None

    @property
    def played_out(self) -> bool:
        """True if the rules end the round here (R7, R11, R25)."""
        return self.setup.ends(self.out, self.cards_left)

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
        """Seat that went out first, or else is left over by hands laid out (R7, R25)."""
        if self.out or not self.laid_out:
            return self.out[0] if self.out else None
        holding = [seat for seat, left in enumerate(self.cards_left) if left]
        return holding[0] if len(holding) == 1 else None

    @property
    def leader(self) -> Seat | None:
        """Seat that leads the round; None while unknown (R2, R12)."""
        if self.by_result and not self.setup.rules.opening:
            return (self.setup.dealer + 1) % len(self.setup.players)
        return self.turns[0].seat if self.turns else self.due

    @property
    def playable(self) -> Cards:
        """Cards that can be laid now, in any hand (R4, R12)."""
        opening = self.opening
        return opening.bit if opening else self.layout.playable

    @property
    def opening(self) -> Card | None:
        """Card that has to be laid now, because it leads the round (R12, R21)."""
        rules = self.setup.rules
        return None if self.turns or rules.laid is Laid.STARTERS else rules.opening

    @property
    def starters(self) -> Cards:
        """Cards that lie on the table before the first turn (R21)."""
        rules = self.setup.rules
        return Layout.empty(rules).laid if rules.laid is Laid.STARTERS else NO_CARDS

    @property
    def unclaimed(self) -> Cards:
        """Starters on the table of which nobody knows yet who laid them (R21)."""
        if self.turns:
            return NO_CARDS
        return self.starters & ~sum(self.laid_first())

    def laid_first(self) -> list[Cards]:
        """Return the cards that each player laid before the first turn, by seat (R21)."""
        starters = self.starters
        if not starters:
            return [NO_CARDS] * len(self.setup.players)
        known = self.knowledge
        return [known.held(seat) & starters for seat in range(len(self.setup.players))]

    @property
    def first_left(self) -> tuple[int, ...]:
        """Number of cards in each hand before the first turn (R1, R21)."""
        pairs = zip(self.setup.hand_sizes, self.laid_first(), strict=True)
        return tuple(size - laid.bit_count() for size, laid in pairs)

    def passes_left(self, seat: Seat) -> int | None:
        """Return the passes that the seat has left in this round; None without a limit (R23)."""
        limit = self.setup.rules.passes
        return max(0, limit - len(self.passes_of(seat))) if limit else None

    @property
    def awaited_hand(self) -> Seat | None:
        """Seat that is due and lays the hand out once it is known whole, unless it plays (R23)."""
        due = self.due
        if due is None or self.over or self.unclaimed or self.passes_left(due) != 0:
            return None
        return due if self.rest(due) is None else None

    def passes_freely(self, seat: Seat) -> bool:
        """Return whether the seat may pass now though it could play (R22, R23)."""
        return self.setup.rules.free_pass and self.passes_left(seat) != 0

    def passes_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the turns at which the seat passed."""
        turns = enumerate(self.turns, 1)
        return tuple(turn for turn, event in turns if event.seat == seat and not event.laid)

    @property
    def lay_outs(self) -> frozenset[int]:
        """Turns at which a hand was laid out (R23)."""
        return frozenset(self.passes_of(seat)[-1] for seat in self.laid_out)

    @property
    def events(self) -> Iterator[Fact]:
        """Facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from (Seen(seat, cards) for seat, cards in enumerate(self.knowledge.seen) if cards)
        yield from self.turns
        if self.result:
            yield self.result
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

    def rest(self, seat: Seat) -> Cards | None:
        """Return the cards left of a hand that is known whole; None if it is not (R23)."""
        rest = self.knowledge.noted(seat) & ~self.layout.laid
        return rest if rest.bit_count() == self.cards_left[seat] else None

    def played_by(self, seat: Seat) -> Cards:
        """Return the cards that the player laid in this round."""
        return self.played()[seat]

    def played(self) -> list[Cards]:
        """Return the cards that each player laid in this round, by seat."""
        laid = self.laid_first() if self.turns else [NO_CARDS] * len(self.setup.players)
        for turn in self.turns:
            if isinstance(turn, Played):
                laid[turn.seat] |= turn.card.bit
        for seat in self.laid_out:
            laid[seat] |= self.knowledge.noted(seat)
        return laid

    def knowing(self, knowledge: Knowledge) -> Self:
        """Return the round with this knowledge, which may decide who leads (R12, R21)."""
        known = replace(self, knowledge=knowledge)
        if self.turns or self.by_result:
            return known
        due = _leader(knowledge, self.setup) if self.setup.rules.opening else self.due
        return replace(known, due=due, cards_left=known.first_left)

    def without_note(self, seat: Seat, cards: Cards) -> Self:
        """Return the round without the note that these cards were dealt to the seat.

        The other cards of an entered hand stay noted as seen, and so do starters on the table.
        """
        if self.turns:
            cards &= ~self.laid_first()[seat]
        now = self.knowledge
        hands = self.knowledge.hands
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
