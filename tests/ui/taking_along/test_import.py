"""A score sheet from a file or from pasted text: refused with its line, or equal to the export."""

import asyncio
from threading import Event

import pytest

from companion.core.backup import TOO_LARGE
from companion.core.sheet import dumps, loads
from companion.screens.backups import Outcome, parse_text
from companion.screens.speech import sentence
from companion.ui.device import Browser
from tests.desks import Desk
from tests.places import RECORDS
from tests.ui.headless import Headless, opened

NIGHT = (RECORDS / "friday_night.fantan").read_text("utf-8")


async def picks(app: Headless, content: bytes | None, *taps: str) -> None:
    """Choose the file in the dialog of the app, or none, and tap what follows."""
    file = {"id": 1, "name": "night.fantan", "size": len(content or b""), "bytes": content}
    app.replies["FilePicker", "pick_files"] = [] if content is None else [file]
    await app.tap("import-file", *taps)


async def test_a_pasted_sheet_is_looked_at_and_taken_in(desk: Desk) -> None:
    async with opened(desk, "/import") as app:
        assert app.rests("import")
        await app.enter_text("import-text", NIGHT)
        assert app.text("backup-1") == "new"
        assert "Friday night" in app.texts()
        assert not app.has("import-error")
        await app.tap("import")
        assert app.page.route == "/series/1"

    assert desk.night.log == loads(NIGHT)


async def test_a_chosen_file_is_taken_in(desk: Desk) -> None:
    async with opened(desk, "/import") as app:
        await picks(app, NIGHT.replace("\n", "\r\n").encode("utf-8-sig"))
        assert app.has("backup-1")
        await app.tap("import")

    assert desk.night.log == loads(NIGHT)


async def test_no_file_is_chosen_after_all(desk: Desk) -> None:
    async with opened(desk, "/import") as app:
        await app.enter_text("import-text", NIGHT)
        await picks(app, None)
        assert app.has("backup-1")


async def test_a_file_that_the_page_did_not_read_is_answered(desk: Desk) -> None:
    browser = Browser()
    async with opened(desk, "/import", browser=browser) as app:
        browser.refuse_file()
        await app.settle()
        assert sentence(TOO_LARGE) in app.texts()


async def test_a_later_text_is_not_read_over(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    later_is_read = Event()

    def read(written: str) -> Outcome:
        if written == NIGHT:
            later_is_read.set()
        else:
            later_is_read.wait(10)
        return parse_text(written)

    monkeypatch.setattr("companion.screens.backups.parse_text", read)
    async with opened(desk, "/import") as app:
        app.write_at_once("import-text", NIGHT[:-1])
        app.write_at_once("import-text", NIGHT)
        await app.settle()
        await app.tap("import")
        assert app.page.route == "/series/1"


async def test_a_sheet_that_goes_on_further_continues_the_one_here(desk: Desk) -> None:
    shorter = loads(NIGHT).without_last()
    desk.adopt(shorter)
    async with opened(desk, "/import") as app:
        await app.enter_text("import-text", dumps(loads(NIGHT).known_as(desk.night.series.id)))
        assert app.has("continue-1")
        await app.tap("import")
        assert app.page.route == "/series/1"
    assert desk.night.series == loads(NIGHT).series
    assert len(desk.archive.catalogue.entries) == 1


async def test_a_double_tap_adds_it_once(desk: Desk) -> None:
    async with opened(desk, "/import") as app:
        await app.enter_text("import-text", NIGHT)
        await asyncio.gather(app.tap("import"), app.tap("import"))
        assert app.page.route == "/series/1"
    assert len(desk.archive.catalogue.entries) == 1
