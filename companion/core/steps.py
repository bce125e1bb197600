"""What a series is made of: steps, facts in the order in which they were written down."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.house_rules.rules import Rules
from companion.core.names import Player, tidy
from companion.core.rounds.events import Event
from companion.core.rounds.setup import Setup


@dataclass(frozen=True, slots=True)
class Dealt:
    """The next round was dealt, and who joined for it."""

    setup: Setup
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Redealt:
    """The last round, in which nothing had happened yet, was set up anew; who joined for it takes
    the place of those who joined for the former deal.
    """

    setup: Setup
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event was recorded in round `number`, counted from 1."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Repaired:
    """Round `number`, counted from 1, was entered wrongly: this is its setup, and these are its
    facts in the order of the score sheet. Who sits there and was not in the series yet, joined.
    """

    number: int
    setup: Setup
    events: tuple[Event, ...]
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """The rules were changed from the next round on."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Ended:
    """The table called it a night; `calls_off` the round in play, which is void for that, so that
    both are one step and are taken back as one.
    """

    calls_off: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    """The series has another name."""

    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """The player with this handle has another name."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))


@dataclass(frozen=True, slots=True)
class Settled:
    """Chips were handed from one player to another, both by handle, to settle the series."""

    source: str
    target: str
    chips: int


Step = Dealt | Redealt | Recorded | Repaired | Planned | Ended | Renamed | PlayerRenamed | Settled
