"""Which single changes of a round's turns leave all its passes honest.

Only places up to the first moment at which the passes are known not to be all honest can matter: a
change behind it leaves everything as it was until then. From the place on, each change is walked
with a bit mask a player, the cards that this player cannot lay: what other players are known to
hold, and what was playable when the player passed. A card that falls under its mask, or that the
layout does not take, ends the walk. What is left, a few in a hundred, is played and judged anew.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from companion.core.cards import NO_CARDS, PACK, Card, Cards, Rank, spread
from companion.core.judging.change import (
    Change,
    Moves,
    SlipKind,
    begun_by,
    going_on,
)
from companion.core.judging.judge import judge
from companion.core.rounds.events import Passed, Seat
from companion.core.rounds.layout import Layout
from companion.core.rounds.repair import moves_of
from companion.core.rounds.round import Round

_A_JUDGING = 12
"""What playing and judging one turn costs, in turns that are walked; measured."""


class Attempts:
    """The changes of a round that was led, and what trying them has cost so far."""

    def __init__(self, round_: Round) -> None:
        assert round_.leader is not None
        self.round, self.leader = round_, round_.leader
        self.moves = moves_of(round_)
        self.work = 0
        """Turns walked so far, and those judged for what they cost."""
        begun = begun_by(round_, self.leader)
        assert begun is not None
        self._before = [begun]
        for turn in round_.turns:
            self._before.append(self._before[-1].following(turn))
        self._told = [round_.knowledge.held(seat) for seat in range(len(round_.setup.players))]
        self._barred = list(self._all_barred())
        self._layouts: dict[tuple[Rank | None, Cards], Layout] = {}

    def changes(self) -> Iterator[Change]:
        """All changes that can matter, kind by kind, each kind in the order of its places."""
        places = range(1, self._last_place() + 1)
        for seat in range(len(self.round.setup.players)):
            if seat != self.leader:
                yield Change(SlipKind.OTHER_LEADER, 1, None, seat)
        for place in places:
            yield Change(SlipKind.PASS_FORGOTTEN, place, None, self.leader)
        for place in places:
            card = self.moves[place - 1]
            kind = SlipKind.CARD_TOO_MANY if card else SlipKind.PASS_TOO_MANY
            yield Change(kind, place, card, self.leader)
        for place in places[: len(self.moves) - 1]:
            yield Change(SlipKind.SWAPPED, place, None, self.leader)
        for place in places:
            for card in self._others(place):
                if self.moves[place - 1]:
                    yield Change(SlipKind.OTHER_CARD, place, card, self.leader)
                yield Change(SlipKind.CARD_FORGOTTEN, place, card, self.leader)

    def is_honest(self, change: Change) -> bool:
        """Whether after that change every turn fits and all passes can have been honest."""
        start = change.place - 1
        if change.kind is SlipKind.SWAPPED and self.moves[start] is self.moves[start + 1]:
            return False  # two passes: the round stays as it is
        before: Round | None = self._before[start]
        if change.kind is SlipKind.OTHER_LEADER:
            before = begun_by(self.round, change.leader)
        moves = change.new(self.moves) + self.moves[start + change.replaced :]
        if before is None or not self._fits(before, change.leader, moves):
            return False
        self.work += _A_JUDGING * len(moves)
        played = going_on(before, change.leader, moves, self.round)
        return played is not None and judge(played).all_honest

    def _last_place(self) -> int:
        """The first turn after which the passes cannot all have been honest; what follows it need
        not be changed.
        """
        turns = len(self.moves)
        judged = bisect_left(range(1, turns), True, key=self._is_false_after)
        return min(judged + 1, turns)

    def _is_false_after(self, turns: int) -> bool:
        self.work += _A_JUDGING * turns
        return not judge(self._before[turns]).all_honest

    def _others(self, place: int) -> tuple[Card, ...]:
        """The cards that were playable at that turn and are not entered in the round."""
        return spread(self._before[place - 1].playable & ~self.round.layout.laid)

    def _all_barred(self) -> Iterator[tuple[Cards, ...]]:
        """For each number of turns taken: the cards that each player cannot lay any more."""
        barred: list[Cards] = []
        for seat, hand in enumerate(self.round.knowledge.hands):
            elsewhere = NO_CARDS
            for other, told in enumerate(self._told):
                elsewhere |= told if other != seat else NO_CARDS
            barred.append(elsewhere if hand is None else PACK & ~hand)
        yield tuple(barred)
        for turn, met in zip(self.round.turns, self.round.met, strict=True):
            if isinstance(turn, Passed):
                barred[turn.seat] |= met
            yield tuple(barred)

    def _fits(self, before: Round, leader: Seat, moves: Moves) -> bool:
        """Whether no card contradicts an earlier pass of its player, as far as a walk shows."""
        barred, left = list(self._barred[len(before.turns)]), list(before.cards_left)
        layout, playable = before.layout, before.playable
        seat, players = leader if before.due is None else before.due, len(left)
        to_go = before.setup.finishers - len(before.out)
        for move in moves:
            self.work += 1
            if move is None:
                if not to_go or playable & self._told[seat]:
                    return False
                barred[seat] |= playable
            else:
                if not to_go or not move.bit & playable & ~barred[seat]:
                    return False
                layout = self._laid(layout, move)
                playable = layout.playable
                left[seat] -= 1
                to_go -= not left[seat]
            seat = (seat + 1) % players
            while to_go and not left[seat]:
                seat = (seat + 1) % players
        return True

    def _laid(self, layout: Layout, card: Card) -> Layout:
        """The layout after the card; most changes lead to layouts that others led to as well."""
        key = layout.starter or card.rank, layout.laid | card.bit
        known = self._layouts.get(key)
        if known is None:
            known = self._layouts[key] = layout.with_card(card)
        return known
