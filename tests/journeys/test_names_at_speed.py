"""Names typed without a pause, with Enter between them: no letter is lost on the way to the next
field.
"""

from tests.cases import cases
from tests.e2e.conftest import Place
from tests.e2e.driver import Server

HOLDS = "([box, name]) => box.value === name"
NAMES = ("Ann", "Benjamin", "Cem", "Dora", "Eve", "Fay")
"""Two more than there are fields at first."""


@cases("delay", {"at once": 0, "by a quick hand": 40})
def test_no_letter_after_enter_is_lost(server: Server, sit_down: Place, delay: int) -> None:
    table = sit_down()
    table.open(f"{server.url}/new")
    table.type_into("player-name-1", NAMES[0])
    table.page.keyboard.type("\n" + "\n".join(NAMES[1:]), delay=delay)
    for number, name in enumerate(NAMES, 1):
        table.see(f"player-name-{number}")
        box = table.at(f"player-name-{number}").locator("input").element_handle()
        table.wait_until(HOLDS, arg=[box, name])
    table.tap("start-series")
    table.see("turn-of", "Benjamin to play")
    for name in NAMES:
        table.see(f"seat-{name[:8]}")
