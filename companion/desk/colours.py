"""Colours of the players, one for each name in all series."""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import product
from typing import Final

from companion.core.names import uncased

COLOURS: Final = 10
"""Number of colours, equal to the largest number of players at a table."""
Colours = Mapping[str, int]
"""Colour of each name, in the form in which names are compared."""


def with_colours(colours: Colours, names: Iterable[str]) -> Colours:
    """Return the colours with one for each name of a series; no earlier colour changes.

    A new name gets a colour that nobody of the series has, and of these a colour that few others
    have. A hash decides between equals, so that the order of the names does not matter.
    """
    there = set(map(uncased, names))
    new = there.difference(colours)
    if not new:
        return colours
    given = dict(colours)
    here, in_all = Counter(given[name] for name in there - new), Counter(given.values())
    while new:
        _, _, _, name, colour = min(
            (here[colour], in_all[colour], _rank(name, colour), name, colour)
            for name, colour in product(new, range(COLOURS))
        )
        given[name] = colour
        here[colour] += 1
        in_all[colour] += 1
        new.remove(name)
    return given


def colour_of(colours: Colours, name: str) -> int:
    """Return the colour of a name, or the colour that a new name would get."""
    known = uncased(name)
    return colours[known] if known in colours else with_colours(colours, [name])[known]


def renamed(colours: Colours, old: str, new: str) -> Colours:
    """Return the colours after a change of a name, which keeps the colour unless `new` has one."""
    return {uncased(new): colour_of(colours, old), **colours}


def _rank(name: str, colour: int) -> bytes:
    """Return a hash of name and colour, equal in every run unlike `hash`."""
    return blake2b(f"{colour} {name}".encode("utf-8", "surrogatepass"), digest_size=4).digest()
