"""Forms: a text or file brought in, a correction, a search, and the turns of a repair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

PAGE: Final = 25
"""Series shown at first, and series added by each request for more."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search for series: written words, a chosen player and a chosen year, empty for any.

    `most` limits the number of lines shown.
    """

    words: str = ""
    player: str = ""
    year: str = ""
    most: int = PAGE

    def all(self) -> Wanted:
        """Return a search for everything."""
        return Wanted()

    def called(self, words: str) -> Wanted:
        """Return a copy with other words, from the top of the list again."""
        return replace(self, words=words, most=PAGE)

    def with_player(self, player: str) -> Wanted:
        """Return a copy with a player chosen, or with any player on the second choice."""
        return replace(self, player="" if player == self.player else player, most=PAGE)

    def in_year(self, year: str) -> Wanted:
        """Return a copy with a year chosen, or with any year on the second choice."""
        return replace(self, year="" if year == self.year else year, most=PAGE)

    def with_more(self) -> Wanted:
        """Return a copy that shows more lines of the list."""
        return replace(self, most=self.most + PAGE)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The number of the deleted series that is asked about, 0 for none."""

    number: int = 0

    def ask(self, number: int = 0) -> Forgetting:
        """Return a copy that asks about another series."""
        return replace(self, number=number)
