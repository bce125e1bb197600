"""A lost server: the last picture of the table stays under a notice. Once the server is back,
everything is read aloud again.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.driver import Server, Table
from tests.e2e.evening import sit_down_and_start

_SAID = "() => document.getElementById('unreachable')?.innerText.includes('cannot be reached')"
_COVERED = """() => {
  const over = document.querySelector('#unreachable div').getBoundingClientRect();
  const names = ['back', 'pot', 'turn-of', 'seat-Ann', 'seat-Cem', 'play-7C', 'play-6H'];
  return names.filter((name) => {
    const box = document.querySelector(`[flt-semantics-identifier="${name}"]`)
      .getBoundingClientRect();
    return box.top < over.bottom && over.top < box.bottom
      && box.left < over.right && over.left < box.right;
  });
}"""
"""What there is to read that the word lies over."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app as started by people, with `python -m companion`, not forked."""
    with Server(tmp_path) as serving:
        yield serving


def test_the_table_stays_and_goes_on_when_the_server_is_back(table: Table, server: Server) -> None:
    sit_down_and_start(table, ["Ann", "Ben", "Cem"])
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    table.ask_no_more()
    with table.expect_reload():
        server.kill()
        table.wait_until(_SAID)
        assert table.text("turn-of") == "Ben to play"
        assert table.page.evaluate(_COVERED) == []
        server.start()
    table.see("turn-of", "Ben to play")
    table.tap("play-8H")
    table.see("turn-of", "Cem to play")
