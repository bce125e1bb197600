"""What a component keeps from one drawing to the next is as good as new."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import flet as ft
import pytest

from companion.ui.app import main_for
from companion.ui.boundary import boundary
from companion.ui.hooks import kept, keyed, use_state
from tests.desks import begin, desk_in
from tests.ui.headless import Headless, Small

SIZES = {
    "a phone": (390, 844),
    "a phone on its side": (844, 390),
    "a wide window": (1180, 820),
}


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
async def test_every_part_of_the_table_hangs_by_the_page_after_taps(
    size: tuple[int, int], tmp_path: Path
) -> None:
    with desk_in(tmp_path) as desk:
        begin(desk, "Friday night")
        async with Headless(main_for(desk.archive), route="/table", size=size, calm=False) as app:
            for each in ("play-7H", "play-8H", "flip", "undo", "suits", "pass"):
                await app.tap(each)
                gc.collect()
                assert app.has("board")
                assert parts_of(app) > 40
                assert lost(app) == []


def parts_of(app: Headless) -> int:
    return sum(1 for _ in app.tree.trails(hidden=False))


def lost(app: Headless) -> list[str]:
    """The parts that have no way up to the page."""
    found: list[str] = []
    for trail in app.tree.trails(hidden=False):
        part = app.session.index[trail[-1]["_i"]]
        try:
            assert part.page
        except RuntimeError:
            found.append(f"{trail[-1]['_c']} {getattr(part, 'fn', part)}")
    return found


class Asked:
    """Counts how often a thing is made."""

    made = 0

    def make(self) -> ft.Control:
        """The thing, once more."""
        self.made += 1
        return ft.Container()


@ft.component
@boundary
def Screen(asked: Asked, *, twice: bool = False) -> ft.Control:
    """A thing that is kept, a component with a key, and a button that counts."""
    number, set_number = use_state(0)
    things = [kept("thing", asked.make, number // 2)]
    if twice:
        things.append(kept("thing", asked.make))
    more = ft.Button("More", on_click=lambda: set_number(number + 1), key="more")
    return ft.Column([*things, keyed("count", Count, number // 2), more])


drawn: list[int] = []


@ft.component
@boundary
def Count(number: int) -> ft.Control:
    """Notes that it was drawn."""
    drawn.append(number)
    return ft.Text(str(number))


@ft.component
@boundary
def Framed() -> ft.Control:
    """A thing out of a list that is kept, each time in a new frame."""
    number, set_number = use_state(0)
    thing = kept("things", lambda: [ft.Container()])[0]
    more = ft.Button("More", on_click=lambda: set_number(number + 1), key="more")
    return ft.Column([ft.Container(thing, padding=number), more])


async def test_what_is_kept_in_a_list_hangs_by_the_page() -> None:
    async def main(page: ft.Page) -> None:
        page.render(Framed)

    async with Small(main) as app:
        for _ in range(2):
            await app.tap("more")
            gc.collect()
            assert lost(app) == []


async def test_what_depends_on_nothing_new_is_left_as_it_is() -> None:
    asked = Asked()
    drawn.clear()

    async def main(page: ft.Page) -> None:
        page.render(Screen, asked)

    async with Small(main) as app:
        for made, numbers in ((1, [0]), (2, [0, 1]), (2, [0, 1]), (3, [0, 1, 2])):
            await app.tap("more")
            await asyncio.sleep(0)
            assert (asked.made, drawn) == (made, numbers)


async def test_a_name_that_is_asked_for_twice_is_told() -> None:
    async def main(page: ft.Page) -> None:
        page.render(Screen, Asked(), twice=True)

    async with Small(main) as app:
        assert any("asked for twice" in str(each) for each in app.texts())
