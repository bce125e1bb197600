"""One change of the turns that were entered in a round, and the round that the changed turns make.

Whose turn it is follows from the order of the turns, so a turn that is put in or taken out gives
all later ones to other players. What was told of hands stays with its players.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from companion.core.cards import Card
from companion.core.rounds.events import Event, HandEntered, Passed, Played, Seat, Seen, Shown
from companion.core.rounds.repair import Move
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup, honest_deal

Moves = tuple[Move, ...]


class SlipKind(Enum):
    """What a slip of whoever enters the turns can be."""

    PASS_FORGOTTEN = "pass forgotten"
    PASS_TOO_MANY = "pass too many"
    CARD_FORGOTTEN = "card forgotten"
    CARD_TOO_MANY = "card too many"
    SWAPPED = "swapped"
    OTHER_CARD = "other card"
    OTHER_LEADER = "other leader"


FORGOTTEN = frozenset({SlipKind.PASS_FORGOTTEN, SlipKind.CARD_FORGOTTEN})


class Change(NamedTuple):
    """One change at one place. `place` is a turn as entered, from 1: what was forgotten is put in
    before it, two that are swapped are it and the next. `card` is the card that is put in, or the
    one that is taken out; `leader` leads the round.
    """

    kind: SlipKind
    place: int
    card: Card | None
    leader: Seat

    def new(self, entered: Moves) -> Moves:
        """The moves that stand at the place after the change."""
        match self.kind:
            case SlipKind.PASS_FORGOTTEN:
                return (None,)
            case SlipKind.CARD_FORGOTTEN | SlipKind.OTHER_CARD:
                return (self.card,)
            case SlipKind.SWAPPED:
                return entered[self.place - 1 : self.place + 1][::-1]
            case _:
                return ()

    @property
    def replaced(self) -> int:
        """How many of the moves as entered do not stand at the place any more."""
        if self.kind in FORGOTTEN or self.kind is SlipKind.OTHER_LEADER:
            return 0
        return 2 if self.kind is SlipKind.SWAPPED else 1

    def moves(self, entered: Moves) -> Moves:
        """All moves after the change."""
        before = self.place - 1
        return entered[:before] + self.new(entered) + entered[before + self.replaced :]


def begun_by(round_: Round, leader: Seat) -> Round | None:
    """The round before its first turn, with what was told of hands as dealt; None where the rules
    object.
    """
    begun = Round.dealt(led_by(round_.setup, leader))
    told = (event for event in round_.events if isinstance(event, HandEntered | Seen))
    return _following(begun, told)


def going_on(begun: Round, leader: Seat, moves: Iterable[Move], told: Round) -> Round | None:
    """The round after these moves, and with the cards shown in the round `told`; None where the
    rules object. `leader` takes the first turn.
    """
    played = begun
    for move in moves:
        seat = played.due if played.turns or played.due is not None else leader
        if seat is None or (not played.turns and seat != leader):
            return None
        turn = Passed(seat) if move is None else Played(seat, move)
        if played.objection(turn):
            return None
        played = played.following(turn)
    shown = (event for event in told.events if isinstance(event, Shown))
    return _following(played, shown)


def _following(round_: Round, events: Iterable[Event]) -> Round | None:
    for event in events:
        if round_.objection(event):
            return None
        round_ = round_.following(event)
    return round_


def led_by(setup: Setup, leader: Seat) -> Setup:
    """The table at which that player leads. Where the dealer's left leads (R2), another leader is
    another dealer. Hand sizes that an honest deal gives go with the dealer (R1); others were told
    and stay.
    """
    players = len(setup.players)
    dealer = (leader - 1) % players
    if setup.rules.opening or dealer == setup.dealer:
        return setup
    honest = setup.hand_sizes == honest_deal(players, setup.dealer)
    sizes = honest_deal(players, dealer) if honest else setup.hand_sizes
    return replace(setup, dealer=dealer, hand_sizes=sizes)
