"""Comparison of a series that is imported or restored with the series of the archive.

Two series are the same evening by the facts of their rounds: who dealt from which seat, the sizes of
the hands and the turns. Names, dates, rules and handles do not count.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.core.rounds.events import Played
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.core.steps import Dealt, Ended, Planned, Recorded, Repaired, Step, Valued


class Kin(Enum):
    """Relation of an imported series to the series of the archive that matches best."""

    NEW = "new"
    SAME = "same"
    """The archived series has all rounds of the imported one."""
    FURTHER = "further"
    """The imported series goes on further than the archived one."""


TAKEN: Final = frozenset({Kin.NEW, Kin.FURTHER})
BESIDE: Final = frozenset({Kin.FURTHER})
_CARDS_IN_COMMON: Final = 4
"""Number of equal first cards from which two series count as the same evening."""

RoundFacts = tuple[int, tuple[int, ...], tuple[object, ...]]
"""Seat of the dealer, sizes of the hands, and turns: a card each, None for a pass."""
Story = tuple[RoundFacts, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Relation of an imported series to the archived series of this number."""

    kin: Kin
    number: int = 0


def story_of(series: Series) -> Story:
    """Return the facts of the rounds of a series."""
    return tuple(map(_facts, series.rounds))


def first_of(series: Series) -> str:
    """Return the text that all states of one evening share: the first deal and its first cards."""
    dealer, sizes, turns = _facts(series.rounds[0])
    cards = [str(turn) for turn in turns if turn is not None]
    if len(cards) < _CARDS_IN_COMMON:
        cards = [series.name, series.date, *(player.handle for player in series.players), *cards]
    elif cards[0] != "result":
        cards = cards[:_CARDS_IN_COMMON]
    return " ".join(map(str, (dealer, *sizes, *cards)))


def _facts(round_: Round) -> RoundFacts:
    turns: tuple[object, ...] = tuple(
        turn.card if isinstance(turn, Played) else None for turn in round_.turns
    )
    if round_.by_result:
        turns = ("result", round_.cards_left, round_.passes)
    return round_.setup.dealer, tuple(round_.setup.hand_sizes), turns


def kin(ours: Story, theirs: Story) -> Kin:
    """Return the relation of an imported series to an archived one."""
    if _contains(ours, theirs):
        return Kin.SAME
    return Kin.FURTHER if _contains(theirs, ours) else Kin.NEW


def _contains(whole: Story, part: Story) -> bool:
    return len(whole) >= len(part) and all(
        one[:2] == other[:2] and one[2][: len(other[2])] == other[2]
        for one, other in zip(whole, part, strict=False)
    )


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
