"""Every part hangs by the page, after every tap."""

import gc
from pathlib import Path

import pytest

from tests.cases import cases
from tests.desks import begin, desk_in
from tests.ui.headless import Headless, opened

SIZES = {"a phone": (390, 844), "a phone on its side": (844, 390), "a wide window": (1180, 820)}


@pytest.fixture(autouse=True)
def _only_what_the_test_makes_is_garbage() -> None:
    """Freeze the objects of other tests, to keep collections quick."""
    gc.freeze()


@cases("size", SIZES)
async def test_every_part_hangs_by_the_page(size: tuple[int, int], tmp_path: Path) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
        async with opened(desk, "/table", size=size, calm=False) as app:
            taps = (
                "play-7H play-8H more layout-menu flip undo more layout-menu suits seat-Ann "
                "menu-close pass"
            )
            for identifier in taps.split():
                await app.tap(identifier)
                gc.collect()
                assert app.has("pass")
                assert parts_of(app) > 40
                assert lost(app) == []


def parts_of(app: Headless) -> int:
    return sum(1 for _ in app.tree.trails(hidden=False))


def lost(app: Headless) -> list[str]:
    """Return the parts without a way up to the page."""
    found: list[str] = []
    for trail in app.tree.trails(hidden=False):
        part = app.session.index[trail[-1]["_i"]]
        try:
            assert part.page
        except RuntimeError:
            found.append(f"{trail[-1]['_c']} {getattr(part, 'fn', part)}")
    return found
