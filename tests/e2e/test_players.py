"""Players over all evenings: two spellings of one person become one, and two again."""

from collections.abc import Iterator

import pytest

from companion.core.sheet import loads
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.forks import QuickServer

ROUND = "round 1\ndealer {2}\ndeal {0} 1 {1} 2 {2} 49\n{0} {1} {2}\n1 7C . .\n"
EVENINGS = {
    "Porch": ("Anna", "Ben", "Cem"),
    "Cabin": ("Ana", "Ben", "Cem"),
    "Rain": ("Dee", "Ana", "Ben"),
}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the app with three evenings, two of them with another spelling of Anna."""
    home = tmp_path_factory.mktemp("players")
    with desk_in(home / "data") as desk:
        for name, players in EVENINGS.items():
            text = f"fantan 1\nseries {name}\ndate 2026-11-20\n{ROUND.format(*players)}"
            desk.adopt(loads(text))
    with QuickServer(home) as server:
        yield server.url


def test_two_spellings_become_one_player_and_two_again(url: str, sit_down: Place) -> None:
    table = sit_down()
    table.open(url)
    table.tap("players")
    table.tap("player-Ana")
    table.see("figure-won", "50 %")
    table.tap("merge-player")
    assert not table.has("same-Ben")
    table.tap("same-Anna")
    table.see(
        "rename-follows",
        "Ana and Anna become one player: 3 evenings. "
        "The name is Anna from then on. It can be taken back.",
    )
    table.tap("one-player-yes")
    table.see("figure-won", "67 %")
    assert table.text("renamed").startswith("Ana is Anna now on 2 evenings.")
    table.reload()
    table.see("figure-won", "67 %")
    table.tap("undo-rename")
    table.see("figure-won", "50 %")
    table.tap("back")
    table.see("player-Anna")
    assert table.has("player-Ana")
