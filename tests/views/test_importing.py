"""A score sheet from outside: its summary, and the words of a refusal."""

import pytest

from companion.core.kinship import Kin, Match
from companion.core.sheet import Reading, loads
from companion.forms.entries import LONGEST, NoSheet, opened, parse_text
from companion.views.backups import Asked, ImportView, importing
from companion.words import ENGLISH
from tests.places import RECORDS

NIGHT = (RECORDS / "friday_night.fantan").read_text("utf-8")
SERIES = loads(NIGHT).series


def shown(text: str) -> ImportView:
    return importing(parse_text(text), ENGLISH, Asked(in_field=True))


@pytest.mark.parametrize("text", ["", " \n\t\n"], ids=["empty", "blank"])
def test_without_a_text_it_waits(text: str) -> None:
    view = shown(text)
    assert view.obstacle == "Choose a file, or paste a score sheet."
    assert view.explains
    assert (view.error, view.preview) == ("", None)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("Dear Ann,", "Line 1: A score sheet begins with fantan 1."),
        ("# only\n# remarks", "Line 1: A score sheet begins with fantan 1."),
        ("fantan 2", "Line 1: Version 2 is not known here, only 1."),
        ("fantan 1\nseries Porch", "This sheet has no round yet"),
        ("fantan 1\nround 1\n Ann", "Line 3: At least two players are needed."),
        ("fantan 1\nround 1\n Ann Ben\n1 9H .", "Line 4: 9♥ cannot be played: 8♥ is not"),
        ("fantan 1\nround 1\n Ann Ben\n1 7H 7H", "Line 4: 7♥ cannot be played: it is on the"),
        ("fantan 1\nround 1\n Ann Ben\n1 {x} .", "Line 4: {x} is not a card."),
        ("fantan 1" + "\n" * LONGEST, "This is far longer than any score sheet."),
    ],
    ids=[
        "a letter",
        "comments",
        "newer",
        "no round",
        "one player",
        "neighbour missing",
        "twice",
        "braces",
        "too long",
    ],
)
def test_what_cannot_be_read_is_refused_in_words(text: str, error: str) -> None:
    view = shown(text)
    assert view.error.startswith(error)
    assert view.obstacle == "Choose another file, or correct the text."
    assert view.preview is None


def test_the_line_is_shown_as_it_stands_there() -> None:
    assert shown("fantan 1\nround 1\n Ann Ben\n 1  9H  .\r\n").written == "1  9H  ."


@pytest.mark.parametrize(
    "content",
    [b"\x89PNG\r\n\x1a\n\xff", b"fantan 1\nseries \xc4rger", "fantan 1".encode("utf-16"), b"a\0b"],
    ids=["picture", "latin-1", "utf-16", "zeros"],
)
def test_what_is_no_text_is_refused_kindly(content: bytes) -> None:
    written, outcome = opened(content)
    assert written == ""
    error = importing(outcome, ENGLISH).error
    assert error.startswith("This file is neither a score sheet")
    assert error.endswith("which is a zip.")


def test_a_huge_file_is_not_read() -> None:
    assert isinstance(opened(b"#" * (LONGEST + 1))[1], NoSheet)


def test_a_file_of_any_system_is_read() -> None:
    written, outcome = opened(NIGHT.replace("\n", "\r\n").encode("utf-8-sig"))
    assert isinstance(outcome, Reading)
    assert outcome.log.series == SERIES
    assert written.startswith("fantan 1")


def test_the_preview_tells_what_will_stand() -> None:
    preview = shown(NIGHT).preview
    assert preview
    assert preview.name == "Friday night"
    assert preview.beneath == "20 November 2026 · 1 round"
    assert preview.rules == "Bicycle"
    assert [player.name for player in preview.players] == ["Ann", "Ben", "Cem", "Dee"]
    assert [line.total_text for line in preview.race.lines] == ["0", "3", "3", "3"]
    assert (preview.faults, preview.known) == ((), "")


def test_a_sheet_without_name_or_date_has_a_preview() -> None:
    preview = shown("fantan 1\nround 1\n Ann Ben\n1 7H .").preview
    assert preview
    assert preview.name == "Fan Tan"
    assert preview.beneath == "1 round · the last one in play"


def test_rounds_called_off_are_counted_apart() -> None:
    preview = shown("fantan 1\nround 1\n Ann Ben\n1 7H .\nvoid\n").preview
    assert preview
    assert preview.beneath == "0 rounds, 1 called off"


def test_a_damaged_zip_is_shown_by_its_name_and_has_no_text_to_mend() -> None:
    text, outcome = opened(b"PK\x03\x04 cut off", "Friday.zip")
    view = importing(outcome, ENGLISH)
    assert (text, view.error) == ("", "Friday.zip: This zip is damaged.")
    assert view.obstacle == "Choose another file."
    assert shown("Dear Ann").obstacle == "Choose another file, or correct the text."


def test_checks_that_do_not_hold_are_shown() -> None:
    preview = shown(NIGHT.replace("= pot    0", "= pot    7", 1)).preview
    assert preview
    assert preview.faults_title.startswith("A check line on the sheet is wrong.")
    assert preview.faults == ("Line 30: Pot is 0, not 7.",)
    assert preview.further_faults == ""


def test_of_many_such_checks_the_first_are_shown() -> None:
    preview = shown(NIGHT + "= pot 7\n" * 8).preview
    assert preview
    assert preview.faults_title.startswith("8 check lines")
    assert len(preview.faults) == 6
    assert preview.further_faults == "and 2 more"


@pytest.mark.parametrize(
    ("kin", "known", "act"),
    [
        (Kin.NEW, "", "Add this series"),
        (Kin.SAME, "This series is already here.", "Show the series"),
        (Kin.SHORTER, "This series is already here, and goes further here", "Show the series"),
        (
            Kin.FURTHER,
            "This series is already here; this sheet goes further",
            "Continue the series",
        ),
        (Kin.DIFFERS, "A series that begins like this one", "Add separately"),
    ],
    ids=lambda one: one.value if isinstance(one, Kin) else "",
)
def test_a_series_that_is_here_already_is_pointed_out(kin: Kin, known: str, act: str) -> None:
    view = importing(parse_text(NIGHT), ENGLISH, Asked((Match(kin, 1),)))
    assert view.preview
    assert view.preview.known.startswith(known)
    assert bool(view.preview.known) is bool(known)
    assert view.act == act


@pytest.mark.parametrize("content", [b"", b" \r\n", b"\xef\xbb\xbf"], ids=["no", "blank", "mark"])
def test_an_empty_file_is_refused_in_words(content: bytes) -> None:
    assert importing(opened(content)[1], ENGLISH).error == "This file is empty."
