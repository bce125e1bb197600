"""A card noted for the wrong player, in the browser: each way to take the note back."""

from pathlib import Path

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.forks import QuickServer
from tests.views.nights import SAID_TO_BE_WITH_CEM, night


def test_a_note_is_taken_back_where_it_stands_in_the_way(tmp_path: Path, sit_down: Place) -> None:
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(night(SAID_TO_BE_WITH_CEM).log)
    table = sit_down()
    with QuickServer(tmp_path) as server:
        table.open(f"{server.url}/table")
        table.tap("noted-6H")
        table.tap("forget-6H")
        table.see("turn-of", "Cem to play")
        table.see("card-6H")
        table.tap("undo")
        table.see("noted-6H")
        table.open(f"{server.url}/table/turns/verdict/3")
        table.tap("note-6H")
        table.tap("holds-6H-1")
        table.see("verdict-3", "open")
        table.open(f"{server.url}/table/hand/1")
        table.tap("pick-6H")
        table.tap("forget-6H")
        table.at("forget-6H").wait_for(state="detached")
        table.open(f"{server.url}/table")
        table.see("play-6H")
