"""Evenings for the screen's benchmark: the stored rounds, and the turns to be tapped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random

from companion.core.names import Player
from companion.core.presets import preset
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Played, Setup, Turn
from companion.core.series import Series
from tests.desks import desk_in
from tests.strategies import HANDLES, Habits, deal, play, with_round

_DATE = date(2026, 11, 20)


@dataclass(frozen=True, slots=True)
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
    chance = Random(rounds)  # noqa: S311 - no secret
    handles = HANDLES[:players]
    series = Series(
        "Friday night",
        _DATE.isoformat(),
        replace(preset("bicycle"), target=0),
        tuple(Player(handle, handle) for handle in handles),
    )
    for _ in range(rounds - 1):
        series = with_round(series, _played(chance, Round.begin(_setup(series, handles))))
    begun = Round.begin(_setup(series, handles))
    turns = _played(chance, begun).turns[:-1]
    return Evening(f"{players} players, round {rounds}", with_round(series, begun), turns)


def _setup(night: Series, handles: Sequence[str]) -> Setup:
    return night.next_setup() if night.rounds else Setup.dealt(night.rules, tuple(handles), 0)


def _played(chance: Random, begun: Round) -> Round:
    return play(chance, begun, deal(chance, begun.setup.hand_sizes), Habits())
