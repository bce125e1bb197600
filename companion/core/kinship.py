"""Comparison of a series that is imported or restored with the series of the archive.

A series contains another one if it has all of its facts: every turn, hand, payment and tick, and
the chips handed over to settle it. Names can change at any time and do not count. Where names
differ, the cards played must show that both are the same evening.
"""

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
    """Relation of an imported series to the series of the archive that matches best."""

    NEW = "new"
    """No series of the archive matches."""
    SAME = "same"
    RENAMED = "renamed"
    """Both have the same facts under different names."""
    BEHIND = "behind"
    """The archived series contains the imported one and goes on further."""
    FURTHER = "further"
    """The imported series contains the archived one and goes on further."""
    DIFFERS = "differs"
    """Each has facts that the other one lacks."""
    CHANGED = "changed"
    """Each has facts that the other one lacks, but both are one evening by their id or cards.

    The imported series was not played further: the archived one was changed later.
    """

    UNREAD = "unread"
    """The archived series has the same id and cannot be read."""


TAKEN: Final = frozenset({Kin.NEW, Kin.FURTHER, Kin.DIFFERS, Kin.UNREAD})
"""Relations in which a series is imported by default."""
BESIDE: Final = frozenset({Kin.FURTHER, Kin.DIFFERS, Kin.CHANGED, Kin.UNREAD})
"""Relations in which a person can choose whether a series is imported."""
_CARDS_IN_COMMON: Final = 4
"""Number of equal first cards from which two series count as the same evening."""
_CARDS_IN_COMMON_IF_NAMED: Final = 1
"""Number of equal first cards if the series have the same name and only players' names differ."""


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """Facts of a round for a comparison; a pass is an empty string among the `turns`."""

    setup: Setup
    turns: tuple[str, ...]
    knowledge: Knowledge
    decisions: Decisions


@dataclass(frozen=True, slots=True)
class Story:
    """Facts of a series for a comparison; `called` maps handles to full names."""

    digest: bytes
    name: str
    called: Mapping[str, str]
    begins: tuple[Rules, str]
    rounds: tuple[RoundFacts, ...]
    planned: Rules | None
    ended: bool
    settled: tuple[Settled, ...]

    @property
    def just_begun(self) -> bool:
        """True before the first turn; two such series can be equal without being the same."""
        return not any(facts.turns for facts in self.rounds)


@dataclass(frozen=True, slots=True)
class Match:
    """Relation of an imported series to the archived series of this number."""

    kin: Kin
    number: int = 0


def story_of(log: Log, sheet: str = "") -> Story:
    """Return the story of a log; `sheet` is its canonical sheet, if already written."""
    series = log.series
    return Story(
        sha256((sheet or dumps(log)).encode()).digest(),
        series.name,
        {player.handle: player.name for player in series.players},
        (series.rules, series.worth),
        tuple(
            RoundFacts(
                round_.setup, tuple(map(_turn, round_.turns)), round_.knowledge, round_.decisions
            )
            for round_ in series.rounds
        ),
        series.planned,
        series.ended,
        series.settled,
    )


def _turn(turn: Turn) -> str:
    return turn.card.text if isinstance(turn, Played) else ""


def kin(ours: Story, theirs: Story, *, known: bool = False) -> Kin:
    """Return the relation of an imported series, `theirs`, to an archived one, `ours`.

    `known` means that both have the same id.
    """
    if ours.digest == theirs.digest:
        return Kin.SAME
    same = known or _is_one_evening(ours, theirs)
    if same and _contains(ours, theirs):
        return Kin.RENAMED if _contains(theirs, ours) else Kin.BEHIND
    if same and _contains(theirs, ours):
        return Kin.FURTHER
    if known or _cards_in_common(ours, theirs) >= _CARDS_IN_COMMON:
        return Kin.DIFFERS if _played(theirs) > _played(ours) else Kin.CHANGED
    began = ours.rounds[0].setup.players == theirs.rounds[0].setup.players
    return Kin.DIFFERS if began and (same or ours.name == theirs.name) else Kin.NEW


def steps_beyond(ours: Series, theirs: Series) -> Iterator[Step]:
    """Yield the steps that continue our series until it contains theirs."""
    for number, (mine, yours) in enumerate(zip(ours.rounds, theirs.rounds, strict=False), 1):
        before, after = tuple(mine.events), tuple(yours.events)
        if after[: len(before)] == before:
            yield from (Recorded(number, event) for event in after[len(before) :])
        else:
            yield Repaired(number, yours.setup, after)
    known = {player.handle for player in ours.players}
    for number, dealt in enumerate(theirs.rounds[len(ours.rounds) :], len(ours.rounds) + 1):
        new = {*dealt.setup.players} - known
        yield Dealt(dealt.setup, tuple(player for player in theirs.players if player.handle in new))
        yield from (Recorded(number, event) for event in dealt.events)
        known |= new
    if theirs.planned and theirs.planned != ours.planned:
        yield Planned(theirs.planned)
    yield from (Counter(theirs.settled) - Counter(ours.settled)).elements()
    if theirs.ended and not ours.ended:
        yield Ended()


def _played(story: Story) -> tuple[int, int]:
    """Return the number of rounds, and of turns in the last one."""
    return len(story.rounds), len(story.rounds[-1].turns)


def _is_one_evening(one: Story, other: Story) -> bool:
    """Return whether names, or else cards, show that both are states of the same series."""
    both = one.called.keys() & other.called.keys()
    if one.name == other.name and all(one.called[who] == other.called[who] for who in both):
        return True
    same_name = one.name and one.name == other.name
    enough = _CARDS_IN_COMMON_IF_NAMED if same_name else _CARDS_IN_COMMON
    return _cards_in_common(one, other) >= enough


def _cards_in_common(one: Story, other: Story) -> int:
    """Return the number of equal cards at the start of the first rounds."""
    mine, yours = one.rounds[0], other.rounds[0]
    if mine.setup != yours.setup:
        return 0
    pairs = zip(mine.turns, yours.turns, strict=False)
    return sum(bool(card) for card, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _contains(whole: Story, part: Story) -> bool:
    """Return whether the whole has all facts of the part, except names.

    An end, or planned rules, of the part count only if the whole has no further round.
    """
    further = len(whole.rounds) - len(part.rounds)
    if further < 0 or whole.begins != part.begins:
        return False
    pairs = zip(whole.rounds, part.rounds, strict=False)
    return (
        all(_contains_round(mine, yours) for mine, yours in pairs)
        and (further > 0 or whole.ended >= part.ended)
        and (further > 0 or part.planned in {None, whole.planned})
        and not Counter(part.settled) - Counter(whole.settled)
    )


def _contains_round(whole: RoundFacts, part: RoundFacts) -> bool:
    known, noted = whole.knowledge, part.knowledge
    ours, theirs = whole.decisions, part.decisions
    seen = zip((*known.seen, *known.shown), (*noted.seen, *noted.shown), strict=True)
    return (
        whole.setup == part.setup
        and whole.turns[: len(part.turns)] == part.turns
        and all(hand in {None, own} for own, hand in zip(known.hands, noted.hands, strict=True))
        and all(cards & ~own == NO_CARDS for own, cards in seen)
        and ours.waived >= theirs.waived
        and ours.paid >= theirs.paid
        and not Counter(theirs.payments) - Counter(ours.payments)
        and not Counter(theirs.points) - Counter(ours.points)
        and ours.called_off >= theirs.called_off
    )


_CLOSEST: Final = (
    *(Kin.SAME, Kin.RENAMED, Kin.BEHIND),
    *(Kin.FURTHER, Kin.CHANGED, Kin.UNREAD, Kin.DIFFERS),
)


def taken_by_default(matches: Iterable[Match]) -> frozenset[int]:
    """Return the places of the series that are imported by default."""
    return frozenset(place for place, match in enumerate(matches) if match.kin in TAKEN)


class KnownSeries:
    """Series of the archive, with their `ids`, against which imported series are matched.

    Only a series of the same id or the same date can match, so only its story is read, once.
    """

    def __init__(
        self, entries: Iterable[Entry], ids: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        self._numbers: defaultdict[str, list[int]] = defaultdict(list)
        self._stories: dict[int, Story | None] = {}
        self._matched: set[int] = set()
        self._by_id: dict[str, int] = {}
        for entry in entries:
            self._add(entry, entry.number, ids.get(entry.number, ""))

    def unread(self, entry: Entry, known_as: str = "") -> list[int]:
        """Return the candidates whose stories must be noted before `match` is called."""
        return [
            number for number in self._candidates(entry, known_as) if number not in self._stories
        ]

    def note(self, number: int, story: Story | None) -> None:
        """Store the story of a series; None if the series cannot be read."""
        self._stories[number] = story

    def add(self, number: int, entry: Entry, story: Story, known_as: str = "") -> None:
        """Add a series that was just imported."""
        self._add(entry, number, known_as)
        self._stories[number] = story

    def end_of_file(self) -> None:
        """Allow series without a turn to match again, since another file may hold the same ones."""
        self._matched.clear()

    def match(self, entry: Entry, story: Story, known_as: str = "") -> Match:
        """Return the closest match of an imported series.

        A table may begin twice in the same way, so series without a turn in one file do not match
        the same archived series.
        """
        found: dict[Kin, int] = {}
        excluded = self._matched if story.just_begun else ()
        for number in self._candidates(entry, known_as):
            ours, known = self._stories.get(number), self._by_id.get(known_as) == number
            if ours and number not in excluded:
                found.setdefault(kin(ours, story, known=known), number)
            elif known and not ours:
                found[Kin.UNREAD] = number
        if not (entry.name or entry.date or known_as in self._by_id):
            found.pop(Kin.DIFFERS, None)  # two series without name and date need not be related
        match = next((Match(kin, found[kin]) for kin in _CLOSEST if kin in found), Match(Kin.NEW))
        if match.number and match.kin not in TAKEN:
            self._matched.add(match.number)
        return match

    def _add(self, entry: Entry, number: int, known_as: str) -> None:
        self._numbers[entry.date].append(number)
        if known_as:
            self._by_id.setdefault(known_as, number)

    def _candidates(self, entry: Entry, known_as: str) -> list[int]:
        """Return the numbers of the series that can match, the one of the same id first."""
        known = self._by_id.get(known_as)
        same_day = self._numbers[entry.date]
        if known is None:
            return same_day
        return [known, *(number for number in same_day if number != known)]
