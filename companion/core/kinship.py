"""Comparison of a series that is imported or restored with the series of the archive.

A series goes on further than another one if it has all of its facts and more: every turn, hand,
payment and tick, and the chips handed over to settle it. Names, the dates of rounds and the worth
of a chip can change at any time and do not count.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import takewhile
from typing import Final

from companion.core.cards import Card, spread
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Passed, Played, Seen, Setup, Shown
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.steps import Dealt, Ended, Planned, Recorded, Repaired, Settled, Step, Valued


class Kin(Enum):
    """Relation of an imported series to the series of the archive that matches best."""

    NEW = "new"
    """No series of the archive matches."""
    SAME = "same"
    SHORTER = "shorter"
    """The archived series goes on further than the imported one."""
    FURTHER = "further"
    """The imported series goes on further than the archived one."""
    DIFFERS = "differs"
    """Each has facts that the other one lacks."""


TAKEN: Final = frozenset({Kin.NEW, Kin.FURTHER, Kin.DIFFERS})
"""Relations in which a series is imported by default."""
BESIDE: Final = frozenset({Kin.FURTHER, Kin.DIFFERS})
"""Relations in which a person can choose whether a series is imported."""
_CARDS_IN_COMMON: Final = 4
"""Number of equal first cards from which two series count as the same evening."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """Facts of a round for a comparison; a pass is None among the `turns`."""

    setup: Setup
    turns: tuple[Card | None, ...]
    others: Counter[Hashable]

    def contains(self, part: "RoundFacts") -> bool:
        """Return whether all facts of another round are facts of this one."""
        return (
            self.setup == part.setup
            and self.turns[: len(part.turns)] == part.turns
            and self.others >= part.others
        )


@dataclass(frozen=True, slots=True)
class Story:
    """Facts of a series for a comparison; `called` maps handles to full names."""

    name: str
    called: Mapping[str, str]
    rules: Rules
    rounds: tuple[RoundFacts, ...]
    settled: Counter[Settled]
    ended: bool

    def contains(self, part: "Story") -> bool:
        """Return whether all facts of another series are facts of this one.

        The end of the other one does not count if this one has a further round.
        """
        return (
            self.rules == part.rules
            and (len(self.rounds), self.ended) >= (len(part.rounds), part.ended)
            and self.settled >= part.settled
            and all(map(RoundFacts.contains, self.rounds, part.rounds))
        )


@dataclass(frozen=True, slots=True)
class Match:
    """Relation of an imported series to the archived series of this number."""

    kin: Kin
    number: int = 0


def story_of(series: Series) -> Story:
    """Return the story of a series."""
    called = {player.handle: player.name for player in series.players}
    rounds, settled = tuple(map(_facts, series.rounds)), Counter(series.settled)
    return Story(series.name, called, series.rules, rounds, settled, series.ended)


def _facts(round_: Round) -> RoundFacts:
    turns = tuple(turn.card if isinstance(turn, Played) else None for turn in round_.turns)
    others = Counter[Hashable](("after the void", event) for event in round_.decisions.after_void)
    for event in round_.events:
        if isinstance(event, Seen | Shown):
            others.update((type(event), event.seat, card) for card in spread(event.cards))
        elif not isinstance(event, Played | Passed):
            others[event] += 1
    return RoundFacts(replace(round_.setup, date=""), turns, others)


def kin(ours: Story, theirs: Story, *, known: bool = False) -> Kin:
    """Return the relation of an imported series, `theirs`, to an archived one, `ours`.

    `known` means that both have the same id.
    """
    if not known and not _is_one_evening(ours, theirs):
        return Kin.NEW
    contains, contained = ours.contains(theirs), theirs.contains(ours)
    if contains:
        return Kin.SAME if contained else Kin.SHORTER
    return Kin.FURTHER if contained else Kin.DIFFERS


def _is_one_evening(ours: Story, theirs: Story) -> bool:
    """Return whether names, or else the first cards, show that both are states of one series."""
    our_round, their_round = ours.rounds[0], theirs.rounds[0]
    if our_round.setup != their_round.setup:
        return False
    both = ours.called.keys() & theirs.called.keys()
    if ours.name == theirs.name and all(
        ours.called[handle] == theirs.called[handle] for handle in both
    ):
        return True
    pairs = takewhile(
        lambda pair: pair[0] == pair[1], zip(our_round.turns, their_round.turns, strict=False)
    )
    return sum(card is not None for card, _ in pairs) >= _CARDS_IN_COMMON


def steps_beyond(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps that continue our series until it contains theirs."""
    for number, (our_round, their_round) in enumerate(
        zip(ours.rounds, theirs.rounds, strict=False), 1
    ):
        before, after = tuple(our_round.events), tuple(their_round.events)
        if after[: len(before)] == before:
            yield from (Recorded(number, event) for event in after[len(before) :])
        else:
            yield Repaired(number, their_round.setup, after)
    known = {player.handle for player in ours.players}
    for number, dealt in enumerate(theirs.rounds[len(ours.rounds) :], len(ours.rounds) + 1):
        new = {*dealt.setup.players} - known
        yield Dealt(dealt.setup, tuple(player for player in theirs.players if player.handle in new))
        yield from (Recorded(number, event) for event in dealt.events)
        known |= new
    if theirs.planned and theirs.planned != ours.planned:
        yield Planned(theirs.planned)
    yield from (Counter(theirs.settled) - Counter(ours.settled)).elements()
    if theirs.worth and theirs.worth != ours.worth:
        yield Valued(theirs.worth)
    if theirs.ended and not ours.ended:
        yield Ended()


def taken_by_default(matches: Iterable[Match]) -> frozenset[int]:
    """Return the places of the series that are imported by default."""
    return frozenset(place for place, match in enumerate(matches) if match.kin in TAKEN)


def closest(found: Mapping[Kin, int]) -> Match:
    """Return the closest of the relations found, each with the number of an archived series."""
    order = (Kin.SAME, Kin.SHORTER, Kin.FURTHER, Kin.DIFFERS)
    return next((Match(kin, found[kin]) for kin in order if kin in found), Match(Kin.NEW))
