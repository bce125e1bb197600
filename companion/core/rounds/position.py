"""A round as far as it went, as plain facts and what can be read off them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from companion.core import cards as pack
from companion.core.cards import Cards
from companion.core.rounds.events import (
    Fact,
    HandEntered,
    Played,
    Seat,
    Seen,
    Shown,
    Turn,
)
from companion.core.rounds.layout import Layout
from companion.core.rounds.setup import Decisions, Knowledge, Setup


@dataclass(frozen=True, slots=True)
class Position:
    """A round as far as it went. `met[k]` is what the layout took at turn k + 1; `cards_left` and
    `out` say who holds how many cards and who went out, in order; `due` whose turn it is.
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
    kept: dict[object, Any] = field(
        default_factory=dict[object, Any], init=False, compare=False, repr=False
    )
    """What `once` worked out."""

    @property
    def void(self) -> bool:
        """Whether the round was called off."""
        return self.decisions.called_off

    @property
    def played_out(self) -> bool:
        """Whether no turn can follow: the first went out, or all but one (R7, R11)."""
        return len(self.out) >= self.setup.finishers

    @property
    def over(self) -> bool:
        """Whether the next round can be dealt."""
        return self.void or self.played_out

    @property
    def next_turn(self) -> int:
        """The number of the turn that comes next, from 1."""
        return len(self.turns) + 1

    @property
    def winner(self) -> Seat | None:
        """Who went out first."""
        return self.out[0] if self.out else None

    @property
    def leader(self) -> Seat | None:
        """Who leads the round, as far as it is known (R2, R12)."""
        return self.turns[0].seat if self.turns else self.due

    @property
    def playable(self) -> Cards:
        """What may be laid now, whoever holds it (R4, R12)."""
        opening = self.setup.rules.opening
        return opening.bit if opening and not self.turns else self.layout.playable

    @property
    def events(self) -> Iterator[Fact]:
        """The facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from (Seen(seat, cards) for seat, cards in enumerate(self.knowledge.seen) if cards)
        yield from self.turns
        yield from (Shown(seat, cards) for seat, cards in enumerate(self.knowledge.shown) if cards)
        yield from self.decisions.events

    @property
    def untouched(self) -> bool:
        """Whether nothing happened in the round since it was dealt."""
        return next(self.events, None) is None

    def held(self, seat: Seat) -> Cards | None:
        """The cards that a player with an entered hand still holds, else None."""
        hand = self.knowledge.hands[seat]
        return None if hand is None else hand & ~self.layout.laid

    def played_by(self, seat: Seat) -> Cards:
        """The cards that the player laid in this round."""
        return self.played()[seat]

    def played(self) -> list[Cards]:
        """The cards that each player laid in this round, by seat."""
        laid = [pack.NO_CARDS] * len(self.setup.players)
        for turn in self.turns:
            if isinstance(turn, Played):
                laid[turn.seat] |= turn.card.bit
        return laid

    def knowing(self, knowledge: Knowledge) -> Self:
        """Return the round in which this is known; who leads may follow from that (R12)."""
        leads = not self.turns and self.setup.rules.opening
        due = _leader(knowledge, self.setup) if leads else self.due
        return replace(self, knowledge=knowledge, due=due)

    def without_note(self, seat: Seat, cards: Cards) -> Self:
        """Return the round in which nobody noted that the seat was dealt these cards; what else was
        noted of an entered hand is kept as cards that were seen.
        """
        now = self.knowledge
        if (now.hands[seat] or pack.NO_CARDS) & cards:
            now = now.with_seen(seat, now.noted(seat)).with_hand(seat, None)
        return self.knowing(now.with_seen(seat, now.seen[seat] & ~cards))


def _leader(known: Knowledge, setup: Setup) -> Seat | None:
    """Return who must hold the opening card, if hands that were entered or seen show it (R12)."""
    opening = setup.rules.opening
    if opening is None:
        return None
    held = [known.held(seat) for seat in range(len(setup.players))]
    sure = [seat for seat, cards in enumerate(held) if cards & opening.bit]
    may = sure or [
        seat for seat, cards in enumerate(held) if cards.bit_count() < setup.hand_sizes[seat]
    ]
    return may[0] if len(may) == 1 else None
