"""Figures of a series: chips, points and cards left, of each round, of evenings and in all."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from companion.core.books import cards_left, ledger, points
from companion.core.judge import Verdict, judge
from companion.core.rounds.round import Round
from companion.core.series import DatedRounds, Series, Totals, minutes_of
from companion.desk.table import Snapshot
from companion.screens.dates import length_words
from companion.screens.passes import hidden
from companion.screens.speech import (
    Person,
    by_result,
    day_words,
    join_facts,
    person,
    signed,
    state_words,
)
from companion.screens.standings import Unit, beginnings
from companion.words import Words, number_words

Cells = tuple[str, ...]
"""A figure for each of `SeriesView.players`, empty for those without one."""


@dataclass(frozen=True)
class Sums:
    """Chips, points and cards left by handle; None for points that are still open."""

    chips: Counter[str] = field(default_factory=Counter[str])
    points: dict[str, int | None] = field(default_factory=dict[str, "int | None"])
    cards: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> Self:
        """Return the sums of the rounds; the cards left in rounds called off do not count."""
        sums = cls()
        for round_ in rounds:
            players = round_.setup.players
            sums.chips.update(dict(zip(players, ledger(round_).chips, strict=True)))
            for handle, score in zip(players, points(round_) if round_.over else (), strict=False):
                before = sums.points.get(handle, 0)
                if before is not None:
                    sums.points[handle] = None if score is None else before + score
            if not round_.void:
                sums.cards.update(dict(zip(players, cards_left(round_) or (), strict=False)))
        return sums

    @property
    def in_words(self) -> Mapping[Unit, Mapping[str, str]]:
        """The figures of each unit in words, by handle."""
        scores = self.points.items()
        return {
            Unit.POINTS: {
                handle: "?" if score is None else number_words(score) for handle, score in scores
            },
            Unit.CHIPS: {handle: signed(chips) for handle, chips in self.chips.items()},
            Unit.CARDS: {handle: str(cards) for handle, cards in self.cards.items()},
        }

    def cells(self, handles: Sequence[str]) -> Mapping[Unit, Cells]:
        """Return the figures of each unit in words, for the players in this order."""
        return {
            unit: tuple(figures.get(handle, "") for handle in handles)
            for unit, figures in self.in_words.items()
        }


@dataclass(frozen=True)
class RoundLine:
    """A row in the table of rounds, with a cell for each of `SeriesView.players`.

    `remark` is the reason why the round does not count, or not yet; `says` are sentences on the
    round with the figures of each unit. `winner` is an index into the players; `note` names the
    dealer and counts the false passes; `has_open` is True if cards left are still hidden.
    """

    number: int
    title: str
    figures: Mapping[Unit, Cells]
    says: Mapping[Unit, str]
    note: str
    winner: int | None
    void: bool
    remark: str
    has_open: bool


@dataclass(frozen=True)
class EveningLine:
    """The figures of an evening among several, with a cell for each of `SeriesView.players`.

    `rounds` are the numbers of its rounds.
    """

    title: str
    rounds: tuple[int, ...]
    figures: Mapping[Unit, Cells]


@dataclass(frozen=True)
class Curve:
    """A player's totals: on joining, then after each round until they left.

    `begins` is the number of rounds played before the player joined.
    """

    player: Person
    totals: tuple[int, ...]
    begins: int = 0


@dataclass(frozen=True)
class SeriesView:
    """The figures of a series.

    `totals` are those of the `players`, in this order. `evenings` is empty if all rounds are of one
    evening. There are `curves` of chips, and of points if they count.
    """

    players: tuple[Person, ...]
    totals: Mapping[Unit, Cells]
    rounds: tuple[RoundLine, ...]
    evenings: tuple[EveningLine, ...]
    curves: Mapping[Unit, tuple[Curve, ...]]


def series_view(snapshot: Snapshot, words: Words) -> SeriesView:
    """Return the figures of a series."""
    series = snapshot.series
    standing = snapshot.series.standing
    handles = tuple(standing.chips)
    scores = {
        handle: None if handle in standing.open else standing.points[handle] for handle in handles
    }
    totals = Sums(Counter(standing.chips), scores, Counter(dict.fromkeys(handles, 0)))
    totals.cards.update(Sums.of(series.rounds).cards)
    curves = {
        Unit.CHIPS: _curves(
            snapshot, lambda totals: totals.chips, lambda round_: ledger(round_).chips
        )
    }
    if series.latest_rules.count_points:
        curves[Unit.POINTS] = _curves(snapshot, lambda totals: totals.points, points)
    return SeriesView(
        players=tuple(person(snapshot, handle) for handle in handles),
        totals=totals.cells(handles),
        rounds=tuple(
            _round(series, number, handles, words) for number in range(1, len(series.rounds) + 1)
        ),
        evenings=evening_lines(series, handles, words),
        curves=curves,
    )


def evening_lines(
    series: Series, handles: tuple[str, ...], words: Words
) -> tuple[EveningLine, ...]:
    """Return the evenings of a series, none if it has only one."""
    evenings = series.evenings if len(series.evenings) > 1 else ()
    return tuple(_evening(series, evening, handles, words) for evening in evenings)


def _evening(
    series: Series, evening: DatedRounds, handles: tuple[str, ...], words: Words
) -> EveningLine:
    rounds = [series.round(number) for number in evening.rounds]
    sums = Sums.of(rounds)
    first = words.say("Round {number}", number=evening.rounds[0])
    day = day_words(evening.date, words) or first
    length = length_words(minutes_of(rounds), words)
    return EveningLine(
        title=join_facts(day, length),
        rounds=evening.rounds,
        figures=sums.cells(handles),
    )


def _round(series: Series, number: int, handles: tuple[str, ...], words: Words) -> RoundLine:
    round_ = series.round(number)
    sums = Sums.of([round_])
    won = None if round_.void or round_.winner is None else round_.setup.players[round_.winner]
    title = words.say("Round {number}", number=number)
    remark = state_words(round_, words)
    finish = ""
    if won and round_.out:
        finish = words.say("{name} goes out", name=series.name_of(won))
    elif won:
        finish = words.say("{name} is left over", name=series.name_of(won))
    joined = beginnings(series, number, words)

    def say(figures: Mapping[str, str]) -> str:
        counts = (f"{series.name_of(handle)} {figure}" for handle, figure in figures.items())
        return words.join((title, remark, *joined, finish, *counts, note))

    false = sum(ruling.verdict is Verdict.ILLEGAL for ruling in judge(round_).rulings)
    dealer = series.name_of(round_.setup.players[round_.setup.dealer])
    length = length_words(round_.setup.minutes if round_.over else None, words)
    passes = words.count("{n} false pass", "{n} false passes", false) if false else ""
    dealt = words.say("{name} dealt", name=dealer)
    note = join_facts(dealt, passes, by_result(round_, words), length)
    return RoundLine(
        number=number,
        title=title,
        figures=sums.cells(handles),
        says={unit: say(figures) for unit, figures in sums.in_words.items()},
        note=note,
        winner=handles.index(won) if won else None,
        void=round_.void,
        remark=remark,
        has_open=round_.played_out and not round_.void and bool(hidden(round_)),
    )


def _curves(
    snapshot: Snapshot,
    totals_of: Callable[[Totals], Mapping[str, int]],
    brought_by: Callable[[Round], Sequence[int | None]],
) -> tuple[Curve, ...]:
    """Return the totals of every player after each round that counts, from joining to leaving.

    A round called off counts once it was corrected.
    """
    series = snapshot.series
    after = zip(series.rounds, series.standings, strict=True)
    played = [
        (round_, totals_of(totals))
        for round_, totals in after
        if round_.over and (not round_.void or round_.decisions.after_void)
    ]
    curves: list[Curve] = []
    for handle in series.standing.chips:
        sat = [place for place, (round_, _) in enumerate(played) if handle in round_.setup.players]
        if not sat:
            continue
        joined, totals = played[sat[0]]
        brought = brought_by(joined)[joined.setup.players.index(handle)] or 0
        stays = handle in series.standing.seated
        shown = played[sat[0] :] if stays else played[sat[0] : sat[-1] + 1]
        curve = (totals[handle] - brought, *(totals_[handle] for _, totals_ in shown))
        curves.append(Curve(person(snapshot, handle), curve, sat[0]))
    return tuple(curves)
