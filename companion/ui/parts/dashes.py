"""The dashed line round a card that may be laid, each dash two squares side by side.

A path that the renderer dashes costs more to draw than the rest of the screen, and lines a fifth of
it; squares cost next to nothing. Most of their middles are whole numbers, which are short to send.
"""

from __future__ import annotations

import math
from functools import cache

THICK = 2
"""How thick the line is, in dp: the side of a square."""

_GAP = 4
_DASH = 2 * THICK
_ROUND_FROM = 9
"""Corners of this radius have room for two squares."""

Middle = tuple[float, float]


@cache
def dashes(width: float, height: float, radius: float) -> list[Middle]:
    """The middle of every square of a line 1 dp inside the edges of a rounded rectangle."""
    right, below, past = round(width) - 1, round(height) - 1, round(radius)
    across, down = _along(past, right + 1 - past), _along(past, below + 1 - past)
    return [
        *((x, y) for y in (1, below) for x in across),
        *((x, y) for x in (1, right) for y in down),
        *_corners(right + 1, below + 1, radius),
    ]


def _along(start: int, end: int) -> list[int]:
    """Where the squares of dashes are from start to end, evenly spread."""
    room = end - start - _DASH
    gaps = max(1, round(room / (_DASH + _GAP)))
    firsts = [start + round(number * room / gaps) for number in range(gaps + 1)]
    return [first + each for first in firsts for each in (THICK // 2, _DASH - THICK // 2)]


def _corners(width: float, height: float, radius: float) -> list[Middle]:
    """The squares of all four corners."""
    turns = (1 / 3, 2 / 3) if radius >= _ROUND_FROM else (1 / 2,)
    bow, angles = radius - 1, [turn * math.pi / 2 for turn in turns]
    offsets = [(radius - bow * math.cos(each), radius - bow * math.sin(each)) for each in angles]
    return [
        (round(x if left else width - x, 1), round(y if top else height - y, 1))
        for left in (True, False)
        for top in (True, False)
        for x, y in offsets
    ]
