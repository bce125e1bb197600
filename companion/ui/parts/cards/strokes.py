"""Lines round cards, as few plain strokes.

A path that the renderer dashes costs more to draw than the rest of the screen, and every stroke or
square of a line adds to it: so the dashes are long. A rounded line costs several times what its
four sides do, and there may be 52 cells. Most ends of dashes are whole numbers, short to send.
"""

from __future__ import annotations

import math
from functools import cache

_DASH, _GAP = 16, 8
_NOTCH = 2
"""What is left out at the corners of a cell, in dp."""
_FROM, _TO = math.pi / 8, 3 * math.pi / 8
"""Where on its quarter of a circle the dash of a corner begins and ends."""

End = tuple[float, float]


@cache
def sides(width: float, height: float, radius: float) -> list[End]:
    """Both ends of the four sides of a hairline rectangle inside the edges of a rounded one, so far
    that a card of the rounded one's shape covers its corners.
    """
    near = math.ceil(radius * (1 - math.sqrt(0.5)))
    right, below = width - near, height - near
    return [
        *((x, y) for y in (near + 0.5, below - 0.5) for x in (near + _NOTCH, right - _NOTCH)),
        *((x, y) for x in (near + 0.5, right - 0.5) for y in (near + _NOTCH, below - _NOTCH)),
    ]


@cache
def dashes(width: float, height: float, radius: float) -> list[End]:
    """Both ends of every dash, 1 dp inside the edges of a rounded rectangle."""
    right, below, past = width - 1, height - 1, round(radius)
    across, down = _along(past, width - past), _along(past, height - past)
    return [
        *((x, y) for y in (1, below) for x in across),
        *((x, y) for x in (1, right) for y in down),
        *_corners(width, height, radius),
    ]


def _along(start: float, end: float) -> list[int]:
    """The ends of dashes from start to end, evenly spread."""
    count = max(1, round((end - start + _GAP) / (_DASH + _GAP)))
    dash = (end - start - (count - 1) * _GAP) / count
    firsts = [start + number * (dash + _GAP) for number in range(count)]
    return [round(end) for first in firsts for end in (first, first + dash)]


def _corners(width: float, height: float, radius: float) -> list[End]:
    """A dash for each corner."""
    bow = radius - 1
    offsets = [(radius - bow * math.cos(at), radius - bow * math.sin(at)) for at in (_FROM, _TO)]
    return [
        (round(x if left else width - x, 1), round(y if top else height - y, 1))
        for left in (True, False)
        for top in (True, False)
        for x, y in offsets
    ]
