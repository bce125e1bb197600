"""Judge of passes, and the test whether all open passes can have been honest.

Cards are never drawn, so a player held every card that was laid, shown or entered since the deal.
Unknown cards may be in any hand with room for them: a deal agrees with the known cards exactly if
it fills the room of each hand with unknown cards. A verdict therefore needs no search, only
counting. Let `U` be the unknown cards and `room` the number of them in the passer's hand. A pass
at which the cards `P` were playable is

- illegal if the passer is known to have held a card of `P`, or if the other hands have no room for
  all of `P & U`;
- legal if it is not illegal, and the passer has no room or no card of `P` is unknown;
- open otherwise.

Knowledge only grows, so one walk through the turns finds each verdict and the moment since which
the verdict is certain (RULES, Readings).

An honest open pass excludes unknown cards from its player's hand. All open passes can have been
honest exactly if every unknown card fits into a hand that has room and does not exclude the card: a
matching of cards to players, found by augmenting paths.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from companion.core.cards import NO_CARDS, Card, Cards, gather, spread
from companion.core.rounds.events.turns import Played
from companion.core.rounds.round import Round, once_of_play
from companion.core.rounds.setup import Seat

Moment = int
"""Time in a round: 0 before the first turn, k after turn k.

Cards are shown at the moment one past the last turn.
"""


class Verdict(Enum):
    """Verdict on a pass; `OPEN` while the cards do not decide, `FREE` if it claims nothing."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    OPEN = "open"
    FREE = "free"


class How(Enum):
    """Evidence that a player held a card."""

    PLAYED = "played"
    ENTERED = "entered"
    SEEN = "seen"
    SHOWN = "shown"
    COUNTED = "counted"


class Holding(NamedTuple):
    """Card that a player is known to have held, with the evidence and the moment it came up."""

    seat: Seat
    card: Card
    how: How
    moment: Moment


@dataclass(frozen=True)
class Ruling:
    """Verdict on one pass.

    `proof` lists the playable cards that the player is known to have held; it is empty if counting
    alone shows that the pass was illegal. `since` is the moment at which the verdict became
    certain, or None for an open pass.
    """

    turn: int
    seat: Seat
    playable: Cards
    verdict: Verdict
    proof: tuple[Holding, ...]
    since: Moment | None


@dataclass(frozen=True)
class Judgement:
    """Rulings on the passes of a round in order of play, and the known holder of each card.

    `unknown` are the cards without a known holder.
    `contradiction` is true if the passes not judged illegal cannot all have been honest. `suspects`
    are the turns of the open passes each of which, if false, would remove the contradiction.
    """

    rulings: tuple[Ruling, ...]
    holdings: dict[Card, Holding]
    unknown: Cards
    contradiction: bool
    suspects: tuple[int, ...]

    @property
    def illegal(self) -> tuple[Ruling, ...]:
        """Rulings on the passes that were certainly false."""
        return tuple(ruling for ruling in self.rulings if ruling.verdict is Verdict.ILLEGAL)

    def ruling(self, turn: int) -> Ruling | None:
        """Return the ruling on the pass at this turn, or None if the turn is no pass."""
        place = bisect_left(self.rulings, turn, key=lambda ruling: ruling.turn)
        found = self.rulings[place : place + 1]
        return found[0] if found and found[0].turn == turn else None

    @property
    def deciding(self) -> Cards:
        """Cards without a known holder that were playable at open passes."""
        playable = NO_CARDS
        for ruling in self.rulings:
            if ruling.verdict is Verdict.OPEN:
                playable |= ruling.playable
        return playable & self.unknown


class Count(NamedTuple):
    """Places of unknown cards that decide a pass.

    `cards` are playable cards whose holder nobody saw, `room` is the number of unknown cards in the
    hand of `seat`, and `elsewhere` the number in all other hands.
    """

    seat: Seat
    cards: Cards
    room: int
    elsewhere: int

    @property
    def least(self) -> int:
        """Least number of these cards in the hand: those without a place elsewhere."""
        return max(0, self.cards.bit_count() - self.elsewhere)


@dataclass
class _Pass:
    """Pass with the verdict so far."""

    turn: int
    seat: Seat
    playable: Cards
    verdict: Verdict = Verdict.OPEN
    since: Moment | None = None


class _Walk:
    """Walk through a round, with the cards known so far."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.known = [NO_CARDS] * len(round_.setup.players)
        self.room = list(round_.setup.hand_sizes)
        self.unknown = round_.setup.rules.pack.cards
        self.holdings: dict[Card, Holding] = {}
        self.passes: list[_Pass] = []
        self.open: dict[tuple[Seat, Cards], list[_Pass]] = {}
        """Open passes, grouped because equal seats and cards get their verdict together."""
        for seat, hand in enumerate(round_.knowledge.hands):
            self._learn(seat, hand or NO_CARDS, How.ENTERED, 0)
        for seat, seen in enumerate(round_.knowledge.seen):
            self._learn(seat, seen, How.SEEN, 0)
        for turn, (event, met) in enumerate(zip(round_.turns, round_.met, strict=True), 1):
            if isinstance(event, Played):
                self._learn(event.seat, event.card.bit, How.PLAYED, turn)
            elif self._is_free(event.seat):
                self.passes.append(_Pass(turn, event.seat, met, Verdict.FREE, turn))
            else:
                self._judge(_Pass(turn, event.seat, met))
        for seat, shown in enumerate(round_.knowledge.shown):
            self._learn(seat, shown, How.SHOWN, len(round_.turns) + 1)

    def _is_free(self, seat: Seat) -> bool:
        """Return whether the next pass of the seat claims nothing (R22, R23)."""
        rules = self.round.setup.rules
        if not rules.free_pass:
            return False
        before = sum(earlier.seat == seat for earlier in self.passes)
        return not rules.passes or before < rules.passes

    def _learn(self, seat: Seat, cards: Cards, how: How, moment: Moment) -> None:
        """Note the holder of the cards, draw the conclusions and judge the open passes again."""
        new = cards & self.unknown
        if not new:
            return
        self._note(seat, new, how, moment)
        holders = () if self.room[seat] else [other for other, room in enumerate(self.room) if room]
        if len(holders) == 1:
            self._note(holders[0], self.unknown, How.COUNTED, moment)
        for same in list(self.open):
            if verdict := self._verdict(*same):
                for open_pass in self.open.pop(same):
                    open_pass.verdict = verdict
                    open_pass.since = moment

    def _note(self, seat: Seat, cards: Cards, how: How, moment: Moment) -> None:
        self.known[seat] |= cards
        self.unknown &= ~cards
        self.room[seat] -= cards.bit_count()
        for card in spread(cards):
            self.holdings[card] = Holding(seat, card, how, moment)

    def _judge(self, new: _Pass) -> None:
        self.passes.append(new)
        if verdict := self._verdict(new.seat, new.playable):
            new.verdict, new.since = verdict, new.turn
        else:
            self.open.setdefault((new.seat, new.playable), []).append(new)

    def _verdict(self, seat: Seat, playable: Cards) -> Verdict | None:
        """Return the verdict on a pass with these playable cards, or None while it is open."""
        hidden = playable & self.unknown
        room = self.room[seat]
        elsewhere = self.unknown.bit_count() - room
        if playable & self.known[seat] or hidden.bit_count() > elsewhere:
            return Verdict.ILLEGAL
        return None if hidden and room else Verdict.LEGAL


def _rulings(walk: _Walk) -> Iterator[Ruling]:
    proofs: dict[tuple[Seat, Cards], tuple[Holding, ...]] = {}
    for judged in walk.passes:
        seat = judged.seat
        playable = judged.playable
        proof = () if judged.verdict is Verdict.FREE else proofs.get((seat, playable))
        if proof is None:
            proving = spread(playable & walk.known[seat])
            proof = proofs[seat, playable] = tuple(walk.holdings[card] for card in proving)
        yield Ruling(judged.turn, seat, playable, judged.verdict, proof, judged.since)


@once_of_play
def judge(round_: Round) -> Judgement:
    """Judge all passes of the round so far."""
    walk = _Walk(round_)
    denials = [
        Denial(judged.turn, judged.seat, judged.playable & walk.unknown)
        for judged in walk.passes
        if judged.since is None
    ]
    suspected = suspects(walk.room, denials)
    doubt = suspected is not None, suspected or ()
    return Judgement(tuple(_rulings(walk)), walk.holdings, walk.unknown, *doubt)


def counting(round_: Round, ruling: Ruling) -> Count | None:
    """Return the count that proves the verdict; None if it is open or rests on seen cards alone.

    Where counting left one hand for all unknown cards, the count is of the moment before.
    """
    if ruling.verdict in {Verdict.OPEN, Verdict.FREE}:
        return None
    judgement = judge(round_)
    left_over = [held for held in judgement.holdings.values() if held.how is How.COUNTED]
    counted = gather(held.card for held in left_over) & ruling.playable
    if ruling.proof:
        counted &= gather(held.card for held in ruling.proof)
    if counted:
        return Count(left_over[0].seat, counted, len(left_over), 0)
    hidden = ruling.playable & judgement.unknown
    if ruling.proof or not hidden:
        return None
    known = sum(held.seat == ruling.seat for held in judgement.holdings.values())
    room = round_.setup.hand_sizes[ruling.seat] - known
    return Count(ruling.seat, hidden, room, judgement.unknown.bit_count() - room)


@dataclass(frozen=True)
class Denial:
    """Claim of an open pass, if honest: the player held none of these cards."""

    turn: int
    seat: Seat
    cards: Cards


def suspects(room: Sequence[int], denials: Sequence[Denial]) -> tuple[int, ...] | None:
    """Return the turns of the denials each of which, if false, would remove the contradiction.

    Return None if the denials do not contradict each other. `room` is the number of unknown cards
    in each hand.
    """
    denied = [NO_CARDS] * len(room)
    repeated = [NO_CARDS] * len(room)
    for denial in denials:
        repeated[denial.seat] |= denied[denial.seat] & denial.cards
        denied[denial.seat] |= denial.cards
    touched = NO_CARDS
    for cards in denied:
        touched |= cards
    # Cards that nobody denies fill the room that is left, so they need no matching.
    matching = _Matching(room, denied)
    left = [card for card in spread(touched) if not matching.place(card, set())]
    if not left:
        return None
    return tuple(
        denial.turn
        for denial in denials
        if matching.fits_all(left, denial.seat, denial.cards & ~repeated[denial.seat])
    )


class _Matching:
    """Matching of cards to seats; a full seat passes a card on to make room."""

    def __init__(
        self, room: Sequence[int], denied: Sequence[Cards], given: Sequence[Sequence[Card]] = ()
    ) -> None:
        self._room = room
        self._denied = denied
        self._given = [list(cards) for cards in given] or [[] for _ in room]

    def fits_all(self, left: Sequence[Card], seat: Seat, allowed: Cards) -> bool:
        """Return whether all cards left could be placed if the seat did not deny `allowed`."""
        if len(left) > min(allowed.bit_count(), self._room[seat]):
            return False
        denied = [*self._denied[:seat], self._denied[seat] & ~allowed, *self._denied[seat + 1 :]]
        other = _Matching(self._room, denied, self._given)
        return all(other.place(card, set()) for card in left)

    def place(self, card: Card, visited: set[Seat]) -> bool:
        """Place the card, moving others if needed; return whether a seat was found."""
        for seat, room in enumerate(self._room):
            if not room or seat in visited or card.bit & self._denied[seat]:
                continue
            visited.add(seat)
            given = self._given[seat]
            if len(given) < room:
                given.append(card)
                return True
            for place, other in enumerate(given):
                if self.place(other, visited):
                    given[place] = card
                    return True
        return False
