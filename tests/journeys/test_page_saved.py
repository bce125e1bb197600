"""What Chromium saves where the page does not start, and a backup that comes back."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import BrowserContext

from companion.core.backup import unpacked
from storage.handles import PageJournal
from tests.e2e.evening import sit_down_and_start
from tests.journeys.test_page_cleared import clear
from tests.page.hosts import Host, open_tab, visit
from tests.page.media import MediumInMemory, Power

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Ben", "Cem"]
NO_SERVICE_WORKER = "Object.defineProperty(navigator, 'serviceWorker', {value: null})"


@contextmanager
def without(phone: BrowserContext, pattern: str) -> Generator[None]:
    """Keep files of the page from the browser."""
    phone.route(pattern, lambda route: route.fulfill(status=404))
    try:
        yield
    finally:
        phone.unroute(pattern)


def save(phone: BrowserContext, host: Host, folder: Path) -> Path:
    """Save what a page offers that cannot start."""
    table = open_tab(phone, host.url)
    failed = table.page.locator("#splash[data-told=failed]")
    failed.wait_for()
    with table.page.expect_download() as download:
        failed.locator("button").nth(1).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    table.page.close()
    return path


def test_a_page_that_does_not_start_saves_its_game_nights(
    phone: BrowserContext, host: Host, tmp_path: Path
) -> None:
    phone.add_init_script(NO_SERVICE_WORKER)
    table = visit(phone, host.url)
    sit_down_and_start(table, NAMES)
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    table.page.close()

    with without(phone, "**/main.dart.*"):
        backup = save(phone, host, tmp_path)
    (sheet,) = unpacked(backup.read_bytes()).sheets
    assert "7H" in sheet.text
    assert sheet.entry.players == tuple(NAMES)

    with without(phone, "**/pyodide.asm.wasm"):
        raw = save(phone, host, tmp_path)
    assert raw.name in {"fantan.a", "fantan.b"}
    handles = tuple(MediumInMemory(Power(), Random(1)) for _ in range(2))  # noqa: S311 - unused
    handles[0].write(raw.read_bytes(), 0)
    journal = PageJournal((handles[0], handles[1]))
    assert {doc["says"] for doc in (journal.database("00001").read() or {})["round 1"].values()} > {
        "Ann 7H"
    }

    again = visit(phone, f"{host.url}table")
    again.see("turn-of", "Ben to play")
    clear(again, host)
    again.page.close()

    restored = visit(phone, f"{host.url}settings")
    restored.tap("restore")
    with restored.page.expect_file_chooser() as chooser:
        restored.tap("import-file")
    chooser.value.set_files(backup)
    restored.see("backup-1")
    restored.tap("import")
    restored.see("resume")
    restored.page.goto(f"{host.url}table")
    restored.wait_for_app()
    restored.see("turn-of", "Ben to play")
    restored.page.close()
