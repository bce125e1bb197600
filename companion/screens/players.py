"""All players over all evenings, with figures in words, and the change of names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import Enum
from typing import Final, Self
from zlib import crc32

from companion.core.forecast import Entry
from companion.core.names import in_order, look_alike
from companion.core.statistics import Evenings, Record, Tally
from companion.desk.people import NameChange, Proposal, Statistics, propose
from companion.screens import blocks as b
from companion.screens.kit import App, Form, Here, State, act, edit, submit
from companion.screens.speech import (
    cause_words,
    refusal_words,
    rounds_words,
    signed,
)
from companion.words import Words

NOTHING = "–"
"""The figure for a division by zero."""


def percent(part: int, of: int) -> str:
    """Return a share, e.g. `31 %`."""
    return f"{round(100 * part / of)} %" if of else NOTHING


def average(total: int, of: int, words: Words, decimals: int = 1) -> str:
    """Return an average, e.g. `2.9`."""
    if not of:
        return NOTHING
    value = round(total / of, decimals) or 0.0
    whole, tenth = f"{value:.{decimals}f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


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
    """The order of the players, `turned` round or not, of all or of the first `PAGE`."""

    order: Order = Order.ROUNDS
    turned: bool = False
    unfolded: bool = False

    def after(self, chosen: Order) -> Self:
        """Return the chosen order, turned round if chosen already."""
        return replace(self, order=chosen, turned=not self.turned and chosen is self.order)

    def unfold(self) -> Self:
        """Return the same order of all players."""
        return replace(self, unfolded=True)

    def view(self, here: Here) -> b.Document:
        """Return the screen of all players, also in place of the unknown player in the route."""
        names = _sorted(here.evenings, self)
        missing = here.say("There is no such player. These are all who ever played.")
        wanted = _number_in(here) is not None and names
        blocks: list[b.Block] = [
            *renamed_panel(here.renamed, here.words),
            *progress(here.statistics, here.words),
            *b.notices(missing if wanted else "", "no-such-player"),
            *b.notices(_unread(here.statistics, here.words), "unread"),
        ]
        if names:
            shown = names if self.unfolded else names[:PAGE]
            answers = (_column(*column, self, here.words) for column in _titles(here.words).items())
            blocks.append(b.Choice(tuple(answers), scrolls=True))
            rows = (_row(here, name, self) for name in shown)
            blocks.append(b.Panel((b.List(tuple(rows)),)))
            if len(shown) < len(names):
                says = here.say("Show all {n} players", n=len(names))
                blocks.append(b.unfolds("all-players", says, edit(Sorting.unfold)))
        elif here.statistics.evenings:
            blocks.append(_empty(here.words))
        subtitle = _subtitle(here.evenings, here.words) if names else ""
        return b.Document(here.say("Players"), (tuple(blocks),), subtitle=subtitle)


def players(_here: Here) -> Form:
    """Return the screen of all players."""
    return Form(Sorting(), "players")


def _number_in(here: Here) -> int | None:
    """Return the number of the player in the route, if any."""
    return next((at.number for at in here.route.stack if at.name == "player"), None)


def of_player(here: Here, form: Callable[[str], State]) -> Form:
    """Return the screen of the player in the route, or else of all players."""
    person = named(here.evenings, _number_in(here))
    return players(here) if person is None else Form(form(person), f"{here.route.name} {person}")


def number_of(name: str) -> int:
    """Return the number of a player in routes, always the same for a name."""
    return crc32(name.encode("utf-8", "surrogatepass")) % _NUMBERS


def player_path(name: str) -> str:
    """Return the route to a player."""
    return f"/players/player/{number_of(name)}"


def named(evenings: Evenings, number: int | None) -> str | None:
    """Return the player of a number, None if unknown."""
    return next((name for name in evenings.players if number_of(name) == number), None)


def kebab(name: str) -> str:
    """Return a name as part of an identifier."""
    return "-".join(name.split())


def progress(statistics: Statistics, words: Words) -> tuple[b.Panel, ...]:
    """Return the progress of adding up or renaming; nothing once the figures are there."""
    done, of = statistics.done, statistics.of
    if not statistics.under_way and statistics.evenings:
        return ()
    if not statistics.under_way:
        says = words.say("Adding up …")
    else:
        says = words.say("Adding up … {done} of {of}", done=done, of=of)
    share = done / of if statistics.under_way else 0
    return (b.Panel((b.Progress(says, share, "adding-up"),), key="adding-up"),)


def _empty(words: Words) -> b.Panel:
    begin = words.say("New series")
    action = b.Action("players-new-series", begin, b.Go("/new"), b.Emphasis.PRIMARY)
    return b.Panel((b.Actions((action,)),), title=words.say("Nobody has played yet"))


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
    return f"{players} · {evenings_words(evenings.count, words)}"


def _titles(words: Words) -> dict[Order, str]:
    return {
        Order.NAME: words.say("Name"),
        Order.EVENINGS: words.say("Evenings"),
        Order.ROUNDS: words.say("Rounds"),
        Order.WON: words.say("Rounds won"),
        Order.LEFT: words.say("Cards left"),
        Order.CHIPS: words.say("Chips"),
    }


def _column(order: Order, title: str, sorting: Sorting, words: Words) -> b.Action:
    """Return the column to sort by, with an arrow for the direction."""
    chosen = order is sorting.order
    ascending = (order in {Order.NAME, Order.LEFT}) != sorting.turned
    says = f"{title} {'↑' if ascending else '↓'}" if chosen else title
    label, intent = words.say("Sort by {title}", title=title), edit(Sorting.after, order)
    return b.Action(f"sort-{order.value}", says, intent, label=label, chosen=chosen)


_BEST_FIRST: dict[Order, Callable[[Tally, int], float]] = {
    Order.EVENINGS: lambda _, evenings: -evenings,
    Order.ROUNDS: lambda tally, _: -tally.rounds,
    Order.WON: lambda tally, _: -tally.wins / tally.rounds,
    Order.LEFT: lambda tally, _: tally.cards_left / tally.rounds,
    Order.CHIPS: lambda tally, _: -tally.chips,
}


_BENEATH = (Order.EVENINGS, Order.ROUNDS, Order.WON)
"""The figures beneath a name on a narrow screen."""


def _sorted(evenings: Evenings, sorting: Sorting) -> list[str]:
    """Return the names in order, those without a round last."""
    players = evenings.players
    by_name = sorted(players, key=in_order)
    key = _BEST_FIRST.get(sorting.order)
    if key is None:
        return by_name[::-1] if sorting.turned else by_name
    played = [name for name in by_name if players[name].tally.rounds]
    idle = [name for name in by_name if not players[name].tally.rounds]
    best = sorted(played, key=lambda name: key(players[name].tally, evenings.counts[name]))
    return [*(best[::-1] if sorting.turned else best), *idle]


def _row(here: Here, name: str, sorting: Sorting) -> b.Row:
    record, evenings, words = here.evenings.players[name], here.evenings.counts[name], here.words
    labelled = _labelled(record, evenings, words)
    beneath = [labelled[order] for order in _BENEATH if order is not sorting.order]
    return b.Row(
        name,
        f"player-{kebab(name)}",
        leading=here.person(name),
        subtitle=" · ".join(beneath),
        value=_figures(record, evenings, words).get(sorting.order, ""),
        intent=b.Go(player_path(name)),
        label=", ".join((name, *labelled.values())),
        key=str(number_of(name)),
    )


def _figures(record: Record, evenings: int, words: Words) -> dict[Order, str]:
    tally = record.tally
    return {
        Order.EVENINGS: str(evenings),
        Order.ROUNDS: str(tally.rounds),
        Order.WON: percent(tally.wins, tally.rounds),
        Order.LEFT: average(tally.cards_left, tally.rounds, words),
        Order.CHIPS: signed(tally.chips),
    }


def _labelled(record: Record, evenings: int, words: Words) -> dict[Order, str]:
    tally, figures = record.tally, _figures(record, evenings, words)
    return {
        Order.EVENINGS: evenings_words(evenings, words),
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
class NameForm:
    """Another name for a player, as written."""

    player: str
    written: str

    def write(self, written: str) -> Self:
        """Return a copy with another name."""
        return replace(self, written=written)

    def view(self, here: Here) -> b.Document:
        """Return the screen to rename a player, with the consequences of the name as written."""
        proposal = propose(here.evenings, self.player, self.written)
        says = proposal_words(proposal, here.evenings, here.words)
        merges = proposal.merges and proposal.possible
        follows = (b.Text(says, "rename-follows", b.Style.MUTED, live=True),) if says else ()
        hint = here.say("Name of the player")
        field = b.Field("player-new-name", self.written, hint, NameForm.write)
        apply = b.Action(
            "rename-apply",
            here.say("Merge them") if merges else here.say("Rename"),
            _if_free(here, proposal, submit(rename_as_written, proposal)),
            b.Emphasis.PRIMARY,
        )
        return b.Document(
            here.say("Rename {name}", name=self.player),
            (
                (
                    *progress(here.statistics, here.words),
                    b.Panel((field, *follows)),
                ),
            ),
            footer=(apply,),
        )


def name(here: Here) -> Form:
    """Return the form of another name for the player in the route."""
    return of_player(here, lambda person: NameForm(person, person))


async def rename_as_written(app: App, form: NameForm, announced: Proposal) -> None:
    """Rename the player, unless the button announced a renaming and the name merges players."""
    proposal = propose(app.here.evenings, form.player, form.written)
    if proposal.merges == announced.merges:
        await rename_player(app, proposal)
    else:
        app.notify(proposal_words(proposal, app.here.evenings, app.here.words))


@dataclass(frozen=True, slots=True)
class MergeForm:
    """The choice of another player who is the same person, empty before the choice."""

    player: str
    other: str = ""

    def choose(self, other: str) -> Self:
        """Return a copy with a chosen player."""
        return replace(self, other=other)

    def view(self, here: Here) -> b.Document:
        """Return the screen to merge two players: first the choice, then the consequences."""
        title = here.say("{name} is the same person as …", name=self.player)
        if not self.other:
            return b.Document(title, (_others(here, self.player),))
        proposal = propose(here.evenings, self.player, self.other)
        says, asks = proposal_words(proposal, here.evenings, here.words), ""
        if proposal.merges and proposal.possible:
            asks = here.say("Merge two players?")
        leave = b.Action("one-player-no", here.say("Leave them"), edit(MergeForm.choose, ""))
        merge = b.Action(
            "one-player-yes",
            here.say("Merge them"),
            _if_free(here, proposal, act(rename_player, proposal)),
            b.Emphasis.PRIMARY,
        )
        consequences = b.Panel((b.Text(says, "rename-follows", live=True),), title=asks)
        column = (*progress(here.statistics, here.words), consequences)
        return b.Document(title, (column,), footer=(leave, merge))


def same(here: Here) -> Form:
    """Return the choice of who is the same person as the player in the route."""
    return of_player(here, MergeForm)


def _if_free(here: Here, proposal: Proposal, intent: b.Intent) -> b.Intent | None:
    """Return the intent if the proposal is possible and no work is under way."""
    return intent if proposal.possible and not here.statistics.under_way else None


def _others(here: Here, name: str) -> tuple[b.Block, ...]:
    """Return the players who may be the same person, most similar names first."""
    evenings = here.evenings
    met = evenings.players[name].duels
    strangers = [other for other in evenings.players if other != name and other not in met]
    able = [other for other in strangers if evenings.together(name, other) is None]
    able.sort(key=lambda other: (-_alike(name, other), in_order(other)))
    rows = tuple(
        b.Row(
            other,
            f"same-{kebab(other)}",
            leading=here.person(other),
            subtitle=evenings_words(evenings.counts[other], here.words),
            intent=edit(MergeForm.choose, other),
            key=str(number_of(other)),
        )
        for other in able
    )
    why = here.say(
        "People who played with {name} are left out: they can’t be the same person.", name=name
    )
    listed_rows = (b.Panel((b.List(rows),)),) if rows else ()
    return (*listed_rows, b.Text(why, "same-why", b.Style.MUTED))


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
        len(evenings.with_player(asked.old)),
        old=asked.old,
        new=asked.new,
    )


def _evenings(asked: Proposal, evenings: Evenings) -> int:
    return sum(len(evenings.with_player(name)) for name in (asked.old, asked.new))


def _alike(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 2."""
    ratio = SequenceMatcher(None, name.casefold(), other.casefold()).ratio()
    return ratio + look_alike(name, other)


def renamed_panel(renamed: NameChange | None, words: Words) -> tuple[b.Panel, ...]:
    """Return the effect of the last change of a name, with the actions on the change."""
    if renamed is None:
        return ()
    old, new = renamed.old, renamed.new
    if renamed.taken_back:
        says = words.count(
            "{new} is {old} again on {n} evening.",
            "{new} is {old} again on {n} evenings.",
            renamed.done,
            old=old,
            new=new,
        )
    else:
        says = words.count(
            "{old} is {new} now on {n} evening.",
            "{old} is {new} now on {n} evenings.",
            renamed.done,
            old=old,
            new=new,
        )
    parts = [says]
    if renamed.trouble:
        parts = [cause_words(renamed.trouble, words)]
    undo = act(take_back, renamed)
    acts = [b.Action("undo-rename", words.say("Take it back"), undo, icon=b.Icon.UNDO)]
    if renamed.trouble and not renamed.taken_back:
        acts = []  # no name was changed
    done = b.Text(" ".join(parts), "renamed", live=True)
    return (b.Panel((done, b.Actions(tuple(acts))), key="renamed"),)


def _called(entry: Entry, words: Words) -> str:
    return words.say("“{name}”", name=entry.name or words.say("Fan Tan"))


async def rename_player(app: App, proposal: Proposal) -> None:
    """Rename the player as proposed, and show the player with the new name."""
    await _renamed(app, await app.archive.people.rename(proposal))


async def take_back(app: App, seen: NameChange) -> None:
    """Undo a renaming, and show the player with the former name."""
    done = await app.archive.people.undo(seen)
    if done:
        await app.go(player_path(done.old) if done.done else "/players")
    else:
        _report_newer_change(app)


async def _renamed(app: App, done: NameChange | Proposal | None) -> None:
    evenings = app.archive.people.statistics.evenings
    if isinstance(done, NameChange):
        await app.go(player_path(done.new) if done.done else "/players")
    elif done is None:
        _report_newer_change(app)
    elif evenings:
        app.notify(proposal_words(done, evenings, app.here.words))


def _report_newer_change(app: App) -> None:
    """Show a notice that another name was changed meanwhile.

    A second tap on the same change finds no last change, and shows nothing.
    """
    if app.archive.people.renamed:
        app.notify(app.here.say("Somebody changed a name meanwhile: look again."))
