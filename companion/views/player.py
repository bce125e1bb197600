"""A player over all evenings: the figures, and the number of rounds behind each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from companion.core.forecast import Entry
from companion.core.names import Colours, colour_of
from companion.core.statistics import Duel, Evening, Evenings, Record, Tally
from companion.views.players import (
    evenings_words,
    hundredths,
    number_of,
    percent,
    rounds_words,
    tenths,
)
from companion.views.speech import chips_words, day_words, initial, month_words, signed
from companion.words import Words

FEW: Final = 12
"""Number of evenings, and of other players, shown at first."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure with a label."""

    name: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class FigureLine:
    """A figure in a line, with the number of rounds or series behind it."""

    name: str
    label: str
    value: str
    rests: str


@dataclass(frozen=True, slots=True)
class Against:
    """Another player; `share` is the share of decided rounds with this player ahead, 0 to 1."""

    number: int
    name: str
    initial: str
    tint: int
    share: float
    value: str
    says: str


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening: the series, and the result for the player."""

    number: int
    name: str
    beneath: str
    chips: str
    says: str


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The contents of the page of a player.

    `totals` are the chips at the start and after each evening; `nights` are the best and worst.
    """

    name: str
    title: str
    subtitle: str
    initial: str
    tint: int
    tiles: tuple[Tile, ...]
    rests: str
    totals: tuple[int, ...]
    chart_says: str
    against: tuple[Against, ...]
    against_rests: str
    figures: tuple[FigureLine, ...]
    nights: tuple[EveningLine, ...]
    evenings: tuple[EveningLine, ...]
    more: str


def player_view(
    evenings: Evenings, name: str, colours: Colours, words: Words, *, unfolded: bool = False
) -> PlayerView:
    """Build the page of a player; `unfolded` shows all evenings."""
    record, own = evenings.players[name], evenings.with_player(name)
    tally = record.tally
    lines = [_line(evening, name, words) for evening in reversed(own)]
    return PlayerView(
        name=name,
        title=name,
        subtitle=_subtitle(tally, own, words),
        initial=initial(name),
        tint=colour_of(colours, name),
        tiles=tuple(_tiles(tally, words)),
        rests=_rests(tally, words),
        totals=(0, *accumulate(evening.summary[name].tally.chips for evening in own)),
        chart_says=_chart_says(own, name, words),
        against=tuple(_against(record, colours, words)),
        against_rests=_against_rests(record.duels.values(), words),
        figures=tuple(_figures(record, words)) if tally.rounds else (),
        nights=tuple(_nights(own, name, words)),
        evenings=tuple(lines if unfolded else lines[:FEW]),
        more=""
        if unfolded or len(lines) <= FEW
        else words.say("Show all {n} evenings", n=len(lines)),
    )


def _subtitle(tally: Tally, own: Iterable[Evening], words: Words) -> str:
    first = next((evening.entry.date for evening in own if evening.entry.date), "")
    since = words.say("since {month}", month=month_words(first, words)) if first else ""
    parts = (evenings_words(tally.series, words), rounds_words(tally.rounds, words), since)
    return " · ".join(filter(None, parts))


def _tiles(tally: Tally, words: Words) -> Iterator[Tile]:
    rounds = tally.rounds
    yield Tile("won", percent(tally.wins, rounds), words.say("rounds won"))
    yield Tile("left", tenths(tally.cards_left, rounds, words), words.say("cards left"))
    yield Tile("passes", tenths(tally.passes, rounds, words), words.say("passes a round"))
    false = words.count("false pass", "false passes", tally.false_passes)
    yield Tile("false", str(tally.false_passes), false)
    yield Tile("chips", signed(tally.chips), words.count("chip", "chips", tally.chips))
    yield Tile("series", str(tally.won), words.say("series won"))


def _rests(tally: Tally, words: Words) -> str:
    if not tally.rounds:
        return words.say("No round has been played to the end yet.")
    played = words.count(
        "{n} round was played to the end.", "{n} rounds were played to the end.", tally.rounds
    )
    if not tally.finished:
        return f"{played} {words.say('No series has a winner yet.')}"
    ended = words.count("{n} series has a winner.", "{n} series have a winner.", tally.finished)
    return f"{played} {ended}"


def _chart_says(own: tuple[Evening, ...], name: str, words: Words) -> str:
    chips = chips_words(sum(evening.summary[name].tally.chips for evening in own), words)
    return words.say(
        "Chips over all evenings: {chips} after {evenings}",
        chips=chips,
        evenings=evenings_words(len(own), words),
    )


def _against(record: Record, colours: Colours, words: Words) -> Iterator[Against]:
    """Yield the players met most often."""
    met = sorted(record.duels.items(), key=lambda one: (-one[1].rounds, one[0]))
    for name, duel in met[:FEW]:
        decided = duel.ahead + duel.behind
        value = percent(duel.ahead, decided)
        yield Against(
            number=number_of(name),
            name=name,
            initial=initial(name),
            tint=colour_of(colours, name),
            share=duel.ahead / decided if decided else 0,
            value=value,
            says=words.count(
                "{name}: ahead in {ahead} and behind in {behind} of {n} round together",
                "{name}: ahead in {ahead} and behind in {behind} of {n} rounds together",
                duel.rounds,
                name=name,
                ahead=duel.ahead,
                behind=duel.behind,
            ),
        )


def _against_rests(duels: Iterable[Duel], words: Words) -> str:
    met = list(duels)
    rounds, in_points = sum(one.rounds for one in met), sum(one.in_points for one in met)
    both = words.say("Rounds that both played, without draws.")
    if in_points == rounds:
        return f"{both} {words.say('Ahead means fewer points in the round.')}"
    if not in_points:
        return f"{both} {words.say('Ahead means more chips in the round.')}"
    return f"{both} " + words.say(
        "Ahead means fewer points in the round, or more chips where no points are counted or known."
    )


def _figures(record: Record, words: Words) -> Iterator[FigureLine]:
    tally, streak, say = record.tally, record.streak, words.say
    rounds = say("in {rounds}", rounds=rounds_words(tally.rounds, words))
    if tally.scored:
        scored = say("in {rounds}", rounds=rounds_words(tally.scored, words))
        yield FigureLine(
            "points", say("Points a round"), tenths(tally.points, tally.scored, words), scored
        )
    yield FigureLine(
        "chips-a-round", say("Chips a round"), tenths(tally.chips, tally.rounds, words), rounds
    )
    false = hundredths(tally.false_passes, tally.rounds, words)
    yield FigureLine("false-a-round", say("False passes a round"), false, rounds)
    yield FigureLine(
        "held-back",
        say("Sevens held back"),
        str(tally.held_back),
        words.count(
            "of {n} known to be held: it could have been played at some turn, but was not",
            "of {n} known to be held: they could have been played at some turn, but were not",
            tally.openers,
        ),
    )
    yield FigureLine(
        "streak", say("Rounds won in a row"), str(streak.longest), _running(streak.last, words)
    )
    if tally.finished:
        yield FigureLine(
            "half-way",
            say("Ahead at half way"),
            str(tally.led),
            words.count(
                "of {n} series with a winner; {won} of them won",
                "of {n} series with a winner; {won} of them won",
                tally.finished,
                won=tally.led_won,
            ),
        )


def _running(last: int, words: Words) -> str:
    if not last:
        return words.say("the longest run")
    return words.say("the longest run; {n} at the moment", n=last)


def _nights(own: tuple[Evening, ...], name: str, words: Words) -> Iterator[EveningLine]:
    """Yield the best and the worst evening by chips, the later one if equal."""
    played = [evening for evening in own if evening.summary[name].tally.rounds]
    if len(played) < 2:  # noqa: PLR2004 - a single evening is neither
        return
    for says, sign in ((words.say("Best evening"), 1), (words.say("Worst evening"), -1)):
        chips = [sign * evening.summary[name].tally.chips for evening in played]
        place = max(range(len(chips)), key=lambda one: (chips[one], one))
        line = _line(played[place], name, words)
        where = _where(played[place].entry, words)
        yield EveningLine(line.number, says, where, line.chips, f"{says}: {line.says}")


def _line(evening: Evening, name: str, words: Words) -> EveningLine:
    entry, tally = evening.entry, evening.summary[name].tally
    called = entry.name or words.say("Fan Tan")
    rounds = rounds_words(tally.rounds, words)
    won = (
        words.say("won {wins} of {rounds}", wins=tally.wins, rounds=rounds) if tally.rounds else ""
    )
    place = words.say("won the series") if tally.won else ""
    beneath = " · ".join(filter(None, (day_words(entry.date, words), won, place)))
    chips = signed(tally.chips)
    says = ", ".join(filter(None, (called, beneath, chips_words(tally.chips, words))))
    return EveningLine(entry.number, called, beneath, chips, says)


def _where(entry: Entry, words: Words) -> str:
    called = entry.name or words.say("Fan Tan")
    return " · ".join(filter(None, (called, day_words(entry.date, words))))
