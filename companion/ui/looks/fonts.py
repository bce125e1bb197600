"""The bundled typefaces, and how wide text is in them: Inter for text and numerals, Fraunces for
headings, suits beside both.

Flet takes one file per family, so each weight is a family of its own. The advances of the letters
stand in a table beside this module, made from the font files by `python -m tests.layout.advances`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Typeface:
    """Family names, and the fallback that draws suits and arrows wherever text shows them."""

    regular: str = "Inter"
    medium: str = "Inter Medium"
    semibold: str = "Inter SemiBold"
    bold: str = "Inter Bold"
    heading: str = "Fraunces"
    suits: str = "Suits"

    def files(self) -> dict[str, str]:
        """Family -> its file under the assets."""
        return {
            self.regular: "fonts/Inter-Regular.ttf",
            self.medium: "fonts/Inter-Medium.ttf",
            self.semibold: "fonts/Inter-SemiBold.ttf",
            self.bold: "fonts/Inter-Bold.ttf",
            self.heading: "fonts/Fraunces-SemiBold.ttf",
            self.suits: "fonts/Suits.ttf",
        }


TEXT: Final = Typeface()
ADVANCES: Final = Path(__file__).with_name("font_advances.json")
_UNITS = 1000
"""The table's advances are in thousandths of the text's size."""

_KERNING = 0.025
"""How much wider kerning makes a word at most, of the text's size."""

_UNKNOWN = 1.0
"""How wide a letter is that none of the fonts has, of the text's size: ideographs are so wide."""


def text_width(words: str, size: float, face: str = TEXT.regular, scale: float = 1) -> float:
    """How wide the words are in one line, in dp, at most; `scale` is that of the device's text."""
    advances = _advances(face)
    letters = sum(advances.get(ord(letter), _UNKNOWN) for letter in words)
    return (letters + _KERNING) * size * scale


def widest_word(
    texts: Iterable[str], size: float, face: str = TEXT.regular, scale: float = 1
) -> float:
    """How wide the widest word of the texts is, in dp: a line has to be as wide as that."""
    words = (word for text in texts for word in text.split())
    return max((text_width(word, size, face, scale) for word in words), default=0)


@cache
def _advances(face: str) -> dict[int, float]:
    """Code point -> its advance, of the text's size, in that face or in those it falls back to."""
    table: dict[str, dict[str, str]] = json.loads(ADVANCES.read_text("utf-8"))
    return {
        code: int(advance) / _UNITS
        for family in (TEXT.suits, TEXT.regular, face)
        for first, advances in table[family].items()
        for code, advance in enumerate(advances.split(), int(first))
    }
