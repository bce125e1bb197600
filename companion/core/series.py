"""A series: players across rounds, its rounds, and the standing after each.

Each round carries its own rules, seating and dealer, so that players join and leave and house rules
change between rounds without any further fact. A series is folded out of its steps by its log,
which knows the totals before the last round and hands them on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.core.house_rules.presets import preset
from companion.core.house_rules.rules import Rules
from companion.core.names import LONGEST, Player, is_short, tidy
from companion.core.objections import Objection, Why
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.standings.standing import NOTHING, Standing, Totals, through
from companion.core.steps import Settled


@dataclass(frozen=True)
class Series:
    """A game night or several: a name, a date `YYYY-MM-DD`, the rules it began with, the full
    names behind handles, and the rounds. `planned` are the rules that the table changed to from
    the next round on, `ended` says whether the table called it a night, `settled` what was handed
    over to settle the series, and `worth` what a chip is worth, in words.
    """

    name: str = ""
    date: str = ""
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    planned: Rules | None = None
    ended: bool = False
    settled: tuple[Settled, ...] = ()
    worth: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))
        object.__setattr__(self, "worth", tidy(self.worth))

    @cached_property
    def before(self) -> Standing:
        """Totals without the last round, by the rules under which that was dealt."""
        return through(self.rounds[:-1], self.latest_rules)

    @cached_property
    def standing(self) -> Standing:
        """Totals through the last round, by the rules that the next one has."""
        if self.last is None:
            return replace(NOTHING, target=self.rules.target, limit=self.rules.rounds)
        totals, rules = Totals(self.before), self.latest_rules
        totals.add(self.last)
        if self.last.over:
            rules = self.planned or rules
        return totals.standing(self.last, rules, ended=self.ended)

    def carry(self, before: Standing) -> None:
        """Take the standing before the last round as it was added up already."""
        self.__dict__["before"] = before

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self.rounds[-1] if self.rounds else None

    @property
    def latest_rules(self) -> Rules:
        """The rules of the last round; before the first, those that the series begins with."""
        return self.rounds[-1].setup.rules if self.rounds else self.rules

    @property
    def closed(self) -> Standing:
        """Totals through the last round that is over."""
        return self.standing if self.last is None or self.last.over else self.before

    @property
    def left(self) -> tuple[str, ...]:
        """Who has played and is not seated in the last round (R17)."""
        standing = self.standing
        return tuple(handle for handle in standing.chips if handle not in standing.seated)

    def name_of(self, handle: str) -> str:
        """The full name behind a handle."""
        return next((player.name for player in self.players if player.handle == handle), handle)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Totals after each round."""
        totals, after = Totals(), list[Standing]()
        for round_ in self.rounds:
            totals.add(round_)
            after.append(totals.standing(round_, round_.setup.rules))
        return tuple(after)

    @property
    def newcomers(self) -> tuple[Player, ...]:
        """Who sits at the table for the first time in the last round."""
        seated = self.rounds[-1].setup.players if self.rounds else ()
        return tuple(
            player
            for player in self.players
            if player.handle in seated and player.handle not in self.before.chips
        )

    def objection_to_deal(self, setup: Setup) -> Objection | None:
        """Why the next round cannot be dealt so, or None."""
        if self.last is None:
            return setup.objection()
        totals = Totals(self.before)
        totals.add(self.last)
        return to_deal(totals, self.last, setup)

    def new_among(self, handles: Iterable[str]) -> tuple[Player, ...]:
        """Those of these handles who are not in the series yet, called by their handles."""
        there = {player.handle for player in self.players}
        return tuple(Player(handle, handle) for handle in handles if handle not in there)

    def next_setup(self) -> Setup:
        """The round that follows if nothing is changed: the deal passes left (R1).

        :raises LookupError: when there is no round to follow.
        """
        if self.last is None:
            raise LookupError("the first round needs its players")
        rules = self.planned or self.latest_rules
        return seat_next(self.last.setup, rules, self.last.setup.players)


def to_deal(totals: Totals, last: Round | None, setup: Setup) -> Objection | None:
    """Why a round cannot be dealt so after the last one, given the totals through that."""
    if last and not last.over:
        return Objection(Why.ROUND_IN_PLAY)
    if last and totals.outcome(last, setup.rules).over:
        return Objection(Why.SERIES_IS_OVER)
    return setup.objection()


def to_join(joined: Iterable[Player]) -> Objection | None:
    """Why some of those who join cannot be called so, or None."""
    if all(is_short(player.name) for player in joined):
        return None
    return Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_name(name: str) -> Objection | None:
    """Why a series cannot be called so, or None."""
    if not name:
        return Objection(Why.NO_NAME)
    return None if is_short(name) else Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_replace(
    before: Setup, after: Setup, others: Iterable[Round], settled: Iterable[Settled]
) -> Objection | None:
    """Why a round cannot be set up otherwise: who handed chips over, or got some, to settle the
    series has played in it, and in none of the others.
    """
    gone = {*before.players} - {*after.players}
    settlers = [who for one in settled for who in (one.source, one.target) if who in gone]
    for other in others if settlers else ():
        gone -= {*other.setup.players}
    missing = next((who for who in settlers if who in gone), None)
    return Objection(Why.NOT_IN_SERIES, player=missing) if missing else None


def named(seated: Iterable[str], players: Iterable[Player]) -> tuple[Player, ...]:
    """Those who sat at the table in order of appearance, then others who have a full name, by
    handle: who was seated for a while only leaves no trace of when.
    """
    names = {player.handle: player.name for player in players}
    absent = (handle for handle, name in names.items() if name != handle)
    handles = dict.fromkeys((*seated, *sorted(absent)))
    return tuple(Player(handle, names.get(handle, handle)) for handle in handles)


def next_dealer(before: Setup, players: tuple[str, ...]) -> int:
    """The seat that deals next: the first to the left of the last dealer who still plays."""
    if before.players[before.dealer] in players:
        return (players.index(before.players[before.dealer]) + 1) % len(players)
    count = len(before.players)
    leftward = (before.players[(before.dealer + place) % count] for place in range(1, count))
    return next((players.index(handle) for handle in leftward if handle in players), 0)


def seat_next(before: Setup, rules: Rules, players: tuple[str, ...]) -> Setup:
    """The setup after another one, with these players: an honest deal by the next dealer."""
    return Setup.dealt(rules, players, next_dealer(before, players))
