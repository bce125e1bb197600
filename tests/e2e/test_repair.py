"""A repair at the table: a pass that was forgotten."""

from pathlib import Path

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.forks import QuickServer
from tests.screens.nights import night


def test_a_forgotten_pass_is_put_in_with_four_taps_at_most(tmp_path: Path, sit_down: Place) -> None:
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(night("dealer Cem\nAnn Ben Cem\n1 7H 8H 6H\n2 9H 5H 10H\n").log)
    table = sit_down()
    with QuickServer(tmp_path) as server:
        table.open(f"{server.url}/table/1")
        table.see("turn-of", "Ann to play")
        table.tap("turns")
        table.tap("turn-2")
        table.see("repair-follows")
        nothing = table.text("repair-follows")
        table.tap("insert-2")
        assert table.changes("repair-follows", nothing)
        assert "5 → 6" in table.text("repair-follows")
        table.tap("repair-apply")
        table.see("turn-of", "Ben to play")
        table.see("pot", "6")
        assert table.taps <= 4
        table.tap("undo")
        table.see("turn-of", "Ann to play")
        table.see("pot", "5")
