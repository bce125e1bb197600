"""Step that puts the series of a whole score sheet in place of the one so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import LineError, Objection, SheetError, Why, phrase
from companion.core.rounds.round import Round
from companion.core.rounds.texts import Players
from companion.core.series import Series
from companion.core.sheet import dumps, loads
from companion.core.steps import Step


@dataclass(frozen=True)
class SheetTaken(Step):
    """Whole series of another device, which one undo takes back.

    Its words are the sheet without the id and the checks.
    """

    word = "sheet"
    about = phrase("what was imported")
    log: Log

    def words(self, players: Players) -> str:  # noqa: ARG002
        """Write the sheet."""
        text = dumps(self.log.known_as(""))
        lines = (line for line in text.splitlines() if line and not line.startswith("="))
        return "\n".join((self.word, *lines))

    @classmethod
    def read(cls, rest: list[str], players: Players) -> Self:  # noqa: ARG003
        """Read the lines of the sheet."""
        try:
            return cls(loads("\n".join(rest)))
        except SheetError as fault:
            raise LineError(
                "{word} takes a score sheet: {why}", word=cls.word, why=str(fault)
            ) from fault

    def objection(self, series: Series) -> Objection | None:
        """Require a round in both series."""
        dealt = series.last and self.log.series.last
        return None if dealt else Objection(Why.NO_ROUND, number=1)

    def effect(self, series: Series) -> Series:
        """Return the series of the sheet, which is still the same evening."""
        return self.log.series.changed(id=series.id)

    @property
    def new_round(self) -> Round | None:
        """Last round of the sheet."""
        return self.log.series.last

    def renamed(self, name_of: Callable[[str], str]) -> SheetTaken:
        """Return the step with other names of its players."""
        return SheetTaken(rename_players(self.log, name_of))


def rename_players(log: Log, name_of: Callable[[str], str]) -> Log:
    """Return the log of a sheet with other names of its players, also of those called by handle."""
    known = log.series.players
    players = tuple(Player(player.handle, name_of(player.name)) for player in known)
    if players == known:
        return log
    return Log.of(replace(log.head, players=players), log.steps)
