"""A series: players across rounds, its rounds, and the standing after each.

Each round carries its own rules, seating and dealer, so that players join and leave and house rules
change between rounds without any further fact. Totals are carried along, so that a further round
costs the same however many were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from companion.core.names import Player, tidy
from companion.core.objections import Objection, Why
from companion.core.presets import preset
from companion.core.round import Round
from companion.core.rules import Rules
from companion.core.setup import Setup
from companion.core.standing import NOTHING, Standing, adding, decided, through
from companion.core.steps import Settled


@dataclass(frozen=True)
class Series:
    """A game night or several: a name, a date `YYYY-MM-DD`, the rules it began with, the full
    names behind handles, and the rounds. `worth` is what a chip is worth, in words. `before` is
    the standing without the last round, `planned` the rules that the table changed to from the
    next round on, `ended` whether the table called it a night, `settled` what was handed over to
    settle the series, `joined` who came into the series with the last round.
    """

    name: str = ""
    date: str = ""
    rules: Rules = field(default_factory=lambda: preset("bicycle"))
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    before: Standing = field(default=NOTHING, compare=False, repr=False)
    planned: Rules | None = None
    ended: bool = False
    settled: tuple[Settled, ...] = ()
    worth: str = ""
    joined: tuple[Player, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", tidy(self.name))
        object.__setattr__(self, "worth", tidy(self.worth))

    @cached_property
    def standing(self) -> Standing:
        """Totals through the last round, and whether the series is over with them."""
        if not self.rounds:
            return replace(self.before, target=self.rules.target, limit=self.rules.rounds)
        return decided(adding(self.before, self.rounds), self.rounds, ended=self.ended)

    @property
    def last(self) -> Round | None:
        """The round in play, or the last one played."""
        return self.rounds[-1] if self.rounds else None

    @property
    def latest_rules(self) -> Rules:
        """The rules that the next round has unless they are changed."""
        return self.rounds[-1].setup.rules if self.rounds else self.rules

    @property
    def closed(self) -> Standing:
        """Totals through the last round that is over."""
        return self.standing if self.last is None or self.last.over else self.before

    @property
    def left(self) -> tuple[str, ...]:
        """Who has played and is not seated in the last round (R17)."""
        seated = self.rounds[-1].setup.players if self.rounds else ()
        return tuple(handle for handle in self.standing.chips if handle not in seated)

    def name_of(self, handle: str) -> str:
        """The full name behind a handle."""
        return next((one.name for one in self.players if one.handle == handle), handle)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Totals after each round."""
        after = [NOTHING]
        for number in range(1, len(self.rounds) + 1):
            after.append(adding(after[-1], self.rounds[:number]))
        return tuple(after[1:])

    def standing_after(self, number: int) -> Standing:
        """Totals through round `number`, counted from 1."""
        if number == len(self.rounds):
            return self.standing
        return through(self.rounds[:number])

    def objection_to_deal(self, setup: Setup) -> Objection | None:
        """Why the next round cannot be dealt so, or None."""
        if self.last and not self.last.over:
            return Objection(Why.ROUND_IN_PLAY)
        if self.rounds and decided(self.standing, self.rounds, rules=setup.rules).over:
            return Objection(Why.SERIES_IS_OVER)
        return setup.objection()

    def with_round(self, round_: Round, joined: tuple[Player, ...] = ()) -> Series:
        """The series with a round, however far it went, after the others; who joined for it has
        a name from then on.
        """
        before = self.standing if self.rounds else NOTHING
        seated = (*before.chips, *round_.setup.players)
        players = _called(seated, (*self.players, *joined))
        rounds = (*self.rounds, round_)
        return replace(
            self,
            rounds=rounds,
            players=players,
            before=before,
            planned=None,
            ended=False,
            joined=joined,
        )

    def without_last_round(self) -> Series:
        """The series as it was before its last round was dealt."""
        rounds = self.rounds[:-1]
        players = _called(
            self.before.chips, [one for one in self.players if one not in self.joined]
        )
        return replace(self, rounds=rounds, players=players, before=through(rounds[:-1]), joined=())

    def next_setup(self) -> Setup:
        """The round that follows if nothing is changed: the deal passes left (R1).

        :raises LookupError: when there is no round to follow.
        """
        if self.last is None:
            raise LookupError("the first round needs its players")
        rules = self.planned or self.latest_rules
        return seat_next(self.last.setup, rules, self.last.setup.players)

    def ends_early(self) -> bool:
        """Whether a round was dealt although the series was over before it."""
        standing = NOTHING
        for number, (_, following) in enumerate(pairwise(self.rounds), 1):
            played = self.rounds[:number]
            standing = adding(standing, played)
            if decided(standing, played, rules=following.setup.rules).over:
                return True
        return False

    def replaced(self, number: int, round_: Round) -> Series:
        """The series with another round in the place of round `number`, counted from 1."""
        rounds = (*self.rounds[: number - 1], round_, *self.rounds[number:])
        if number == len(rounds):
            return replace(self, rounds=rounds)
        return replace(self, rounds=rounds, before=through(rounds[:-1]))


def _called(seated: Iterable[str], players: Sequence[Player]) -> tuple[Player, ...]:
    """Those who sat at the table in order of appearance, then others who have a full name."""
    names = {one.handle: one.name for one in players}
    absent = (handle for handle, name in names.items() if name != handle)
    return tuple(Player(one, names.get(one, one)) for one in dict.fromkeys((*seated, *absent)))


def next_dealer(before: Setup, players: tuple[str, ...]) -> int:
    """The seat that deals next: the first to the left of the last dealer who still plays."""
    if before.players[before.dealer] in players:
        return (players.index(before.players[before.dealer]) + 1) % len(players)
    count = len(before.players)
    leftward = (before.players[(before.dealer + step) % count] for step in range(1, count))
    return next((players.index(one) for one in leftward if one in players), 0)


def seat_next(before: Setup, rules: Rules, players: tuple[str, ...]) -> Setup:
    """The setup after another one, with these players: an honest deal by the next dealer."""
    return Setup.dealt(rules, players, next_dealer(before, players))
