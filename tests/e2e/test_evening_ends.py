"""The ends of an evening: a disputed fine, a leaver in the lead, an undone win, and chips handed
over until everybody is even.
"""

from collections.abc import Iterator

import pytest

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.forks import QuickServer
from tests.views.nights import ANN_FIRST, BEN_FIRST, night

FALSE_PASS = """
dealer Cem
    Ann Ben Cem
 1  7D  --  6D
 2  8D  7H  8H
 3  6H  .   .
"""
"""Ben passed at turn 2 with 7H in hand, as turn 5 shows, and all whom that costs are known."""
NOT_OUT = "deal Ben 2 Cem 50\ndealer Cem\nBen Cem\n1 7D 6D\n"
"""Ann, who leads by points, has left; one more card and Ben is out."""
TWELVE = (ANN_FIRST, BEN_FIRST) * 6


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the app with a round in play, a series one card before its end, and a long night."""
    home = tmp_path_factory.mktemp("ends")
    with desk_in(home / "data") as desk:
        desk.adopt(night(FALSE_PASS).log)
        desk.adopt(night(ANN_FIRST, NOT_OUT, rules="bicycle target=99").log)
        desk.adopt(night(*TWELVE, rules="bicycle target=0 chips=app").log)
    with QuickServer(home) as server:
        yield server.url


def test_a_fine_is_disputed_let_go_charged_again_and_paid(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(f"{url}/table/1")
    pot = int(table.text("pot"))
    table.tap("owed-2")
    table.tap("waive-2")
    table.see("charge-2")
    table.tap("back")
    table.see("pot", str(pot - 3))
    assert not table.has("paid-2")
    table.tap("turns")
    table.tap("verdict-2")
    table.tap("charge-2")
    table.see("waive-2")
    table.tap("back")
    table.tap("back")
    table.see("pot", str(pot))
    table.tap("paid-2")
    table.tap("play-7S")  # what is settled stays in its place until the next turn
    table.at("owed-2").wait_for(state="detached")
    table.see("turn-of", "Cem to play")


def test_who_left_in_the_lead_has_not_won(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(f"{url}/table/2")
    table.tap("play-8D")
    table.see("winner")
    assert "Ben" in table.text("winner")
    assert "Ann" not in table.text("winner")
    table.tap("undo")
    table.see("turn-of", "Ben to play")
    table.see("play-8D")


def test_a_night_of_twelve_rounds_is_settled_and_ticked_off(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(f"{url}/series/3")
    table.tap("settle")
    first = table.text("settle-1")
    table.tap("paid-1")
    table.tap("paid-2")
    table.see("even")
    assert table.text("settle-1") == first
    table.tap("paid-2")
    table.at("even").wait_for(state="detached")
