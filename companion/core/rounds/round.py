"""A round: its setup, what happened in it, and what follows at once from that.

`objection` is the one question that decides legality; `after` gives the next round. A round keeps
its facts in the order of the score sheet, so two rounds with the same facts are equal however they
were entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, TypeVar, assert_never

from companion.core import cards as pack
from companion.core.errors import IllegalEventError
from companion.core.objections import Objection
from companion.core.rounds import legality
from companion.core.rounds.events import (
    CalledOff,
    Charged,
    Deciding,
    Event,
    FinePaid,
    Forgotten,
    HandEntered,
    Knowing,
    Paid,
    Passed,
    Played,
    PointsCorrected,
    Seen,
    Shown,
    Turn,
    Waived,
)
from companion.core.rounds.in_play import InPlay
from companion.core.rounds.layout import Layout
from companion.core.rounds.position import Position
from companion.core.rounds.setup import Decisions, Knowledge, Setup

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Round(Position):
    """A round as far as it went, and the rounds that can follow from it."""

    def __hash__(self) -> int:
        return hash((len(self.turns), self.layout.laid, self.cards_left))

    @staticmethod
    def begin(setup: Setup) -> Round:
        """The round before its first turn.

        :raises IllegalEventError: when no round can be played so.
        """
        if refusal := setup.objection():
            raise IllegalEventError(setup, refusal)
        return Round.dealt(setup)

    @staticmethod
    def dealt(setup: Setup) -> Round:
        """The round before its first turn, of a setup that has no objection; it is not asked."""
        players = len(setup.players)
        nothing = (pack.NO_CARDS,) * players
        knowledge = Knowledge((None,) * players, nothing, nothing)
        leader = None if setup.rules.opening else (setup.dealer + 1) % players
        layout = Layout.empty(setup.rules)
        return Round(setup, (), layout, (), setup.hand_sizes, (), leader, knowledge)

    @staticmethod
    def of(setup: Setup, events: Iterable[Event]) -> Round:
        """The round of these facts; the cost is linear in their number.

        :raises IllegalEventError: when one of them cannot follow those before it
        """
        round_, corrections = Round.begin(setup), list[Paid | PointsCorrected]()
        for event in events:
            if refusal := round_.objection(event):
                raise IllegalEventError(event, refusal)
            if isinstance(event, Paid | PointsCorrected):
                corrections.append(event)
            else:
                round_ = round_.following(event)
        return round_.corrected(corrections) if corrections else round_

    def objection(self, event: Event) -> Objection | None:
        """Why the rules object to the event now, or None."""
        return legality.objection(self, event)

    def after(self, event: Event) -> Round:
        """The round after the event.

        :raises IllegalEventError: when the rules object to it.
        """
        if refusal := self.objection(event):
            raise IllegalEventError(event, refusal)
        return self.following(event)

    def following(self, event: Event) -> Round:
        """The round after an event that `objection` has nothing against; it is not asked again."""
        match event:
            case Played() | Passed():
                return self._after_turn(event)
            case HandEntered() | Seen() | Shown():
                return self._after_reveal(event)
            case Forgotten(seat, cards, instead):
                forgot = self.without_note(seat, cards)
                return forgot.following(instead) if instead else forgot
            case _:
                return replace(self, decisions=_after_decision(self.decisions, event))

    def corrected(self, corrections: Iterable[Paid | PointsCorrected]) -> Round:
        """The round after corrections that `objection` has nothing against."""
        chips, points = list(self.decisions.payments), list(self.decisions.points)
        for correction in corrections:
            if isinstance(correction, Paid):
                chips.append(correction)
            else:
                points.append(correction)
        decided = replace(self.decisions, payments=tuple(chips), points=tuple(points))
        return replace(self, decisions=decided)

    def _after_turn(self, turn: Turn) -> Round:
        grown = InPlay(self)
        grown.take(turn)
        return self.with_turns(grown)

    def with_turns(self, grown: InPlay) -> Round:
        """The round after the turns by which it has grown."""
        return Round(
            self.setup,
            tuple(grown.turns),
            grown.layout,
            tuple(grown.met),
            tuple(grown.cards_left),
            tuple(grown.out),
            grown.due,
            self.knowledge,
            self.decisions,
        )

    def _after_reveal(self, event: Knowing) -> Round:
        now, seat = self.knowledge, event.seat
        match event:
            case HandEntered(cards=cards):
                return self.knowing(now.with_hand(seat, cards))
            case Seen(cards=cards):
                return self.knowing(now.with_seen(seat, now.seen[seat] | cards))
            case Shown(cards=cards):
                return self.knowing(now.with_shown(seat, cards))
            case _:
                assert_never(event)


def _after_decision(decisions: Decisions, event: Deciding) -> Decisions:
    match event:
        case Waived(turn):
            paid = decisions.paid - {turn}
            return replace(decisions, waived=decisions.waived | {turn}, paid=paid)
        case Charged(turn):
            paid = decisions.paid - {turn}
            return replace(decisions, waived=decisions.waived - {turn}, paid=paid)
        case FinePaid(turn):
            return replace(decisions, paid=decisions.paid | {turn})
        case Paid():
            return replace(decisions, payments=(*decisions.payments, event))
        case PointsCorrected():
            return replace(decisions, points=(*decisions.points, event))
        case CalledOff():
            return replace(decisions, called_off=True)
        case _:
            assert_never(event)


def once(work_out: Callable[[Round], _Found]) -> Callable[[Round], _Found]:
    """The function, which for a round that it was asked about before gives what it gave then, for
    that is kept with the round.

    A cache by value would compare rounds, and a sheet can hold thousands that hash alike.
    """

    @wraps(work_out)
    def known(round_: Round) -> _Found:
        kept: dict[object, Any] = round_.kept
        if known not in kept:
            kept[known] = work_out(round_)
        found: _Found = kept[known]
        return found

    return known
