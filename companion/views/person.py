"""The people of a series as screens name and colour them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

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

    A hash of name and colour ranks the colours for each name. The players who `opened` the series,
    all if it names none, get colours by these ranks, whatever their seats are. Whoever joins later
    gets the first in their rank that is free, and nobody else's colour changes.
    """
    names = {player.handle: player.name for player in players}
    began = [handle for handle in names if handle in (opened or names)]
    later = [handle for handle in names if handle not in began]
    chosen: dict[str, int] = {}
    for group in (began, *([handle] for handle in later)):
        while left := [handle for handle in group if handle not in chosen]:
            taken = [*chosen.values()][len(chosen) // COLOURS * COLOURS :]
            free = set(range(COLOURS)).difference(taken)
            pairs = [(_hash_of(names[who], tint), who, tint) for who in left for tint in free]
            for _, who, tint in sorted(pairs):
                if who not in chosen and tint in free:
                    chosen[who] = tint
                    free.remove(tint)
    return chosen


def _hash_of(name: str, tint: int) -> bytes:
    """A hash of the name with the colour, which is the same in every run."""
    said = f"{tint} {name.casefold()}".encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=4).digest()


def holder(series: Series, round_: Round, account: Account, words: Words) -> Person:
    """Whoever holds an account of a round."""
    if account == POT:
        return Person("pot", words.say("Pot"), "•", -1)
    return person(series, round_.setup.players[account])
