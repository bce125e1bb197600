"""The beginning of every evening in the browser: the recorded round, names, and taps."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from companion.core.rounds.events import Played, Turn
from companion.core.rounds.round import Round
from companion.core.sheet import loads
from tests.desks import desk_in
from tests.e2e.driver import Server, Table
from tests.e2e.forks import QuickServer
from tests.places import RECORDS
from tests.strategies import log_of

RECORD = RECORDS / "friday_night.fantan"


def recorded_round() -> Round:
    return loads(RECORD.read_text("utf-8")).series.rounds[0]


def sit_down_and_start(table: Table, names: list[str], due: str = "{} to play") -> None:
    """Go from the empty home screen to the table: the names, then two taps."""
    table.tap("home-new-series")
    table.see("player-name-1")
    for number, name in enumerate(names, 1):
        table.type_into(f"player-name-{number}", name)
    table.tap(f"dealer-{names[-1]}")
    table.tap("start-series")
    table.see("turn-of", due.format(names[0]))


@contextmanager
def served_after(home: Path, *turns: int) -> Generator[Server]:
    """Yield the app with a copy of the recorded round for each number, cut to as many turns."""
    recorded = recorded_round()
    with desk_in(home / "data") as desk:
        for many in turns:
            desk.adopt(log_of(Round.of(recorded.setup, recorded.turns[:many])))
    with QuickServer(home) as server:
        yield server


def tap_turn(table: Table, turn: Turn) -> None:
    table.tap(f"play-{turn.card}" if isinstance(turn, Played) else "pass")
