"""Steps of a series, one class a kind: its document, what is against it, and what it does.

The facts of a log in the order in which they were recorded. The store asks `content` and `read`,
the log `objection` and `effect`. To add a kind of step is to add a class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Self

from companion.core.documents import event_in, rules_in
from companion.core.names import Player, tidy, worth_as_written
from companion.core.objections import (
    IllegalEventError,
    NotationError,
    Objection,
    Why,
    phrase,
)
from companion.core.payments import mark_difference, shrink_marks
from companion.core.presets import describe
from companion.core.rounds.events import CalledOff, Dated, Event, Timed, to_chips
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup, is_date, is_time
from companion.core.rounds.texts import (
    ChipsWord,
    DateWord,
    HandleWord,
    Line,
    NoteWords,
    Players,
    Spelling,
    read_number,
    read_seat,
    read_time,
)
from companion.core.rules import Rules
from companion.core.series import (
    Series,
    Settlement,
    ends_early,
    named,
    to_deal,
    to_join,
    to_name,
    to_replace,
    to_value,
)

MOST_ROUNDS: Final = 2_000
MOST_PLAYERS: Final = 100
"""Upper bounds of a series (RULES, Readings)."""
MOST_SETTLED: Final = 999
"""Upper bound of the payments that settle a series."""

_NO_FIRST_ROUND: Final = Objection(Why.NO_ROUND, number=1)


RulesWords = Annotated[
    Rules, Spelling(lambda text, _: rules_in(text), lambda rules, _: describe(rules), open_end=True)
]


@dataclass(frozen=True, slots=True)
class Step(Line):
    """Step of a series, by default of the whole series.

    A step that is `naming` could give two players the same name. One that `describes` changes a
    name, a date or a worth.
    """

    naming: ClassVar[bool] = False
    describes: ClassVar[bool] = False

    def place(self, dealt: int) -> int:  # noqa: ARG002 - most steps are of the whole series
        """Return the round of the step, 0 for the whole series, when `dealt` rounds are dealt."""
        return 0

    @property
    def new_round(self) -> Round | None:
        """Last round as the step makes it, whatever was before; None for most steps."""
        return None

    def objection(self, series: Series) -> Objection | None:
        """Return why the step cannot follow, or None."""
        return None if series.last else _NO_FIRST_ROUND

    def effect(self, series: Series) -> Series:
        """Return the series after the step, without checking the step."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Recorded(Step):
    """Event recorded in round `number`, counted from 1.

    An event that ends the round may bring `at`, the time of day as `HH:MM`.
    """

    number: int
    event: Event
    at: str = ""

    def place(self, dealt: int) -> int:  # noqa: ARG002
        """Return the round of the event."""
        return self.number

    def words(self, players: Players) -> str:
        """Write the event, with the time in a line of its own."""
        written = self.event.words(players)
        return f"{written}\n{Timed.word} {self.at}" if self.at else written

    def objection(self, series: Series) -> Objection | None:
        """Return why the event is illegal; an earlier round must not end the series early."""
        number = self.number
        if not 1 <= number <= series.round_number:
            return Objection(Why.NO_ROUND, number=number)
        refusal = self.event.objection(series.round(number))
        if not refusal and self.at and not is_time(self.at):
            refusal = Objection(Why.NO_TIME)
        if refusal or number == series.round_number:
            return refusal
        early = ends_early(self.effect(series).rounds)
        return Objection(Why.ENDS_EARLIER) if early else None

    def effect(self, series: Series) -> Series:
        """Return the series with the event.

        In an earlier round, what it changes of the list at its end is marked as owed.
        """
        before = series.round(self.number)
        if self.number == series.round_number:
            return series.with_round(self.number, self.change(before))
        after = self._timed(before)
        called_off = isinstance(self.event, CalledOff)
        marks = before.decisions.owed if called_off else after.decisions.owed
        return series.with_round(self.number, mark_difference(before, after, marks))

    def change(self, before: Round) -> Round:
        """Return the last round with the event."""
        return shrink_marks(before, self._timed(before))

    def _timed(self, before: Round) -> Round:
        after = self.event.effect(before)
        if self.at and before.setup.dealt_at:
            after = replace(after, setup=replace(after.setup, ended_at=self.at))
        return after


@dataclass(frozen=True, slots=True)
class Seating(Step):
    """Setup of a round, with the players who join for it.

    Its words are the head of a round on a sheet, nothing of it left out, and its row of handles.
    """

    naming = True
    setup: Setup
    joined: tuple[Player, ...] = ()

    def place(self, dealt: int) -> int:
        """Return the last round."""
        return dealt

    @property
    def new_round(self) -> Round | None:
        """Round before its first event."""
        return Round.dealt(self.setup)

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the head of the round."""
        return "\n".join((self.word, *head_lines(self.setup, self.joined)))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the lines of the head."""
        setup, joined, _ = read_head(rest)
        return cls(setup, joined)


def head_lines(setup: Setup, joined: Iterable[Player]) -> Iterator[str]:
    """Yield the head of a round with the row of handles."""
    if setup.date:
        yield f"date {setup.date}"
    if setup.dealt_at:
        yield Timed(setup.dealt_at, setup.ended_at).words(())
    yield f"rules {describe(setup.rules)}"
    yield f"dealer {setup.players[setup.dealer]}"
    yield f"deal {' '.join(map(str, setup.hand_sizes))}"
    yield from (f"called {player.handle} {player.name}" for player in joined)
    yield " ".join(setup.players)


def read_head(lines: list[str]) -> tuple[Setup, tuple[Player, ...], list[str]]:
    """Read the head of a round, and return the lines below its row.

    :raises ValueError: when a line is missing or cannot be read
    """
    head = {"date": "", "time": ""}
    joined = list[Player]()
    for place, line in enumerate(lines):
        word, _, rest = line.partition(" ")
        if word == "called":
            handle, _, name = rest.partition(" ")
            joined.append(Player(handle, name))
        elif word in {"date", "rules", "dealer", "deal"} or (word == "time" and is_time(rest[:5])):
            head[word] = rest
        elif {"rules", "dealer", "deal"} <= head.keys():
            players = tuple(line.split())
            sizes = tuple(map(int, head["deal"].split()))
            dealer = read_seat(head["dealer"], players)
            times = [*map(read_time, head["time"].split())]
            setup = Setup(rules_in(head["rules"]), players, dealer, sizes, head["date"], *times)
            return setup, tuple(joined), lines[place + 1 :]
    raise NotationError("{word} takes the head of a round", word="deal")


@dataclass(frozen=True, slots=True)
class Dealt(Seating):
    """Deal of the next round."""

    word = "deal"
    about = phrase("the deal of round {number}")

    def objection(self, series: Series) -> Objection | None:
        """Require a setup that fits behind the last round, and room for it."""
        refusal = to_join(self.joined) or to_deal(series.totals, series.last, self.setup)
        if not refusal and series.round_number >= MOST_ROUNDS:
            return Objection(Why.TOO_MANY_ROUNDS, expected=MOST_ROUNDS)
        return refusal or _to_all_players(series.players, self.joined, self.setup)

    def effect(self, series: Series) -> Series:
        """Return the series with the round."""
        last = Round.dealt(self.setup)
        dealt = replace(series, earlier=series.rounds, last=last, planned=None, ended=False)
        dealt.carry(series.totals)
        return _naming(dealt, (*series.players, *self.joined), series.players)


@dataclass(frozen=True, slots=True)
class Redealt(Seating):
    """New setup of the last round, before anything happened in it.

    The players who join replace those who joined for the former deal.
    """

    word = "redeal"
    about = phrase("the change of round {number}")

    def objection(self, series: Series) -> Objection | None:
        """Require an untouched round, and a setup that fits."""
        if refusal := to_join(self.joined):
            return refusal
        if series.last is None:
            return _NO_FIRST_ROUND
        if not series.last.untouched:
            return Objection(Why.ROUND_HAS_BEGUN)
        return (
            to_replace(series.last.setup, self.setup, series.earlier, series.settled)
            or _to_last(series, self.setup)
            or _to_all_players(series.undealt, self.joined, self.setup)
        )

    def effect(self, series: Series) -> Series:
        """Return the series with the other setup."""
        redealt = series.changed(last=Round.dealt(self.setup))
        return _naming(redealt, (*series.undealt, *self.joined), series.undealt)


@dataclass(frozen=True, slots=True)
class Repaired(Step):
    """Corrected entry of round `number`, counted from 1.

    `events` are all facts of the round in the order of the score sheet. `joined` are the seated
    players who are new to the series.
    """

    word = "repair"
    about = phrase("the change of round {number}")
    naming = True
    number: int
    setup: Setup
    events: tuple[Event, ...]
    joined: tuple[Player, ...] = ()

    def place(self, dealt: int) -> int:  # noqa: ARG002
        """Return the repaired round."""
        return self.number

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the round, its facts below the row of handles."""
        facts = (event.words(self.setup.players) for event in self.events)
        return "\n".join(
            (f"{self.word} {self.number}", *head_lines(self.setup, self.joined), *facts)
        )

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the lines of the round."""
        number, *lines = rest
        setup, joined, facts = read_head(lines)
        events = tuple(event_in(words, setup.players) for words in facts)
        return cls(read_number(number), setup, events, joined)

    def objection(self, series: Series) -> Objection | None:
        """Require facts that fit together, and leave other rounds and payments valid."""
        number = self.number
        rounds = series.rounds
        if not 1 <= number <= len(rounds):
            return Objection(Why.NO_ROUND, number=number)
        if refusal := to_join(self.joined):
            return refusal
        try:
            repaired = Round.of(self.setup, self.events)
        except IllegalEventError as refused:
            return refused.objection
        if not repaired.over and (series.ended or number < len(rounds)):
            return Objection(Why.ROUND_IN_PLAY)
        before = rounds[: number - 1]
        after = rounds[number:]
        replaced = rounds[number - 1].setup
        if refusal := to_replace(replaced, self.setup, before + after, series.settled):
            return refusal
        refusal = None if after else _to_last(series, repaired.setup)
        if after and ends_early([*before, repaired, *after]):
            refusal = Objection(Why.ENDS_EARLIER)
        return refusal or _to_all_players(series.players, self.joined, self.setup)

    def effect(self, series: Series) -> Series:
        """Return the series with the repaired round."""
        # Store a player only when they play; a bare handle needs no entry.
        full_names = {player.handle for player in series.players if player.name != player.handle}
        joined = tuple(
            player
            for player in self.joined
            if player.handle not in full_names and not series.plays(player.handle)
        )
        is_last = self.number == series.round_number
        before = series.round(self.number)
        if is_last:
            round_ = self.change(before)
        else:
            round_ = Round.of(self.setup, self.events)
            round_ = mark_difference(before, round_, round_.decisions.owed)
        repaired = series.with_round(self.number, round_)
        undealt = series.undealt if is_last else (*series.undealt, *joined)
        return _naming(repaired, (*series.players, *joined), undealt)

    def change(self, before: Round) -> Round:
        """Return the last round as it is repaired."""
        return shrink_marks(before, Round.of(self.setup, self.events))


@dataclass(frozen=True, slots=True)
class Planned(Step):
    """Change of the rules from the next round on."""

    word = "planned"
    about = phrase("the change of the rules")
    rules: RulesWords

    def effect(self, series: Series) -> Series:
        """Return the series with these rules for the next round."""
        return series.changed(planned=self.rules)


@dataclass(frozen=True, slots=True)
class Ended(Step):
    """End of the series, decided by the table.

    `calls_off` also calls off the round in play, so that one undo takes both back.
    """

    word = "end"
    about = phrase("the end of the series")
    calls_off: Annotated[
        bool, Spelling(lambda text, _: text == "void", lambda off, _: "void" * off, least=0)
    ] = False

    def objection(self, series: Series) -> Objection | None:
        """Require a round that is over, or one in play to call off."""
        if series.last is None:
            return _NO_FIRST_ROUND
        if series.last.over is self.calls_off:
            return Objection(Why.ROUND_IS_OVER if self.calls_off else Why.ROUND_IN_PLAY)
        return Objection(Why.SERIES_IS_OVER) if series.ended else None

    def effect(self, series: Series) -> Series:
        """Return the series at its end."""
        if self.calls_off:
            series = Recorded(series.round_number, CalledOff()).effect(series)
        return series.changed(ended=True)


@dataclass(frozen=True, slots=True)
class Renamed(Step):
    """New name of the series."""

    word = "series"
    about = phrase("the name {name}")
    describes = True
    name: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a name."""
        return to_name(self.name)

    def effect(self, series: Series) -> Series:
        """Return the series with this name."""
        return series.changed(name=self.name)


@dataclass(frozen=True, slots=True)
class SeriesDated(Step):
    """New date of the series, `YYYY-MM-DD`, which its rounds have up to the first with its own."""

    word = "date"
    about = phrase("the change of the date")
    describes = True
    date: DateWord

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a day of the calendar."""
        return None if is_date(self.date) else Objection(Why.NO_DATE)

    def effect(self, series: Series) -> Series:
        """Return the series with this date."""
        return series.changed(date=self.date)


@dataclass(frozen=True, slots=True)
class PlayerRenamed(Step):
    """New name of the player with this handle."""

    word = "called"
    about = phrase("the name {name}")
    naming = True
    describes = True
    handle: HandleWord
    name: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))

    def objection(self, series: Series) -> Objection | None:
        """Require a player of the series and a name; the log refuses names of others."""
        if series.last is None:
            return _NO_FIRST_ROUND
        if all(self.handle != player.handle for player in series.players):
            return Objection(Why.NOT_IN_SERIES, player=self.handle)
        return to_name(self.name, Why.NO_NAME)

    def effect(self, series: Series) -> Series:
        """Return the series with the name."""
        player = Player(self.handle, self.name)
        return _naming(series, (*series.players, player), (*series.undealt, player))


@dataclass(frozen=True, slots=True)
class DebtPaid(Step):
    """Chips that one player handed to another, both by handle, to settle the series."""

    word = "settled"
    about = phrase("what {payer} owes {payee}")
    takes = "settled takes two players and a number of chips"
    source: HandleWord
    target: HandleWord
    chips: ChipsWord

    def objection(self, series: Series) -> Objection | None:
        """Require two players of the series, and room for the payment."""
        for handle in (self.source, self.target):
            if not series.plays(handle):
                return Objection(Why.NOT_IN_SERIES, player=handle)
        if self.source == self.target:
            return Objection(Why.SAME_ACCOUNT)
        if len(series.settled) >= MOST_SETTLED:
            return Objection(Why.TOO_MANY_PAYMENTS, expected=MOST_SETTLED)
        return to_chips(self.chips)

    def effect(self, series: Series) -> Series:
        """Return the series with the payment."""
        return series.changed(
            settled=(*series.settled, Settlement(self.source, self.target, self.chips))
        )


@dataclass(frozen=True, slots=True)
class Valued(Step):
    """New value of a chip, such as `0.05 €`; empty for chips without a value."""

    word = "worth"
    about = phrase("the worth of a chip")
    describes = True
    worth: NoteWords

    def __post_init__(self) -> None:
        object.__setattr__(self, "worth", worth_as_written(self.worth))

    def objection(self, series: Series) -> Objection | None:  # noqa: ARG002
        """Require a number and a word."""
        return to_value(self.worth)

    def effect(self, series: Series) -> Series:
        """Return the series with the worth."""
        return series.changed(worth=self.worth)


KINDS: Final[dict[str, type[Step]]] = {
    kind.word: kind
    for kind in (
        Dealt,
        Redealt,
        Repaired,
        Planned,
        Ended,
        Renamed,
        SeriesDated,
        PlayerRenamed,
        DebtPaid,
        Valued,
    )
}
"""Kinds of steps by their first words; an event is recorded in a round, the others have none."""


def make_last_round(steps: Sequence[Step], number: int) -> Round:
    """Return the last round, which has this number, as the steps of a series make it."""
    changes: list[Recorded | Repaired] = []
    for step in reversed(steps):
        match step:
            case Recorded(number=of) | Repaired(number=of) if of == number:
                changes.append(step)
            case Ended(calls_off=True):
                changes.append(Recorded(number, CalledOff()))
            case _ if made := step.new_round:
                break
            case _:
                pass
    else:
        raise LookupError("there is no round")
    for change in reversed(changes):
        made = change.change(made)
    return made


def only_describes(step: Step) -> bool:
    """Return whether the step changes a name, a date or a worth, on a page of its own."""
    return step.describes or (isinstance(step, Recorded) and isinstance(step.event, Dated))


def _to_last(series: Series, setup: Setup) -> Objection | None:
    """Return why this setup cannot follow the rounds before the last, or None."""
    return to_deal(series.before, series.earlier[-1] if series.earlier else None, setup)


def _to_all_players(
    known: Iterable[Player], joined: Iterable[Player], setup: Setup
) -> Objection | None:
    """Return an objection if too many players would belong to the series."""
    handles = {player.handle for player in (*known, *joined)}.union(setup.players)
    if len(handles) > MOST_PLAYERS:
        return Objection(Why.TOO_MANY_IN_SERIES, expected=MOST_PLAYERS)
    return None


def _naming(series: Series, players: Iterable[Player], undealt: Iterable[Player]) -> Series:
    """Return the series with these players; of several names of one handle, the last counts."""
    seated = (*series.before.chips, *(series.last.setup.players if series.last else ()))
    last_names = {player.handle: player for player in undealt}
    return series.changed(players=named(seated, players), undealt=tuple(last_names.values()))
