"""How wide letters are and how high lines: read from the fonts that the app brings along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from companion.ui.looks import TEXT
from tests.places import ASSETS

_PAIRS, _EXTENSION = 2, 9
_KERNING = "kern"


class Face:
    """One font file. All measures are in parts of the font's size."""

    def __init__(self, path: Path) -> None:
        font: Any = TTFont(path)
        self._em: int = font["head"].unitsPerEm
        self._glyphs: dict[int, str] = font.getBestCmap()
        self._advances: dict[str, tuple[int, int]] = font["hmtx"].metrics
        self._kerning = list(_kerning(font))
        self.ascent, self.descent = _extent(font, self._em)
        self._between = lru_cache(None)(self._kerned)

    def has(self, letter: str) -> bool:
        """Whether the font can draw the letter."""
        return ord(letter) in self._glyphs

    def advances(self) -> dict[int, float]:
        """How wide every letter is by itself, by its code point."""
        return {code: self._advances[glyph][0] / self._em for code, glyph in self._glyphs.items()}

    def width(self, text: str) -> float:
        """How far the letters reach, pairs moved together as the font says."""
        glyphs = [self._glyphs.get(ord(letter), ".notdef") for letter in text]
        kerned = sum(map(self._between, glyphs, glyphs[1:]))
        return (sum(self._advances[glyph][0] for glyph in glyphs) + kerned) / self._em

    def _kerned(self, left: str, right: str) -> int:
        return sum(_moved(lookup, left, right) for lookup in self._kerning)


def _extent(font: Any, em: int) -> tuple[float, float]:
    """Ascent and descent with half of the line gap each, both positive."""
    line = font["hhea"]
    tables = font["OS/2"]
    up, down, gap = line.ascent, -line.descent, line.lineGap
    if tables.fsSelection & 1 << 7:
        up, down, gap = tables.sTypoAscender, -tables.sTypoDescender, tables.sTypoLineGap
    return (up + gap / 2) / em, (down + gap / 2) / em


def _kerning(font: Any) -> Iterator[list[Any]]:
    """The lookups of the font's kerning, each as its tables of pairs."""
    if "GPOS" not in font:
        return
    table = font["GPOS"].table
    features = table.FeatureList.FeatureRecord
    wanted = {
        number
        for feature in features
        if feature.FeatureTag == _KERNING
        for number in feature.Feature.LookupListIndex
    }
    for number in sorted(wanted):
        tables = [_unwrapped(sub) for sub in table.LookupList.Lookup[number].SubTable]
        yield [_Pairs(sub) for sub in tables if sub.LookupType == _PAIRS]


def _unwrapped(table: Any) -> Any:
    return table.ExtSubTable if table.LookupType == _EXTENSION else table


class _Pairs:
    """A table of pairs: single glyphs, or classes of them."""

    def __init__(self, table: Any) -> None:
        self._first = {glyph: place for place, glyph in enumerate(table.Coverage.glyphs)}
        self._table = table

    def moved(self, left: str, right: str) -> int | None:
        """How far the right glyph is moved, or nothing if the table does not know the pair."""
        if left not in self._first:
            return None
        return self._single(left, right) if self._table.Format == 1 else self._class(left, right)

    def _single(self, left: str, right: str) -> int | None:
        records = self._table.PairSet[self._first[left]].PairValueRecord
        return next((_advance(pair) for pair in records if pair.SecondGlyph == right), None)

    def _class(self, left: str, right: str) -> int:
        row = self._table.ClassDef1.classDefs.get(left, 0)
        column = self._table.ClassDef2.classDefs.get(right, 0)
        return _advance(self._table.Class1Record[row].Class2Record[column])


def _advance(record: Any) -> int:
    return getattr(record.Value1, "XAdvance", 0) or 0


def _moved(lookup: list[_Pairs], left: str, right: str) -> int:
    """What the first table that knows the pair says."""
    found = (pairs.moved(left, right) for pairs in lookup)
    return next((moved for moved in found if moved is not None), 0)


@cache
def face(family: str) -> Face:
    """The face of that family.

    :raises KeyError: when the app does not bring it along
    """
    return Face(ASSETS / TEXT.files()[family])


@lru_cache(None)
def runs(text: str, families: tuple[str, ...]) -> tuple[tuple[Face, str], ...]:
    """The text in pieces, each with the first of the faces that has its letters."""
    pieces: list[tuple[Face, str]] = []
    for letter in text:
        found = next((face(family) for family in families if face(family).has(letter)), None)
        drawn = found or face(families[0])
        if pieces and pieces[-1][0] is drawn:
            pieces[-1] = (drawn, pieces[-1][1] + letter)
        else:
            pieces.append((drawn, letter))
    return tuple(pieces)


@lru_cache(None)
def width(text: str, families: tuple[str, ...]) -> float:
    """How wide the text is at a size of 1."""
    return sum(drawn.width(piece) for drawn, piece in runs(text, families))
