"""The reminder of a backup after a series whose only copy is in the browser."""

import pytest

from companion.core.backup import unpacked
from companion.core.sheet import loads
from companion.screens.kit import BrowserStorage
from companion.ui.device import Browser
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import opened

END, SERIES = "/table/over", "/series/1"


def browser_that(*, for_good: bool | None) -> Browser:
    return Browser(lambda: BrowserStorage(for_good))


@pytest.mark.parametrize("path", ["/", "/table", SERIES, "/settings"])
async def test_what_the_browser_clears_away_is_shown_at_once(path: str, desk: Desk) -> None:
    desk.adopt(loads((RECORDS / "friday_night.fantan").read_text("utf-8")))
    answers = [BrowserStorage(for_good=True)]
    browser = Browser(lambda: answers[-1])
    async with opened(desk, path, browser=browser) as app:
        assert not any("has deleted" in words for words in app.texts())
        answers.append(BrowserStorage(for_good=True, cleared=True))
        browser.heard()
        await app.settle()
        assert any("has deleted" in words for words in app.texts())
        if path != "/table":
            await app.tap("backup")
            assert app.sent("save_file")


def having(desk: Desk, *names: str) -> None:
    for name in names:
        desk.adopt(loads((RECORDS / f"{name}.fantan").read_text("utf-8")))


@pytest.mark.parametrize("path", [END, SERIES])
async def test_one_tap_makes_the_backup(path: str, desk: Desk) -> None:
    having(desk, "series_over")
    async with opened(desk, path, browser=browser_that(for_good=False)) as app:
        await app.tap("backup")
        saved = app.sent("save_file")[0]
        assert "1" in app.text("backed-up").split()
    assert len(unpacked(saved["src_bytes"]).sheets) == 1


async def test_a_browser_that_promised_to_keep_it_has_the_reminder_too(desk: Desk) -> None:
    having(desk, "series_over")
    async with opened(desk, SERIES, browser=browser_that(for_good=True)) as app:
        assert app.has("backup")


@pytest.mark.parametrize(
    ("names", "kept"),
    [(["series_over"], None), (["friday_night"], False), (["series_over", "friday_night"], False)],
    ids=["it is kept elsewhere", "it is in play", "another one was begun since"],
)
@pytest.mark.parametrize("path", ["/table/1/over", SERIES])
async def test_otherwise_nobody_is_reminded(
    names: list[str], *, kept: bool | None, path: str, desk: Desk
) -> None:
    having(desk, *names)
    async with opened(desk, path, browser=browser_that(for_good=kept)) as app:
        assert not app.has("backup")


@pytest.mark.parametrize("path", ["/settings", SERIES, END])
async def test_what_the_browser_answers_late_shows_at_once(path: str, desk: Desk) -> None:
    having(desk, "series_over")
    answers = [BrowserStorage()]
    browser = Browser(lambda: answers[-1])
    async with opened(desk, path, browser=browser) as app:
        assert not any("may delete them" in words for words in app.texts())
        answers.append(BrowserStorage(for_good=False))
        browser.heard()
        await app.settle()
        assert any("may delete them" in words for words in app.texts())
