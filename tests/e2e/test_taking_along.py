"""Exports and imports: a backup of everything."""

from pathlib import Path

import pytest

from companion.core.backup import unpacked
from companion.core.sheet import loads
from tests.desks import desk_in
from tests.e2e.conftest import Place
from tests.e2e.driver import Table
from tests.e2e.evening import downloaded
from tests.e2e.forks import QuickServer
from tests.places import RECORDS

EVENINGS = ("series_over", "friday_night", "people_join_and_leave")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three evenings in the app's store."""
    home = tmp_path_factory.mktemp("full")
    with desk_in(home / "data") as desk:
        for evening in EVENINGS:
            desk.adopt(loads((RECORDS / f"{evening}.fantan").read_text("utf-8")))
    return home


def test_everything_comes_back_in_an_empty_app(full: Path, sit_down: Place, tmp_path: Path) -> None:
    table, file = sit_down(), tmp_path / "saved.zip"
    with QuickServer(full) as server:
        table.open(f"{server.url}/settings")
        saved = downloaded(table, "backup")
        table.see("backed-up")
        saved.save_as(file)
        table.turn_away()
    assert len(unpacked(file.read_bytes()).sheets) == 3
    with QuickServer(tmp_path) as empty:
        table.open(f"{empty.url}/settings")
        comes_back(table, file)
        with table.expect_reload():
            empty.restart()
        table.open(empty.url)
        table.see("home-series-1")


def comes_back(table: Table, file: Path) -> None:
    """Restore everything the first time, and nothing the second time."""
    table.tap("restore")
    for state in ("new", "Fan Tan is already here."):
        with table.page.expect_file_chooser() as chooser:
            table.tap("import-file")
        chooser.value.set_files(file)
        table.see("backup-1", state)
        if state == "new":
            table.tap("import")
            table.see("restored")
            assert "3" in table.text("restored").split()
