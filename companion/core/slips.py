"""Slips: single errors in entering the turns that would explain the false passes of a round.

Most false passes are slips of the person who enters the turns. A change of the entered turns is
offered as a slip only if the rules accept the changed round and the judge finds no illegal pass and
no contradiction in it, so each slip explains all false passes of the round at once.

The order of the turns decides whose turn it is, so inserting or removing a turn assigns all later
turns to other players. Known cards stay with their players.

A change matters only up to the first moment at which the passes cannot all be honest: the round up
to that moment does not depend on later turns. From the changed turn on, each candidate is walked
with a bit mask for each player: the cards that the player cannot lay, because another player is
known to hold them or because they were playable when the player passed. The walk ends at a card
under its mask, or at one that the layout rejects. The rest, a few in a hundred, are replayed and
judged.

A wrong card may stand for any card that was playable at that turn and is not entered in the round.
A pass entered in place of a card is not searched for, as it could explain nearly every false pass.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from itertools import groupby
from typing import Final, NamedTuple

from companion.core.cards import NO_CARDS, Card, Cards, Rank, spread
from companion.core.judge import Judgement, Ruling, judge
from companion.core.rounds import events
from companion.core.rounds.events import Event
from companion.core.rounds.layout import Layout
from companion.core.rounds.repair import Move, moves_of
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import Seat, Setup

Moves = tuple[Move, ...]


class SlipKind(Enum):
    """Kind of error in entering the turns."""

    PASS_FORGOTTEN = "pass forgotten"
    PASS_TOO_MANY = "pass too many"
    CARD_FORGOTTEN = "card forgotten"
    CARD_TOO_MANY = "card too many"
    SWAPPED = "swapped"
    OTHER_CARD = "other card"
    OTHER_LEADER = "other leader"


FORGOTTEN = frozenset({SlipKind.PASS_FORGOTTEN, SlipKind.CARD_FORGOTTEN})


class Change(NamedTuple):
    """One change of the entered turns.

    `place` is an entered turn, counted from 1: a forgotten turn is inserted before that turn, and
    a swap exchanges that turn with the next. `card` is the card inserted or removed, and `leader`
    leads the changed round.
    """

    kind: SlipKind
    place: int
    card: Card | None
    leader: Seat

    def new(self, entered: Moves) -> Moves:
        """Return the moves at the place after the change."""
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
        """Number of entered moves that the change replaces."""
        if self.kind in FORGOTTEN or self.kind is SlipKind.OTHER_LEADER:
            return 0
        return 2 if self.kind is SlipKind.SWAPPED else 1

    def moves(self, entered: Moves) -> Moves:
        """Return all moves after the change."""
        before = self.place - 1
        return entered[:before] + self.new(entered) + entered[before + self.replaced :]


def begun_by(round_: Round, leader: Seat) -> Round | None:
    """Return the round before its first turn with its known hands; None if the rules object."""
    begun = Round.dealt(led_by(round_.setup, leader))
    known = (
        event for event in round_.events if isinstance(event, events.HandEntered | events.Seen)
    )
    return _following(begun, known)


def going_on(begun: Round, leader: Seat, moves: Iterable[Move], entered: Round) -> Round | None:
    """Return the round after these moves; None if the rules object.

    `leader` takes the first turn. Cards shown in the `entered` round are shown again.
    """
    played = begun
    for move in moves:
        seat = played.due if played.turns or played.due is not None else leader
        if seat is None or (not played.turns and seat != leader):
            return None
        turn = events.Passed(seat) if move is None else events.Played(seat, move)
        if played.objection(turn):
            return None
        played = played.following(turn)
    shown = (event for event in entered.events if isinstance(event, events.Shown))
    return _following(played, shown)


def _following(round_: Round, events: Iterable[Event]) -> Round | None:
    for event in events:
        if round_.objection(event):
            return None
        round_ = round_.following(event)
    return round_


def led_by(setup: Setup, leader: Seat) -> Setup:
    """Return the setup in which this seat leads.

    If the dealer's left leads (R2), another leader means another dealer. The hand sizes of an
    honest deal move with the dealer (R1); other hand sizes stay.
    """
    players = len(setup.players)
    dealer = (leader - 1) % players
    if setup.rules.opening or dealer == setup.dealer:
        return setup
    sizes = setup.hand_sizes
    if sizes == Setup.dealt(setup.rules, setup.players, setup.dealer).hand_sizes:
        sizes = Setup.dealt(setup.rules, setup.players, dealer).hand_sizes
    return replace(setup, dealer=dealer, hand_sizes=sizes)


_A_JUDGING = 12
"""Cost of replaying and judging a turn, in walked turns (measured)."""


class Attempts:
    """Search of the changes of a round with at least one turn, and its cost so far."""

    def __init__(self, round_: Round) -> None:
        assert round_.leader is not None
        self.round = round_
        self.leader = round_.leader
        self.moves = moves_of(round_)
        self.work = 0
        """Cost so far, in walked turns."""
        begun = begun_by(round_, self.leader)
        assert begun is not None
        self._before = [begun]
        for turn in round_.turns:
            self._before.append(self._before[-1].following(turn))
        self._known = [round_.knowledge.held(seat) for seat in range(len(round_.setup.players))]
        self._barred = list(self._all_barred())
        self._layouts: dict[tuple[Rank | None, Cards], Layout] = {}

    def changes(self) -> Iterator[Change]:
        """Yield all changes that can matter, kind by kind, in the order of their places."""
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
        """Return whether every turn is legal and every pass can be honest after the change."""
        start = change.place - 1
        if change.kind is SlipKind.SWAPPED and self.moves[start] is self.moves[start + 1]:
            return False  # exchanging two passes changes nothing
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
        """Return the first turn after which the passes cannot all have been honest."""
        turns = len(self.moves)
        judged = bisect_left(range(1, turns), True, key=self._is_false_after)
        return min(judged + 1, turns)

    def _is_false_after(self, turns: int) -> bool:
        self.work += _A_JUDGING * turns
        return not judge(self._before[turns]).all_honest

    def _others(self, place: int) -> tuple[Card, ...]:
        """Return the cards that were playable at this turn and are not entered in the round."""
        return spread(self._before[place - 1].playable & ~self.round.layout.laid)

    def _all_barred(self) -> Iterator[tuple[Cards, ...]]:
        """Yield the cards that each player cannot lay, before the first turn and after each."""
        barred: list[Cards] = []
        for seat, hand in enumerate(self.round.knowledge.hands):
            elsewhere = NO_CARDS
            for other, known in enumerate(self._known):
                elsewhere |= known if other != seat else NO_CARDS
            barred.append(elsewhere if hand is None else ~hand)
        yield tuple(barred)
        for turn, met in zip(self.round.turns, self.round.met, strict=True):
            if isinstance(turn, events.Passed):
                barred[turn.seat] |= met
            yield tuple(barred)

    def _fits(self, before: Round, leader: Seat, moves: Moves) -> bool:
        """Return whether the walk finds no illegal card and no pass with a known playable card."""
        barred = list(self._barred[len(before.turns)])
        left = list(before.cards_left)
        layout = before.layout
        playable = before.playable
        seat = leader if before.due is None else before.due
        players = len(left)
        to_go = (len(left) - 1 if before.setup.rules.play_on else 1) - len(before.out)
        for move in moves:
            self.work += 1
            if move is None:
                if not to_go or playable & self._known[seat]:
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
        """Return the layout after the card, cached because most changes share their layouts."""
        key = layout.starter or card.rank, layout.laid | card.bit
        known = self._layouts.get(key)
        if known is None:
            known = self._layouts[key] = layout.with_card(card)
        return known


MOST_WORK: Final = 100_000
"""Upper bound of walked turns in one search."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Changes of one kind, at neighbouring places, each of which explains the false passes.

    `places` are entered turns, counted from 1: a forgotten turn is missing directly before one of
    these turns, and a swap exchanges one of them with the next. `seats` are the seats of these
    turns as entered; an inserted turn belongs to the same seat. `card` was forgotten, is one too
    many, or was laid in place of the entered card. `leader` leads the changed round.
    """

    kind: SlipKind
    places: tuple[int, ...]
    seats: tuple[Seat, ...]
    card: Card | None
    leader: Seat

    @property
    def changes(self) -> frozenset[Change]:
        """Single changes of the slip."""
        return frozenset(Change(self.kind, place, self.card, self.leader) for place in self.places)

    @property
    def first(self) -> int:
        """First of the places."""
        return self.places[0]

    @property
    def last(self) -> int:
        """Last of the places."""
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Search:
    """Result of a search for slips, best first.

    `false_passes` is the least number of false passes in the entered round, and `certain` is true
    if it is certain which passes were false. There may be further slips if `work` reached
    `MOST_WORK`.
    """

    false_passes: int
    certain: bool
    slips: tuple[Slip, ...]
    work: int

    @property
    def accuses_nobody_yet(self) -> bool:
        """True if a slip is more likely than the false passes it explains.

        One slip is as likely as one certain false pass, but more likely than two false passes, or
        than a false pass of an unknown player.
        """
        return bool(self.slips) and (self.false_passes > 1 or not self.certain)


def explained(round_: Round) -> Search | None:
    """Return the search if a slip is more likely than the false passes, else None.

    With one certain false pass, or none, nothing is searched.
    """
    false_passes, certain = _false_passes(judge(round_))
    if not false_passes or (false_passes == 1 and certain):
        return None
    found = search(round_)
    return found if found.accuses_nobody_yet else None


@once
def search(round_: Round) -> Search:
    """Search a round for slips; stop at `MOST_WORK`, which no real round comes near.

    There are none if the round is void or no pass was false.
    """
    false_passes, certain = _false_passes(judge(round_))
    if round_.void or not false_passes or _is_hopeless(round_):
        return Search(false_passes, certain, (), 0)
    attempts = Attempts(round_)
    tried: list[tuple[Change, bool]] = []
    for change in attempts.changes():
        if attempts.work >= MOST_WORK:
            break
        tried.append((change, attempts.is_honest(change)))
    return Search(false_passes, certain, _offers(round_, tried), attempts.work)


def _offers(round_: Round, tried: Sequence[tuple[Change, bool]]) -> tuple[Slip, ...]:
    """Return the slips among the changes that were tried, neighbours together, best first.

    Slips that change the layout on the table come last, since the next card would show the error.
    All kinds count as equally likely, and so do all changes of a kind, so a slip ranks by its share
    of the changes of its kind.
    """
    of_kind = Counter(change.kind for change, _ in tried)
    offers = [
        _offer(round_, [change for change, _ in neighbours])
        for (_, honest), neighbours in groupby(
            sorted(tried, key=lambda pair: _alike(pair[0])),
            key=lambda pair: (_alike(pair[0]), pair[1]),
        )
        if honest
    ]

    def rank(slip: Slip) -> tuple[bool, float, int]:
        return slip.card is not None, -len(slip.places) / of_kind[slip.kind], slip.first

    return tuple(sorted(offers, key=rank))


def _alike(change: Change) -> tuple[str, int, Seat]:
    """Return the key shared by changes that differ only in their places."""
    return change.kind.value, change.card.bit if change.card else NO_CARDS, change.leader


def _offer(round_: Round, changes: Sequence[Change]) -> Slip:
    first = changes[0]
    places = tuple(change.place for change in changes)
    seats = tuple(round_.turns[place - 1].seat for place in places)
    if first.kind is SlipKind.OTHER_LEADER:
        seats = (first.leader,)
    return Slip(first.kind, places, seats, first.card, first.leader)


def _false_passes(judgement: Judgement) -> tuple[int, bool]:
    """Return the least number of false passes, and whether it is certain which passes they are."""
    illegal = len(judgement.illegal)
    if not judgement.contradiction:
        return illegal, True
    suspects = len(judgement.suspects)
    return illegal + (1 if suspects else 2), suspects == 1


def _is_hopeless(round_: Round) -> bool:
    """Return whether the round has more turns than honest players can take, or free ones.

    Some player can always play, so one of as many neighbouring turns as there are players is a
    card.
    """
    if not round_.setup.rules.must_play:
        return True
    players = len(round_.setup.players)
    return len(round_.turns) > (round_.setup.rules.pack.size + 1) * players


@dataclass(frozen=True, slots=True)
class Skipped:
    """Passes of the players before a seat whose turn it is.

    `passed` is the round with these passes. It differs from the round as entered only in them.
    """

    entered: Round
    seats: tuple[Seat, ...]

    @staticmethod
    def before(round_: Round, seat: Seat) -> "Skipped":
        """Return the passes of the players who are due before this seat."""
        return Skipped(round_, round_.seats_before(seat))

    @property
    def passed(self) -> Round:
        """Round after the passes."""
        return _with_passes(self.entered, self.seats)

    @property
    def false(self) -> tuple[Ruling, ...]:
        """Rulings on those of the passes that would certainly be false."""
        return self._false_in(self.passed)

    @property
    def doubted(self) -> bool:
        """True if the passes contradict what is known."""
        return self._is_doubtful(self.passed)

    @property
    def slips(self) -> tuple[Slip, ...]:
        """Slips after which the passes are no false ones and the seat is due all the same.

        Each is a forgotten turn in place of one of the passes, or changes turns without adding one.
        """
        laid = tuple(self._laid())
        entered = len(self.entered.turns)
        known = frozenset(change for slip in laid for change in slip.changes)
        missed = search(_with_passes(self.entered, self.seats[:-1])).slips
        others = search(self.passed).slips
        found = (
            *(slip for slip in missed if slip.kind in FORGOTTEN),
            *(slip for slip in others if slip.kind is SlipKind.SWAPPED and slip.last < entered),
            *(slip for slip in others if slip.kind is SlipKind.OTHER_CARD),
        )
        return (*laid, *(slip for slip in found if not slip.changes & known))

    def passes_beside(self, slip: Slip) -> int:
        """Return the number of passes that are to be entered besides this slip."""
        return len(self.seats) - (slip.kind in FORGOTTEN)

    def _laid(self) -> Iterator[Slip]:
        """Yield the known cards that one of the players may have laid instead of passing."""
        for ruling in self.false:
            place = ruling.turn - len(self.entered.turns) - 1
            before = _with_passes(self.entered, self.seats[:place])
            for holding in ruling.proof:
                laid = events.Played(ruling.seat, holding.card)
                if before.objection(laid) or before.following(laid).over:
                    continue
                after = _with_passes(before.following(laid), self.seats[place + 1 :])
                if not self._is_doubtful(after):
                    card = holding.card
                    leader = after.turns[0].seat
                    kind = SlipKind.CARD_FORGOTTEN
                    yield Slip(kind, (ruling.turn,), (ruling.seat,), card, leader)

    def _false_in(self, after: Round) -> tuple[Ruling, ...]:
        entered = len(self.entered.turns)
        return tuple(ruling for ruling in judge(after).illegal if ruling.turn > entered)

    def _is_doubtful(self, after: Round) -> bool:
        """Return whether a further pass is false, or the passes contradict each other only now."""
        contradicts = judge(after).contradiction and not judge(self.entered).contradiction
        return contradicts or bool(self._false_in(after))


def _with_passes(round_: Round, seats: Sequence[Seat]) -> Round:
    return reduce(Round.following, map(events.Passed, seats), round_)
