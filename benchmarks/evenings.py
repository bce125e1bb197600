"""Evenings for the screen's benchmark: the stored rounds, and the turns to be tapped."""

from dataclasses import dataclass
from pathlib import Path

from benchmarks.store import begin_round, night
from companion.core.rounds.events.turns import Played
from companion.core.rounds.position import Turn
from companion.core.series import Series
from tests.desks import desk_in


@dataclass(frozen=True)
class Evening:
    """A series with its last round dealt, and the next honest turns."""

    name: str
    series: Series
    turns: tuple[Turn, ...]

    def lay_out(self, home: Path) -> None:
        """Store the evening for a server with the home."""
        with desk_in(home / "data") as desk:
            desk.adopt(self.series)

    @property
    def taps(self) -> list[str]:
        """Return the identifiers of the controls to tap, turn by turn."""
        return [
            f"play-{turn.card.text}" if isinstance(turn, Played) else "pass" for turn in self.turns
        ]


def evening(players: int, rounds: int) -> Evening:
    """Return the evening of the number of players in the round, the same each time."""
    log, turns = begin_round(night(rounds - 1, players), players)
    return Evening(f"{players} players, round {rounds}", log.series, turns[:-1])
