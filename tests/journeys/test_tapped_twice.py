"""Two taps on the same place by the clock of the page, whatever the network does to them."""

from pathlib import Path

from tests.cases import cases
from tests.desks import begin, desk_in
from tests.e2e.conftest import Place
from tests.e2e.forks import QuickServer

HOLD = """(passing) => {
  let taps = 0;
  addEventListener('pointerdown', () => { taps += 1; }, true);
  const below = Object.getPrototypeOf(Object.getPrototypeOf(window.sockets.at(-1)));
  const send = below.send, held = [];
  below.send = function (packet) {
    if (taps > passing) { held.push([this, packet]); } else { send.call(this, packet); }
  };
  window.letGo = () => {
    below.send = send;
    for (const [socket, packet] of held) { send.call(socket, packet); }
  };
}"""
"""A network that stands still after so many taps, below the page's own script, until `letGo`."""
HELD_MILLISECONDS = 50


@cases(
    "passing, clicks, pauses, due",
    {
        "honest taps that come at once": (0, 1, (600, 0), "Ann to play"),
        "a finger that bounced, and comes late": (1, 2, (1500,), "Cem to play"),
    },
)
def test_two_taps_count_by_their_own_time(
    tmp_path: Path,
    sit_down: Place,
    passing: int,
    clicks: int,
    pauses: tuple[int, ...],
    due: str,
) -> None:
    with desk_in(tmp_path / "data") as desk:
        begin(desk, "Friday night")
    table = sit_down()
    with QuickServer(tmp_path) as server:
        table.open(f"{server.url}/table")
        table.see("turn-of", "Ben to play")
        box = table.at("pass").bounding_box()
        assert box
        x = box["x"] + box["width"] / 2
        y = box["y"] + box["height"] / 2
        table.page.evaluate(HOLD, passing)
        for pause in pauses:
            # Clicks of one command are two delays apart, however busy this process is.
            table.page.mouse.click(x, y, click_count=clicks, delay=HELD_MILLISECONDS)
            table.page.wait_for_timeout(pause)
        table.page.evaluate("letGo()")
        if due == "Cem to play":
            table.see("notice")
        table.see("turn-of", due)
