"""Whether a series that is brought is here already, in this state or in another one.

One holds another when all that stands in that one stands in it too: every turn, hand, payment and
tick, and what was handed over at the end. Names can change at any time, so they are set apart:
where they differ, the cards that were played must tell that it is the same evening.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from itertools import takewhile
from types import MappingProxyType
from typing import Final

from companion.core.cards import NO_CARDS
from companion.core.forecast import Entry
from companion.core.log import Log
from companion.core.rounds.setup import Decisions, Knowledge, Played, Setup, Turn
from companion.core.rules import Rules
from companion.core.series import Series
from companion.core.sheet import dumps
from companion.core.steps import Dealt, Ended, Planned, Recorded, Repaired, Settled, Step


class Kin(Enum):
    """How a series that is brought stands to those that are here."""

    NEW = "new"
    SAME = "same"
    RENAMED = "renamed"
    """The same but for names."""
    BEHIND = "behind"
    """The one that is here has all that stands in it, and more."""
    FURTHER = "further"
    """It has all that stands in the one that is here, and more."""
    DIFFERS = "differs"
    """Each has something that the other one lacks."""
    CHANGED = "changed"
    """Known by its id or its cards: each has something that the other one lacks, but it was not
    played further. The one that is here was changed since, dealt anew or repaired.
    """

    UNREAD = "unread"
    """It is known here by its id, and the one that is here cannot be read."""


TAKEN: Final = frozenset({Kin.NEW, Kin.FURTHER, Kin.DIFFERS, Kin.UNREAD})
"""Those that become a series of their own, unless somebody wants it otherwise."""
BESIDE: Final = frozenset({Kin.FURTHER, Kin.DIFFERS, Kin.CHANGED, Kin.UNREAD})
"""Those that would stand beside another one, and that somebody can choose to have or not."""
_TELLING: Final = 4
"""So many cards, the same from the first one on, tell that two evenings are one."""
_TELLING_IF_NAMED: Final = 1
"""So many where the series have the same name, and only players are called otherwise."""


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round, to be held against another."""

    setup: Setup
    turns: tuple[str, ...]
    knowledge: Knowledge
    decisions: Decisions


@dataclass(frozen=True, slots=True)
class Story:
    """A series, to be held against another; `called` has the full name behind each handle."""

    digest: bytes
    name: str
    called: Mapping[str, str]
    begins: tuple[Rules, str]
    rounds: tuple[RoundTold, ...]
    planned: Rules | None
    ended: bool
    settled: tuple[Settled, ...]

    @property
    def just_begun(self) -> bool:
        """Whether there is no turn in it: two of those can be equal and not the same."""
        return not any(told.turns for told in self.rounds)


@dataclass(frozen=True, slots=True)
class Match:
    """How a series stands to those that are here, and the number of the one it is held against."""

    kin: Kin
    number: int = 0


def story_of(log: Log, sheet: str = "") -> Story:
    """The story of a series whose canonical sheet this is."""
    series = log.series
    return Story(
        sha256((sheet or dumps(log)).encode()).digest(),
        series.name,
        {player.handle: player.name for player in series.players},
        (series.rules, series.worth),
        tuple(
            RoundTold(one.setup, tuple(map(_turn, one.turns)), one.knowledge, one.decisions)
            for one in series.rounds
        ),
        series.planned,
        series.ended,
        series.settled,
    )


def _turn(turn: Turn) -> str:
    return turn.card.text if isinstance(turn, Played) else ""


def kin(ours: Story, theirs: Story, *, known: bool = False) -> Kin:
    """How theirs stands to ours; of one that is `known` to be the same its id tells that."""
    if ours.digest == theirs.digest:
        return Kin.SAME
    same = known or _is_one_evening(ours, theirs)
    if same and _holds(ours, theirs):
        return Kin.RENAMED if _holds(theirs, ours) else Kin.BEHIND
    if same and _holds(theirs, ours):
        return Kin.FURTHER
    if known or _cards_in_common(ours, theirs) >= _TELLING:
        return Kin.DIFFERS if _played(theirs) > _played(ours) else Kin.CHANGED
    began = ours.rounds[0].setup.players == theirs.rounds[0].setup.players
    return Kin.DIFFERS if began and (same or ours.name == theirs.name) else Kin.NEW


def steps_beyond(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps with which our series goes on until it holds all that theirs holds."""
    for number, (mine, yours) in enumerate(zip(ours.rounds, theirs.rounds, strict=False), 1):
        before, after = tuple(mine.events), tuple(yours.events)
        if after[: len(before)] == before:
            yield from (Recorded(number, event) for event in after[len(before) :])
        else:
            yield Repaired(number, yours.setup, after)
    known = {player.handle for player in ours.players}
    for number, dealt in enumerate(theirs.rounds[len(ours.rounds) :], len(ours.rounds) + 1):
        seated = {*dealt.setup.players} - known
        yield Dealt(dealt.setup, tuple(one for one in theirs.players if one.handle in seated))
        yield from (Recorded(number, event) for event in dealt.events)
        known |= seated
    if theirs.planned and theirs.planned != ours.planned:
        yield Planned(theirs.planned)
    yield from (Counter(theirs.settled) - Counter(ours.settled)).elements()
    if theirs.ended and not ours.ended:
        yield Ended()


def _played(story: Story) -> tuple[int, int]:
    """How far it was played: rounds, and turns in the last one."""
    return len(story.rounds), len(story.rounds[-1].turns)


def _is_one_evening(one: Story, other: Story) -> bool:
    """Whether names, or else cards, tell that they are states of the same series."""
    both = one.called.keys() & other.called.keys()
    if one.name == other.name and all(one.called[who] == other.called[who] for who in both):
        return True
    enough = _TELLING_IF_NAMED if one.name and one.name == other.name else _TELLING
    return _cards_in_common(one, other) >= enough


def _cards_in_common(one: Story, other: Story) -> int:
    """How many cards both begin with."""
    mine, yours = one.rounds[0], other.rounds[0]
    if mine.setup != yours.setup:
        return 0
    pairs = zip(mine.turns, yours.turns, strict=False)
    return sum(bool(card) for card, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _holds(whole: Story, part: Story) -> bool:
    """Whether all that stands in a part, but for names, stands in the whole. That a table ended it,
    or planned other rules, counts until it plays a further round.
    """
    further = len(whole.rounds) - len(part.rounds)
    if further < 0 or whole.begins != part.begins:
        return False
    pairs = zip(whole.rounds, part.rounds, strict=False)
    return (
        all(_holds_round(mine, yours) for mine, yours in pairs)
        and (further > 0 or whole.ended >= part.ended)
        and (further > 0 or part.planned in {None, whole.planned})
        and not Counter(part.settled) - Counter(whole.settled)
    )


def _holds_round(whole: RoundTold, part: RoundTold) -> bool:
    known, told = whole.knowledge, part.knowledge
    return (
        whole.setup == part.setup
        and whole.turns[: len(part.turns)] == part.turns
        and all(hand in {None, ours} for ours, hand in zip(known.hands, told.hands, strict=True))
        and all(seen & ~ours == NO_CARDS for ours, seen in zip(known.seen, told.seen, strict=True))
        and all(
            shown & ~ours == NO_CARDS for ours, shown in zip(known.shown, told.shown, strict=True)
        )
        and _holds_decisions(whole.decisions, part.decisions)
    )


def _holds_decisions(whole: Decisions, part: Decisions) -> bool:
    return (
        whole.waived >= part.waived
        and whole.paid >= part.paid
        and not Counter(part.payments) - Counter(whole.payments)
        and not Counter(part.points) - Counter(whole.points)
        and whole.called_off >= part.called_off
    )


_CLOSEST: Final = (
    *(Kin.SAME, Kin.RENAMED, Kin.BEHIND),
    *(Kin.FURTHER, Kin.CHANGED, Kin.UNREAD, Kin.DIFFERS),
)


def taken_at_first(matches: Iterable[Match]) -> frozenset[int]:
    """The places of the series that are taken unless somebody chooses otherwise."""
    return frozenset(place for place, match in enumerate(matches) if match.kin in TAKEN)


class KnownSeries:
    """The series that are here, with the `ids` by which they are known. Only those of the same id
    or the same date can be kin, and are asked for their story, once.
    """

    def __init__(
        self, entries: Iterable[Entry], ids: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        self._stories: dict[int, Story | None] = {}
        self._held_against: set[int] = set()
        self._by_id: dict[str, int] = {}
        for entry in entries:
            self._add(entry, entry.number, ids.get(entry.number, ""))

    def unread(self, entry: Entry, known_as: str = "") -> list[int]:
        """The series whose stories are wanted before it can be matched."""
        return [one for one in self._candidates(entry, known_as) if one not in self._stories]

    def note(self, number: int, story: Story | None) -> None:
        """What a series tells; None where it cannot be read."""
        self._stories[number] = story

    def add(self, number: int, entry: Entry, story: Story, known_as: str = "") -> None:
        """One more is here."""
        self._add(entry, number, known_as)
        self._stories[number] = story

    def end_of_file(self) -> None:
        """Let series that have just begun be matched again: another file may bring the same."""
        self._held_against.clear()

    def match(self, entry: Entry, story: Story, known_as: str = "") -> Match:
        """How a series stands to those that are here. One that has just begun is not held against
        the one that another one was held against: a table may begin twice in the same way.
        """
        found: dict[Kin, int] = {}
        passed_over = self._held_against if story.just_begun else ()
        for number in self._candidates(entry, known_as):
            ours, known = self._stories.get(number), self._by_id.get(known_as) == number
            if ours and number not in passed_over:
                found.setdefault(kin(ours, story, known=known), number)
            elif known and not ours:
                found[Kin.UNREAD] = number
        if not (entry.name or entry.date or known_as in self._by_id):
            found.pop(Kin.DIFFERS, None)  # that neither has a name says nothing
        match = next((Match(one, found[one]) for one in _CLOSEST if one in found), Match(Kin.NEW))
        if match.number and match.kin not in TAKEN:
            self._held_against.add(match.number)
        return match

    def _add(self, entry: Entry, number: int, known_as: str) -> None:
        self._numbers[entry.date].append(number)
        if known_as:
            self._by_id.setdefault(known_as, number)

    def _candidates(self, entry: Entry, known_as: str) -> list[int]:
        """Those that can be kin; the one of the same id first."""
        known = self._by_id.get(known_as)
        same_day = self._numbers[entry.date]
        return same_day if known is None else [known, *(one for one in same_day if one != known)]
