"""Lines round cards as plain strokes: dashed where a card may be laid, whole where none lies.

A path that the renderer dashes costs more to draw than the rest of the screen, and the outline of a
rounded rectangle as much as its area; short strokes cost next to nothing. Most of their ends are
whole numbers, which are short to send.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

_DASH, _GAP = 5, 4
_ROUND_FROM = 9
"""Corners of this radius have room for two dashes."""

_WHOLE_ARC = [turn * math.pi / 6 for start in range(3) for turn in (start, start + 1)]
"""A quarter of a circle in three strokes."""

End = tuple[float, float]


@cache
def dashes(width: float, height: float, radius: float) -> list[End]:
    """Both ends of every dash, 1 dp inside the edges of a rounded rectangle."""
    right, below, past = width - 1, height - 1, round(radius) + 2
    across, down = _along(past, width - past), _along(past, height - past)
    return [
        *((x, y) for y in (1, below) for x in across),
        *((x, y) for x in (1, right) for y in down),
        *_corners(width, height, radius, _dashed_arc(radius), 1),
    ]


@cache
def outline(width: float, height: float, radius: float) -> list[End]:
    """Both ends of every stroke of a rounded rectangle's whole outline."""
    across, down = (radius, width - radius), (radius, height - radius)
    return [
        *((x, y) for y in (0, height) for x in across),
        *((x, y) for x in (0, width) for y in down),
        *_corners(width, height, radius, _WHOLE_ARC, 0),
    ]


def _along(start: float, end: float) -> list[int]:
    """The ends of dashes from start to end, evenly spread."""
    gaps = max(1, round((end - start - _DASH) / (_DASH + _GAP)))
    step = (end - start - _DASH) / gaps
    firsts = [round(start + number * step) for number in range(gaps + 1)]
    return [each for first in firsts for each in (first, first + _DASH)]


def _dashed_arc(radius: float) -> list[float]:
    """The angles at which the dashes of a corner start and end, in turn."""
    middles = (1, 3) if radius >= _ROUND_FROM else (2,)
    half = _DASH / (radius - 1) / 2
    return [each * math.pi / 8 + way * half for each in middles for way in (-1, 1)]


def _corners(
    width: float, height: float, radius: float, angles: Sequence[float], inset: float
) -> list[End]:
    """All four corners, each from the side to the top or the bottom."""
    bow = radius - inset
    ends = [(radius - bow * math.cos(each), radius - bow * math.sin(each)) for each in angles]
    return [
        (round(x if left else width - x, 1), round(y if top else height - y, 1))
        for left in (True, False)
        for top in (True, False)
        for x, y in ends
    ]
