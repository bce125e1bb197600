"""Golden sheets: whole evenings on paper, with their amounts worked out by hand in the comments."""

from pathlib import Path

import pytest

from companion.core.sheet import dumps, loads, read
from tests.places import RECORDS

SHEETS = {file.stem.replace("_", " "): file for file in sorted(RECORDS.glob("*.fantan"))}


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def test_there_are_records() -> None:
    assert len(SHEETS) >= 25


@pytest.mark.parametrize("file", SHEETS.values(), ids=SHEETS)
def test_every_amount_of_the_record_holds(file: Path) -> None:
    assert read(file.read_text(encoding="utf-8")).faults == ()


@pytest.mark.parametrize("file", SHEETS.values(), ids=SHEETS)
def test_the_record_says_all_that_the_program_would(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    assert dumps(loads(written)) == _without_comments(written)


@pytest.mark.parametrize("file", SHEETS.values(), ids=SHEETS)
def test_the_record_works_its_amounts_out(file: Path) -> None:
    written = file.read_text(encoding="utf-8")
    assert any(line.startswith("# ") for line in written.splitlines())
