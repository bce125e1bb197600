"""The arrow keys: from one playable card to the next one in their direction.

Left and right follow the rows of the board as text is read, up and down its columns. Behind the
last card comes the first, so every playable card can be reached with one key.
"""

from __future__ import annotations

from collections.abc import Mapping

Corner = tuple[float, float]

_STEPS = {
    "Arrow Left": (-1, True),
    "Arrow Right": (1, True),
    "Arrow Up": (-1, False),
    "Arrow Down": (1, False),
}
"""Forwards or backwards, and whether along the rows."""
ARROWS = frozenset(_STEPS)


def next_pointed(key: str, at: str, corners: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """Return the offered card that an arrow leads to from the card `at`; empty if none is offered.

    Pointing begins with the first offered card, from the top.
    """
    if not offered:
        return ""
    if at not in corners:
        return min(offered, key=lambda code: corners[code][::-1])
    step, in_rows = _STEPS[key]

    def order(code: str) -> Corner:
        left, top = corners[code]
        return (top, left) if in_rows else (left, top)

    lined_up = sorted({*offered, at}, key=order)
    start = lined_up.index(at) + step
    return next(
        code
        for place in range(start, start + 2 * len(lined_up) * step, step)
        if (code := lined_up[place % len(lined_up)]) in offered
    )
