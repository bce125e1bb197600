"""Turns of a round: a card that is laid, a pass, and passes in a row."""

from dataclasses import dataclass
from functools import reduce

from companion.core.cards import Card
from companion.core.objections import Objection, Why, phrase
from companion.core.rounds.position import Event, Played_, Position, Turn, handle_of
from companion.core.rounds.setup import Seat
from companion.core.rounds.texts import Players

_PAIR = 2


@dataclass(frozen=True)
class Played(Turn):
    """Turn in which a card was laid on the table (R3)."""

    about = phrase("{name}’s {cards}")
    card: Card

    @property
    def laid(self) -> Card:
        """Card that was laid."""
        return self.card

    def against(self, played: Position) -> Objection | None:
        """Return why the card cannot be laid, or None."""
        refusal = Turn.against(self, played) or played.layout.objection(self.card)
        return refusal or _to_holder(played, self.seat, self.card)


@dataclass(frozen=True)
class Passed(Turn):
    """Turn in which no card was laid (R3); after the last pass the hand is laid out (R23)."""

    def against(self, played: Position) -> Objection | None:
        """Return why the player cannot pass, or None."""
        if refusal := Turn.against(self, played):
            return refusal
        lays_out = played.passes_left(self.seat) == 0
        if lays_out and played.rest(self.seat) is None:
            return Objection(Why.HAND_UNKNOWN, player=handle_of(played, self.seat))
        return None

    about = phrase("{name}’s pass")


@dataclass(frozen=True)
class PassRun(Event):
    """Passes of two or more players in a row, recorded and taken back together."""

    about = phrase("the last passes")
    late = True
    seats: tuple[Seat, ...]

    @property
    def turns(self) -> tuple[Passed, ...]:
        """Turns of the run, in order."""
        return tuple(map(Passed, self.seats))

    def words(self, players: Players) -> str:
        """Write the passes, e.g. `Ben -- Cem --`."""
        return " ".join(turn.words(players) for turn in self.turns)

    def against(self, played: Position) -> Objection | None:
        """Return the objection to the first illegal pass of the run, or None."""
        if len(self.seats) < _PAIR:
            return Objection(Why.NOBODY_PASSES)
        for turn in self.turns:
            if refusal := turn.objection(played):
                return refusal
            played = turn.effect(played)
        return None

    def effect(self, played: Played_) -> Played_:
        """Return the round after the passes."""
        return reduce(lambda round_, turn: turn.effect(round_), self.turns, played)


def _to_holder(played: Position, seat: Seat, card: Card) -> Objection | None:
    """Require that no other player holds the card, and that all known cards of the hand fit."""
    known = played.knowledge
    if known.silent:
        return None
    for other in range(len(known.hands)):
        if other != seat and known.held(other) & card.bit:
            return Objection(Why.HELD_BY_OTHER, other=handle_of(played, other), card=card)
    hand = known.hands[seat]
    seen = known.seen[seat]
    unlaid = (seen & ~played.layout.laid & ~card.bit).bit_count() if seen else 0
    if (hand is not None and not hand & card.bit) or unlaid >= played.cards_left[seat]:
        return Objection(Why.NOT_IN_HAND, player=handle_of(played, seat), card=card)
    return None
