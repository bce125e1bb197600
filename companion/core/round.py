"""A round: its setup, what happened in it, and what follows at once from that.

`objection` is the one question that decides legality; `after` gives the next round. A round keeps
its facts in the order of the score sheet, so two rounds with the same facts are equal however they
were entered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import assert_never

from companion.core import cards as pack
from companion.core import legality
from companion.core.cards import Card, Cards
from companion.core.errors import IllegalEventError
from companion.core.events import (
    CalledOff,
    Charged,
    Event,
    HandEntered,
    Paid,
    Passed,
    Played,
    Seat,
    Shown,
    Turn,
    Waived,
)
from companion.core.layout import Layout
from companion.core.objections import Objection, Why
from companion.core.setup import Decisions, Knowledge, Setup


@dataclass(frozen=True, slots=True)
class Round:
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

    def __hash__(self) -> int:
        return hash((len(self.turns), self.layout.laid, self.cards_left))

    @staticmethod
    def begin(setup: Setup) -> Round:
        """The round before its first turn.

        :raises IllegalEventError: when no round can be played so.
        """
        if refusal := setup.objection():
            raise IllegalEventError(setup, refusal)
        players = len(setup.players)
        knowledge = Knowledge((None,) * players, (pack.NO_CARDS,) * players)
        leader = None if setup.rules.opening else (setup.dealer + 1) % players
        layout = Layout.empty(setup.rules)
        return Round(setup, (), layout, (), setup.hand_sizes, (), leader, knowledge)

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
    def events(self) -> Iterator[Event]:
        """The facts of the round in the order of the score sheet."""
        for seat, hand in enumerate(self.knowledge.hands):
            if hand is not None:
                yield HandEntered(seat, hand)
        yield from self.turns
        for seat, shown in enumerate(self.knowledge.shown):
            if shown:
                yield Shown(seat, shown)
        yield from (Waived(turn) for turn in sorted(self.decisions.waived))
        yield from self.decisions.payments
        if self.void:
            yield CalledOff()

    def objection(self, event: Event) -> Objection | None:
        """Why the rules object to the event now, or None."""
        if self.void:
            return Objection(Why.ROUND_IS_VOID)
        match event:
            case Played() | Passed():
                return legality.to_turn(self, event)
            case HandEntered():
                return legality.to_hand(self, event)
            case Shown():
                return legality.to_shown(self, event)
            case Waived() | Charged():
                return legality.to_ruling(self, event)
            case Paid():
                return legality.to_payment(self, event)
            case CalledOff():
                return None
            case _:
                assert_never(event)

    def after(self, event: Event) -> Round:
        """The round after the event.

        :raises IllegalEventError: when the rules object to it.
        """
        if refusal := self.objection(event):
            raise IllegalEventError(event, refusal)
        match event:
            case Played() | Passed():
                return self._after_turn(event)
            case HandEntered() | Shown():
                return self._after_reveal(event)
            case Waived() | Charged() | Paid() | CalledOff():
                return replace(self, decisions=_after_decision(self.decisions, event))
            case _:
                assert_never(event)

    def without_half_shown(self) -> Round:
        """The round without cards shown of a hand that was not shown whole."""
        shown = tuple(
            cards if cards.bit_count() == left else pack.NO_CARDS
            for cards, left in zip(self.knowledge.shown, self.cards_left, strict=True)
        )
        if shown == self.knowledge.shown:
            return self
        return replace(self, knowledge=replace(self.knowledge, shown=shown))

    def held(self, seat: Seat) -> Cards | None:
        """The cards that a player with an entered hand still holds, else None."""
        hand = self.knowledge.hands[seat]
        return None if hand is None else hand & ~self.layout.laid

    def played_by(self, seat: Seat) -> Cards:
        """The cards that the player laid in this round."""
        return pack.gather(
            turn.card for turn in self.turns if isinstance(turn, Played) and turn.seat == seat
        )

    def _after_turn(self, turn: Turn) -> Round:
        layout, left, out = self.layout, self.cards_left, self.out
        if isinstance(turn, Played):
            layout = layout.with_card(turn.card)
            left = (*left[: turn.seat], left[turn.seat] - 1, *left[turn.seat + 1 :])
            out = out if left[turn.seat] else (*out, turn.seat)
        return Round(
            self.setup,
            (*self.turns, turn),
            layout,
            (*self.met, self.playable),
            left,
            out,
            None if len(out) >= self.setup.finishers else _next_seat(turn.seat, left),
            self.knowledge,
            self.decisions,
        )

    def _after_reveal(self, event: HandEntered | Shown) -> Round:
        hands, shown = list(self.knowledge.hands), list(self.knowledge.shown)
        due = self.due
        if isinstance(event, Shown):
            shown[event.seat] |= event.cards
        else:
            hands[event.seat] = event.cards
            if due is None and not self.turns:
                due = _leader(hands, self.setup.rules.opening)
        return replace(self, knowledge=Knowledge(tuple(hands), tuple(shown)), due=due)


def _leader(hands: list[Cards | None], opening: Card | None) -> Seat | None:
    """Whoever must hold the opening card, if hands that were entered tell (R12)."""
    if opening is None:
        return None
    may = [seat for seat, hand in enumerate(hands) if hand is None or hand & opening.bit]
    sure = [seat for seat in may if hands[seat] is not None] or may
    return sure[0] if len(sure) == 1 else None


def _next_seat(seat: Seat, left: tuple[int, ...]) -> Seat:
    players = len(left)
    following = (seat + 1) % players
    if left[following]:
        return following
    return next(
        following for step in range(1, players + 1) if left[following := (seat + step) % players]
    )


def _after_decision(decisions: Decisions, event: Waived | Charged | Paid | CalledOff) -> Decisions:
    match event:
        case Waived(turn):
            return replace(decisions, waived=decisions.waived | {turn})
        case Charged(turn):
            return replace(decisions, waived=decisions.waived - {turn})
        case Paid():
            return replace(decisions, payments=(*decisions.payments, event))
        case CalledOff():
            return replace(decisions, called_off=True)
        case _:
            assert_never(event)
