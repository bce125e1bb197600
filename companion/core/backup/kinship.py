"""Whether a series that is brought is here already, in this state or in another one.

The same series is the same canonical sheet. One goes on further than another when all rounds that
both have are equal but the last, which begins with the same turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Final

from companion.core.log import Log
from companion.core.rounds.events import Played
from companion.core.rounds.setup import Setup
from companion.core.sheet import dumps
from companion.core.standings.entry import Entry


class Kin(Enum):
    """How a series that is brought stands to those that are here."""

    NEW = "new"
    SAME = "same"
    BEHIND = "behind"
    """The one that is here goes on further: nothing in the other one is new."""
    FURTHER = "further"
    DIFFERS = "differs"


TAKEN: Final = frozenset({Kin.NEW, Kin.FURTHER, Kin.DIFFERS})
"""Those that become a series of their own."""


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round, to be held against another: all its facts, its seats, its turns in one text."""

    facts: bytes
    setup: Setup
    turns: str


@dataclass(frozen=True, slots=True)
class Story:
    """A series, to be held against another."""

    digest: bytes
    rounds: tuple[RoundTold, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """How a series stands to those that are here, and the number of the one it is held against."""

    kin: Kin
    number: int = 0


def story_of(log: Log, sheet: str = "") -> Story:
    """The story of a series whose canonical sheet this is."""
    sheet = sheet or dumps(log)
    blocks = _blocks(sheet)
    rounds = (
        RoundTold(_digest(block), round_.setup, "".join(_turns(round_.turns)))
        for block, round_ in zip(blocks, log.series.rounds, strict=True)
    )
    return Story(_digest(sheet), tuple(rounds))


def _blocks(sheet: str) -> list[str]:
    """What the sheet says of each round."""
    return sheet.split("\nround ")[1:]


def _turns(turns: Iterable[object]) -> Iterator[str]:
    for turn in turns:
        yield f"{turn.card.text if isinstance(turn, Played) else '--'} "


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()


def kin(ours: Story, theirs: Story) -> Kin:
    """How theirs stands to ours."""
    if ours.digest == theirs.digest:
        return Kin.SAME
    if _goes_on(theirs, ours):
        return Kin.FURTHER
    if _goes_on(ours, theirs):
        return Kin.BEHIND
    began = ours.rounds[0].setup.players == theirs.rounds[0].setup.players
    return Kin.DIFFERS if began else Kin.NEW


def _goes_on(longer: Story, shorter: Story) -> bool:
    *before, last = shorter.rounds
    count = len(before)
    if len(longer.rounds) <= count:
        return False
    there = longer.rounds[count]
    more = len(longer.rounds) > count + 1 or there.turns != last.turns
    same = all(one.facts == other.facts for one, other in zip(before, longer.rounds, strict=False))
    return more and same and there.setup == last.setup and there.turns.startswith(last.turns)


_CLOSEST: Final = (Kin.SAME, Kin.BEHIND, Kin.FURTHER, Kin.DIFFERS)


class Known:
    """The series that are here. Only those of the same name and date can be kin, and are asked for
    their story, once.
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._numbers: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._stories: dict[int, Story | None] = {}
        for entry in entries:
            self._numbers[entry.name, entry.date].append(entry.number)

    def unread(self, entry: Entry) -> list[int]:
        """The series whose stories are wanted before it can be matched."""
        return [one for one in self._numbers[entry.name, entry.date] if one not in self._stories]

    def note(self, number: int, story: Story | None) -> None:
        """What a series tells; None where it cannot be read."""
        self._stories[number] = story

    def add(self, number: int, entry: Entry, story: Story) -> None:
        """One more is here."""
        self._numbers[entry.name, entry.date].append(number)
        self._stories[number] = story

    def match(self, entry: Entry, story: Story) -> Match:
        """How a series stands to those that are here."""
        found: dict[Kin, int] = {}
        for number in self._numbers[entry.name, entry.date]:
            ours = self._stories.get(number)
            if ours is not None:
                found.setdefault(kin(ours, story), number)
        if not (entry.name or entry.date):
            found.pop(Kin.DIFFERS, None)  # that neither has a name says nothing
        return next((Match(one, found[one]) for one in _CLOSEST if one in found), Match(Kin.NEW))
