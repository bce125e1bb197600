"""Steps of a series: the facts of its log, in the order in which they were recorded."""

from dataclasses import dataclass

from companion.core.names import Player, tidy, worth_as_written
from companion.core.rounds.setup import Dated, Event, Setup
from companion.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Dealt:
    """Deal of the next round, with the players who join for it."""

    setup: Setup
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Redealt:
    """New setup of the last round, before anything happened in it.

    The players who join replace those who joined for the former deal.
    """

    setup: Setup
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """Event recorded in round `number`, counted from 1."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Repaired:
    """Corrected entry of round `number`, counted from 1.

    `events` are all facts of the round in the order of the score sheet. `joined` are the seated
    players who are new to the series.
    """

    number: int
    setup: Setup
    events: tuple[Event, ...]
    joined: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """Change of the rules from the next round on."""

    rules: Rules


@dataclass(frozen=True, slots=True)
class Ended:
    """End of the series, decided by the table.

    `calls_off` also calls off the round in play, so that one undo takes both back.
    """

    calls_off: bool = False


@dataclass(frozen=True, slots=True)
class Renamed:
    """New name of the series."""

    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))


@dataclass(frozen=True, slots=True)
class SeriesDated:
    """New date of the series, `YYYY-MM-DD`, which its rounds have up to the first with its own."""

    date: str


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """New name of the player with this handle."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))


@dataclass(frozen=True, slots=True)
class Settled:
    """Chips that one player handed to another, both by handle, to settle the series."""

    source: str
    target: str
    chips: int


@dataclass(frozen=True, slots=True)
class Valued:
    """New value of a chip, such as `0.05 €`; empty for chips without a value."""

    worth: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", worth_as_written(self.worth))


Step = (
    Dealt
    | Redealt
    | Recorded
    | Repaired
    | Planned
    | Ended
    | Renamed
    | SeriesDated
    | PlayerRenamed
    | Settled
    | Valued
)


def only_describes(step: Step) -> bool:
    """Return whether the step changes a name, a date or a worth, on a page of its own."""
    if isinstance(step, Recorded):
        return isinstance(step.event, Dated)
    return isinstance(step, Renamed | SeriesDated | PlayerRenamed | Valued)
