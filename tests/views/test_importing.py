"""A score sheet from outside: its summary, and the words of a refusal."""

import pytest
from companion.forms.entries import LONGEST, ImportForm, NoSheet, Outcome, opened, parse_text

from companion.core.kinship import Kin, Match
from companion.core.sheet import Reading, loads
from companion.screens.backups import LocalChoices, importing
from companion.screens.blocks import Document, Style, Text
from companion.words import ENGLISH, words_in
from tests.places import RECORDS
from tests.views.documents import blocks, panels, standing, texts

NIGHT = (RECORDS / "friday_night.fantan").read_text("utf-8")
SERIES = loads(NIGHT).series


def shown(text: str) -> Document:
    return importing(LocalChoices(), ENGLISH, ImportForm(text, outcome=parse_text(text), read=text))


def of_file(outcome: Outcome, match: Match | None = None) -> Document:
    """Return the screen after a file was read."""
    return importing(
        LocalChoices(), ENGLISH, ImportForm(outcome=outcome, matches=(match,) if match else ())
    )


def faults(view: Document) -> list[str]:
    """Return the wrong check lines in words."""
    return [says for name, says in texts(view).items() if name.startswith("fault-")]


@pytest.mark.parametrize("text", ["", " \n\t\n"], ids=["empty", "blank"])
def test_without_a_text_it_waits(text: str) -> None:
    view = shown(text)
    assert view.footer[0].obstacle == "Choose a file, or paste a score sheet."
    assert "What is a score sheet?" in panels(view)
    assert "series" not in panels(view)


SHEET = "fantan 1\nround 1\n Ann"
REFUSED = {
    "a letter": ("Dear Ann,", "Line 1: A score sheet begins with fantan 1."),
    "comments": ("# only\n# remarks", "Line 1: A score sheet begins with fantan 1."),
    "newer": ("fantan 2", "Line 1: Version 2 is not known here, only 1."),
    "no round": ("fantan 1\nseries Porch", "This sheet has no round yet"),
    "one player": (SHEET, "Line 3: At least two players are needed."),
    "neighbour missing": (f"{SHEET} Ben\n1 9H .", "Line 4: 9♥ cannot be played: 8♥ is not"),
    "braces": (f"{SHEET} Ben\n1 {{x}} .", "Line 4: {x} is not a card."),
    "too long": ("fantan 1" + "\n" * LONGEST, "This is far longer than any score sheet."),
}


@pytest.mark.parametrize(("text", "error"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_in_words(text: str, error: str) -> None:
    view = shown(text)
    assert texts(view)["import-error"].startswith(error)
    assert view.footer[0].obstacle == "Choose another file, or correct the text."
    assert "series" not in panels(view)


def test_the_line_is_shown_as_it_stands_there_and_cut_if_it_has_no_end() -> None:
    assert texts(shown(f"{SHEET} Ben\n 1  9H  .\r\n"))["import-line"] == "1  9H  ."
    assert len(texts(shown("x" * LONGEST))["import-line"]) < 1000


NO_TEXT = {
    "picture": b"\x89PNG\r\n\x1a\n\xff",
    "latin-1": b"fantan 1\nseries \xc4rger",
    "utf-16": "fantan 1".encode("utf-16"),
    "zeros": b"a\0b",
}


@pytest.mark.parametrize("content", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_refused_kindly(content: bytes) -> None:
    written, outcome = opened(content)
    assert written == ""
    error = texts(of_file(outcome))["import-error"]
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
    view = shown(NIGHT)
    assert texts(view)["import-name"] == "Friday night"
    assert texts(view)["import-rounds"] == "20 November 2026 · 1 round"
    assert [line.player.name for line in standing(view).lines] == ["Ann", "Ben", "Cem", "Dee"]
    assert [texts(view).get(name) for name in ("import-known", "import-faults")] == [None, None]
    assert view.footer[0].obstacle == ""


PREVIEWS = {"": "1 round · the last one in play", "void\n": "0 rounds, 1 called off"}


@pytest.mark.parametrize(("more", "said"), PREVIEWS.items(), ids=["in play", "called off"])
def test_a_sheet_without_name_or_date_has_a_preview(more: str, said: str) -> None:
    shown_texts = texts(shown(f"{SHEET} Ben\n1 7H .\n{more}"))
    assert (shown_texts["import-name"], shown_texts["import-rounds"]) == ("Fan Tan", said)


def test_a_damaged_zip_is_shown_by_its_name_and_has_no_text_to_mend() -> None:
    text, outcome = opened(b"PK\x03\x04 cut off", "Friday.zip")
    view = of_file(outcome)
    assert (text, texts(view)["import-error"]) == ("", "Friday.zip: This zip is damaged.")
    assert view.footer[0].obstacle == "Choose another file."


def test_checks_that_do_not_hold_are_shown() -> None:
    view = shown(NIGHT.replace("= pot    0", "= pot    7", 1))
    assert texts(view)["import-faults"].startswith("A check line on the sheet is wrong.")
    assert faults(view) == ["Line 30: Pot is 0, not 7."]


def test_of_many_such_checks_the_first_are_shown() -> None:
    view = shown(NIGHT + "= pot 7\n" * 8)
    assert texts(view)["import-faults"].startswith("8 check lines")
    assert len(faults(view)) == 6
    assert Text("and 2 more", style=Style.MUTED) in blocks(view)


HERE = {
    Kin.NEW: ("", "Add this series"),
    Kin.SAME: ("This series is already here.", "Show the series"),
    Kin.SHORTER: ("This series is already here, and goes further here", "Show the series"),
    Kin.FURTHER: ("This series is already here; this sheet goes further", "Continue the series"),
    Kin.DIFFERS: ("A series that begins like this one", "Add separately"),
}


@pytest.mark.parametrize("kin", Kin)
def test_a_series_that_is_here_already_is_pointed_out(kin: Kin) -> None:
    known, act = HERE[kin]
    view = of_file(parse_text(NIGHT), Match(kin, 1))
    assert texts(view).get("import-known", "").startswith(known)
    assert ("import-known" in texts(view)) is bool(known)
    assert view.footer[0].says == act


@pytest.mark.parametrize("content", [b"", b" \r\n", b"\xef\xbb\xbf"], ids=["no", "blank", "mark"])
def test_an_empty_file_is_refused_in_words(content: bytes) -> None:
    assert texts(of_file(opened(content)[1]))["import-error"] == "This file is empty."


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sheet_that_was_read_has_no_obstacle(language: str) -> None:
    form = ImportForm(NIGHT, outcome=parse_text(NIGHT), read=NIGHT)
    (add,) = importing(LocalChoices(), words_in(language), form).footer
    assert not add.obstacle


def test_a_text_or_another_file_replaces_the_file_that_is_being_read() -> None:
    form = ImportForm().opening("a.zip", b"a").opening("b.zip", b"b")
    assert form.file == ("b.zip", b"b")
    assert form.written("fantan 1").file is None
