"""Comparison of a series that is imported or restored with the series of the archive.

Two series are the same evening by the facts of their rounds: the dealer's seat, the sizes of the
hands and the turns. Payments and the end may go on further. Names, dates, rules and handles do not
count: players are distinguished by the order in which they first sat down.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from companion.core.names import Player, handle_for
from companion.core.payments import Payment, payments
from companion.core.rounds.events import Played
from companion.core.rounds.round import Round
from companion.core.rounds.texts import POT_WORD
from companion.core.rules import ChipPlace
from companion.core.series import Series
from companion.core.steps import (
    Dealt,
    Ended,
    HandedOver,
    LeftOpen,
    Planned,
    PutOff,
    Recorded,
    Repaired,
    Step,
    Valued,
)


class Kin(Enum):
    """Relation of an imported series to the series of the archive that matches best."""

    NEW = "new"
    SAME = "same"
    """The archived series has all rounds of the imported one."""
    FURTHER = "further"
    """The imported series goes on further than the archived one."""


_CARDS_IN_COMMON: Final = 4
"""Number of equal first cards from which two series count as the same evening."""

RoundFacts = tuple[int, tuple[int, ...], tuple[object, ...]]
"""Seat of the dealer, sizes of the hands, and turns: a card each, None for a pass."""


class Story(NamedTuple):
    """Facts of a series: its rounds, whether it was ended, and the chips that are open.

    Of two with all `facts` equal, the one with less open goes on further.
    """

    rounds: tuple[RoundFacts, ...]
    ended: bool = False
    open: int = 0
    facts: int = 0


@dataclass(frozen=True, slots=True)
class Match:
    """Relation of an imported series to the archived series of this number."""

    kin: Kin
    number: int = 0


def story_of(series: Series) -> Story:
    """Return the facts of a series."""
    owed = sum(paid.chips for paid in series.open)
    facts = hash(tuple(tuple(round_.events) for round_ in series.rounds))
    return Story(tuple(map(_facts, series.rounds)), series.ended, owed, facts)


def _seated(series: Series) -> tuple[str, ...]:
    """Return the handles of all players in the order in which they first sat down."""
    seated = (handle for round_ in series.rounds for handle in round_.setup.players)
    return tuple(dict.fromkeys(seated))


Beginning = tuple[str, str]
"""Texts that all states of one evening share: the first deal with the players and the date, and
with the first cards, empty before there are enough of them."""


def beginning_of(series: Series) -> Beginning:
    """Return the beginning of a series, by which the same evening is found."""
    dealer, sizes, turns = _facts(series.rounds[0])
    cards = [str(turn) for turn in turns if turn is not None]
    by_result = series.rounds[0].by_result
    deal = " ".join(map(str, (dealer, *sizes)))
    known = " ".join((deal, series.date, *series.rounds[0].setup.players))
    if not by_result and len(cards) < _CARDS_IN_COMMON:
        return known, ""
    return known, " ".join((deal, *(cards if by_result else cards[:_CARDS_IN_COMMON])))


def could_be_same(ours: Beginning, theirs: Beginning) -> bool:
    """Return whether two beginnings can be of one evening; a bare deal proves too little."""
    return ours[1] == theirs[1] if ours[1] and theirs[1] else ours[0] == theirs[0]


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
    more = len(whole.rounds) - len(part.rounds)
    if more < 0 or (part.ended and not whole.ended and not more):
        return False
    rounds = zip(whole.rounds, part.rounds, strict=False)
    if whole.facts == part.facts and whole.ended == part.ended and whole.open > part.open:
        return False
    return all(
        one[:2] == other[:2] and one[2][: len(other[2])] == other[2] for one, other in rounds
    )


def steps_beyond(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps that continue our series until it contains theirs."""
    handles = _our_handles(ours, theirs)
    for number, (our_round, their_round) in enumerate(
        zip(ours.rounds, theirs.rounds, strict=False), 1
    ):
        before = tuple(our_round.events)
        after = tuple(their_round.events)
        if after[: len(before)] == before:
            yield from (Recorded(number, event) for event in after[len(before) :])
        elif len(_facts(their_round)[2]) > len(_facts(our_round)[2]):
            yield Repaired(number, our_round.setup, after)
    known = {*_seated(ours)}
    for number, dealt in enumerate(theirs.rounds[len(ours.rounds) :], len(ours.rounds) + 1):
        seats = tuple(handles[handle] for handle in dealt.setup.players)
        new = {handle for handle in dealt.setup.players if handles[handle] not in known}
        joined = (player for player in theirs.players if player.handle in new)
        called = tuple(Player(handles[player.handle], player.name) for player in joined)
        yield Dealt(replace(dealt.setup, players=seats), called)
        yield from (Recorded(number, event) for event in dealt.events)
        known.update(seats)
    if theirs.planned and theirs.planned != ours.planned:
        yield Planned(theirs.planned)
    if theirs.worth and theirs.worth != ours.worth:
        yield Valued(theirs.worth)
    if theirs.ended and not ours.ended:
        yield Ended()
    yield from _hand_overs(ours, theirs, {**handles, POT_WORD: POT_WORD})


def _hand_overs(ours: Series, theirs: Series, names: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps behind the rounds, after which the same is open as in theirs."""
    made = Counter({names[handle]: chips for handle, chips in theirs.made})
    if len(ours.rounds) == len(theirs.rounds):
        made.subtract(dict(ours.made))
    yield from (HandedOver(*paid) for paid in payments(made))
    if theirs.chips is ChipPlace.TABLE:
        debts = (Payment(names[payer], names[payee], chips) for payer, payee, chips in theirs.debts)
        yield LeftOpen(tuple(debts))
    yield from (PutOff(names[handle]) for handle in theirs.later)


def _our_handles(ours: Series, theirs: Series) -> Mapping[str, str]:
    """Return our handle of each of their players, in the order in which they sat down."""
    seated = _seated(theirs)
    known = _seated(ours)
    handles = dict(zip(seated, known, strict=False))
    taken = {*known, *(player.handle for player in ours.players)}
    for handle in seated[len(known) :]:
        handles[handle] = handle if handle not in taken else handle_for(handle, tuple(taken))
        taken.add(handles[handle])
    return handles


def taken_by_default(matches: Iterable[Match]) -> frozenset[int]:
    """Return the places of the series that are imported by default."""
    return frozenset(place for place, match in enumerate(matches) if match.kin is not Kin.SAME)
