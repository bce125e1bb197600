"""A player with a private hand on a small phone: hints, a warning, a mis-tap, and the record."""

from pathlib import Path

from companion.core.cards import card, gather
from tests.desks import desk_in, turns
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.forks import QuickServer
from tests.views.nights import night

DEALT = """
deal Ann 4 Ben 24 Cem 24
dealer Cem
    Ann Ben Cem
"""
HAND = ("7D", "8D", "9D", "7S")


def test_a_round_with_a_private_hand(tmp_path: Path, sit_down: Place) -> None:
    table = sit_down((360, 740))
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(night(DEALT).log)
    with QuickServer(tmp_path) as server:
        table.open(f"{server.url}/settings")
        table.tap("hints-on")
        table.open(f"{server.url}/table/1")
        for tap in ("enter-hand", "hand-of-Ann", *(f"hand-pick-{code}" for code in HAND)):
            table.tap(tap)
        table.tap("keep-hand")
        lay_by_hint(table)
        table.tap("noted-7S")
        table.see("own-repair")
        table.tap("menu-close")
        pass_twice(table)
        table.tap("pass")
        table.see("pass-no")
        table.tap("pass-no")
        lay_by_hint(table)
        pass_twice(table)
        lay_by_hint(table)
        pass_twice(table)
        table.tap("own-7S")
        table.tap("show-hand")
        table.at("show-hand").wait_for(state="detached")
        table.turn_away()
    with desk_in(tmp_path / "data") as desk:
        desk.open(1)
        assert turns(desk)[::3] == [*HAND]
        assert desk.night.round.knowledge.hands[0] == gather(map(card, HAND))


def lay_by_hint(table: Table) -> None:
    """Ask for a hint, and lay the best card."""
    table.tap("hint")
    table.see("hint-2")
    table.tap("hint-1")
    table.see("turn-of", "Ben to play")


def pass_twice(table: Table) -> None:
    """Pass for the two other players."""
    table.tap("pass")
    table.see("turn-of", "Cem to play")
    table.tap("pass")
    table.see("turn-of", "Ann to play")
