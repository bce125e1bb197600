"""Series of rounds: its players, its rounds, and the standing after each round.

Each round has its own rules, seating and dealer, so players can join or leave and house rules can
change between rounds. A log builds its series from steps and passes the totals before the last
round on to it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from companion.core.names import LONGEST, Player, is_short, tidy
from companion.core.objections import Objection, Why
from companion.core.presets import preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.rules import Rules
from companion.core.standing import NOTHING, Standing, Totals, through
from companion.core.steps import Settled


@dataclass(frozen=True)
class Series:
    """One or more game nights that are scored together.

    `date` is `YYYY-MM-DD`, `rules` are those of the first round, and `planned` those from the next
    round on if the table changed them. `ended` is true if the table ended the series. `settled`
    lists the chips handed over to settle it, and `worth` is the value of a chip in words.
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
        """Totals before the last round, by the rules of the last round."""
        return through(self.rounds[:-1], self.latest_rules)

    @cached_property
    def standing(self) -> Standing:
        """Totals after the last round, by the rules of the next round."""
        if self.last is None:
            return replace(NOTHING, target=self.rules.target, limit=self.rules.rounds)
        totals, rules = Totals(self.before), self.latest_rules
        totals.add(self.last)
        if self.last.over:
            rules = self.planned or rules
        return totals.standing(self.last, rules, ended=self.ended)

    def carry(self, before: Standing) -> None:
        """Set the standing before the last round, which the caller has already computed."""
        self.__dict__["before"] = before

    @property
    def last(self) -> Round | None:
        """Round in play, or the last round played; None before the first deal."""
        return self.rounds[-1] if self.rounds else None

    @property
    def latest_rules(self) -> Rules:
        """Rules of the last round, or of the series before its first round."""
        return self.rounds[-1].setup.rules if self.rounds else self.rules

    @property
    def closed(self) -> Standing:
        """Totals after the last round that is over."""
        return self.standing if self.last is None or self.last.over else self.before

    @property
    def left(self) -> tuple[str, ...]:
        """Handles of the players who have played and are not seated in the last round (R17)."""
        standing = self.standing
        return tuple(handle for handle in standing.chips if handle not in standing.seated)

    def name_of(self, handle: str) -> str:
        """Return the full name of a player."""
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
        """Players who are seated for the first time in the last round."""
        seated = self.rounds[-1].setup.players if self.rounds else ()
        return tuple(
            player
            for player in self.players
            if player.handle in seated and player.handle not in self.before.chips
        )

    def objection_to_deal(self, setup: Setup) -> Objection | None:
        """Return why the next round cannot be dealt with this setup, or None."""
        if self.last is None:
            return setup.objection()
        totals = Totals(self.before)
        totals.add(self.last)
        return to_deal(totals, self.last, setup)

    def new_among(self, handles: Iterable[str]) -> tuple[Player, ...]:
        """Return players for the handles that are new to the series, named by their handles."""
        known = {player.handle for player in self.players}
        return tuple(Player(handle, handle) for handle in handles if handle not in known)

    def next_setup(self) -> Setup:
        """Return the setup of the next round if nothing is changed: the deal passes left (R1).

        :raises LookupError: when the series has no round yet
        """
        if self.last is None:
            raise LookupError("the first round needs its players")
        rules = self.planned or self.latest_rules
        return seat_next(self.last.setup, rules, self.last.setup.players)


def to_deal(totals: Totals, last: Round | None, setup: Setup) -> Objection | None:
    """Return why a round cannot be dealt after `last`, given the totals after it, or None."""
    if last and not last.over:
        return Objection(Why.ROUND_IN_PLAY)
    if last and totals.outcome(last, setup.rules).over:
        return Objection(Why.SERIES_IS_OVER)
    return setup.objection()


def to_join(joined: Iterable[Player]) -> Objection | None:
    """Return why the players who join cannot have their names, or None."""
    if all(is_short(player.name) for player in joined):
        return None
    return Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_name(name: str) -> Objection | None:
    """Return why a series cannot have this name, or None."""
    if not name:
        return Objection(Why.NO_NAME)
    return None if is_short(name) else Objection(Why.NAME_TOO_LONG, expected=LONGEST)


def to_replace(
    before: Setup, after: Setup, others: Iterable[Round], settled: Iterable[Settled]
) -> Objection | None:
    """Return why the setup of a round cannot be replaced, or None.

    A player who paid or received chips to settle the series must stay in at least one round.
    """
    left_out = {*before.players} - {*after.players}
    settlers = [
        handle for paid in settled for handle in (paid.source, paid.target) if handle in left_out
    ]
    for other in others if settlers else ():
        left_out -= {*other.setup.players}
    missing = next((handle for handle in settlers if handle in left_out), None)
    return Objection(Why.NOT_IN_SERIES, player=missing) if missing else None


def named(seated: Iterable[str], players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players seated in any round in order of appearance, then the others by handle.

    Others are listed only if they have a full name; a bare handle needs no entry.
    """
    names = {player.handle: player.name for player in players}
    absent = (handle for handle, name in names.items() if name != handle)
    handles = dict.fromkeys((*seated, *sorted(absent)))
    return tuple(Player(handle, names.get(handle, handle)) for handle in handles)


def next_dealer(before: Setup, players: tuple[str, ...]) -> int:
    """Return the seat of the next dealer: the first to the left of the last one who still plays."""
    if before.players[before.dealer] in players:
        return (players.index(before.players[before.dealer]) + 1) % len(players)
    count = len(before.players)
    leftward = (before.players[(before.dealer + place) % count] for place in range(1, count))
    return next((players.index(handle) for handle in leftward if handle in players), 0)


def seat_next(before: Setup, rules: Rules, players: tuple[str, ...]) -> Setup:
    """Return the setup that follows `before` with these players: a fair deal by the next dealer."""
    return Setup.dealt(rules, players, next_dealer(before, players))
