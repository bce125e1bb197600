"""The arrow keys: from one playable card to the next one in their direction.

Left and right follow the rows of the board as text is read, up and down its columns. Behind the
last card comes the first, so every playable card can be reached with one key.
"""

from __future__ import annotations

from collections.abc import Mapping

Corner = tuple[float, float]

_STEPS = {"Arrow Left": -1, "Arrow Right": 1, "Arrow Up": -1, "Arrow Down": 1}
_ALONG_ROWS = frozenset({"Arrow Left", "Arrow Right"})
ARROWS = frozenset(_STEPS)


def next_pointed(key: str, at: str, corners: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """Return the offered card that an arrow leads to from the card `at`; empty if none is offered.

    Pointing begins with the first offered card, from the top.
    """
    if not offered:
        return ""
    if at not in corners:
        return min(offered, key=lambda code: corners[code][::-1])

    def order(code: str) -> Corner:
        return corners[code][::-1] if key in _ALONG_ROWS else corners[code]

    lined_up = sorted({*offered, at}, key=order)
    step = _STEPS[key]
    start = lined_up.index(at) + step
    return next(
        code
        for place in range(start, start + 2 * len(lined_up) * step, step)
        if (code := lined_up[place % len(lined_up)]) in offered
    )
