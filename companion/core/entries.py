"""Entry of a series in the list of series."""

from dataclasses import dataclass

from companion.core.cards import Pack
from companion.core.series import Series


@dataclass(frozen=True)
class Entry:
    """Series in the list on the home screen.

    `dealt` counts all rounds, `rounds` those that are over, `off` those that were called off.
    `last` is the date of the last round, empty if unknown.
    `players` are the names seated in the last round, `left` the names seated only before it.
    `leaders` are the names of the winners, or of the players ahead, and `score` is their total: in
    points if `in_points`, else in chips. `cards` is the number of cards of the last pack.
    """

    number: int
    name: str
    date: str
    players: tuple[str, ...]
    dealt: int
    rounds: int
    over: bool
    leaders: tuple[str, ...]
    score: int
    in_points: bool
    off: int = 0
    left: tuple[str, ...] = ()
    last: str = ""
    cards: int = Pack.FULL.size

    @property
    def latest(self) -> str:
        """Date of the last round, or else of the series."""
        return self.last or self.date

    @property
    def everybody(self) -> tuple[str, ...]:
        """Names of all players of the series, those seated first."""
        return (*self.players, *self.left)


def entry_of(number: int, series: Series) -> Entry:
    """Return the entry of a series that has at least one round.

    It is worked out after each tap, so it does not go through all rounds.
    """
    last = series.round(series.round_number)
    standing = series.closed
    in_points = last.setup.rules.count_points
    totals = standing.points if in_points else standing.chips
    seated = {handle: total for handle, total in totals.items() if handle in last.setup.players}
    best = (min if in_points else max)(seated.values(), default=0)
    ahead = standing.winners
    if not standing.over:
        ahead = tuple(handle for handle, total in seated.items() if total == best)
    return Entry(
        number=number,
        name=series.name,
        date=series.date,
        players=tuple(series.name_of(handle) for handle in last.setup.players),
        dealt=series.round_number,
        rounds=series.round_number if last.over else series.round_number - 1,
        over=standing.over,
        leaders=tuple(series.name_of(handle) for handle in ahead),
        score=best,
        in_points=in_points,
        off=series.totals.off,
        left=tuple(map(series.name_of, series.left)),
        last=series.last_date,
        cards=last.setup.rules.pack.size,
    )
