"""The arrow keys: from one playable card to the nearest one in their direction."""

from __future__ import annotations

from collections.abc import Mapping

Corner = tuple[float, float]

_DIRECTIONS = {
    "Arrow Left": (-1, 0),
    "Arrow Right": (1, 0),
    "Arrow Up": (0, -1),
    "Arrow Down": (0, 1),
}
ARROWS = frozenset(_DIRECTIONS)
_ASIDE = 3
"""How much farther a card seems for each dp that it lies off the arrow's way."""


def next_pointed(key: str, at: str, corners: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """The offered card that an arrow leads to from the card `at`; where it leads nowhere, `at`.

    Pointing begins with the first offered card, from the top.
    """
    if not offered:
        return ""
    if at not in corners:
        return min(offered, key=lambda code: corners[code][::-1])
    right, down = _DIRECTIONS[key]
    x, y = corners[at]

    def distance(code: str) -> float:
        across, along = corners[code][0] - x, corners[code][1] - y
        ahead, aside = across * right + along * down, abs(across * down) + abs(along * right)
        return ahead + _ASIDE * aside if ahead > 0 else float("inf")

    nearest = min(offered, key=distance)
    return nearest if distance(nearest) < float("inf") else at
