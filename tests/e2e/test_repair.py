"""Repairs of wrong entries at the table: a pass, an earlier round, the dealer."""

from collections.abc import Iterator

import pytest

from companion.core.cards import card
from companion.core.rounds.setup import Played
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import WIDE
from tests.e2e.evening import tap_turn
from tests.e2e.forks import QuickServer
from tests.views.nights import ANN_FIRST, ANN_GOES_OUT, BEN_FIRST, night

FOURTH = "dealer Cem\nAnn Ben Cem\n1 7D 6D --\n"
NINE_TURNS = "dealer Cem\nAnn Ben Cem\n1 7H 8H 6H\n2 9H 5H 10H\n3 4H JH 3H\n"
NOTHING = "Nothing is changed yet."


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the app with a night in its fourth round, one before its first turn and one in play."""
    home = tmp_path_factory.mktemp("repair")
    with desk_in(home / "data") as desk:
        desk.adopt(night(ANN_GOES_OUT, ANN_FIRST, BEN_FIRST, FOURTH, rules="bicycle target=0").log)
        desk.adopt(night("dealer Cem\nAnn Ben Cem\n1 7H . .\n").log)
        desk.undo()
        desk.adopt(night(NINE_TURNS).log)
    with QuickServer(home) as server:
        yield server.url


def test_a_forgotten_pass_is_put_in_with_four_taps_at_most(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(f"{url}/table/2")
    for code in ("7H", "8H", "6H", "9H", "5H", "10H"):
        tap_turn(table, Played(0, card(code)))
    table.see("turn-of", "Ann to play")
    taps = table.taps
    table.tap("turns")
    table.tap("turn-2")
    table.tap("insert-2")
    assert table.changes("repair-follows", NOTHING, within=5_000)
    assert "Passes 0 → 1" in table.text("repair-follows")
    table.tap("repair-apply")
    table.see("turn-of", "Ben to play")
    table.see("pot", "6")
    assert table.taps - taps <= 4
    table.tap("undo")
    table.see("turn-of", "Ann to play")
    table.see("pot", "5")


def test_round_two_is_corrected_while_round_four_is_in_play(url: str, sit_down: Place) -> None:
    table = sit_down(WIDE)
    table.open(f"{url}/series/1/turns/2")
    table.tap("turn-1")
    table.tap("edit-1")
    table.tap("edit-card-7S")
    table.tap("repair-apply")
    table.tap("round-2")
    table.see("turn-1")
    assert "7♠" in table.text("turn-1")


def test_a_wrong_dealer_is_noticed_at_turn_nine(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(f"{url}/table/3")
    table.tap("more")
    table.tap("round-seats")
    table.tap("dealer-Ben")
    assert table.changes("repair-follows", NOTHING, within=5_000)
    assert "Every turn is possible." in table.text("repair-follows")
    table.tap("repair-apply")
    table.see("turn-of", "Cem to play")
