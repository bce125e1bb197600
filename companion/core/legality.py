"""Why the rules object to an event, kind by kind: what `Round.objection` asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core import cards as pack
from companion.core.cards import Card, Cards
from companion.core.events import (
    POT,
    Account,
    Charged,
    HandEntered,
    Paid,
    Passed,
    Seat,
    Shown,
    Turn,
    Waived,
)
from companion.core.objections import Objection, Why

MOST_CHIPS = 999_999_999
"""More chips than that no score sheet takes in one payment."""

if TYPE_CHECKING:
    from companion.core.round import Round


def to_turn(played: Round, turn: Turn) -> Objection | None:
    """R2, R3, R4, R12: whose turn it is, what leads, what the layout takes, who holds what."""
    if played.played_out:
        return Objection(Why.ROUND_IS_OVER)
    if not _at_table(played, turn.seat):
        return Objection(Why.NOT_AT_TABLE, number=turn.seat + 1)
    if played.due is not None and turn.seat != played.due:
        player, other = _handle(played, turn.seat), _handle(played, played.due)
        return Objection(Why.OUT_OF_TURN, player=player, other=other)
    opening = None if played.turns else played.setup.rules.opening
    if opening and (isinstance(turn, Passed) or turn.card != opening):
        return Objection(Why.MUST_LEAD, card=opening)
    if isinstance(turn, Passed):
        return None
    return played.layout.objection(turn.card) or _to_holder(played, turn.seat, turn.card)


def to_hand(played: Round, entered: HandEntered) -> Objection | None:
    """A hand as dealt has its size, and every card that its player laid."""
    seat, hand = entered.seat, entered.cards
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    player = _handle(played, seat)
    if played.knowledge.hands[seat] is not None:
        return Objection(Why.HAND_KNOWN, player=player)
    count, size = hand.bit_count(), played.setup.hand_sizes[seat]
    if count != size:
        return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
    missing = (played.played_by(seat) | played.knowledge.shown[seat]) & ~hand
    if missing:
        return Objection(Why.NOT_IN_HAND, player=player, card=pack.spread(missing)[0])
    return _to_claim(played, seat, hand)


def to_shown(played: Round, event: Shown) -> Objection | None:
    """Cards are shown when the round is over, and are among those its player still held."""
    seat, cards = event.seat, event.cards
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    if not played.played_out:
        return Objection(Why.ROUND_IN_PLAY)
    if not cards:
        return Objection(Why.NOTHING_SHOWN)
    if cards & played.layout.laid:
        return Objection(Why.ALREADY_LAID, card=pack.spread(cards & played.layout.laid)[0])
    player, hand = _handle(played, seat), played.knowledge.hands[seat]
    if hand is not None and cards & ~hand:
        return Objection(Why.NOT_IN_HAND, player=player, card=pack.spread(cards & ~hand)[0])
    count, left = (cards | played.knowledge.shown[seat]).bit_count(), played.cards_left[seat]
    if count > left:
        return Objection(Why.WRONG_CARDS_LEFT, player=player, number=count, expected=left)
    return _to_claim(played, seat, cards)


def to_ruling(played: Round, event: Waived | Charged) -> Objection | None:
    """Only the fine of a pass can be let go, once; and taken back only when let go."""
    turn = event.turn
    if not 1 <= turn <= len(played.turns) or not isinstance(played.turns[turn - 1], Passed):
        return Objection(Why.NOT_A_PASS, number=turn)
    let_go = turn in played.decisions.waived
    if isinstance(event, Waived) and let_go:
        return Objection(Why.ALREADY_WAIVED, number=turn)
    if isinstance(event, Charged) and not let_go:
        return Objection(Why.NOT_WAIVED, number=turn)
    return None


def to_payment(played: Round, event: Paid) -> Objection | None:
    """A correction moves at least one chip between two accounts."""
    for account in (event.source, event.target):
        if account != POT and not _at_table(played, account):
            return Objection(Why.NOT_AT_TABLE, number=account + 1)
    if event.source == event.target:
        return Objection(Why.SAME_ACCOUNT)
    if event.chips > MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=MOST_CHIPS)
    return None if event.chips > 0 else Objection(Why.NO_CHIPS)


def _handle(played: Round, seat: Seat) -> str:
    return played.setup.players[seat] if _at_table(played, seat) else str(seat + 1)


def _at_table(played: Round, account: Account) -> bool:
    return 0 <= account < len(played.setup.players)


def _to_holder(played: Round, seat: Seat, card: Card) -> Objection | None:
    for other, hand in enumerate(played.knowledge.hands):
        if hand is None:
            continue
        if other == seat and not hand & card.bit:
            return Objection(Why.NOT_IN_HAND, player=_handle(played, seat), card=card)
        if other != seat and hand & card.bit:
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=card)
    return None


def _to_claim(played: Round, seat: Seat, cards: Cards) -> Objection | None:
    for other in range(len(played.setup.players)):
        known = played.knowledge.hands[other] or pack.NO_CARDS
        known |= played.played_by(other) | played.knowledge.shown[other]
        if other != seat and known & cards:
            clash = pack.spread(known & cards)[0]
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=clash)
    return None
