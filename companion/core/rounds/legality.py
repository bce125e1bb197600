"""Why the rules object to an event: the one question that decides legality inside a round."""

from __future__ import annotations

from typing import Final, assert_never

from companion.core import cards as pack
from companion.core.cards import Card, Cards
from companion.core.objections import Objection, Why
from companion.core.rounds.events import (
    POT,
    Account,
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
    Seat,
    Seen,
    Shown,
    Turn,
    Waived,
)
from companion.core.rounds.in_play import InPlay
from companion.core.rounds.position import Position

MOST_TURNS: Final = 999
"""Turns of one round (RULES, Readings)."""

MOST_CHIPS: Final = 999_999_999
"""More chips, or points, than that no score sheet takes in one correction."""


def objection(played: Position | InPlay, event: Event) -> Objection | None:
    """Why the rules object to the event in a round that went so far, or None; of a round in play
    only turns are asked.
    """
    match event:
        case Played() | Passed():
            return _to_turn(played, event)
        case _:
            assert isinstance(played, Position)
            return Objection(Why.ROUND_IS_VOID) if played.void else _to_fact(played, event)


def _to_fact(played: Position, event: Knowing | Deciding | Forgotten) -> Objection | None:
    match event:
        case Forgotten():
            return _to_forgetting(played, event)
        case HandEntered():
            return _to_hand(played, event)
        case Seen():
            return _to_seen(played, event)
        case Shown():
            return _to_shown(played, event)
        case Waived() | Charged() | FinePaid():
            return _to_ruling(played, event)
        case Paid():
            return _to_payment(played, event)
        case PointsCorrected():
            return _to_points(played, event)
        case CalledOff():
            return None
        case _:
            assert_never(event)


def _to_turn(played: Position | InPlay, turn: Turn) -> Objection | None:
    """R2, R3, R4, R12: whose turn it is, what leads, what the layout takes, who holds what."""
    if played.over:
        return Objection(Why.ROUND_IS_VOID if played.void else Why.ROUND_IS_OVER)
    if not _at_table(played, turn.seat):
        return Objection(Why.NOT_AT_TABLE, number=turn.seat + 1)
    if len(played.turns) >= MOST_TURNS:
        return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
    if played.due is not None and turn.seat != played.due:
        player, other = _handle(played, turn.seat), _handle(played, played.due)
        return Objection(Why.OUT_OF_TURN, player=player, other=other)
    opening = None if played.turns else played.setup.rules.opening
    if opening and (isinstance(turn, Passed) or turn.card != opening):
        return Objection(Why.MUST_LEAD, card=opening)
    if isinstance(turn, Passed):
        return None
    return played.layout.objection(turn.card) or _to_holder(played, turn.seat, turn.card)


def _to_hand(played: Position, entered: HandEntered) -> Objection | None:
    """A hand as dealt has its size, and every card that its player is known to have held."""
    seat, hand = entered.seat, entered.cards
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    player = _handle(played, seat)
    if played.knowledge.hands[seat] is not None:
        return Objection(Why.HAND_KNOWN, player=player)
    count, size = hand.bit_count(), played.setup.hand_sizes[seat]
    if count != size:
        return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
    missing = (played.played_by(seat) | played.knowledge.held(seat)) & ~hand
    if missing:
        return Objection(Why.NOT_IN_HAND, player=player, card=pack.spread(missing)[0])
    return _to_claim(played, seat, hand)


def _to_seen(played: Position, seen: Seen) -> Objection | None:
    """Cards that were seen fit into the hand as it was dealt."""
    seat, cards = seen.seat, seen.cards
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    if not cards:
        return Objection(Why.NOTHING_SHOWN)
    player, hand = _handle(played, seat), played.knowledge.hands[seat]
    if not cards & ~played.knowledge.seen[seat]:
        return Objection(Why.SEEN_ALREADY, player=player)
    if hand is not None and cards & ~hand:
        return Objection(Why.NOT_IN_HAND, player=player, card=pack.spread(cards & ~hand)[0])
    held = played.played_by(seat) | played.knowledge.held(seat) | cards
    count, size = held.bit_count(), played.setup.hand_sizes[seat]
    if count > size:
        return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
    return _to_claim(played, seat, cards)


def _to_shown(played: Position, revealed: Shown) -> Objection | None:
    """Cards shown after the round are all that their player still held."""
    seat, cards = revealed.seat, revealed.cards
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    if not played.played_out:
        return Objection(Why.ROUND_IN_PLAY)
    if not cards:
        return Objection(Why.NOTHING_SHOWN)
    if cards & played.layout.laid:
        return Objection(Why.ALREADY_LAID, card=pack.spread(cards & played.layout.laid)[0])
    return _to_all_left(played, seat, cards) or _to_claim(played, seat, cards)


def _to_all_left(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    """Cards shown are as many as are left, with all that is known to be among them."""
    player, known = _handle(played, seat), played.knowledge
    if known.shown[seat]:
        return Objection(Why.SEEN_ALREADY, player=player)
    hand = known.hands[seat]
    if hand is not None and cards & ~hand:
        return Objection(Why.NOT_IN_HAND, player=player, card=pack.spread(cards & ~hand)[0])
    count, left = cards.bit_count(), played.cards_left[seat]
    if count != left:
        return Objection(Why.WRONG_CARDS_LEFT, player=player, number=count, expected=left)
    missing = known.seen[seat] & ~played.layout.laid & ~cards
    if missing:
        return Objection(Why.SEEN_IN_HAND, player=player, card=pack.spread(missing)[0])
    return None


def _to_forgetting(played: Position, forgotten: Forgotten) -> Objection | None:
    """A note can be withdrawn while nothing else shows where its cards were, and what takes its
    place fits in without it.
    """
    seat, cards, instead = forgotten.seat, forgotten.cards, forgotten.instead
    if not _at_table(played, seat):
        return Objection(Why.NOT_AT_TABLE, number=seat + 1)
    if not cards:
        return Objection(Why.NOTHING_NAMED)
    player, proved = _handle(played, seat), played.played_by(seat) | played.knowledge.shown[seat]
    if not cards & ~proved:
        return Objection(Why.HELD_FOR_CERTAIN, player=player, card=pack.spread(cards)[0])
    missing = cards & ~played.knowledge.noted(seat)
    if missing:
        return Objection(Why.NOT_NOTED, player=player, card=pack.spread(missing)[0])
    return objection(played.without_note(seat, cards), instead) if instead else None


def _to_ruling(played: Position, event: Waived | Charged | FinePaid) -> Objection | None:
    """Only the fine of a pass can be let go or paid, once; and charged again only after that."""
    turn = event.turn
    if not 1 <= turn <= len(played.turns) or not isinstance(played.turns[turn - 1], Passed):
        return Objection(Why.NOT_A_PASS, number=turn)
    let_go, paid = turn in played.decisions.waived, turn in played.decisions.paid
    if isinstance(event, Charged):
        return None if let_go or paid else Objection(Why.NOT_WAIVED, number=turn)
    if let_go:
        return Objection(Why.ALREADY_WAIVED, number=turn)
    if isinstance(event, FinePaid) and paid:
        return Objection(Why.PAID_ALREADY, number=turn)
    return None


def _to_payment(played: Position, event: Paid) -> Objection | None:
    """A correction moves at least one chip between two accounts."""
    for account in (event.source, event.target):
        if account != POT and not _at_table(played, account):
            return Objection(Why.NOT_AT_TABLE, number=account + 1)
    if event.source == event.target:
        return Objection(Why.SAME_ACCOUNT)
    if event.chips > MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=MOST_CHIPS)
    return None if event.chips > 0 else Objection(Why.NO_CHIPS)


def _to_points(played: Position, event: PointsCorrected) -> Objection | None:
    """A correction adds or takes at least one point, where points are counted."""
    if not _at_table(played, event.seat):
        return Objection(Why.NOT_AT_TABLE, number=event.seat + 1)
    if not played.setup.rules.count_points:
        return Objection(Why.POINTS_NOT_COUNTED)
    if abs(event.points) > MOST_CHIPS:
        return Objection(Why.TOO_MANY_POINTS, expected=MOST_CHIPS)
    return None if event.points else Objection(Why.NO_POINTS)


def _handle(played: Position | InPlay, seat: Seat) -> str:
    return played.setup.players[seat] if _at_table(played, seat) else str(seat + 1)


def _at_table(played: Position | InPlay, account: Account) -> bool:
    return 0 <= account < len(played.setup.players)


def _to_holder(played: Position | InPlay, seat: Seat, card: Card) -> Objection | None:
    """Who is known to hold the card lays it, and keeps room for all that is known of the hand."""
    known = played.knowledge
    if known.silent:
        return None
    for other in range(len(known.hands)):
        if other != seat and known.held(other) & card.bit:
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=card)
    hand, seen = known.hands[seat], known.seen[seat]
    kept = (seen & ~played.layout.laid & ~card.bit).bit_count() if seen else 0
    if (hand is not None and not hand & card.bit) or kept >= played.cards_left[seat]:
        return Objection(Why.NOT_IN_HAND, player=_handle(played, seat), card=card)
    return None


def _to_claim(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    for other, laid in enumerate(played.played()):
        known = laid | played.knowledge.held(other)
        if other != seat and known & cards:
            clash = pack.spread(known & cards)[0]
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=clash)
    return None
