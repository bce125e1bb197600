"""Slips: single changes of the entered turns that would explain false passes.

Whose turn it is follows from the order of the turns, so a turn that is put in or taken out gives
all later ones to other players. What was told of hands stays with its players.

Only places up to the first moment at which the passes are known not to be all honest can matter: a
change behind it leaves everything as it was until then. From the place on, each change is walked
with a bit mask a player, the cards that this player cannot lay: what other players are known to
hold, and what was playable when the player passed. A card that falls under its mask, or that the
layout does not take, ends the walk. What is left, a few in a hundred, is played and judged anew.

Most false passes are slips of whoever enters the turns. A slip is offered only where the round made
of the changed turns is one that the rules take, and the judge finds in it no illegal pass and no
contradiction. It explains then all false passes of the round at once.

Another card than the one entered is any card that could have been played at that turn and is not
entered in the round: the same rank of another suit, or the other end of the run, are among them,
and which cards lie beside each other on a screen is not the core's to know.

A turn that was entered as a pass although a card was laid is not looked for: nearly every false
pass could be that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby
from typing import Final, NamedTuple

from companion.core.cards import NO_CARDS, PACK, Card, Cards, Rank, spread
from companion.core.judge import Judgement, judge
from companion.core.rounds.layout import Layout
from companion.core.rounds.repair import Move, moves_of
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import (
    PACK_SIZE,
    Event,
    HandEntered,
    Passed,
    Played,
    Seat,
    Seen,
    Setup,
    Shown,
    honest_deal,
)

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


_A_JUDGING = 12
"""What playing and judging one turn costs, in turns that are walked; measured."""


class Attempts:
    """The changes of a round that was led, and what trying them has cost so far."""

    def __init__(self, round_: Round) -> None:
        assert round_.leader is not None
        self.round, self.leader = round_, round_.leader
        self.moves = moves_of(round_)
        self.work = 0
        """Turns walked so far, and those judged for what they cost."""
        begun = begun_by(round_, self.leader)
        assert begun is not None
        self._before = [begun]
        for turn in round_.turns:
            self._before.append(self._before[-1].following(turn))
        self._told = [round_.knowledge.held(seat) for seat in range(len(round_.setup.players))]
        self._barred = list(self._all_barred())
        self._layouts: dict[tuple[Rank | None, Cards], Layout] = {}

    def changes(self) -> Iterator[Change]:
        """All changes that can matter, kind by kind, each kind in the order of its places."""
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
        """Whether after that change every turn fits and all passes can have been honest."""
        start = change.place - 1
        if change.kind is SlipKind.SWAPPED and self.moves[start] is self.moves[start + 1]:
            return False  # two passes: the round stays as it is
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
        """The first turn after which the passes cannot all have been honest; what follows it need
        not be changed.
        """
        turns = len(self.moves)
        judged = bisect_left(range(1, turns), True, key=self._is_false_after)
        return min(judged + 1, turns)

    def _is_false_after(self, turns: int) -> bool:
        self.work += _A_JUDGING * turns
        return not judge(self._before[turns]).all_honest

    def _others(self, place: int) -> tuple[Card, ...]:
        """The cards that were playable at that turn and are not entered in the round."""
        return spread(self._before[place - 1].playable & ~self.round.layout.laid)

    def _all_barred(self) -> Iterator[tuple[Cards, ...]]:
        """For each number of turns taken: the cards that each player cannot lay any more."""
        barred: list[Cards] = []
        for seat, hand in enumerate(self.round.knowledge.hands):
            elsewhere = NO_CARDS
            for other, told in enumerate(self._told):
                elsewhere |= told if other != seat else NO_CARDS
            barred.append(elsewhere if hand is None else PACK & ~hand)
        yield tuple(barred)
        for turn, met in zip(self.round.turns, self.round.met, strict=True):
            if isinstance(turn, Passed):
                barred[turn.seat] |= met
            yield tuple(barred)

    def _fits(self, before: Round, leader: Seat, moves: Moves) -> bool:
        """Whether no card contradicts an earlier pass of its player, as far as a walk shows."""
        barred, left = list(self._barred[len(before.turns)]), list(before.cards_left)
        layout, playable = before.layout, before.playable
        seat, players = leader if before.due is None else before.due, len(left)
        to_go = before.setup.finishers - len(before.out)
        for move in moves:
            self.work += 1
            if move is None:
                if not to_go or playable & self._told[seat]:
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
        """The layout after the card; most changes lead to layouts that others led to as well."""
        key = layout.starter or card.rank, layout.laid | card.bit
        known = self._layouts.get(key)
        if known is None:
            known = self._layouts[key] = layout.with_card(card)
        return known


MOST_WORK: Final = 100_000
"""Turns walked at most in one search."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One offer: a kind, and neighbouring places that explain the false passes alike.

    `places` are turns as entered, from 1: what was forgotten is missing directly before one of
    them, of two that are swapped it is the first, else it is the turn itself. `seats` say for each
    place whose turn that was as entered; a pass or a card that is put in before it is that
    player's. `card` was forgotten, is too many, or was laid instead of the one entered. `leader`
    leads the round after the change.
    """

    kind: SlipKind
    places: tuple[int, ...]
    seats: tuple[Seat, ...]
    card: Card | None
    leader: Seat

    @property
    def changes(self) -> frozenset[Change]:
        """Each single change that the offer stands for."""
        return frozenset(Change(self.kind, place, self.card, self.leader) for place in self.places)

    @property
    def first(self) -> int:
        """The first of the places."""
        return self.places[0]

    @property
    def last(self) -> int:
        """The last of the places."""
        return self.places[-1]


@dataclass(frozen=True, slots=True)
class Search:
    """What was looked for in a round: how many passes were false at least as it was entered,
    whether it is certain which, the slips that explain them, best first, and the turns walked.
    Where these are `MOST_WORK`, further slips may explain them.
    """

    false_passes: int
    certain: bool
    slips: tuple[Slip, ...]
    work: int

    @property
    def accuses_nobody_yet(self) -> bool:
        """Whether a slip comes first: one explains two or more false passes, or passes of which it
        is not certain whose was false. Where it explains one, it and the false pass are as good.
        """
        return bool(self.slips) and (self.false_passes > 1 or not self.certain)


def explained(round_: Round) -> Search | None:
    """The slips that stand before any accusation, if there are such; None else, without a search
    where one certain false pass or none makes it needless.
    """
    false_passes, certain = _false_passes(judge(round_))
    if not false_passes or (false_passes == 1 and certain):
        return None
    found = search(round_)
    return found if found.accuses_nobody_yet else None


def slips(round_: Round) -> tuple[Slip, ...]:
    """The slips that explain the false passes of the round, best first; none where no pass must
    have been false, or where the round is void.
    """
    return search(round_).slips


@once
def search(round_: Round) -> Search:
    """The search for slips in a round. It gives up beyond `MOST_WORK`, with what it has found; in
    rounds that people play it needs a small part of that.
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
    """The honest ones of the changes that were tried, neighbours together, best first.

    Slips that leave another layout than the one on the table come last, since whoever enters the
    next card sees them. Else each kind is taken as equally likely, and so is each change of a kind:
    the larger the share of a kind's changes that an offer covers, the better it is.
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
    """What changes have in common that differ in their places alone."""
    return change.kind.value, change.card.bit if change.card else NO_CARDS, change.leader


def _offer(round_: Round, changes: Sequence[Change]) -> Slip:
    first = changes[0]
    places = tuple(change.place for change in changes)
    seats = tuple(round_.turns[place - 1].seat for place in places)
    if first.kind is SlipKind.OTHER_LEADER:
        seats = (first.leader,)
    return Slip(first.kind, places, seats, first.card, first.leader)


def _false_passes(judgement: Judgement) -> tuple[int, bool]:
    """How many passes were false at least, and whether it is certain which."""
    illegal = len(judgement.illegal)
    if not judgement.contradiction:
        return illegal, True
    suspects = len(judgement.suspects)
    return illegal + (1 if suspects else 2), suspects == 1


def _is_hopeless(round_: Round) -> bool:
    """Whether the turns are more than honest players can take. Somebody can always play, so of
    neighbouring turns as many as there are players one is a card.
    """
    players = len(round_.setup.players)
    return len(round_.turns) > PACK_SIZE * players + players
