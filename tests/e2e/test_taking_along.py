"""What leaves the app and comes back: a picture of the result, and a backup of everything."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from playwright.sync_api import Download

from companion.core.backup import unpacked
from companion.core.sheet import loads
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import WIDE, Server, Table

RECORDS = Path(__file__).parents[1] / "records"
EVENINGS = ("series_over", "friday_night", "people_join_and_leave")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The app with three evenings in its store, not started."""
    home = tmp_path_factory.mktemp("full")
    with desk_in(home / "data") as desk:
        for evening in EVENINGS:
            desk.adopt(loads((RECORDS / f"{evening}.fantan").read_text("utf-8")))
    return Server(home)


def downloaded(table: Table, identifier: str) -> Download:
    with table.page.expect_download() as download:
        table.tap(identifier)
    return download.value


@pytest.mark.parametrize("size", [(390, 844), WIDE], ids=str)
def test_a_result_is_shared_as_a_picture_of_its_size(
    size: tuple[int, int], full: Server, sit_down: Place
) -> None:
    full.start()
    try:
        table = sit_down(size)
        table.open(f"{full.url}/series/1")
        table.tap("picture")
        table.see("share-picture")
        picture = downloaded(table, "share-picture")
        content = Path(picture.path()).read_bytes()
    finally:
        full.kill()
    assert picture.suggested_filename == "Fan Tan.png"
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1080, 1350)
    assert len(content) > 50_000, "there is hardly anything on the picture"


def test_everything_is_saved_and_comes_back_in_an_empty_app(
    full: Server, server: Server, sit_down: Place, tmp_path: Path
) -> None:
    full.start()
    try:
        table = sit_down()
        table.open(f"{full.url}/settings")
        saved = downloaded(table, "backup")
        table.see("backed-up", "A backup of 3 series.")
        file = tmp_path / saved.suggested_filename
        saved.save_as(file)
    finally:
        full.kill()
    assert len(unpacked(file.read_bytes()).sheets) == 3
    elsewhere = sit_down()
    elsewhere.open(f"{server.url}/settings")
    elsewhere.tap("restore")
    for title in ("3 series are new.", "3 are here already."):
        with elsewhere.page.expect_file_chooser() as chooser:
            elsewhere.tap("import-file")
        chooser.value.set_files(file)
        elsewhere.see("backup-title", title)
        if title.startswith("3 series"):
            elsewhere.tap("import")
            elsewhere.see("restored", "3 series were added.")
    with elsewhere.expect_reload():
        server.restart()
    elsewhere.open(server.url)
    elsewhere.see("home-series-1")
