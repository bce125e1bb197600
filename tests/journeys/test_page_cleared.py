"""Chromium after a deletion of the page's data, or with a large file chosen."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.driver import Table
from tests.e2e.evening import sit_down_and_start
from tests.page.hosts import Host, visit

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Ben", "Cem"]
LARGE_BYTES = 20_000_000


def clear(table: Table, host: Host) -> None:
    facts = {"origin": host.url.rstrip("/"), "storageTypes": "all"}
    table.page.context.new_cdp_session(table.page).send("Storage.clearDataForOrigin", facts)


def begin(phone: BrowserContext, host: Host) -> Table:
    """Return a tab with a table and one card laid."""
    table = visit(phone, host.url)
    sit_down_and_start(table, NAMES)
    table.tap("play-7H")
    table.see("turn-of", "Ben to play")
    return table


def test_data_cleared_under_an_open_table_is_reported(phone: BrowserContext, host: Host) -> None:
    table = begin(phone, host)
    clear(table, host)
    table.tap("pass")
    table.see("turn-of", "Cem to play")
    assert "has deleted" in table.text("notice")
    table.tap("play-7S")
    table.see("turn-of", "Ann to play")
    table.page.go_back()
    table.see("backup")
    table.page.close()
    again = begin(phone, host)
    again.reload()
    again.see("turn-of", "Ben to play")
    again.page.close()


def test_large_and_empty_are_refused(phone: BrowserContext, host: Host, tmp_path: Path) -> None:
    large, empty = tmp_path / "large.fantan", tmp_path / "empty.fantan"
    with large.open("wb") as file:
        file.truncate(LARGE_BYTES)
    empty.touch()
    table = visit(phone, f"{host.url}import")
    choose(table, large)
    table.see("refusal")
    choose(table, empty)
    table.see("import-error")
    table.page.close()


def choose(table: Table, path: Path) -> None:
    with table.page.expect_file_chooser() as chooser:
        table.tap("import-file")
    chooser.value.set_files(path)
