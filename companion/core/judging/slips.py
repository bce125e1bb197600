"""Slips: where passes look false, the single changes of what was entered that leave all honest.

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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.core.cards import NO_CARDS, Card
from companion.core.judging.attempts import Attempts
from companion.core.judging.change import Change, SlipKind
from companion.core.judging.judge import Judgement, judge
from companion.core.rounds.events import Seat
from companion.core.rounds.round import Round, once
from companion.core.rounds.setup import PACK_SIZE

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
