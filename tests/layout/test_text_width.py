"""The widths of text in the app agree with its fonts."""

import pytest

from companion.ui.looks import ADVANCES, TEXT, text_width
from tests.layout import typefaces
from tests.layout.advances import table
from tests.ui.screen_states import PEOPLE

WORDS = (*PEOPLE, "Ann", "Wattwurm", "Typography", "Zoë Łukasz", "Ζήνων", "Жанна", "A♠ 10♥")


def test_the_table_of_advances_is_that_of_the_fonts() -> None:
    assert ADVANCES.read_text("utf-8") == table(), "run python -m tests.layout.advances"


@pytest.mark.parametrize("face", [TEXT.regular, TEXT.medium, TEXT.semibold, TEXT.heading])
@pytest.mark.parametrize("words", WORDS)
def test_a_width_is_at_least_the_fonts_and_hardly_more(words: str, face: str) -> None:
    families = (face, TEXT.regular, TEXT.suits)
    drawn = typefaces.width(words, families)
    assert drawn <= text_width(words, 1, face) <= drawn * 1.03 + 0.03


def test_a_width_grows_with_the_size_and_the_devices_scale() -> None:
    assert text_width("Ann", 32) == text_width("Ann", 16, scale=2) == 2 * text_width("Ann", 16)


def test_a_letter_that_no_font_has_is_as_wide_as_high() -> None:
    assert text_width("番攤", 16) == pytest.approx(2 * 16, rel=0.02)
