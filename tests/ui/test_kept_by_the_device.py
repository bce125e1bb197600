"""What the device keeps, answers late, or hands over."""

import asyncio
from threading import Event

import pytest

from companion.core.backup import TOO_LARGE
from companion.core.presets import preset
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.screens.backups import Outcome, parse_text
from companion.screens.kit import BrowserStorage
from companion.screens.speech import sentence
from companion.ui.device import Browser
from companion.ui.screens import main_for
from companion.words import ENGLISH
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import Headless, opened

NIGHT = (RECORDS / "friday_night.fantan").read_text("utf-8")
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve")


async def test_a_half_filled_form_outlives_the_page_until_the_series_begins(desk: Desk) -> None:
    main = main_for(desk.archive)
    async with Headless(main, route="/new") as app:
        await app.tap("add-player")
        for number, name in enumerate(NAMES, 1):
            await app.enter_text(f"player-name-{number}", name)
        await app.tap("open-dealer", "dealer-Ben")
        kept = app.kept
    again = Headless(main, route="/new")
    again.kept.update(kept)
    async with again as app:
        assert app.text("player-name-5").endswith("Eve")
        await app.tap("start-series")
        await app.go("/new")
        assert app.has("obstacle")
    desk.open(1)
    assert desk.night.round.setup == Setup.dealt(preset("bicycle"), NAMES, 1)


async def test_clearing_the_form_drops_what_the_device_keeps(desk: Desk) -> None:
    main = main_for(desk.archive)
    async with Headless(main, route="/new") as app:
        assert not app.has("clear-form")
        await app.enter_text("player-name-1", "Ann")
        await app.tap("clear-form")
        kept = app.kept
    again = Headless(main, route="/new")
    again.kept.update(kept)
    async with again as app:
        assert not app.has("clear-form")


LATE = {
    "/settings": (BrowserStorage(), BrowserStorage(for_good=False), "may delete them"),
    "/series/1": (BrowserStorage(), BrowserStorage(for_good=False), "may delete them"),
    "/table": (
        BrowserStorage(for_good=True),
        BrowserStorage(for_good=True, cleared=True),
        "has deleted",
    ),
    "/": (
        BrowserStorage(for_good=True),
        BrowserStorage(for_good=True, cleared=True),
        "has deleted",
    ),
}


@pytest.mark.parametrize("path", LATE)
async def test_what_the_browser_answers_late_shows_at_once(path: str, desk: Desk) -> None:
    first, then, words = LATE[path]
    desk.adopt(loads((RECORDS / "series_over.fantan").read_text("utf-8")))
    if path == "/table":
        desk.adopt(loads(NIGHT))
    answers = [first]
    browser = Browser(lambda: answers[-1])
    async with opened(desk, path, browser=browser) as app:
        assert not any(words in shown for shown in app.texts())
        answers.append(then)
        browser.heard()
        await app.settle()
        assert any(words in shown for shown in app.texts())


async def test_a_file_that_the_page_did_not_read_is_answered(desk: Desk) -> None:
    browser = Browser()
    async with opened(desk, "/import", browser=browser) as app:
        browser.refuse_file()
        await app.settle()
        assert sentence(TOO_LARGE, ENGLISH) in app.texts()


async def test_a_later_text_is_not_read_over(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    later_is_read = Event()

    def read(written: str, how: str = "") -> Outcome:
        if written == NIGHT:
            later_is_read.set()
        else:
            later_is_read.wait(10)
        return parse_text(written, how)

    monkeypatch.setattr("companion.screens.backups.parse_text", read)
    async with opened(desk, "/import") as app:
        app.write_at_once("import-text", NIGHT[:-1])
        app.write_at_once("import-text", NIGHT)
        await app.settle()
        await asyncio.gather(app.tap("import"), app.tap("import"))
        assert app.page.route == "/series/1"
    assert len(desk.archive.catalogue.entries) == 1
