"""What the desk needs from outside: a store for series, and the date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Protocol

from companion.core.events import Event
from companion.core.rules import Rules
from companion.core.series import Player, Series
from companion.core.setup import Setup

Clock = Callable[[], date]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A step of a series: round `number` was dealt, and who joined for it."""

    number: int
    setup: Setup
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step of a series: an event was recorded in round `number`, counted from 1."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Planned:
    """A step of a series: in round `number` the rules were changed from the next round on."""

    number: int
    rules: Rules


@dataclass(frozen=True, slots=True)
class Ended:
    """A step of a series: after round `number` the table called it a night."""

    number: int


Step = Dealt | Recorded | Planned | Ended


@dataclass(frozen=True, slots=True)
class Entry:
    """A series as the home screen lists it. `leaders` are names: the winners, or who is ahead;
    `score` is theirs, in points where the rules count points, else in chips.
    """

    number: int
    name: str
    date: str
    players: tuple[str, ...]
    rounds: int
    over: bool
    leaders: tuple[str, ...]
    score: int
    in_points: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """Round `number` of a series was damaged on the disk: how many events are kept of it, whether
    it had to be called off, and where the damaged file is, untouched.
    """

    series: int
    number: int
    kept: int
    called_off: bool
    aside: Path | None


class Trouble(Enum):
    """What a person can do something about when a store fails."""

    FULL = "no space left"
    FORBIDDEN = "no permission"
    GONE = "file or folder is missing"
    BROKEN = "the medium reports an error"
    NEWER = "written by a newer version"
    UNCLEAR = "not everything in it is understood"
    OTHER = "the data cannot be used"


@dataclass(frozen=True, slots=True)
class Stored:
    """A series as it was saved: what stands before its rounds, and its steps in order. `sealed`
    says why it can be looked at and not changed; `unclear` are the rounds of which only the
    beginning is understood.
    """

    head: Series
    steps: tuple[Step, ...]
    sealed: Trouble | None = None
    unclear: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Mended:
    """The catalogue, or the head of a series, was damaged on the disk and replaced by what is
    intact in it: how much is known to be missing, whether it may be more, and where the damaged
    file is, untouched.
    """

    series: int | None
    missing: int
    more: bool
    aside: Path | None


@dataclass(frozen=True, slots=True)
class Missing:
    """A whole file is gone: of a round, of a series' head, or the catalogue. The round stands as
    called off, unless it was the `last`; the others are made anew from what the rounds tell.
    """

    series: int | None = None
    number: int | None = None
    last: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """A series, or the catalogue, can be looked at and not changed, and why; of these rounds only
    the beginning is shown.
    """

    series: int | None
    trouble: Trouble
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Unopened:
    """A series could not be opened, and why."""

    series: int
    trouble: Trouble


@dataclass(frozen=True, slots=True)
class Freed:
    """The disk is full, and what the store held in reserve for that was given up."""


Report = Loss | Mended | Missing | Sealed | Unopened | Freed


class StoreFailedError(Exception):
    """A store could not do what was asked, and changed nothing."""

    trouble = Trouble.OTHER


class SealedError(StoreFailedError):
    """The series can be looked at, not changed; `trouble` says why."""

    def __init__(self, number: int, trouble: Trouble) -> None:
        super().__init__(f"series {number} can be looked at, not changed: {trouble.value}")
        self.trouble = trouble


class SeriesStore(Protocol):
    """Keeps series step by step. Whatever a method did is safe when it returns.

    Every method raises `StoreFailedError` when it could not be done; then it changed nothing.
    """

    def reports(self) -> tuple[Report, ...]:
        """What was found wrong so far, and what was done about it."""
        ...

    def entries(self) -> tuple[Entry, ...]:
        """All series, the newest first."""
        ...

    def load(self, number: int) -> Stored:
        """The series of that number, as far as it can be read."""
        ...

    def unnoted(self) -> tuple[int, ...]:
        """Series that are stored, but of which no entry was noted, or perhaps an older one."""
        ...

    def create(self, head: Series, steps: Sequence[Step]) -> int:
        """A new series with these steps, of which the first is a deal; gives its number."""
        ...

    def add(self, number: int, step: Step) -> None:
        """Saves a step after the others of a series that was created or loaded."""
        ...

    def drop(self, number: int, step: Step) -> None:
        """Takes back the last step of the series."""
        ...

    def swap(self, number: int, deal: Dealt) -> None:
        """Puts another deal in the place of the last step, which is one."""
        ...

    def note(self, entry: Entry) -> None:
        """Keeps what the home screen lists of a series: a cache, rebuilt when missing."""
        ...

    def usual_rules(self) -> Rules | None:
        """The house rules that a new series begins with, if the table chose any."""
        ...

    def keep_usual_rules(self, rules: Rules) -> None:
        """Keeps what a new series begins with."""
        ...

    def close(self) -> None:
        """Lets go of all files."""
        ...
