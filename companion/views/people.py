"""The people of a series as screens name and colour them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.rounds.events import POT, Account
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.speech import initial
from companion.words import Words


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or the pot (handle `pot`, tint -1), in a line of text."""

    handle: str
    name: str
    initial: str
    tint: int


def person(series: Series, handle: str) -> Person:
    """The player of a handle; the colour is theirs for the whole series."""
    name = series.name_of(handle)
    handles = [player.handle for player in series.players]
    tint = handles.index(handle) if handle in handles else 0
    return Person(handle, name, initial(name), tint)


def holder(series: Series, round_: Round, account: Account, words: Words) -> Person:
    """Whoever holds an account of a round."""
    if account == POT:
        return Person("pot", words.say("Pot"), "•", -1)
    return person(series, round_.setup.players[account])
