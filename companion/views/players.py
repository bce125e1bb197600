"""All players over all evenings, with figures in words, and the change of names."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from typing import Final, Self
from zlib import crc32

from companion.core.forecast import Entry
from companion.core.names import Colours, colour_of, look_alike
from companion.core.statistics import Evenings, Record, Tally
from companion.desk.people import Proposal, Renaming, Statistics, propose
from companion.views.speech import cause_words, initial, listed, refusal_words, signed
from companion.words import Words

NOTHING = "–"
"""The figure for a division by zero."""


def percent(part: int, of: int) -> str:
    """Return a share, e.g. `31 %`."""
    return f"{round(100 * part / of)} %" if of else NOTHING


def tenths(total: int, of: int, words: Words) -> str:
    """Return an average with one decimal, e.g. `2.9`."""
    if not of:
        return NOTHING
    value = round(total / of, 1) or 0.0
    whole, tenth = f"{value:.1f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def hundredths(total: int, of: int, words: Words) -> str:
    """Return an average with two decimals, e.g. `0.03`."""
    if not of:
        return NOTHING
    whole, tenth = f"{total / of:.2f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def rounds_words(rounds: int, words: Words) -> str:
    """Return a number of rounds, e.g. `118 rounds`."""
    return words.count("{n} round", "{n} rounds", rounds)


def evenings_words(evenings: int, words: Words) -> str:
    """Return a number of evenings, e.g. `9 evenings`."""
    return words.count("{n} evening", "{n} evenings", evenings)


PAGE: Final = 40
"""Number of players shown at first."""
_NUMBERS: Final = 1_000_000_000


class Order(Enum):
    """The orders of players; each value is part of an identifier."""

    NAME = "name"
    EVENINGS = "evenings"
    ROUNDS = "rounds"
    WON = "won"
    LEFT = "left"
    CHIPS = "chips"


@dataclass(frozen=True, slots=True)
class Sorting:
    """An order of players, `turned` round or not."""

    order: Order = Order.ROUNDS
    turned: bool = False

    def after(self, chosen: Order) -> Self:
        """Return the chosen order, turned round if chosen already."""
        return type(self)(chosen, not self.turned if chosen is self.order else False)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures to sort by; `mark` is an arrow for the direction."""

    order: Order
    title: str
    mark: str
    says: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list.

    `number` is for the route, `figures` are for all columns but the name. A narrow screen shows
    `beneath` and the `figure` of the present order instead, in words `figure_says`.
    """

    number: int
    identifier: str
    name: str
    initial: str
    tint: int
    figures: tuple[str, ...]
    beneath: str
    figure: str
    figure_says: str
    says: str


@dataclass(frozen=True, slots=True)
class ProgressView:
    """The progress of adding up, from 0 to 1."""

    says: str
    share: float


@dataclass(frozen=True, slots=True)
class PlayersView:
    """The contents of the page of the players.

    `empty` is set if nobody has played yet, `missing` if the wanted player is unknown.
    """

    title: str
    subtitle: str
    columns: tuple[Column, ...]
    rows: tuple[PlayerRow, ...]
    more: str
    half_way: str
    unread: str
    empty: tuple[str, str] | None
    progress: ProgressView | None
    missing: str = ""


def number_of(name: str) -> int:
    """Return the number of a player in routes, always the same for a name."""
    return crc32(name.encode("utf-8", "surrogatepass")) % _NUMBERS


def named(evenings: Evenings, number: int | None) -> str | None:
    """Return the player of a number, None if unknown."""
    return next((name for name in evenings.players if number_of(name) == number), None)


def players_view(
    statistics: Statistics,
    colours: Colours,
    words: Words,
    sorting: Sorting,
    *,
    most: int = PAGE,
    wanted: int | None = None,
) -> PlayersView:
    """Build the page of `most` players; `wanted` is the number of an unknown player."""
    evenings = statistics.evenings
    everybody = _sorted(evenings, sorting) if evenings else []
    titles, shown = _titles(words), everybody[:most]
    rest = len(everybody) - len(shown)
    return PlayersView(
        title=words.say("Players"),
        subtitle=_subtitle(evenings, words) if evenings and everybody else "",
        columns=tuple(_column(order, titles[order], sorting, words) for order in Order),
        rows=tuple(_row(evenings, name, colours, sorting, words) for name in shown)
        if evenings
        else (),
        more=words.say("Show all {n} players", n=len(everybody)) if rest else "",
        half_way=_half_way(evenings, words) if evenings else "",
        unread=_unread(statistics, words),
        empty=_empty(words) if evenings and not everybody else None,
        progress=progress(statistics, words),
        missing=words.say("There is no such player. These are all who ever played.")
        if wanted is not None and everybody
        else "",
    )


def progress(statistics: Statistics, words: Words) -> ProgressView | None:
    """Return the progress of adding up or renaming, None once the figures are there."""
    done, of = statistics.done, statistics.of
    if not statistics.under_way:
        return None if statistics.evenings else ProgressView(words.say("Adding up …"), 0)
    if statistics.renaming:
        return ProgressView(words.say("Renaming … {done} of {of}", done=done, of=of), done / of)
    return ProgressView(words.say("Adding up … {done} of {of}", done=done, of=of), done / of)


def _empty(words: Words) -> tuple[str, str]:
    return (
        words.say("Nobody has played yet"),
        words.say("Everybody who plays here is listed with all their evenings."),
    )


def _unread(statistics: Statistics, words: Words) -> str:
    if not statistics.unread:
        return ""
    return words.count(
        "{n} series cannot be read and is not counted here.",
        "{n} series cannot be read and are not counted here.",
        statistics.unread,
    )


def _subtitle(evenings: Evenings, words: Words) -> str:
    players = words.count("{n} player", "{n} players", len(evenings.players))
    return f"{players} · {evenings_words(len(evenings.all), words)}"


def _half_way(evenings: Evenings, words: Words) -> str:
    """Return the share of series won by the leader at half-way, in words."""
    tallies = [record.tally for record in evenings.players.values()]
    led, won = sum(tally.led for tally in tallies), sum(tally.led_won for tally in tallies)
    if not led:
        return ""
    return words.say("The leader at half-way won {won} of {led} series.", won=won, led=led)


def _titles(words: Words) -> dict[Order, str]:
    return {
        Order.NAME: words.say("Name"),
        Order.EVENINGS: words.say("Evenings"),
        Order.ROUNDS: words.say("Rounds"),
        Order.WON: words.say("Rounds won"),
        Order.LEFT: words.say("Cards left"),
        Order.CHIPS: words.say("Chips"),
    }


def _column(order: Order, title: str, sorting: Sorting, words: Words) -> Column:
    chosen = order is sorting.order
    ascending = (order in {Order.NAME, Order.LEFT}) != sorting.turned
    mark = ("↑" if ascending else "↓") if chosen else ""
    return Column(order, title, mark, words.say("Sort by {title}", title=title), chosen)


_BEST_FIRST: dict[Order, Callable[[Tally], float]] = {
    Order.EVENINGS: lambda tally: -tally.series,
    Order.ROUNDS: lambda tally: -tally.rounds,
    Order.WON: lambda tally: -tally.wins / tally.rounds,
    Order.LEFT: lambda tally: tally.cards_left / tally.rounds,
    Order.CHIPS: lambda tally: -tally.chips,
}


_BENEATH = (Order.EVENINGS, Order.ROUNDS, Order.WON)
"""The figures beneath a name on a narrow screen."""


def _sorted(evenings: Evenings, sorting: Sorting) -> list[str]:
    """Return the names in order, those without a round last."""
    players = evenings.players
    by_name = sorted(players, key=lambda name: (name.casefold(), name))
    key = _BEST_FIRST.get(sorting.order)
    if key is None:
        return by_name[::-1] if sorting.turned else by_name
    played = [name for name in by_name if players[name].tally.rounds]
    idle = [name for name in by_name if not players[name].tally.rounds]
    best = sorted(played, key=lambda name: key(players[name].tally))
    return [*(best[::-1] if sorting.turned else best), *idle]


def _row(
    evenings: Evenings, name: str, colours: Colours, sorting: Sorting, words: Words
) -> PlayerRow:
    figures = _figures(evenings.players[name], words)
    labelled = _labelled(evenings.players[name], words)
    others = [labelled[order] for order in _BENEATH if order is not sorting.order]
    return PlayerRow(
        number=number_of(name),
        identifier=f"player-{'-'.join(name.split())}",
        name=name,
        initial=initial(name),
        tint=colour_of(colours, name),
        figures=tuple(figures.values()),
        beneath=" · ".join(others),
        figure=figures.get(sorting.order, ""),
        figure_says=labelled.get(sorting.order, ""),
        says=", ".join((name, *labelled.values())),
    )


def _figures(record: Record, words: Words) -> dict[Order, str]:
    tally = record.tally
    return {
        Order.EVENINGS: str(tally.series),
        Order.ROUNDS: str(tally.rounds),
        Order.WON: percent(tally.wins, tally.rounds),
        Order.LEFT: tenths(tally.cards_left, tally.rounds, words),
        Order.CHIPS: signed(tally.chips),
    }


def _labelled(record: Record, words: Words) -> dict[Order, str]:
    tally, figures = record.tally, _figures(record, words)
    return {
        Order.EVENINGS: evenings_words(tally.series, words),
        Order.ROUNDS: rounds_words(tally.rounds, words),
        Order.WON: words.say("{share} won", share=figures[Order.WON]),
        Order.LEFT: words.say("{average} cards left", average=figures[Order.LEFT]),
        Order.CHIPS: words.count(
            "{chips} chip", "{chips} chips", tally.chips, chips=figures[Order.CHIPS]
        ),
    }


_NAMED = 3
"""Number of series named; the rest are counted."""


@dataclass(frozen=True, slots=True)
class ProposalView:
    """The effect of a new name; `asks` is the question before two players are merged."""

    asked: Proposal
    says: str
    possible: bool
    asks: str
    explains: str


@dataclass(frozen=True, slots=True)
class Other:
    """Another player who may be the same person."""

    number: int
    identifier: str
    name: str
    initial: str
    tint: int
    beneath: str


@dataclass(frozen=True, slots=True)
class RenamedView:
    """The effect of the last change of a name; `again` finishes a change that was cut off."""

    renamed: Renaming
    says: str
    undo: str
    again: str


def proposal_view(evenings: Evenings, old: str, name: str, words: Words) -> ProposalView:
    """Return the effect of giving a player a new name."""
    asked = propose(evenings, old, name)
    return ProposalView(
        asked=asked,
        says=proposal_words(asked, evenings, words),
        possible=asked.possible,
        asks=words.say("Merge two players?") if asked.merges and asked.possible else "",
        explains=_explains(asked, evenings, words) if asked.merges and asked.possible else "",
    )


def proposal_words(asked: Proposal, evenings: Evenings, words: Words) -> str:
    """Return the effect, or the reason against it, in words; empty for the present name."""
    if asked.objection:
        return refusal_words(asked.objection, words, str)
    if asked.together:
        return words.say(
            "{old} and {new} sat together in {series}: they are two people.",
            old=asked.old,
            new=asked.new,
            series=_called(asked.together, words),
        )
    if not asked.series:
        return ""
    if asked.merges:
        return words.say(
            "{old} and {new} become one player: {evenings}.",
            old=asked.old,
            new=asked.new,
            evenings=evenings_words(_evenings(asked, evenings), words),
        )
    return words.count(
        "{old} becomes {new} on {n} evening.",
        "{old} becomes {new} on {n} evenings.",
        len(asked.series),
        old=asked.old,
        new=asked.new,
    )


def _explains(asked: Proposal, evenings: Evenings, words: Words) -> str:
    name = words.say("The name is {new} from then on. It can be taken back.", new=asked.new)
    return f"{proposal_words(asked, evenings, words)} {name}"


def _evenings(asked: Proposal, evenings: Evenings) -> int:
    return sum(len(evenings.with_player(name)) for name in (asked.old, asked.new))


def others(evenings: Evenings, old: str, colours: Colours, words: Words) -> tuple[Other, ...]:
    """Return the players who may be the same person, most similar names first."""
    met = evenings.players[old].duels
    names = [name for name in evenings.players if name != old and name not in met]
    able = [name for name in names if evenings.together(old, name) is None]
    return tuple(
        Other(
            number=number_of(name),
            identifier=f"same-{'-'.join(name.split())}",
            name=name,
            initial=initial(name),
            tint=colour_of(colours, name),
            beneath=evenings_words(evenings.players[name].tally.series, words),
        )
        for name in sorted(able, key=lambda name: (-_alike(old, name), name.casefold(), name))
    )


def _alike(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 2."""
    ratio = SequenceMatcher(None, name.casefold(), other.casefold()).ratio()
    return ratio + look_alike(name, other)


def renamed_view(renamed: Renaming | None, words: Words) -> RenamedView | None:
    """Return the effect of the last change of a name, None without a change."""
    if renamed is None:
        return None
    old, new = renamed.old, renamed.new
    if renamed.taken_back:
        said = words.count(
            "{new} is {old} again on {n} evening.",
            "{new} is {old} again on {n} evenings.",
            renamed.done,
            old=old,
            new=new,
        )
    else:
        said = words.count(
            "{old} is {new} now on {n} evening.",
            "{old} is {new} now on {n} evenings.",
            renamed.done,
            old=old,
            new=new,
        )
    parts = [said]
    if renamed.refused:
        names = [_called(entry, words) for entry in renamed.refused[:_NAMED]]
        more = len(renamed.refused) - len(names)
        names += [words.say("{n} more", n=more)] if more else []
        series = listed(names, words)
        parts.append(words.say("This could not be changed: {series}.", series=series))
    if renamed.trouble:
        parts += [words.say("The rest is still to be done."), cause_words(renamed.trouble, words)]
    again = renamed.trouble and not renamed.taken_back
    return RenamedView(
        renamed, " ".join(parts), words.say("Take it back"), words.say("Go on") if again else ""
    )


def _called(entry: Entry, words: Words) -> str:
    return words.say("“{name}”", name=entry.name or words.say("Fan Tan"))
