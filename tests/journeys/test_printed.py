"""A series on paper: the standing and all rounds on pages of A4, from the menu or Ctrl+P."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.sheet import loads
from companion.screens.figures import series_view
from companion.screens.standings import Unit
from companion.words import ENGLISH
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Server
from tests.e2e.forks import QuickServer
from tests.screens.nights import opened

NAMES = ("Ann", "Ben", "Cem", "Dora", "<b>Eve</b>", "Finn")
ROUNDS = 30
_CELLS = """() => [...document.querySelectorAll('#print tr')]
  .map((row) => [...row.children].map((cell) => cell.textContent))"""
_SHOWN = """() => [...document.body.children]
  .filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.id)"""
_PRINTS = """() => {
  dispatchEvent(new Event('beforeprint'));
  const printed = document.getElementById('print') !== null;
  dispatchEvent(new Event('afterprint'));
  return printed;
}"""
_KEPT_FOR_OTHER_TABS = "() => localStorage.getItem('flutter.fantan.print')"
_NOTHING = "() => document.getElementById('print') === null"
_PAGE = re.compile(rb"/Type */Page\b(?!s)")
_A4 = re.compile(rb"/MediaBox *\[ *0 0 59[45][.\d]* 84[12][.\d]*\]")


def long_evening() -> str:
    """Return the sheet of an evening of six and thirty rounds, all by their results."""
    handles = [*NAMES[:4], "Eve", "Finn"]
    blocks = [f"fantan 1\nseries Long night\nrules bicycle target=0\ncalled Eve {NAMES[4]}"]
    for number in range(1, ROUNDS + 1):
        left = [(number + seat) % 5 + 1 for seat in range(len(handles))]
        left[number % len(handles)] = 0
        result = " ".join(f"{who} {cards} 0" for who, cards in zip(handles, left, strict=True))
        blocks.append(f"round {number}\n{' '.join(handles)}\nresult {result}")
    return "\n".join((*blocks, ""))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app with a long evening."""
    with desk_in(tmp_path / "data") as desk:
        desk.adopt(loads(long_evening()))
    with QuickServer(tmp_path) as serving:
        yield serving


def test_series_of_thirty_rounds_is_printed_whole(server: Server, sit_down: Place) -> None:
    table = sit_down()
    table.open(server.url)
    table.page.goto(f"{server.url}/series/1")
    table.see("resume")
    table.wait_until(_PRINTS)
    assert table.page.evaluate(_KEPT_FOR_OTHER_TABS) is None
    paper = table.page.pdf(format="A4")
    pages = len(_PAGE.findall(paper))
    assert (pages, len(_A4.findall(paper))) == (2, pages)

    table.page.emulate_media(media="print")
    table.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert table.page.evaluate(_SHOWN) == ["print"]
    points, chips = (["Points", *NAMES], ["Balance", *NAMES])
    cells = table.page.evaluate(_CELLS)
    assert [row for row in cells if row[1:] == [*NAMES]] == [points, chips]
    expected = series_view(opened(loads(long_evening())), ENGLISH)
    for unit, rows in ((Unit.POINTS, cells[1:32]), (Unit.CHIPS, cells[33:])):
        assert [tuple(row[1:]) for row in rows[:-1]] == [
            line.figures[unit] for line in expected.rounds
        ]
        assert tuple(rows[-1][1:]) == expected.totals[unit]
    table.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    table.page.emulate_media(media="screen")
    assert table.page.evaluate(_NOTHING)

    table.page.goto(server.url)
    table.see("home-new-series")
    table.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    assert table.page.evaluate(_NOTHING)
