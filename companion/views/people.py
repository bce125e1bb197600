"""The people of a series as screens name and colour them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from companion.core.names import Player
from companion.core.rounds.events import POT, Account
from companion.core.rounds.round import Round
from companion.core.series import Series
from companion.views.speech import initial
from companion.words import Words

COLOURS = 10
"""How many there are for players, as many as sit at one table."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player, or the pot (handle `pot`, tint -1), in a line of text."""

    handle: str
    name: str
    initial: str
    tint: int


def person(series: Series, handle: str) -> Person:
    """The player of a handle, in their colour."""
    name = series.name_of(handle)
    return Person(handle, name, initial(name), tints_of(series).get(handle, 0))


def tints_of(series: Series, people: tuple[Player, ...] = ()) -> Mapping[str, int]:
    """The colour of each handle of a series, or of these people in it, some of them yet to join."""
    opened = series.rounds[0].setup.players if series.rounds else ()
    return tints(people or series.players, opened)


@lru_cache(maxsize=64)
def tints(players: tuple[Player, ...], opened: tuple[str, ...]) -> Mapping[str, int]:
    """A colour for each handle, told by the name, so that people keep theirs on other evenings.

    Where that one is taken it is another. Who began together, all if none are said to, share the
    colours out in an order that follows from their names and not from their seats; whoever comes
    later changes nobody's.
    """
    order = {player.handle: _number(player.name) for player in players}
    began = sorted((each for each in order if each in (opened or order)), key=order.__getitem__)
    chosen: dict[str, int] = {}
    for handle in dict.fromkeys((*began, *order)):
        used = len(chosen) // COLOURS * COLOURS
        taken = set([*chosen.values()][used:])
        free = [tint for tint in range(COLOURS) if tint not in taken]
        more, wanted = divmod(order[handle], COLOURS)
        chosen[handle] = wanted if wanted in free else free[more % len(free)]
    return chosen


def _number(name: str) -> int:
    return crc32(name.casefold().encode("utf-8", "surrogatepass"))


def holder(series: Series, round_: Round, account: Account, words: Words) -> Person:
    """Whoever holds an account of a round."""
    if account == POT:
        return Person("pot", words.say("Pot"), "•", -1)
    return person(series, round_.setup.players[account])
