"""Another name for a player, in words: before it is given, and after."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.core.names import look_alike
from companion.core.standings.entry import Entry
from companion.core.statistics.evenings import Evenings
from companion.desk.renaming import Proposal, Renaming, propose
from companion.views.of_players.number_words import evenings_words
from companion.views.of_players.players import number_of, tint_of
from companion.views.refusals import cause_words, refusal_words
from companion.views.speech import initial, listed
from companion.words import Words

_NAMED = 3
"""So many series are named, then how many more."""


@dataclass(frozen=True, slots=True)
class ProposalView:
    """What another name would do, as it was `asked`; `asks` is the question before two become one,
    empty where that is not so.
    """

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
    """What the last change of a name did. `again` does the rest of one that was cut off."""

    renamed: Renaming
    says: str
    undo: str
    again: str


def proposal_view(evenings: Evenings, old: str, name: str, words: Words) -> ProposalView:
    """What it would do to give the player that name."""
    asked = propose(evenings, old, name)
    return ProposalView(
        asked=asked,
        says=proposal_words(asked, evenings, words),
        possible=asked.possible,
        asks=words.say("One player out of two?") if asked.merges and asked.possible else "",
        explains=_explains(asked, evenings, words) if asked.merges and asked.possible else "",
    )


def proposal_words(asked: Proposal, evenings: Evenings, words: Words) -> str:
    """What it would do, or why it cannot be done; nothing where it is the name already."""
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


def others(evenings: Evenings, old: str, words: Words) -> tuple[Other, ...]:
    """Who may be the same person, those with the most similar names first."""
    met = evenings.players[old].duels
    names = [name for name in evenings.players if name != old and name not in met]
    able = [name for name in names if evenings.together(old, name) is None]
    return tuple(
        Other(
            number=number_of(name),
            identifier=f"same-{'-'.join(name.split())}",
            name=name,
            initial=initial(name),
            tint=tint_of(evenings, name),
            beneath=evenings_words(evenings.players[name].tally.series, words),
        )
        for name in sorted(able, key=lambda name: (-_alike(old, name), name.casefold(), name))
    )


def _alike(name: str, other: str) -> float:
    """How similar two names are, from 0 to 2."""
    ratio = SequenceMatcher(None, name.casefold(), other.casefold()).ratio()
    return ratio + look_alike(name, other)


def renamed_view(renamed: Renaming | None, words: Words) -> RenamedView | None:
    """The last change of a name, None where there is nothing to tell."""
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
        parts += [words.say("The rest is not done yet."), cause_words(renamed.trouble, words)]
    again = renamed.trouble and not renamed.taken_back
    return RenamedView(
        renamed, " ".join(parts), words.say("Take it back"), words.say("Go on") if again else ""
    )


def _called(entry: Entry, words: Words) -> str:
    return words.say("“{name}”", name=entry.name or words.say("Fan Tan"))
