"""What has been done so far to a round that was entered wrongly: its turns, one change after the
other, and the turn that is looked at. Who sits there and who deals is a form of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.cards import Card
from companion.core.judging.change import SlipKind, led_by
from companion.core.judging.slips import Slip
from companion.core.names import Player
from companion.core.rounds.repair import Draft, DraftTurn
from companion.core.rounds.round import Round
from companion.desk.table import Snapshot
from companion.forms.seating import SeatsForm


@dataclass(frozen=True)
class Repair:
    """The form. `drafts` are the round as recorded and then after each change; `seen` is what the
    table was like when it was begun. `turn` is the one looked at, 0 for none; `picking` says that
    another card or a pass is chosen for it. `leader` is the handle of who was said to have led.
    """

    drafts: tuple[Draft, ...]
    seen: Snapshot
    turn: int = 0
    picking: bool = False
    leader: str = ""

    @staticmethod
    def of(seen: Snapshot, number: int, turn: int = 0) -> Repair:
        """The form for round `number`, counted from 1, before anything is changed."""
        draft = Draft.of(number, seen.series.rounds[number - 1])
        return Repair((draft,), seen, min(turn, len(draft.turns)))

    def without_slip(self, slip: Slip) -> Repair:
        """With the slip repaired at the first of its places, as far as it is one of turns."""
        form = self.looking_at(slip.first)
        match slip.kind:
            case SlipKind.PASS_FORGOTTEN | SlipKind.CARD_FORGOTTEN:
                return form.with_turn_before(slip.card)
            case SlipKind.PASS_TOO_MANY | SlipKind.CARD_TOO_MANY:
                return form.without_turn()
            case SlipKind.SWAPPED:
                return form.swapped()
            case SlipKind.OTHER_CARD:
                return form.with_move(slip.card)
            case SlipKind.OTHER_LEADER:
                players = form.draft.setup.players
                return form.led_by(players[slip.leader]) if form.draft.setup.rules.opening else form
            case _:
                assert_never(slip.kind)

    @property
    def draft(self) -> Draft:
        """The turns as they are now, at the table as recorded."""
        return self.drafts[-1]

    def at(self, seating: SeatsForm) -> Draft:
        """The turns as they are now, at the table that this other form says, if it can be."""
        draft, setup = self.draft, seating.setup
        if setup != draft.setup and setup.objection() is None:
            draft = draft.seated(setup, joined(seating))
        if self.leader in draft.setup.players:
            draft = draft.led_by(draft.setup.players.index(self.leader))
        return draft

    def looking_at(self, turn: int) -> Repair:
        """With another turn looked at."""
        return replace(self, turn=turn, picking=False)

    def choosing(self) -> Repair:
        """With the other cards to choose from, or without them again."""
        return replace(self, picking=not self.picking)

    def with_move(self, move: Card | None) -> Repair:
        """With that card, or a pass, at the turn looked at."""
        if self.draft.turns[self.turn - 1].move == move:
            return replace(self, picking=False)
        return self._with(self.draft.changed(self.turn, move))

    def with_pass_before(self) -> Repair:
        """With a pass before the turn looked at; now that pass is."""
        return self.with_turn_before(None)

    def with_turn_before(self, move: Card | None) -> Repair:
        """With that card, or a pass, before the turn looked at; now that turn is."""
        return self._with(self.draft.inserted(self.turn, move))

    def without_turn(self) -> Repair:
        """Without the turn looked at; the next one is looked at."""
        draft = self.draft.deleted(self.turn)
        return replace(self._with(draft), turn=min(self.turn, len(draft.turns)))

    def swapped(self) -> Repair:
        """With the turn looked at and the next one exchanged."""
        return self._with(self.draft.swapped(self.turn))

    def led_by(self, handle: str) -> Repair:
        """With another player leading the round."""
        return replace(self, leader=handle)

    @property
    def can_take_back(self) -> bool:
        """Whether a turn was changed."""
        return len(self.drafts) > 1

    def taken_back(self) -> Repair:
        """Without the last change of a turn."""
        drafts = self.drafts[:-1] or self.drafts
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, turn=turn, picking=False)

    def _with(self, draft: Draft) -> Repair:
        return replace(self, drafts=(*self.drafts, draft), picking=False)

    def follows(self, now: Snapshot) -> bool:
        """Whether the table is still as it was when the form was begun."""
        return self.seen.number == now.number and self.seen.revision == now.revision

    def carried_to(self, now: Snapshot) -> Repair | None:
        """The same changes to the table as it is now: turns that were made meanwhile stand behind
        them. None where the round itself was changed otherwise.
        """
        rounds, number = now.series.rounds, self.draft.number
        if self.seen.number != now.number or number > len(rounds):
            return None
        recorded, was = rounds[number - 1], self.draft.recorded
        kept = min(len(recorded.turns), len(was.turns))
        if recorded.setup != was.setup or recorded.turns[:kept] != was.turns[:kept]:
            return None
        drafts = tuple(_carried(draft, recorded, kept) for draft in self.drafts)
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, seen=now, turn=turn, picking=False)


def seats_without_slip(slip: Slip, seating: SeatsForm) -> SeatsForm:
    """The table of the round with the slip repaired. Hand sizes that were told stay."""
    dealer = led_by(seating.setup, slip.leader).dealer
    if slip.kind is not SlipKind.OTHER_LEADER or dealer == seating.setup.dealer:
        return seating
    return replace(seating.dealt_by(seating.places[dealer].key), sizes=seating.sizes)


def joined(seating: SeatsForm) -> tuple[Player, ...]:
    """Who sits there and is not in the series yet."""
    there = {player.handle for player in seating.known}
    return tuple(player for player in seating.players if player.handle not in there)


def _carried(draft: Draft, recorded: Round, kept: int) -> Draft:
    """The draft of the round as it is now, of which the first `kept` turns are as they were."""
    before = tuple(turn for turn in draft.turns if turn.recorded_as <= kept)
    behind: tuple[DraftTurn, ...] = Draft.of(draft.number, recorded).turns[kept:]
    return replace(draft, recorded=recorded, turns=(*before, *behind))
