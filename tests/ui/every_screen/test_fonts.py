"""The bundled fonts hold every sign that the app shows, and their figures line up."""

from typing import Any, cast

import pytest
from fontTools.ttLib import TTFont

from companion.ui.looks import TEXT, WEIGHTS
from companion.ui.parts.basics.text import text
from tests.places import ASSETS

NAMES = "Zoë Łukasz Şükrü Đặng Ζήνων Жанна"
SIGNS = "0123456789+−×·…–—’“”→←↺✓✗"
SUITS = "♠♥♦♣"


def _font(family: str) -> TTFont:
    return TTFont(ASSETS / TEXT.files()[family])


def _glyphs(family: str) -> dict[int, str]:
    return _font(family).getBestCmap() or {}


def _inter() -> tuple[str, ...]:
    return (TEXT.regular, TEXT.medium, TEXT.semibold, TEXT.bold)


@pytest.mark.parametrize("family", _inter())
def test_text_can_be_written_in(family: str) -> None:
    assert set(map(ord, (NAMES + SIGNS).replace(" ", ""))) <= _glyphs(family).keys()


@pytest.mark.parametrize("family", WEIGHTS)
def test_a_text_says_the_weight_of_its_font(family: str) -> None:
    said = text("花子", face=family).weight
    assert said
    assert int(said.value.removeprefix("w")) == cast("Any", _font(family)["OS/2"]).usWeightClass


@pytest.mark.parametrize("family", _inter())
def test_figures_are_all_as_wide(family: str) -> None:
    font, glyphs = _font(family), _glyphs(family)
    widths = {font["hmtx"][glyphs[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1


def test_suits_come_from_one_font_only() -> None:
    holders = [family for family in TEXT.files() if set(map(ord, SUITS)) & _glyphs(family).keys()]
    assert holders == [TEXT.suits]
    assert set(map(ord, SUITS)) <= _glyphs(TEXT.suits).keys()


@pytest.mark.parametrize("family", list(TEXT.files()))
def test_a_font_is_static_and_its_licence_stands_beside_it(family: str) -> None:
    file = ASSETS / TEXT.files()[family]
    assert "fvar" not in TTFont(file)
    assert list(file.parent.glob(f"{file.stem.split('-')[0]}-*.txt"))
