"""A player over all evenings: the figures, and the number of rounds behind each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, Self

from companion.core.names import in_order
from companion.core.statistics import Duel, Evening, Record, Tally
from companion.screens import blocks as b
from companion.screens.figures import Curve
from companion.screens.home import name_of
from companion.screens.kit import Form, Here, edit
from companion.screens.players import (
    average,
    evenings_words,
    kebab,
    of_player,
    percent,
    progress,
    renamed_panel,
)
from companion.screens.series import Chart
from companion.screens.speech import (
    Person,
    chips_words,
    day_words,
    month_words,
    rounds_words,
    signed,
)
from companion.words import Words

FEW: Final = 12
"""Number of evenings, and of other players, shown at first."""


@dataclass(frozen=True, slots=True)
class PlayerForm:
    """A player, with all evenings shown or the last `FEW`."""

    player: str
    unfolded: bool = False

    def unfold(self) -> Self:
        """Return a copy that shows all evenings."""
        return replace(self, unfolded=True)

    def view(self, here: Here) -> b.Document:
        """Return the screen of a player."""
        name, say = self.player, here.say
        record, own = here.evenings.players[name], here.evenings.with_player(name)
        rows = [_row(evening, name, here.words) for evening in reversed(own)]
        shown = rows if self.unfolded else rows[:FEW]
        evenings: list[b.Block] = [b.List(tuple(shown))]
        if len(shown) < len(rows):
            evenings.append(
                b.unfolds(
                    "all-evenings",
                    say("Show all {n} evenings", n=len(rows)),
                    edit(PlayerForm.unfold),
                )
            )
        figures = tuple(_figures(record, here.words))
        left: tuple[b.Block, ...] = (
            *progress(here.statistics, here.words),
            *renamed_panel(here.renamed, here.words),
            b.Figures(tuple(_tiles(record.tally, here.words))),
            *_chart(own, here.person(name), here.words),
            *_against(here, name, record),
        )
        right: tuple[b.Block, ...] = (
            *((b.Panel((b.List(figures),), title=say("In figures")),) if figures else ()),
            b.Panel(tuple(evenings), title=say("Evenings")),
        )
        return b.Document(
            name,
            (left, right),
            subtitle=_subtitle(record.tally, own, here.evenings.counts[name], here.words),
            footer=(
                b.Action("rename-player", say("Rename"), b.Go("name")),
                b.Action("merge-player", say("Same person as …"), b.Go("same")),
            ),
        )


def player(here: Here) -> Form:
    """Return the screen of the player in the route, or else of all players."""
    return of_player(here, PlayerForm)


def _subtitle(tally: Tally, own: Sequence[Evening], count: int, words: Words) -> str:
    """Return the number of evenings with rounds that count, and of these rounds."""
    first = next((evening.date for evening in own if evening.date), "")
    since = words.say("since {month}", month=month_words(first, words)) if first else ""
    parts = (evenings_words(count, words), rounds_words(tally.rounds, words), since)
    return " · ".join(filter(None, parts))


def _tiles(tally: Tally, words: Words) -> Iterator[b.Figure]:
    rounds = tally.rounds
    false = words.count("false pass", "false passes", tally.false_passes)
    chips = words.count("chip", "chips", tally.chips)
    for name, value, label in (
        ("won", percent(tally.wins, rounds), words.say("rounds won")),
        ("left", average(tally.cards_left, rounds, words), words.say("cards left")),
        ("passes", average(tally.passes, rounds, words), words.say("passes a round")),
        ("false", str(tally.false_passes), false),
        ("chips", signed(tally.chips), chips),
        ("series", str(tally.won), words.say("series won")),
    ):
        yield b.Figure(label, b.Text(value, f"figure-{name}"))


def _chart(own: tuple[Evening, ...], person: Person, words: Words) -> tuple[b.Panel, ...]:
    """Return the chart, if any total is not zero."""
    totals = (0, *accumulate(evening.summary[person.name].tally.chips for evening in own))
    if not any(totals):
        return ()
    says = words.say(
        "Chips over all evenings: {chips} after {evenings}",
        chips=chips_words(totals[-1], words),
        evenings=evenings_words(len(own), words),
    )
    chart = b.Custom("chart", Chart((Curve(person, totals),), 0, says))
    return (b.Panel((chart,), title=words.say("Chips over all evenings")),)


def _against(here: Here, name: str, record: Record) -> tuple[b.Panel, ...]:
    """Return the share of rounds ahead of each of the players met most often."""
    met = sorted(record.duels.items(), key=lambda item: (-item[1].rounds, in_order(item[0])))
    if not met:
        return ()
    bars = tuple(_duel(here.person(other), duel, here.words) for other, duel in met[:FEW])
    rests = b.Text(here.say("Rounds that {name} did better in", name=name), style=b.Style.SMALL)
    return (b.Panel((b.Bars(bars), rests), title=here.say("Against")),)


def _duel(other: Person, duel: Duel, words: Words) -> b.Bar:
    decided = duel.ahead + duel.behind
    return b.Bar(
        other,
        share=duel.ahead / decided if decided else 0,
        value=percent(duel.ahead, decided),
        id=f"against-{kebab(other.name)}",
        label=words.count(
            "{name}: ahead in {ahead} and behind in {behind} of {n} round together",
            "{name}: ahead in {ahead} and behind in {behind} of {n} rounds together",
            duel.rounds,
            name=other.name,
            ahead=duel.ahead,
            behind=duel.behind,
        ),
    )


def _figures(record: Record, words: Words) -> Iterator[b.Row]:
    tally, streak, say = record.tally, record.streak, words.say
    if not tally.rounds:
        return
    rounds = say("in {rounds}", rounds=rounds_words(tally.rounds, words))
    if tally.scored:
        scored = say("in {rounds}", rounds=rounds_words(tally.scored, words))
        points = average(tally.points, tally.scored, words)
        yield _figure("points", say("Points a round"), points, scored)
    chips = average(tally.chips, tally.rounds, words)
    yield _figure("chips-a-round", say("Chips a round"), chips, rounds)
    false = average(tally.false_passes, tally.rounds, words, 2)
    yield _figure("false-a-round", say("False passes a round"), false, rounds)
    running = say("the longest run")
    yield _figure("streak", say("Rounds won in a row"), str(streak.longest), running)


def _figure(name: str, label: str, value: str, rests: str) -> b.Row:
    """Return a figure with the number of rounds or series behind it."""
    return b.Row(label, f"figure-{name}", subtitle=rests, value=value)


def _row(evening: Evening, name: str, words: Words) -> b.Row:
    """Return an evening with the result for the player."""
    entry, tally = evening.entry, evening.summary[name].tally
    called, rounds = name_of(entry, words), rounds_words(tally.rounds, words)
    won = (
        words.say("won {wins} of {rounds}", wins=tally.wins, rounds=rounds) if tally.rounds else ""
    )
    place = words.say("won the series") if tally.won else ""
    beneath = " · ".join(filter(None, (day_words(evening.date, words), won, place)))
    return b.Row(
        called,
        _id("evening", evening),
        subtitle=beneath,
        value=signed(tally.chips),
        intent=b.Go(f"/series/{entry.number}"),
        label=", ".join(filter(None, (called, beneath, chips_words(tally.chips, words)))),
    )


def _id(kind: str, evening: Evening) -> str:
    """Return the identifier of an evening, with its place in a series of several evenings."""
    later = f"-{evening.place}" if evening.place > 1 else ""
    return f"{kind}-{evening.entry.number}{later}"
