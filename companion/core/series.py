"""A series: players across rounds, its rounds, and the standing after each.

Each round carries its own rules, seating and dealer, so that players join and leave and house rules
change between rounds without any further fact. Totals are carried along, so that a further round
costs the same however many were played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from companion.core.books.ledger import settle
from companion.core.books.points import points
from companion.core.errors import IllegalEventError
from companion.core.events import Event
from companion.core.names import tidy
from companion.core.objections import Objection, Why
from companion.core.presets import preset
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.setup import Setup


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody across rounds: the handle of the column, and the full name."""

    handle: str
    name: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name) or self.handle)


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by handle in order of appearance, and whether the series is over with them. `open`
    holds those with points still unknown; their total counts what is known.
    """

    chips: Mapping[str, int]
    points: Mapping[str, int]
    open: frozenset[str]
    target: int
    over: bool
    winners: tuple[str, ...]


_NOTHING = Standing({}, {}, frozenset(), 0, False, ())


def _add(before: Standing, round_: Round) -> Standing:
    chips, total, unknown = dict(before.chips), dict(before.points), set(before.open)
    for handle, net, counted in zip(
        round_.setup.players, settle(round_).chips, points(round_), strict=True
    ):
        chips[handle] = chips.get(handle, 0) + net
        total[handle] = total.get(handle, 0) + (counted or 0)
        if counted is None and round_.over:
            unknown.add(handle)
    added = Standing(chips, total, frozenset(unknown), 0, False, ())
    return _called(added, round_.setup.rules.target) if round_.over else _aim(added, round_)


def _aim(standing: Standing, round_: Round) -> Standing:
    return replace(standing, target=round_.setup.rules.target)


def _called(standing: Standing, target: int) -> Standing:
    """The standing with the end of the series decided by this target (R10, Readings)."""
    reached = bool(target) and any(total >= target for total in standing.points.values())
    lowest = min(standing.points.values(), default=0)
    ahead = tuple(handle for handle, total in standing.points.items() if total == lowest)
    over = reached and len(ahead) == 1 and not standing.open
    return replace(standing, target=target, over=over, winners=ahead if over else ())


@dataclass(frozen=True)
class Series:
    """A game night or several: a name, a date `YYYY-MM-DD`, the rules it began with, the full
    names behind handles, and the rounds. `before` is the standing without the last round,
    `planned` the rules that the table changed to from the next round on, `ended` whether the
    table called it a night.
    """

    name: str = ""
    date: str = ""
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    before: Standing = field(default=_NOTHING, compare=False, repr=False)
    planned: Rules | None = field(default=None, compare=False)
    ended: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))

    @cached_property
    def standing(self) -> Standing:
        """Totals through the last round."""
        if not self.rounds:
            return replace(self.before, target=self.rules.target)
        return _add(self.before, self.rounds[-1])

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self.rounds[-1] if self.rounds else None

    @property
    def latest_rules(self) -> Rules:
        """The rules that the next round has unless they are changed."""
        return self.rounds[-1].setup.rules if self.rounds else self.rules

    def name_of(self, handle: str) -> str:
        """The full name behind a handle."""
        return next((each.name for each in self.players if each.handle == handle), handle)

    def standing_after(self, number: int) -> Standing:
        """Totals through round `number`, counted from 1."""
        if number == len(self.rounds):
            return self.standing
        return _through(self.rounds[:number])

    def objection_to_deal(self, setup: Setup) -> Objection | None:
        """Why the next round cannot be dealt so, or None."""
        if self.last and not self.last.over:
            return Objection(Why.ROUND_IN_PLAY)
        if self.rounds and _called(self.standing, setup.rules.target).over:
            return Objection(Why.SERIES_IS_OVER)
        return setup.objection()

    def with_deal(self, setup: Setup) -> Series:
        """The series with a further round.

        :raises IllegalEventError: when it cannot be dealt.
        """
        if refusal := self.objection_to_deal(setup):
            raise IllegalEventError(setup, refusal)
        return self.with_round(Round.begin(setup))

    def with_round(self, round_: Round) -> Series:
        """The series with a round, however far it went, after the others."""
        before = self.standing if self.rounds else _NOTHING
        return replace(
            self, rounds=(*self.rounds, round_), before=before, planned=None, ended=False
        )

    def next_setup(self) -> Setup:
        """The round that follows if nothing is changed: the deal passes left (R1).

        :raises LookupError: when there is no round to follow.
        """
        if self.last is None:
            raise LookupError("the first round needs its players")
        rules = self.planned or self.latest_rules
        return seat_next(self.last.setup, rules, self.last.setup.players)

    def objection(self, event: Event, number: int) -> Objection | None:
        """Why the event cannot be recorded in round `number`, counted from 1, or None."""
        refusal = self.rounds[number - 1].objection(event)
        if refusal or number == len(self.rounds):
            return refusal
        return Objection(Why.ENDS_EARLIER) if self._changed(event, number).ends_early() else None

    def after(self, event: Event, number: int) -> Series:
        """The series after the event in round `number`, counted from 1.

        :raises IllegalEventError: when it cannot be recorded.
        """
        if refusal := self.objection(event, number):
            raise IllegalEventError(event, refusal)
        return self._changed(event, number)

    def ends_early(self) -> bool:
        """Whether a round was dealt although the series was over before it."""
        standing = _NOTHING
        for round_, following in pairwise(self.rounds):
            standing = _add(standing, round_)
            if _called(standing, following.setup.rules.target).over:
                return True
        return False

    def _changed(self, event: Event, number: int) -> Series:
        return self.replaced(number, self.rounds[number - 1].after(event))

    def replaced(self, number: int, round_: Round) -> Series:
        """The series with another round in the place of round `number`, counted from 1."""
        rounds = (*self.rounds[: number - 1], round_, *self.rounds[number:])
        if number == len(rounds):
            return replace(self, rounds=rounds)
        return replace(self, rounds=rounds, before=_through(rounds[:-1]))

    def without_last_round(self) -> Series:
        """The series as it was before its last round was dealt."""
        rounds = self.rounds[:-1]
        return replace(self, rounds=rounds, before=_through(rounds[:-1]))

    def with_players(self, joined: tuple[Player, ...]) -> Series:
        """The series with further names behind handles."""
        return replace(self, players=(*self.players, *joined))

    def without_players(self, left: tuple[Player, ...]) -> Series:
        """The series without those names."""
        return replace(self, players=tuple(each for each in self.players if each not in left))


def _through(rounds: tuple[Round, ...]) -> Standing:
    standing = _NOTHING
    for round_ in rounds:
        standing = _add(standing, round_)
    return standing


def next_dealer(before: Setup, players: tuple[str, ...]) -> int:
    """The seat that deals next: the first to the left of the last dealer who still plays."""
    if before.players[before.dealer] in players:
        return (players.index(before.players[before.dealer]) + 1) % len(players)
    count = len(before.players)
    leftward = (before.players[(before.dealer + step) % count] for step in range(1, count))
    return next((players.index(each) for each in leftward if each in players), 0)


def seat_next(before: Setup, rules: Rules, players: tuple[str, ...]) -> Setup:
    """The setup after another one, with these players: an honest deal by the next dealer."""
    return Setup.dealt(rules, players, next_dealer(before, players))
