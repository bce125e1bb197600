"""A folder of today: later versions open it as it is, with the same statistics and sheets."""

from pathlib import Path
from shutil import copytree

from tests.cases import cases
from tests.commands.recording import run
from tests.places import bytes_in

KEPT = Path(__file__).parent / "kept"
"""Three evenings, a deleted one, a renamed person and house rules, and what they amounted to."""


@cases("listed", {"in the catalogue": True, "without it": False})
def test_folder_has_the_same_statistics_and_sheets(tmp_path: Path, *, listed: bool) -> None:
    home = copytree(KEPT / "data", tmp_path / "data")
    if not listed:
        (home / "catalogue.tdb").unlink()
    before = bytes_in(home)
    assert run(home, "doctor").code == 0
    assert run(home, "stats", "--json").out == (KEPT / "stats.json").read_text("utf-8")
    assert run(home, "export", tmp_path / "sheets").code == 0
    assert bytes_in(tmp_path / "sheets") == bytes_in(KEPT / "sheets")
    assert bytes_in(home) == before
    sheets = sorted((KEPT / "sheets").iterdir())
    again = run(home, "import", *sheets)
    assert (again.code, again.out) == (0, "series 1\nseries 2\nseries 4\n")
    assert again.err.count(" is the same\n") == len(sheets)
