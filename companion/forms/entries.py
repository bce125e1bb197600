"""Forms: a text or file brought in, a correction, a search, and the turns of a repair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from companion.core.cards import NO_CARDS, Card, Cards
from companion.core.names import Player
from companion.core.rounds.repair import Draft, DraftTurn
from companion.core.rounds.round import Round
from companion.core.slips import Slip, SlipKind, led_by
from companion.desk.table import Snapshot
from companion.screens.seating import SeatsForm


@dataclass(frozen=True)
class Repair:
    """The form for a repair of a round.

    `drafts` are the round as recorded and then after each change; `seen` is the table at the start
    of the repair. `turn` is the selected turn, 0 for none; `picking` says that another card or a
    pass is being chosen for this turn. `leader` is the handle of the player named as leader.
    """

    drafts: tuple[Draft, ...]
    seen: Snapshot
    turn: int = 0
    picking: bool = False
    leader: str = ""

    @staticmethod
    def of(seen: Snapshot, number: int, turn: int = 0) -> Repair:
        """Return the unchanged form for round `number`, counted from 1."""
        draft = Draft.of(number, seen.series.rounds[number - 1])
        return Repair((draft,), seen, min(turn, len(draft.turns)))

    def with_passes(self, count: int) -> Repair:
        """Return a copy with passes after the last turn."""
        form = self
        for _ in range(count):
            form = form.looking_at(len(form.draft.turns) + 1).with_pass_before()
        return form

    def without_slip(self, slip: Slip) -> Repair:
        """Return a copy with a slip repaired at its first place, if the slip concerns turns."""
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
        """The current turns, at the table as recorded."""
        return self.drafts[-1]

    def at(self, seating: SeatsForm) -> Draft:
        """Return the current turns, at the table of another form if this table is possible."""
        draft, setup = self.draft, seating.setup
        if setup != draft.setup and setup.objection() is None:
            draft = draft.seated(setup, joined(seating))
        if self.leader in draft.setup.players:
            draft = draft.led_by(draft.setup.players.index(self.leader))
        return draft

    def looking_at(self, turn: int) -> Repair:
        """Return a copy with another turn selected."""
        return replace(self, turn=turn, picking=False)

    def choosing(self) -> Repair:
        """Return a copy with the choice of another card shown, or hidden again."""
        return replace(self, picking=not self.picking)

    def with_move(self, move: Card | None) -> Repair:
        """Return a copy with another card, or a pass, at the selected turn."""
        if self.draft.turns[self.turn - 1].move == move:
            return replace(self, picking=False)
        return self._with(self.draft.changed(self.turn, move))

    def with_pass_before(self) -> Repair:
        """Return a copy with a pass inserted before the selected turn, and the pass selected."""
        return self.with_turn_before(None)

    def with_turn_before(self, move: Card | None) -> Repair:
        """Return a copy with a card or pass inserted before the selected turn, and selected."""
        return self._with(self.draft.inserted(self.turn, move))

    def without_turn(self) -> Repair:
        """Return a copy without the selected turn, and the next turn selected."""
        draft = self.draft.deleted(self.turn)
        return replace(self._with(draft), turn=min(self.turn, len(draft.turns)))

    def swapped(self) -> Repair:
        """Return a copy with the selected turn and the next turn exchanged."""
        return self._with(self.draft.swapped(self.turn))

    def led_by(self, handle: str) -> Repair:
        """Return a copy with another player leading the round."""
        return replace(self, leader=handle)

    @property
    def can_take_back(self) -> bool:
        """True if a turn was changed."""
        return len(self.drafts) > 1

    def taken_back(self) -> Repair:
        """Return a copy without the last change of a turn."""
        drafts = self.drafts[:-1] or self.drafts
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, turn=turn, picking=False)

    def _with(self, draft: Draft) -> Repair:
        return replace(self, drafts=(*self.drafts, draft), picking=False)

    def follows(self, now: Snapshot) -> bool:
        """Return whether the table is unchanged since the start of the repair."""
        return self.seen.number == now.number and self.seen.revision == now.revision

    def carried_to(self, now: Snapshot) -> Repair | None:
        """Return a copy with the changes applied to the current table, before any newer turns.

        Return None if the round was changed in another way.
        """
        rounds, number = now.series.rounds, self.draft.number
        if self.seen.number != now.number or number > len(rounds):
            return None
        recorded, was = rounds[number - 1], self.draft.recorded
        unchanged = min(len(recorded.turns), len(was.turns))
        if recorded.setup != was.setup or recorded.turns[:unchanged] != was.turns[:unchanged]:
            return None
        drafts = tuple(_carried(draft, recorded, unchanged) for draft in self.drafts)
        turn = min(self.turn, len(drafts[-1].turns))
        return replace(self, drafts=drafts, seen=now, turn=turn, picking=False)


def seats_without_slip(slip: Slip, seating: SeatsForm) -> SeatsForm:
    """Return the table of the round with a slip repaired; entered hand sizes stay."""
    dealer = led_by(seating.setup, slip.leader).dealer
    if slip.kind is not SlipKind.OTHER_LEADER or dealer == seating.setup.dealer:
        return seating
    return replace(seating.dealt_by(seating.places[dealer].key), sizes=seating.sizes)


def joined(seating: SeatsForm) -> tuple[Player, ...]:
    """Return the seated players who are not in the series yet."""
    known = {player.handle for player in seating.known}
    return tuple(player for player in seating.players if player.handle not in known)


def _carried(draft: Draft, recorded: Round, unchanged: int) -> Draft:
    """Return a draft carried over to a round whose first `unchanged` turns are the same."""
    before = tuple(turn for turn in draft.turns if turn.recorded_as <= unchanged)
    behind: tuple[DraftTurn, ...] = Draft.of(draft.number, recorded).turns[unchanged:]
    return replace(draft, recorded=recorded, turns=(*before, *behind))


@dataclass(frozen=True, slots=True)
class PickedHand:
    """Cards picked for a private hand; `last` is the card picked last."""

    picked: Cards = NO_CARDS
    last: Cards = NO_CARDS

    def toggled(self, card: Cards, free: Cards, room: int) -> PickedHand:
        """Pick a `free` card, or put it back; without `room` it replaces the card picked last."""
        picked, last = self.picked & free, self.last & free
        if card & picked:
            return PickedHand(picked & ~card)
        if picked.bit_count() < room:
            return PickedHand(picked | card, card)
        return PickedHand(picked & ~last | card, card) if last else self
