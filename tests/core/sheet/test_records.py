"""Golden sheets: whole evenings on paper, with their amounts worked out by hand in the comments."""

from pathlib import Path

from companion.core.sheet import dumps, loads
from tests.cases import cases
from tests.core.tables import written
from tests.places import RECORDS

SHEETS = {file.stem.replace("_", " "): file for file in sorted(RECORDS.glob("*.fantan"))}


def test_there_are_records() -> None:
    assert len(SHEETS) >= 25


@cases("file", SHEETS)
def test_the_record_says_all_that_the_program_would(file: Path) -> None:
    assert dumps(loads(file.read_text(encoding="utf-8"))) == written(file.stem)


@cases("file", SHEETS)
def test_the_record_works_its_amounts_out(file: Path) -> None:
    assert any(line.startswith("# ") for line in file.read_text("utf-8").splitlines())
