"""The judge of passes, and the doubt whether all open passes can have been honest.

Cards are never drawn, so whatever a player lays, shows or entered was held all along. What is not
known can lie anywhere there is room for it: a deal fits what is known exactly when each player gets
as many unknown cards as there is room for. So a verdict needs no search, only counting. With `U`
the unknown cards and `room` the passer's share of them, a pass that met the playable cards `P` is

- illegal if the passer is known to have held one of `P`, or if the others have no room for all of
  `P & U`;
- legal if neither, and the passer has no room, or no card of `P` is unknown;
- open otherwise.

Knowledge only grows, so one walk through the round in the order of its turns gives each verdict and
the moment since when it is certain (RULES, Readings).

An honest open pass says which unknown cards its player does not hold. All of them are honest in
some deal exactly when each unknown card finds a player who has room for it and no such pass against
it: a matching of cards to players, found by augmenting paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from companion.core.cards import NO_CARDS, PACK, Card, Cards, gather, spread
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import Played, Seat

Moment = int
"""0 before the first turn, k after turn k; one more than the turns when the cards are shown."""


class Verdict(Enum):
    """What is certain of a pass."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"


class How(Enum):
    """How it is known that a player held a card."""

    PLAYED = "played"
    ENTERED = "entered"
    SEEN = "seen"
    SHOWN = "shown"
    COUNTED = "counted"


class Holding(NamedTuple):
    """A player is known to have held a card: how, and since when."""

    seat: Seat
    card: Card
    how: How
    moment: Moment


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict of one pass. `proof` are the playable cards its player is known to have held;
    it may be empty for an illegal pass where only counting shows it. `since` is the moment from
    which the verdict is certain, None while it is open.
    """

    turn: int
    seat: Seat
    playable: Cards
    verdict: Verdict
    proof: tuple[Holding, ...]
    since: Moment | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The rulings of a round's passes in order, who held which card as far as it is known, and
    the doubt: whether the passes not judged illegal contradict each other, and the turns of those
    that alone, taken as false, remove the contradiction.
    """

    rulings: tuple[Ruling, ...]
    holdings: dict[Card, Holding]
    contradiction: bool
    suspects: tuple[int, ...]

    @property
    def illegal(self) -> tuple[Ruling, ...]:
        """The rulings of the passes that were false for certain."""
        return tuple(ruling for ruling in self.rulings if ruling.verdict is Verdict.ILLEGAL)

    @property
    def all_honest(self) -> bool:
        """Whether in some deal that fits what is known no pass was false."""
        return not self.contradiction and not self.illegal

    def ruling(self, turn: int) -> Ruling | None:
        """The ruling of the pass at a turn, None if that turn is no pass."""
        return next((ruling for ruling in self.rulings if ruling.turn == turn), None)

    @property
    def deciding(self) -> Cards:
        """The cards that open passes met and that nobody is known to have held: who did decides."""
        met = NO_CARDS
        for ruling in self.rulings:
            if ruling.verdict is Verdict.OPEN:
                met |= ruling.playable
        return met & ~gather(self.holdings)


class _Pass:
    """A pass on its way to a verdict."""

    __slots__ = ("playable", "seat", "since", "turn", "verdict")

    def __init__(self, turn: int, seat: Seat, playable: Cards) -> None:
        self.turn, self.seat, self.playable = turn, seat, playable
        self.verdict = Verdict.OPEN
        self.since: Moment | None = None


class _Walk:
    """The state of knowledge while the round goes by."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.known = [NO_CARDS] * len(round_.setup.players)
        self.room = list(round_.setup.hand_sizes)
        self.unknown: Cards = PACK
        self.holdings: dict[Card, Holding] = {}
        self.passes: list[_Pass] = []
        self.open: dict[tuple[Seat, Cards], list[_Pass]] = {}
        """Passes without a verdict, those together that share the next one."""

    def through(self) -> None:
        for seat, hand in enumerate(self.round.knowledge.hands):
            self._learn(seat, hand or NO_CARDS, How.ENTERED, 0)
        for seat, seen in enumerate(self.round.knowledge.seen):
            self._learn(seat, seen, How.SEEN, 0)
        for turn, (event, met) in enumerate(zip(self.round.turns, self.round.met, strict=True), 1):
            if isinstance(event, Played):
                self._see(event.seat, event.card, turn)
            else:
                self._hear(_Pass(turn, event.seat, met))
        for seat, shown in enumerate(self.round.knowledge.shown):
            self._learn(seat, shown, How.SHOWN, len(self.round.turns) + 1)

    def _see(self, seat: Seat, card: Card, turn: Moment) -> None:
        if card.bit & self.unknown:
            self.known[seat] |= card.bit
            self.unknown ^= card.bit
            self.room[seat] -= 1
            self.holdings[card] = Holding(seat, card, How.PLAYED, turn)
            self._conclude(seat, turn)

    def _learn(self, seat: Seat, cards: Cards, how: How, moment: Moment) -> None:
        new = cards & self.unknown
        if new:
            self._note(seat, new, how, moment)
            self._conclude(seat, moment)

    def _note(self, seat: Seat, cards: Cards, how: How, moment: Moment) -> None:
        self.known[seat] |= cards
        self.unknown &= ~cards
        self.room[seat] -= cards.bit_count()
        for card in spread(cards):
            self.holdings[card] = Holding(seat, card, how, moment)

    def _conclude(self, seat: Seat, moment: Moment) -> None:
        """When a hand is known whole, all that is left may be with one player."""
        if not self.room[seat]:
            holders = [holder for holder, room in enumerate(self.room) if room]
            if len(holders) == 1:
                self._note(holders[0], self.unknown, How.COUNTED, moment)
        for same in list(self.open):
            if verdict := self._verdict(*same):
                for heard in self.open.pop(same):
                    heard.verdict, heard.since = verdict, moment

    def _hear(self, heard: _Pass) -> None:
        self.passes.append(heard)
        if verdict := self._verdict(heard.seat, heard.playable):
            heard.verdict, heard.since = verdict, heard.turn
        else:
            self.open.setdefault((heard.seat, heard.playable), []).append(heard)

    def _verdict(self, seat: Seat, playable: Cards) -> Verdict | None:
        """What is certain now of a pass that met these playable cards; None if nothing is."""
        hidden, room = playable & self.unknown, self.room[seat]
        elsewhere = self.unknown.bit_count() - room
        if playable & self.known[seat] or hidden.bit_count() > elsewhere:
            return Verdict.ILLEGAL
        return None if hidden and room else Verdict.LEGAL


def _rulings(walk: _Walk) -> Iterator[Ruling]:
    proofs: dict[tuple[Seat, Cards], tuple[Holding, ...]] = {}
    for heard in walk.passes:
        seat, playable = heard.seat, heard.playable
        proof = proofs.get((seat, playable))
        if proof is None:
            held = spread(playable & walk.known[seat])
            proof = proofs[seat, playable] = tuple(walk.holdings[card] for card in held)
        yield Ruling(heard.turn, seat, playable, heard.verdict, proof, heard.since)


@once
def judge(round_: Round) -> Judgement:
    """The rulings of all passes of the round as far as it went."""
    walk = _Walk(round_)
    walk.through()
    denials = [
        Denial(heard.turn, heard.seat, heard.playable & walk.unknown)
        for heard in walk.passes
        if heard.since is None
    ]
    suspected = suspects(walk.room, denials)
    return Judgement(tuple(_rulings(walk)), walk.holdings, suspected is not None, suspected or ())


@dataclass(frozen=True, slots=True)
class Denial:
    """An open pass, taken as honest: the player held none of these cards at that turn."""

    turn: int
    seat: Seat
    cards: Cards


def suspects(room: Sequence[int], denials: Sequence[Denial]) -> tuple[int, ...] | None:
    """The turns of the passes that alone, taken as false, remove the contradiction; None where
    there is no contradiction. `room` is how many unknown cards each seat holds.
    """
    denied, repeated = [NO_CARDS] * len(room), [NO_CARDS] * len(room)
    for denial in denials:
        repeated[denial.seat] |= denied[denial.seat] & denial.cards
        denied[denial.seat] |= denial.cards
    touched = NO_CARDS
    for cards in denied:
        touched |= cards
    # Cards that nobody denies fill whatever room the others leave.
    seating = _Seating(room, denied)
    left = [card for card in spread(touched) if not seating.place(card, set())]
    if not left:
        return None
    return tuple(
        denial.turn
        for denial in denials
        if seating.takes_all(left, denial.seat, denial.cards & ~repeated[denial.seat])
    )


class _Seating:
    """Cards on their way to players; a full player hands a card on to make room."""

    def __init__(
        self, room: Sequence[int], denied: Sequence[Cards], given: Sequence[Sequence[Card]] = ()
    ) -> None:
        self._room, self._denied = room, denied
        self._given = [list(cards) for cards in given] or [[] for _ in room]

    def takes_all(self, left: Sequence[Card], seat: Seat, allowed: Cards) -> bool:
        """Whether all cards that are left would find a player if that seat took those cards too."""
        if len(left) > min(allowed.bit_count(), self._room[seat]):
            return False
        denied = [*self._denied[:seat], self._denied[seat] & ~allowed, *self._denied[seat + 1 :]]
        other = _Seating(self._room, denied, self._given)
        return all(other.place(card, set()) for card in left)

    def place(self, card: Card, asked: set[Seat]) -> bool:
        """Whether the card finds a player, moving others if need be."""
        for seat, room in enumerate(self._room):
            if not room or seat in asked or card.bit & self._denied[seat]:
                continue
            asked.add(seat)
            given = self._given[seat]
            if len(given) < room:
                given.append(card)
                return True
            for place, other in enumerate(given):
                if self.place(other, asked):
                    given[place] = card
                    return True
        return False
