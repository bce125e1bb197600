"""Round: its setup, its events, and the objections of the rules to further events.

`objection` alone decides legality, and `after` returns the round after an event. A round keeps its
facts in the order of the score sheet, so rounds with the same facts are equal, in whatever order
the facts were entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce, wraps
from typing import Any, Final, TypeVar, assert_never

from companion.core.cards import NO_CARDS, Card, Cards, spread
from companion.core.objections import IllegalEventError, Objection, Why
from companion.core.rounds import setup as events
from companion.core.rounds.layout import Layout, Position
from companion.core.rounds.setup import Decisions, Event, Knowledge, Seat, Setup, Turn, with_item
from companion.core.rules import ChipPlace

MOST_TURNS: Final = 999
"""Upper bound of the turns in a round (RULES, Readings)."""

_PAIR: Final = 2

MOST_CORRECTIONS: Final = 999
"""Upper bound of the corrections of chips and points in a round."""

MOST_PARTS: Final = 9
"""Upper bound of the parts of a fine: the false pass, and two neighbours of each seven."""

MOST_CHIPS: Final = 999_999_999
"""Upper bound of a single correction, in chips or points."""


def objection(
    played: Position, event: events.Fact | events.Forgotten | events.HandedOver | events.Dated
) -> Objection | None:
    """Return why the rules object to the event, or None."""
    if played.void and not isinstance(event, _LATE):
        return Objection(Why.ROUND_IS_VOID)
    if isinstance(event, _OF_HAND) and not _at_table(played, event.seat):
        return Objection(Why.NOT_AT_TABLE, number=event.seat + 1)
    return _OBJECTIONS[type(event)](played, event)


def _to_date(_played: Position, dated: events.Dated) -> Objection | None:
    return None if events.is_date(dated.date) else Objection(Why.NO_DATE)


def _to_turn(played: Position, turn: Turn) -> Objection | None:
    """Return why the turn is illegal, or None (R2, R3, R4, R12)."""
    if (played.due is None or played.void) and played.over:
        return Objection(Why.ROUND_IS_VOID if played.void else Why.ROUND_IS_OVER)
    if not _at_table(played, turn.seat):
        return Objection(Why.NOT_AT_TABLE, number=turn.seat + 1)
    if len(played.turns) >= MOST_TURNS:
        return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
    if played.due is not None and turn.seat != played.due:
        player, other = _handle(played, turn.seat), _handle(played, played.due)
        return Objection(Why.OUT_OF_TURN, player=player, other=other)
    opening = None if played.turns else played.setup.rules.opening
    if opening and (isinstance(turn, events.Passed) or turn.card != opening):
        return Objection(Why.MUST_LEAD, card=opening)
    if isinstance(turn, events.Passed):
        return None
    return played.layout.objection(turn.card) or _to_holder(played, turn.seat, turn.card)


def _to_hand(played: Position, entered: events.HandEntered) -> Objection | None:
    """Require the size of the hand as dealt, and every card its player is known to have held."""
    seat, hand = entered.seat, entered.cards
    player = _handle(played, seat)
    if played.knowledge.hands[seat] is not None:
        return Objection(Why.HAND_KNOWN, player=player)
    count, size = hand.bit_count(), played.setup.hand_sizes[seat]
    if count != size:
        return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
    missing = (played.played_by(seat) | played.knowledge.held(seat)) & ~hand
    if missing:
        return Objection(Why.NOT_IN_HAND, player=player, card=spread(missing)[0])
    return _to_claim(played, seat, hand)


def _to_seen(played: Position, seen: events.Seen) -> Objection | None:
    """Require that the seen cards fit into the hand as dealt."""
    seat, cards = seen.seat, seen.cards
    if not cards:
        return Objection(Why.NOTHING_SHOWN)
    player, hand = _handle(played, seat), played.knowledge.hands[seat]
    if not cards & ~played.knowledge.seen[seat]:
        return Objection(Why.SEEN_ALREADY, player=player)
    if hand is not None and cards & ~hand:
        return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
    held = played.played_by(seat) | played.knowledge.held(seat) | cards
    count, size = held.bit_count(), played.setup.hand_sizes[seat]
    if count > size:
        return Objection(Why.WRONG_HAND_SIZE, player=player, number=count, expected=size)
    return _to_claim(played, seat, cards)


def _to_shown(played: Position, revealed: events.Shown) -> Objection | None:
    """Require that the shown cards are all cards left in the hand."""
    seat, cards = revealed.seat, revealed.cards
    if not played.played_out:
        return Objection(Why.ROUND_IN_PLAY)
    if not cards:
        return Objection(Why.NOTHING_SHOWN)
    if cards & played.layout.laid:
        return Objection(Why.ALREADY_LAID, card=spread(cards & played.layout.laid)[0])
    return _to_all_left(played, seat, cards) or _to_claim(played, seat, cards)


def _to_all_left(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    """Require the number of cards left, and every card known to be among them."""
    player, known = _handle(played, seat), played.knowledge
    if known.shown[seat]:
        return Objection(Why.SEEN_ALREADY, player=player)
    hand = known.hands[seat]
    if hand is not None and cards & ~hand:
        return Objection(Why.NOT_IN_HAND, player=player, card=spread(cards & ~hand)[0])
    count, left = cards.bit_count(), played.cards_left[seat]
    if count != left:
        return Objection(Why.WRONG_CARDS_LEFT, player=player, number=count, expected=left)
    missing = known.seen[seat] & ~played.layout.laid & ~cards
    laid = played.setup.hand_sizes[seat] - left if played.by_result else 0
    if missing.bit_count() > laid:
        return Objection(Why.SEEN_IN_HAND, player=player, card=spread(missing)[0])
    return None


def _to_forgetting(played: Position, forgotten: events.Forgotten) -> Objection | None:
    """Require that no turn or shown card confirms the note, and that `instead` fits without it."""
    seat, cards, instead = forgotten.seat, forgotten.cards, forgotten.instead
    if not cards:
        return Objection(Why.NOTHING_NAMED)
    player, proved = _handle(played, seat), played.played_by(seat) | played.knowledge.shown[seat]
    if not cards & ~proved:
        return Objection(Why.HELD_FOR_CERTAIN, player=player, card=spread(cards)[0])
    missing = cards & ~played.knowledge.noted(seat)
    if missing:
        return Objection(Why.NOT_NOTED, player=player, card=spread(missing)[0])
    return objection(played.without_note(seat, cards), instead) if instead else None


def _to_ruling(
    played: Position, event: events.Waived | events.Charged | events.FinePaid
) -> Objection | None:
    """Require a pass; its fine is waived or paid once, and charged again only after that."""
    turn = event.turn
    if not 1 <= turn <= len(played.turns) or not isinstance(played.turns[turn - 1], events.Passed):
        return Objection(Why.NOT_A_PASS, number=turn)
    let_go, tick = turn in played.decisions.waived, played.decisions.tick(turn)
    if isinstance(event, events.Charged):
        return None if let_go or tick else Objection(Why.NOT_WAIVED, number=turn)
    if let_go:
        return Objection(Why.ALREADY_WAIVED, number=turn)
    if isinstance(event, events.FinePaid):
        ticked = (0 if tick is None else tick.parts or MOST_PARTS) + (event.parts or 1)
        return Objection(Why.PAID_ALREADY, number=turn) if ticked > MOST_PARTS else None
    return None


def _to_payment(played: Position, event: events.Paid) -> Objection | None:
    """Require at least one chip and two different accounts; a round called off has no pot."""
    if played.void and events.POT in {event.source, event.target}:
        return Objection(Why.ROUND_IS_VOID)
    return _to_transfer(played, event) or to_chips(event.chips) or _to_many(played)


def to_chips(chips: int) -> Objection | None:
    """Return why so many chips cannot be paid at once, or None."""
    if chips > MOST_CHIPS:
        return Objection(Why.TOO_MANY_CHIPS, expected=MOST_CHIPS)
    return None if chips > 0 else Objection(Why.NO_CHIPS)


def _to_transfer(
    played: Position, event: events.Paid | events.Owed | events.HandedOver
) -> Objection | None:
    """Require two different accounts of the table; the pot can only pay a correction."""
    for account in (event.source, event.target):
        pot = account == events.POT and isinstance(event, events.Paid)
        if not pot and not _at_table(played, account):
            return Objection(Why.NOT_AT_TABLE, number=account + 1)
    return Objection(Why.SAME_ACCOUNT) if event.source == event.target else None


def _to_debt(played: Position, event: events.Owed | events.HandedOver) -> Objection | None:
    """Require chips on the table, and a mark to withdraw (R18)."""
    if played.setup.rules.chips is ChipPlace.APP:
        return Objection(Why.APP_KEEPS_CHIPS)
    if refusal := _to_transfer(played, event):
        return refusal
    if isinstance(event, events.HandedOver):
        pair = event.source, event.target
        marked = any((owed.source, owed.target) == pair for owed in played.decisions.owed)
        player, other = _handle(played, event.source), _handle(played, event.target)
        return None if marked else Objection(Why.NOT_OWED, player=player, other=other)
    return to_chips(event.chips) or _to_many(played)


def _to_result(played: Position, result: events.Result) -> Objection | None:
    """Require a count for each player, one winner, and no more cards left than were dealt (R19)."""
    sizes = played.setup.hand_sizes
    if played.setup.rules.play_on:
        return Objection(Why.RESULT_AND_PLAY_ON)
    if not len(result.cards_left) == len(result.passes) == len(sizes):
        return Objection(Why.RESULT_FITS_NO_TABLE, expected=len(sizes))
    if result.cards_left.count(0) != 1:
        return Objection(Why.ONE_IS_OUT)
    for seat, (left, size) in enumerate(zip(result.cards_left, sizes, strict=True)):
        if not 0 <= left <= size:
            player = _handle(played, seat)
            return Objection(Why.TOO_MANY_LEFT, player=player, number=left, expected=size)
    if min(result.passes) < 0 or sum(result.passes) > MOST_TURNS:
        return Objection(Why.TOO_MANY_TURNS, expected=MOST_TURNS)
    return None


def _to_points(played: Position, event: events.PointsCorrected) -> Objection | None:
    """Require at least one point, and rules that count points."""
    if not _at_table(played, event.seat):
        return Objection(Why.NOT_AT_TABLE, number=event.seat + 1)
    if not played.setup.rules.count_points:
        return Objection(Why.POINTS_NOT_COUNTED)
    if abs(event.points) > MOST_CHIPS:
        return Objection(Why.TOO_MANY_POINTS, expected=MOST_CHIPS)
    return _to_many(played) if event.points else Objection(Why.NO_POINTS)


def _to_many(played: Position) -> Objection | None:
    """Return an objection if a further correction would be one too many."""
    made = played.decisions
    corrections = len(made.payments) + len(made.points) + len(made.owed) + len(made.after_void)
    if corrections < MOST_CORRECTIONS:
        return None
    return Objection(Why.TOO_MANY_CORRECTIONS, expected=MOST_CORRECTIONS)


def _handle(played: Position, seat: Seat) -> str:
    return played.setup.players[seat] if _at_table(played, seat) else str(seat + 1)


def _at_table(played: Position, account: events.Account) -> bool:
    return 0 <= account < len(played.setup.players)


def _to_holder(played: Position, seat: Seat, card: Card) -> Objection | None:
    """Require that no other player holds the card, and that all known cards of the hand fit."""
    known = played.knowledge
    if known.silent:
        return None
    for other in range(len(known.hands)):
        if other != seat and known.held(other) & card.bit:
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=card)
    hand, seen = known.hands[seat], known.seen[seat]
    unlaid = (seen & ~played.layout.laid & ~card.bit).bit_count() if seen else 0
    if (hand is not None and not hand & card.bit) or unlaid >= played.cards_left[seat]:
        return Objection(Why.NOT_IN_HAND, player=_handle(played, seat), card=card)
    return None


def _to_claim(played: Position, seat: Seat, cards: Cards) -> Objection | None:
    pack = played.setup.rules.pack
    if outside := spread(cards & ~pack.cards):
        return Objection(Why.NOT_IN_PACK, card=outside[0], expected=pack.size)
    for other, laid in enumerate(played.played()):
        known = laid | played.knowledge.held(other)
        if other != seat and known & cards:
            clash = spread(known & cards)[0]
            return Objection(Why.HELD_BY_OTHER, other=_handle(played, other), card=clash)
    return None


_LATE: Final = events.Turn | events.Dated | events.Paid | events.PointsCorrected
"""Events to which a round called off has objections of their own, or none."""
_OF_HAND: Final = events.Knowing | events.Forgotten
_OBJECTIONS: Final[Mapping[type, Callable[[Position, Any], Objection | None]]] = {
    events.Played: _to_turn,
    events.Passed: _to_turn,
    events.Dated: _to_date,
    events.Paid: _to_payment,
    events.PointsCorrected: _to_points,
    events.Forgotten: _to_forgetting,
    events.HandEntered: _to_hand,
    events.Seen: _to_seen,
    events.Shown: _to_shown,
    events.Waived: _to_ruling,
    events.Charged: _to_ruling,
    events.FinePaid: _to_ruling,
    events.Result: _to_result,
    events.Owed: _to_debt,
    events.HandedOver: _to_debt,
    events.CalledOff: lambda _played, _event: None,
}
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Round(Position):
    """Round so far, from which further rounds follow by events."""

    def __hash__(self) -> int:
        return hash((len(self.turns), self.layout.laid, self.cards_left))

    @staticmethod
    def begin(setup: Setup) -> Round:
        """Return the round before its first turn.

        :raises IllegalEventError: when the setup has an objection
        """
        if refusal := setup.objection():
            raise IllegalEventError(setup, refusal)
        return Round.dealt(setup)

    @staticmethod
    def dealt(setup: Setup) -> Round:
        """Return the round before its first turn, without checking the setup."""
        players = len(setup.players)
        nothing = (NO_CARDS,) * players
        knowledge = Knowledge((None,) * players, nothing, nothing)
        leader = None if setup.rules.opening else (setup.dealer + 1) % players
        layout = Layout.empty(setup.rules)
        return Round(setup, (), layout, (), setup.hand_sizes, (), leader, knowledge)

    @staticmethod
    def of(setup: Setup, events: Iterable[Event]) -> Round:
        """Return the round with these facts.

        :raises IllegalEventError: when one of them cannot follow those before it
        """
        round_ = Round.begin(setup)
        for event in events:
            round_ = round_.after(event)
        return round_

    def objection(self, event: Event) -> Objection | None:
        """Return why the rules object to the event, or None."""
        return self._to_run(event) if isinstance(event, events.PassRun) else objection(self, event)

    def _to_run(self, run: events.PassRun) -> Objection | None:
        """Return the objection to the first illegal pass of the run, or None."""
        if len(run.seats) < _PAIR:
            return Objection(Why.NOBODY_PASSES)
        round_ = self
        for turn in run.turns:
            if refusal := round_.objection(turn):
                return refusal
            round_ = round_.following(turn)
        return None

    def seats_before(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats whose turns come before the next turn of this seat, in order.

        None come before a seat that is out, or while it is not known who is due.
        """
        if self.due is None or not self.cards_left[seat]:
            return ()
        seats = [self.due]
        while seats[-1] != seat:
            seats.append(_next_seat(seats[-1], self.cards_left))
        return tuple(seats[:-1])

    def after(self, event: Event) -> Round:
        """Return the round after the event.

        :raises IllegalEventError: when the rules object to the event
        """
        if refusal := self.objection(event):
            raise IllegalEventError(event, refusal)
        return self.following(event)

    def following(self, event: Event) -> Round:
        """Return the round after the event, without checking the event."""
        match event:
            case events.Played() | events.Passed():
                return self._after_turn(event)
            case events.PassRun():
                return reduce(Round.following, event.turns, self)
            case events.HandEntered() | events.Seen() | events.Shown():
                return self._after_reveal(event)
            case events.Result():
                return self._after_result(event)
            case events.Dated(date):
                return replace(self, setup=replace(self.setup, date=date))
            case events.Forgotten(seat, cards, instead):
                forgot = self.without_note(seat, cards)
                return forgot.following(instead) if instead else forgot
            case _:
                return replace(self, decisions=_after_decision(self.decisions, event))

    def _after_turn(self, turn: Turn) -> Round:
        layout, left, out = self.layout, self.cards_left, self.out
        if isinstance(turn, events.Played):
            layout, seat = layout.with_card(turn.card), turn.seat
            left = with_item(left, seat, left[seat] - 1)
            out = out if left[seat] else (*out, seat)
        over = len(out) >= self.setup.finishers
        return Round(
            self.setup,
            (*self.turns, turn),
            layout,
            (*self.met, self.playable),
            left,
            out,
            None if over else _next_seat(turn.seat, left),
            self.knowledge,
            self.decisions,
        )

    def _after_result(self, result: events.Result) -> Round:
        """Return the round without its turns, and without what was decided or shown of them."""
        nothing = (NO_CARDS,) * len(self.setup.players)
        return replace(
            self,
            turns=(),
            met=(),
            layout=Layout.empty(self.setup.rules),
            cards_left=result.cards_left,
            out=(result.cards_left.index(0),),
            due=None,
            knowledge=Knowledge(self.knowledge.hands, self.knowledge.seen, nothing),
            decisions=replace(self.decisions, waived=frozenset(), paid=()),
            passes=result.passes,
        )

    def _after_reveal(self, event: events.Knowing) -> Round:
        now, seat = self.knowledge, event.seat
        match event:
            case events.HandEntered(cards=cards):
                return self.knowing(replace(now, hands=with_item(now.hands, seat, cards)))
            case events.Seen(cards=cards):
                seen = with_item(now.seen, seat, now.seen[seat] | cards)
                return self.knowing(replace(now, seen=seen))
            case events.Shown(cards=cards):
                return self.knowing(replace(now, shown=with_item(now.shown, seat, cards)))
            case _:
                assert_never(event)


def _after_decision(decisions: Decisions, event: events.Deciding | events.HandedOver) -> Decisions:
    match event:
        case events.Waived(turn) | events.Charged(turn):
            others = decisions.waived - {turn}
            waived = others | {turn} if isinstance(event, events.Waived) else others
            unpaid = tuple(tick for tick in decisions.paid if tick.turn != turn)
            return replace(decisions, waived=waived, paid=unpaid)
        case events.FinePaid(turn, parts):
            before = decisions.tick(turn)
            if before and before.parts and parts:
                event = replace(event, parts=before.parts + parts)
            paid = (*(tick for tick in decisions.paid if tick.turn != turn), event)
            return replace(decisions, paid=tuple(sorted(paid, key=lambda tick: tick.turn)))
        case events.Owed():
            return replace(decisions, owed=(*decisions.owed, event))
        case events.HandedOver(source, target):
            pair = source, target
            kept = (owed for owed in decisions.owed if (owed.source, owed.target) != pair)
            return replace(decisions, owed=tuple(kept))
        case events.Paid() | events.PointsCorrected() if decisions.called_off:
            return replace(decisions, after_void=(*decisions.after_void, event))
        case events.Paid():
            return replace(decisions, payments=(*decisions.payments, event))
        case events.PointsCorrected():
            return replace(decisions, points=(*decisions.points, event))
        case events.CalledOff():
            return replace(decisions, called_off=True)
        case _:
            assert_never(event)


def once(work_out: Callable[[Round], _Found]) -> Callable[[Round], _Found]:
    """Cache the result of the function in the round it was called with.

    A cache keyed by value would compare rounds, and a sheet can hold thousands with equal hashes.
    """

    @wraps(work_out)
    def known(round_: Round) -> _Found:
        kept: dict[object, Any] = round_.kept
        if known not in kept:
            kept[known] = work_out(round_)
        found: _Found = kept[known]
        return found

    return known


def _next_seat(seat: Seat, left: Sequence[int]) -> Seat:
    players = len(left)
    following = (seat + 1) % players
    if left[following]:
        return following
    return next(
        following for step in range(1, players + 1) if left[following := (seat + step) % players]
    )
