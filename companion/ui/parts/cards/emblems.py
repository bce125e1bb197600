"""Emblems of picture cards in our own lines: a crown, a coronet, and a hat with a feather.

The lines are written as in SVG, in hundredths of the emblem's width: `M` moves, `L` draws a line,
and `C` a curve with two controls. All areas are filled.
"""

from collections.abc import Iterator, Sequence

import flet as ft
import flet.canvas as cv

HEIGHT = 0.86
"""The height of an emblem as a share of its width."""

_BAND = "M 14 74, L 86 74, L 84 86, L 16 86"
_ARCHES = "M 12 69, C -16 20 30 8 50 34, C 70 8 116 20 88 69"
_STAFF = "M 46 28, L 46 0, L 54 0, L 54 28"
_CROSSBAR = "M 37 8, L 63 8, L 63 17, L 37 17"
_SPIKES = "M 12 69, L 2 30, L 29 51, L 50 20, L 71 51, L 98 30, L 88 69"
_PEARLS = ((3, 23), (50, 10), (97, 23))
_PEARL = 8
_BRIM = "M 0 66, C 14 78 86 78 100 66, C 96 92 4 92 0 66"
_TOP = "M 14 62, C 16 34 26 14 44 22, C 56 10 74 20 78 62, C 58 70 34 70 14 62"
_FEATHER = "M 80 54, C 66 24 80 0 104 -6, C 108 18 100 42 84 56"

_DRAWINGS = {
    "K": (_BAND, _ARCHES, _STAFF, _CROSSBAR),
    "Q": (_BAND, _SPIKES),
    "J": (_BRIM, _TOP, _FEATHER),
}
_ELEMENTS = {"M": cv.Path.MoveTo, "L": cv.Path.LineTo, "C": cv.Path.CubicTo}


def _parts(drawing: Sequence[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield the kinds and numbers of all lines of a drawing."""
    for line in ", ".join(drawing).split(", "):
        kind, *numbers = line.split()
        yield kind, [float(number) for number in numbers]


def has_emblem(rank: str) -> bool:
    """Return whether cards of a rank, as in their code, are picture cards."""
    return rank in _DRAWINGS


def emblem(rank: str, left: float, top: float, width: float, ink: ft.ColorValue) -> list[cv.Shape]:
    """Draw the emblem of a rank from its upper left corner."""
    paint = ft.Paint(color=ink)
    unit = width / 100
    lines = [
        _ELEMENTS[kind](
            *(round((top if place % 2 else left) + unit * at, 1) for place, at in enumerate(ats))
        )
        for kind, ats in _parts(_DRAWINGS[rank])
    ]
    pearls = [
        cv.Circle(round(left + unit * x, 1), round(top + unit * y, 1), unit * _PEARL, paint)
        for x, y in (_PEARLS if rank == "Q" else ())
    ]
    return [cv.Path([*lines], paint), *pearls]
