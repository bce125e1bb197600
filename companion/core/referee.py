"""Referee: the meaning of a pass in a situation that a person describes, without a round.

A situation is the ends of the runs on the table and the cards of one hand. Impossible layouts are
corrected at once, so every situation could have come up in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.core.cards import NO_CARDS, Card, Cards, Rank, Suit, at, spread
from companion.core.rounds.layout import Growth, Layout, Run, growth
from companion.core.rules import FinePer, FineTo, Rules

Runs = tuple[Run | None, ...]
_NO_RUNS: Runs = (None,) * len(Suit)


@dataclass(frozen=True, slots=True)
class Cost:
    """One amount of chips that a pass costs.

    For a withheld starter, `neighbour` is the card whose holder receives the chips. Other amounts
    go to the pot, or to the winner of the round if `to_winner`.
    """

    chips: int
    to_winner: bool = False
    fine: bool = True
    withheld: Card | None = None
    neighbour: Card | None = None


@dataclass(frozen=True)
class Situation:
    """Layout and hand as a person describes them.

    `named` is the opening rank if the rules leave the rank to the first card.
    """

    rules: Rules
    runs: Runs = _NO_RUNS
    named: Rank | None = None
    hand: Cards = NO_CARDS

    @cached_property
    def growth(self) -> Growth:
        """Growth of runs under the rules."""
        return growth(self.rules)

    @property
    def starter(self) -> Rank | None:
        """Rank that opens a suit; None while the rank is not named (R12, R13)."""
        opening = self.rules.opening
        return self.growth.starter or (opening.rank if opening else self.named)

    @cached_property
    def layout(self) -> Layout:
        """Layout with each run laid from its starter, the higher cards first (R14)."""
        layout = Layout.empty(self.rules)
        for suit, run in zip(Suit, self.runs, strict=True):
            for rank in self._outward(run):
                layout = layout.with_card(at(suit, rank))
        return layout

    @property
    def held(self) -> Cards:
        """Cards of the hand that are not on the table."""
        return self.hand & ~self.layout.laid

    @property
    def playable(self) -> Cards:
        """Cards that the layout accepts now (R4, R12)."""
        opening = self.rules.opening
        return opening.bit if opening and not self.layout.laid else self.layout.playable

    @property
    def could_play(self) -> Cards:
        """Cards of the hand that the layout accepts now."""
        return self.held & self.playable

    def costs(self, first: Card | None = None, *, false: bool = False) -> Iterator[Cost]:
        """Yield the costs of a pass: the fee, and the fines if the pass is false (R6, R8, R9).

        A pass may be known as `false` though no card of the hand can be played. Of several starters
        held back `first` came to light first, if that is known.
        """
        rules = self.rules
        if rules.pass_fee:
            yield Cost(rules.pass_fee, fine=False)
        if not (false or self.could_play):
            return
        if rules.false_pass_fine:
            yield Cost(rules.false_pass_fine, to_winner=rules.false_pass_to is FineTo.WINNER)
        if rules.seven_fine:
            for card in self._withheld(first):
                yield from self._for_withheld(card)

    @property
    def held_back(self) -> tuple[Card, ...]:
        """Starters of the hand that could be played; none while no card has named the rank."""
        named = self.growth.starter or (self.starter if self.layout.laid else None)
        return tuple(card for card in spread(self.could_play) if card.rank is named)

    def with_laid(self, card: Card) -> Situation:
        """Extend the run to this card; if the run already ends there, take the card back."""
        starter = self.starter or (card.rank if card.bit & self.layout.playable else None)
        if starter is None:
            return self
        run = self._stretched(self.runs[card.suit], card.rank, starter)
        runs = (*self.runs[: card.suit], run, *self.runs[card.suit + 1 :])
        return self.with_runs(starter, runs) if any(runs) else replace(self, runs=runs, named=None)

    def with_held(self, card: Card) -> Situation:
        """Add the card to the hand or remove it; ignore a card that is on the table."""
        if card.bit & self.layout.laid:
            return self
        return replace(self, hand=self.held ^ card.bit)

    def under(self, rules: Rules) -> Situation:
        """Return the situation under other rules, keeping the runs that fit them."""
        hand = self.hand & rules.pack.cards
        moved = Situation(rules, hand=hand)
        starter = moved.starter or self.starter
        if not any(self.runs) or starter is None:
            return moved
        opens = at(Suit.CLUBS, starter).bit & moved.growth.openers(moved.growth.starter)
        return moved.with_runs(starter, self.runs) if opens else moved

    def opened_with(self, rank: Rank) -> Situation:
        """Return the situation with another opening rank, without the runs that lack it."""
        return self.with_runs(rank, self.runs)

    def with_runs(self, starter: Rank, runs: Runs) -> Situation:
        """Return the situation with those of these runs that can grow from the starter."""
        runs_left = tuple(_fitting(self, run, starter) for run in runs)
        opening = self.rules.opening
        if opening and any(runs_left) and not runs_left[opening.suit]:
            led = Run(starter, starter)
            runs_left = (*runs_left[: opening.suit], led, *runs_left[opening.suit + 1 :])
        return replace(self, runs=runs_left, named=starter)

    def _outward(self, run: Run | None) -> Iterator[Rank]:
        if run is None or self.starter is None:
            return
        order = self.growth.order
        low, start, high = (order.index(rank) for rank in (run.low, self.starter, run.high))
        yield from order[start : high + 1]
        yield from reversed(order[low:start])

    def _stretched(self, run: Run | None, rank: Rank, starter: Rank) -> Run | None:
        """Return the run ending at this rank, or one card shorter if it already ends there."""
        grows = self.growth
        if run is None:
            run = Run(starter, starter)
            return run if rank is starter else self._stretched(run, rank, starter)
        if rank is starter:
            return None if run.low is run.high else Run(starter, starter)
        if grows.is_above(rank, starter):
            inner = grows.below(rank)
            high = inner if rank is run.high and inner else rank
            alone = self.rules.high_first and high is starter
            return Run(starter if alone else run.low, high)
        inner, above = grows.above(rank), grows.above(starter)
        low = inner if rank is run.low and inner else rank
        first = self.rules.high_first and low is not starter and run.high is starter
        return Run(low, above if first and above else run.high)

    def _withheld(self, first: Card | None) -> tuple[Card, ...]:
        """Return the starters that are fined, `first` alone for a fine per pass (R9)."""
        starters = self.held_back
        if self.rules.seven_fine_per is FinePer.SEVEN:
            return starters
        return (first,) if first and first in starters else starters[:1]

    def _for_withheld(self, card: Card) -> Iterator[Cost]:
        for rank in (self.growth.below(card.rank), self.growth.above(card.rank)):
            neighbour = at(card.suit, rank) if rank else None
            if neighbour and not neighbour.bit & self.held:
                yield Cost(self.rules.seven_fine, withheld=card, neighbour=neighbour)


def _fitting(position: Situation, run: Run | None, starter: Rank) -> Run | None:
    grows = position.growth
    if run is None or not {run.low, run.high} <= set(grows.order):
        return None
    if grows.is_above(starter, run.high) or grows.is_above(run.low, starter):
        return None
    above = grows.above(starter)
    if position.rules.high_first and run.high is starter and run.low is not starter and above:
        return Run(run.low, above)
    return run
