"""A component with a key is drawn again only when an argument changed, and hangs by the page."""

import asyncio
import gc
from pathlib import Path

import flet as ft
import pytest

from companion.ui.component import component, keyed, use_begun, use_state
from tests.desks import begin, desk_in
from tests.ui.headless import Headless, Small, opened

SIZES = {"a phone": (390, 844), "a phone on its side": (844, 390), "a wide window": (1180, 820)}


@pytest.fixture(autouse=True)
def _only_what_the_test_makes_is_garbage() -> None:
    """Freeze the objects of other tests, to keep collections quick."""
    gc.freeze()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
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


@component
def Screen() -> ft.Control:
    """A button, and a component with a key inside a container that is new each time."""
    number, set_number = use_state(0)
    count = keyed("count", Count, number // 2)
    more = ft.Button("More", on_click=lambda: set_number(number + 1), key="more")
    return ft.Column([ft.Container(count, padding=number), more])


drawn: list[int] = []


@component
def Count(number: int) -> ft.Control:
    """A component that counts its drawings."""
    drawn.append(number)
    return ft.Text(str(number))


async def test_equal_arguments_leave_a_component_as_it_is() -> None:
    drawn.clear()

    async def main(page: ft.Page) -> None:
        page.render(Screen)

    async with Small(main) as app:
        for numbers in ([0], [0, 1], [0, 1], [0, 1, 2]):
            await app.tap("more")
            await asyncio.sleep(0)
            gc.collect()
            assert drawn == numbers
            assert lost(app) == []


@component
def Begun() -> ft.Control:
    """A component that counts its beginnings, drawn again by a tap."""
    number, set_number = use_state(0)

    def begin() -> int:
        drawn.append(number)
        return number

    made = use_begun(begin)
    return ft.Button(f"{made} {number}", on_click=lambda: set_number(number + 1), key="more")


async def test_what_a_screen_begins_with_is_made_once() -> None:
    drawn.clear()

    async def main(page: ft.Page) -> None:
        page.render(Begun)

    async with Small(main) as app:
        await app.tap("more", "more")
        assert (app.texts(), drawn) == (["0 2"], [0])
