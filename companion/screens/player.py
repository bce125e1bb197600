"""A player over all evenings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from companion.core.statistics import Evening, Tally
from companion.screens import blocks as b
from companion.screens.home import name_of
from companion.screens.kit import Form, ScreenFacts, edit
from companion.screens.players import (
    average,
    evenings_words,
    of_player,
    percent,
    progress,
    renamed_panel,
)
from companion.screens.speech import chips_words, day_words, join_facts, rounds_words, signed
from companion.words import Words

FEW = 12
"""Number of evenings shown at first."""


@dataclass(frozen=True)
class PlayerForm:
    """A player, with all evenings shown or the last `FEW`."""

    player: str
    unfolded: bool = False

    def unfold(self) -> Self:
        """Return a copy that shows all evenings."""
        return replace(self, unfolded=True)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the screen of a player."""
        name = self.player
        tally = facts.evenings.players[name]
        own = facts.evenings.with_player(name)
        rows = [_row(evening, name, facts.words) for evening in reversed(own)]
        shown = rows if self.unfolded else rows[:FEW]
        evenings: list[b.Block] = [b.List(tuple(shown))]
        if len(shown) < len(rows):
            says = facts.say("Show {n} more", n=len(rows) - len(shown))
            evenings.append(b.unfolds("all-evenings", says, edit(PlayerForm.unfold)))
        figures: b.Blocks = (
            *progress(facts),
            *renamed_panel(facts),
            b.Figures(tuple(_tiles(tally, facts.words))),
        )
        counts = facts.evenings.counts[name]
        rounds = rounds_words(tally.rounds, facts.words)
        return b.Document(
            name,
            (figures, (b.Panel(tuple(evenings), title=facts.say("Evenings")),)),
            subtitle=f"{evenings_words(counts, facts.words)} · {rounds}",
            footer=(b.Action("rename-player", facts.say("Rename"), b.Go("name")),),
        )


def player(facts: ScreenFacts) -> Form:
    """Return the screen of the player in the route, or else of all players."""
    return of_player(facts, PlayerForm)


def _tiles(tally: Tally, words: Words) -> Iterator[b.Figure]:
    for name, value, label in (
        ("won", percent(tally.wins, tally.rounds), words.say("rounds won")),
        ("series", str(tally.won), words.say("series won")),
        ("passes", average(tally.passes, tally.rounds, words), words.say("passes a round")),
        ("false", str(tally.false_passes), words.say("False passes")),
        ("chips", signed(tally.chips), words.say("Balance")),
    ):
        yield b.Figure(label, b.Text(value, f"figure-{name}"))


def _row(evening: Evening, name: str, words: Words) -> b.Row:
    """Return an evening with the result for the player."""
    entry = evening.entry
    tally = evening.summary[name]
    called = name_of(entry, words)
    rounds = rounds_words(tally.rounds, words)
    later = f"-{evening.place}" if evening.place > 1 else ""
    won = (
        words.say("won {wins} of {rounds}", wins=tally.wins, rounds=rounds) if tally.rounds else ""
    )
    place = words.say("won the series") if tally.won else ""
    day = day_words(evening.date, words)
    beneath = join_facts("" if day == called else day, won, place)
    return b.Row(
        called,
        f"evening-{entry.number}{later}",
        subtitle=beneath,
        value=signed(tally.chips),
        intent=b.Go(f"/series/{entry.number}"),
        label=words.join((called, beneath, chips_words(tally.chips, words))),
    )
