"""All players over all evenings, and the change of names."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self
from zlib import crc32

from companion.core.names import in_order
from companion.core.rules import YES
from companion.core.statistics import Evenings
from companion.desk.people import NameChange, Proposal, propose
from companion.screens import blocks as b
from companion.screens.kit import App, Form, ScreenFacts, State, act, edit, submit
from companion.screens.speech import (
    called,
    capital,
    cause_words,
    pot_named,
    refusal_words,
    rounds_words,
    unread_words,
)
from companion.words import Words

NOTHING = "–"
"""The figure for a division by zero."""


def percent(part: int, of: int) -> str:
    """Return a share, e.g. `31 %`."""
    return f"{round(100 * part / of)} %" if of else NOTHING


def average(total: int, of: int, words: Words) -> str:
    """Return an average, e.g. `2.9`."""
    if not of:
        return NOTHING
    whole, tenth = f"{total / of:.1f}".split(".")
    return words.say("{whole}.{tenth}", whole=whole, tenth=tenth)


def evenings_words(evenings: int, words: Words) -> str:
    """Return a number of evenings, e.g. `9 evenings`."""
    return words.count("{n} evening", "{n} evenings", evenings)


PAGE = 40
"""Number of players shown at first."""
_NUMBERS = 1_000_000_000


@dataclass(frozen=True)
class PlayersForm:
    """The list of players: all of them, or the first `PAGE`."""

    unfolded: bool = False

    def unfold(self) -> Self:
        """Return a copy that shows all players."""
        return replace(self, unfolded=True)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of all players, also in place of the unknown player in the route."""
        tallies = facts.evenings.players
        names = sorted(tallies, key=lambda name: (-tallies[name].rounds, in_order(name)))
        blocks: list[b.Block] = [
            *renamed_panel(facts),
            *progress(facts),
            *b.notices(unread_words(facts.statistics.unread, facts.words), "unread"),
        ]
        if names:
            shown = names if self.unfolded else names[:PAGE]
            rows = (_row(facts, name) for name in shown)
            blocks.append(b.Panel((b.List(tuple(rows)),)))
            if len(shown) < len(names):
                says = facts.say("Show {n} more", n=len(names) - len(shown))
                blocks.append(b.unfolds("all-players", says, edit(PlayersForm.unfold)))
        elif facts.statistics.evenings:
            new = facts.say("New series")
            begin = b.Action("players-new-series", new, b.Go("/new"), b.Emphasis.PRIMARY)
            blocks.append(b.Panel((b.Actions((begin,)),), facts.say("Nobody has played yet")))
        return b.Document(facts.say("Players"), (tuple(blocks),))


def players(_facts: ScreenFacts) -> Form:
    """Return the screen of all players."""
    return Form(PlayersForm(), "players")


def of_player(facts: ScreenFacts, form: Callable[[str], State]) -> Form:
    """Return the screen of the player in the route, or else of all players."""
    number = next((at.number for at in facts.route.stack if at.name == "player"), None)
    person = named(facts.evenings, number)
    return players(facts) if person is None else Form(form(person), f"{facts.route.name} {person}")


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


def progress(facts: ScreenFacts) -> tuple[b.Text, ...]:
    """Say that the figures are being added up; nothing once they are there."""
    if facts.statistics.evenings:
        return ()
    return (b.Text(facts.say("Adding up …"), "adding-up", live=True),)


def _row(facts: ScreenFacts, name: str) -> b.Row:
    tally = facts.evenings.players[name]
    words = facts.words
    share = words.say("{share} won", share=percent(tally.wins, tally.rounds))
    return b.Row(
        name,
        f"player-{kebab(name)}",
        leading=facts.person(name),
        subtitle=f"{evenings_words(facts.evenings.counts[name], words)} · {share}",
        value=rounds_words(tally.rounds, words),
        intent=b.Go(player_path(name)),
        key=str(number_of(name)),
    )


@dataclass(frozen=True)
class NameForm:
    """Another name for a player, as written, and whether it asks if two are the `same` person."""

    player: str
    written: str
    same: bool = False

    def write(self, written: str) -> Self:
        """Return a copy with another name."""
        return replace(self, written=written)

    def ask(self, same: bool) -> Self:  # noqa: FBT001 - the question itself
        """Return a copy that asks whether two are the same person, or no longer asks."""
        return replace(self, same=same)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen to rename a player, with the consequences of the name as written."""
        proposal = propose(facts.evenings, self.player, self.written)
        pot = pot_named((proposal.new,), facts.words)
        says = pot or proposal_words(proposal, facts.evenings, facts.words)
        asks = facts.say(
            "Is {name} the same person as {other}?", name=proposal.old, other=proposal.new
        )
        same = b.Question(
            "same-person",
            asks,
            says,
            capital(facts.say(YES)),
            facts.say("Leave it"),
            on_yes=act(rename_player, proposal),
            on_no=edit(NameForm.ask, False),
        )
        follows = (b.Text(says, "rename-follows", b.Style.MUTED, live=True),) if says else ()
        hint = facts.say("Name")
        field = b.Field("player-new-name", self.written, hint, NameForm.write)
        apply = b.Action(
            "rename-apply",
            facts.say("Rename"),
            submit(rename_as_written) if proposal.possible and not pot else None,
            b.Emphasis.PRIMARY,
        )
        return b.Document(
            facts.say("Rename"),
            (
                (
                    *progress(facts),
                    b.Panel((field, *follows)),
                ),
            ),
            footer=(apply,),
            subtitle=self.player,
            question=same if self.same and proposal.merges and proposal.possible else None,
        )


def name(facts: ScreenFacts) -> Form:
    """Return the form of another name for the player in the route."""
    return of_player(facts, lambda person: NameForm(person, person))


async def rename_as_written(app: App, form: NameForm) -> Callable[[NameForm], NameForm] | None:
    """Rename the player, or ask whether the player who has the name is the same person."""
    proposal = propose(app.facts.evenings, form.player, form.written)
    done = proposal if proposal.merges else await app.archive.people.rename(proposal)
    if isinstance(done, Proposal) and done.merges and done.possible:
        return lambda now: now.ask(True)
    await _renamed(app, done)
    return None


def proposal_words(asked: Proposal, evenings: Evenings, words: Words) -> str:
    """Return the effect, or the reason against it, in words; empty for the present name."""
    if asked.objection:
        return refusal_words(asked.objection, words)
    if asked.together:
        return words.say(
            "{old} and {new} sat together in “{series}”: they are two people.",
            old=asked.old,
            new=asked.new,
            series=called(asked.together.name, asked.together.date, words),
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
    played = evenings_words(len(evenings.with_player(asked.old)), words)
    return f"{asked.old} → {asked.new} · {played}"


def _evenings(asked: Proposal, evenings: Evenings) -> int:
    return sum(len(evenings.with_player(name)) for name in (asked.old, asked.new))


def renamed_panel(facts: ScreenFacts) -> tuple[b.Panel, ...]:
    """Return the effect of the last change of a name, with the actions on the change."""
    renamed = facts.renamed
    if renamed is None:
        return ()
    names = (renamed.new, renamed.old) if renamed.taken_back else (renamed.old, renamed.new)
    says = facts.say("{old} is {new} now.", old=names[0], new=names[1])
    if renamed.trouble:
        says = cause_words(renamed.trouble, facts.words)
    undo = act(take_back, renamed)
    acts = [b.Action("undo-rename", facts.say("Take it back"), undo, icon=b.Icon.UNDO)]
    if renamed.trouble and not renamed.taken_back:
        acts = []  # no name was changed
    done = b.Text(says, "renamed", live=True)
    return (b.Panel((done, b.Actions(tuple(acts))), key="renamed"),)


async def rename_player(app: App, proposal: Proposal) -> None:
    """Rename the player as proposed, and show the player with the new name."""
    await _renamed(app, await app.archive.people.rename(proposal))


async def take_back(app: App, seen: NameChange) -> None:
    """Undo a renaming, and show the player with the former name."""
    done = await app.archive.people.undo(seen)
    if done:
        await app.navigation.go(player_path(done.old) if done.done else "/players")
    else:
        _report_newer_change(app)


async def _renamed(app: App, done: NameChange | Proposal | None) -> None:
    evenings = app.archive.people.statistics.evenings
    if isinstance(done, NameChange):
        await app.navigation.go(player_path(done.new) if done.done else "/players")
    elif done is None:
        _report_newer_change(app)
    elif evenings:
        app.notices.say(proposal_words(done, evenings, app.facts.words))


def _report_newer_change(app: App) -> None:
    """Show a notice that another name was changed meanwhile.

    A second tap on the same change finds no last change, and shows nothing.
    """
    if app.archive.people.renamed:
        app.notices.say(app.facts.say("The table has changed meanwhile."))
