"""The fit of every screen in every state: nothing cut or covered, every target large enough, and
every identifier there once, for the tools that read and tap it.

No client draws here. The screens are laid out by Flutter's rules, with letter widths from the app's
own fonts.
"""

from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import flet as ft
import pytest

from companion.ui import screens as ui
from companion.words import SOURCE
from tests.desks import desk_in
from tests.layout.boxes import Size
from tests.layout.faults import findings
from tests.layout.screen import screen
from tests.ui.headless import Headless
from tests.ui.screen_states import PEOPLE, STATES, State, dealt, in_play

PHONE, BIG_PHONE, PHONE_ON_ITS_SIDE = (360, 640), (390, 844), (844, 390)
TABLET, LAPTOP, MONITOR = (820, 1180), (1180, 820), (1920, 1080)
Sizes = tuple[tuple[float, tuple[tuple[int, int], ...]], ...]

ON_PAPER: Sizes = ((1.0, (PHONE, PHONE_ON_ITS_SIDE)),)
"""Paper screens have one column or two, and nowhere are those narrower or lower than here."""

AT_THE_TABLE: Sizes = ((1.0, (PHONE, PHONE_ON_ITS_SIDE)),)
LOW_AND_LARGE: Sizes = ((2.0, (PHONE_ON_ITS_SIDE,)),)
"""The table shares out all the room there is; with large text every window is laid out as an
upright phone that scrolls. That is tightest where it is narrowest (in German), but for menus and
questions, which are tightest where it is lowest.
"""

BETWEEN_AT_THE_TABLE: Sizes = (
    (1.0, (BIG_PHONE, TABLET, LAPTOP, MONITOR)),
    (1.3, (PHONE, LAPTOP)),
    (2.0, (PHONE_ON_ITS_SIDE, BIG_PHONE)),
)
BETWEEN_ON_PAPER: Sizes = ((1.0, (TABLET, LAPTOP)), (1.3, (PHONE,)))
OFTEN_SEEN = {
    *("table for two", "table for four", "table for ten", "table of ten with fines"),
    *("home with a table and earlier series", "new series for ten", "round over", "series"),
}
"""The states that are laid out in windows between the tightest as well."""

ON_ITS_SIDE: Sizes = ((1.0, (PHONE_ON_ITS_SIDE,)),)
"""The window in which the states that are often seen are laid out in German as well."""

PAPER_IN_GERMAN: Sizes = ((2.0, (PHONE,)),)
TABLE_IN_GERMAN: Sizes = ((1.0, (PHONE, LAPTOP)), (2.0, (PHONE,)))
"""Longer words are tightest in the smallest windows, where large text is tried with them alone, and
beside the cards of a wide one; the layouts are the same.
"""


def test_the_states_are_there_that_are_laid_out_in_more_windows() -> None:
    assert {str(state) for state in STATES} >= OFTEN_SEEN


def test_the_names_are_as_long_as_they_are_meant_to_be() -> None:
    assert {len(name) for name in PEOPLE} == {24}


@pytest.mark.parametrize("state", STATES, ids=str)
async def test_a_screen_fits(state: State, tmp_path: Path) -> None:
    assert await faults_in(state, tmp_path) == []


async def test_no_identifier_stands_twice_while_seats_change(tmp_path: Path) -> None:
    state = State("seats to change", "/table/1/deal", dealt(4), ("change-seats", "player-down-2"))
    async with brought_about(state, SOURCE, tmp_path) as app:
        assert twice(app) == []


async def test_no_name_of_a_seat_is_torn_whoever_is_due(tmp_path: Path) -> None:
    state = State("dealt", "/table", dealt(4))
    async with brought_about(state, SOURCE, tmp_path) as app:
        for _ in range(4):
            await app.tap("pass")
            for window in ((360, 740), BIG_PHONE):
                assert await faults_at(app, Size(*window), 1.0) == []


async def test_a_broken_screen_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ui, "draw", _fail)
    broken = State("broken", "/table/turns", in_play(4))
    assert await faults_in(broken, tmp_path) == []


def _fail(*_: object) -> ft.Control:
    raise LookupError("what it shows")


IN_THE_GATE = (SOURCE, "de")
"""The languages of all states; `test_other_languages` has the others."""


async def faults_in(state: State, folder: Path) -> list[str]:
    """Return the faults of the state in some languages, all windows and text sizes."""
    first, *others = IN_THE_GATE
    async with brought_about(state, first, folder / first) as app:
        found = await faults_of(app, state, first)
        for language in others if not state.steps else ():
            told = set(app.texts())
            app.speak_at_once(language)  # drawn together with the first window
            found += await faults_of(app, state, language)
            locale = app.tree.root["locale_configuration"]["current_locale"]
            assert locale["language_code"] == language
            assert not told.issuperset(app.texts())
    for language in others if state.steps else ():  # a form is empty after a change of language
        async with brought_about(state, language, folder / language) as app:
            found += await faults_of(app, state, language)
    return found


@asynccontextmanager
async def brought_about(state: State, language: str, folder: Path) -> AsyncGenerator[Headless]:
    """Yield a device that shows the state in the language."""
    with desk_in(folder) as desk:
        state.fill(desk)
        main = ui.main_for(desk.archive)
        phone = Headless(main, route=state.path, language=language, platform="android", size=PHONE)
        async with phone as app:
            await state.bring_about(app, desk)
            yield app


async def faults_of(app: Headless, state: State, language: str) -> list[str]:
    """Return the faults in the language, in all windows and text sizes."""
    at_table, often = state.path == "/table", str(state) in OFTEN_SEEN
    if language == SOURCE:
        kinds = AT_THE_TABLE if at_table else ON_PAPER
        kinds += LOW_AND_LARGE if at_table and state.steps else ()
        kinds += (BETWEEN_AT_THE_TABLE if at_table else BETWEEN_ON_PAPER) if often else ()
    else:
        kinds = TABLE_IN_GERMAN if at_table else PAPER_IN_GERMAN
        kinds += ON_ITS_SIDE if often else ()
    return [
        f"{language} {wide}×{high} at {scale:.0%}: {finding}"
        for scale, sizes in kinds
        for wide, high in sizes
        for finding in await faults_at(app, Size(wide, high), scale)
    ]


async def faults_at(app: Headless, window: Size, scale: float) -> list[str]:
    """Return the faults in a window of the size at the scale of text."""
    await app.resize(window.wide, window.high, scale)
    found = findings(screen(app.tree.root, window, scale))
    return [*map(str, found), *(f"twice: {name}" for name in twice(app))]


def twice(app: Headless) -> list[str]:
    """Return the identifiers that stand more than once on the uppermost screen."""
    *_, top = [node for node in app.tree.below(app.tree.root) if node["_c"] == "View"]
    names = (node.get("identifier") for node in app.tree.below(top))
    return [name for name, count in Counter(filter(None, names)).items() if count > 1]
