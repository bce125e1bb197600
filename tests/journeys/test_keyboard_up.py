"""Writing on a phone: its keyboard covers half of the page while a field has the focus."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Server, Size, Table
from tests.e2e.forks import QuickServer

ON_ITS_SIDE, UPRIGHT = (740, 360), (360, 740)
COVERED = {ON_ITS_SIDE: ((740, 180), (740, 160)), UPRIGHT: ((360, 400),)}
"""The room that keyboards leave."""
FIELDS = {
    ON_ITS_SIDE: {"/table/1/pay": ["pay-note"], "/new": ["player-name-4"]},
    UPRIGHT: {"/table/1/pay": ["pay-note"], "/new": ["player-name-4"]},
}
IN_SIGHT = """() => {
  const {top, bottom} = document.activeElement.getBoundingClientRect();
  return document.activeElement.matches('input, textarea') && top >= 0 && top + 40 <= innerHeight;
}"""

ZOOMS = """() => {
  const pages = [...document.querySelectorAll('meta[name=viewport]')].map(({content}) => content);
  return pages.length > 0 && !pages.some((said) => /user-scalable|maximum-scale/.test(said));
}"""
"""Whether two fingers may enlarge the page, which Flutter forbids when it starts."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Yield the app with a series in play."""
    with desk_in(tmp_path / "data") as desk:
        desk.start("Cabin", ("Ann", "Ben", "Cem"), 2, desk.archive.catalogue.usual)
    with QuickServer(tmp_path) as serving:
        yield serving


def open_with(table: Table, url: str, identifier: str) -> None:
    """Open the page with the field."""
    table.open(url)
    table.see(identifier)


def write_above_keyboards(table: Table, identifier: str, size: Size) -> None:
    """Write on with each of the keyboard's heights."""
    text = "Ab"
    table.type_into(identifier, text)
    box = table.page.locator("input:focus, textarea:focus")
    for width, height in COVERED[size]:
        table.page.set_viewport_size({"width": width, "height": height})
        table.wait_until(IN_SIGHT)
        table.page.keyboard.type("c")
        text += "c"
        expect(box).to_have_value(text)
        assert table.page.evaluate(IN_SIGHT)
    width, height = size
    table.page.set_viewport_size({"width": width, "height": height})
    expect(table.at(identifier).locator("input, textarea")).to_have_value(text)


@pytest.mark.parametrize("size", COVERED, ids=("on its side", "upright"))
def test_the_field_stays_in_sight(server: Server, sit_down: Place, size: Size) -> None:
    table = sit_down(size)
    for path, identifiers in FIELDS[size].items():
        for identifier in identifiers:
            open_with(table, server.url + path, identifier)
            assert table.page.evaluate(ZOOMS)
            write_above_keyboards(table, identifier, size)
