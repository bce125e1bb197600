"""Which of the earlier series somebody looks for, as far as they have said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

PAGE: Final = 25
"""So many series are shown, and so many more each time that more are asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The words that were written, a player and a year that were chosen, empty for any; and how
    many lines are shown at `most`.
    """

    words: str = ""
    player: str = ""
    year: str = ""
    most: int = PAGE

    def called(self, words: str) -> Wanted:
        """With these words written; from the top of the list again."""
        return replace(self, words=words, most=PAGE)

    def with_player(self, player: str) -> Wanted:
        """With that player chosen, or with any where it was chosen before."""
        return replace(self, player="" if player == self.player else player, most=PAGE)

    def in_year(self, year: str) -> Wanted:
        """With that year chosen, or with any where it was chosen before."""
        return replace(self, year="" if year == self.year else year, most=PAGE)

    def with_more(self) -> Wanted:
        """With more lines of the list."""
        return replace(self, most=self.most + PAGE)
