"""Widths of letters and heights of lines, read from the fonts of the app."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont

from companion.ui.looks import TEXT
from companion.words import LETTERS
from tests.places import ASSETS

_PAIRS, _EXTENSION = 2, 9
_KERNING = "kern"


class Face:
    """A font file; all measures are multiples of the font's size."""

    def __init__(self, path: Path) -> None:
        font: Any = TTFont(path)
        self._em: int = font["head"].unitsPerEm
        self._glyphs: dict[int, str] = font.getBestCmap()
        self._advances: dict[str, tuple[int, int]] = font["hmtx"].metrics
        self._kerning = list(_kerning(font))
        self.ascent, self.descent = _extent(font, self._em)
        self._between = lru_cache(None)(self._kerned)

    def has(self, letter: str) -> bool:
        """Return whether the font has the letter."""
        return ord(letter) in self._glyphs

    def width(self, text: str) -> float:
        """Return the width of the text with kerning."""
        glyphs = [self._glyphs.get(ord(letter), ".notdef") for letter in text]
        kerned = sum(map(self._between, glyphs, glyphs[1:]))
        return (sum(self._advances[glyph][0] for glyph in glyphs) + kerned) / self._em

    def _kerned(self, left: str, right: str) -> int:
        """Return the kerning of a pair: of each lookup the first table that has the pair."""
        tables = ((pairs.moved(left, right) for pairs in lookup) for lookup in self._kerning)
        return sum(next((by for by in moved if by is not None), 0) for moved in tables)


def _extent(font: Any, em: int) -> tuple[float, float]:
    """Return ascent and descent, both positive and with half of the line gap."""
    line = font["hhea"]
    tables = font["OS/2"]
    up, down, gap = line.ascent, -line.descent, line.lineGap
    if tables.fsSelection & 1 << 7:
        up, down, gap = tables.sTypoAscender, -tables.sTypoDescender, tables.sTypoLineGap
    return (up + gap / 2) / em, (down + gap / 2) / em


def _kerning(font: Any) -> Iterator[list[Any]]:
    """Yield the kerning lookups of the font, each as its tables of pairs."""
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
        tables = [
            sub.ExtSubTable if sub.LookupType == _EXTENSION else sub
            for sub in table.LookupList.Lookup[number].SubTable
        ]
        yield [_Pairs(sub) for sub in tables if sub.LookupType == _PAIRS]


class _Pairs:
    """A table of pairs of single glyphs, or of classes of glyphs."""

    def __init__(self, table: Any) -> None:
        self._first = {glyph: place for place, glyph in enumerate(table.Coverage.glyphs)}
        self._table = table

    def moved(self, left: str, right: str) -> int | None:
        """Return the kerning of a pair, or None if the table does not have the pair."""
        if left not in self._first:
            return None
        if self._table.Format == 1:
            records = self._table.PairSet[self._first[left]].PairValueRecord
            return next((_advance(pair) for pair in records if pair.SecondGlyph == right), None)
        row = self._table.ClassDef1.classDefs.get(left, 0)
        column = self._table.ClassDef2.classDefs.get(right, 0)
        return _advance(self._table.Class1Record[row].Class2Record[column])


def _advance(record: Any) -> int:
    return getattr(record.Value1, "XAdvance", 0) or 0


@cache
def face(family: str) -> Face:
    """Return the face of that family.

    :raises KeyError: when the app does not contain the family
    """
    return Face(ASSETS / {**LETTERS, **TEXT.files()}[family])


@lru_cache(None)
def runs(text: str, families: tuple[str, ...]) -> tuple[tuple[Face, str], ...]:
    """Split the text into pieces, each with the first face that has its letters."""
    faces = [face(family) for family in families]

    def drawn(letter: str) -> Face:
        return next((one for one in faces if one.has(letter)), faces[0])

    return tuple((one, "".join(letters)) for one, letters in groupby(text, drawn))


@lru_cache(None)
def width(text: str, families: tuple[str, ...]) -> float:
    """Return the width of the text at a size of 1."""
    return sum(drawn.width(piece) for drawn, piece in runs(text, families))
