"""The arrow keys: from card to card in the direction that the eye takes."""

from __future__ import annotations

from collections.abc import Mapping

Corner = tuple[float, float]

_WAYS = {
    "Arrow Left": (-1, 0),
    "Arrow Right": (1, 0),
    "Arrow Up": (0, -1),
    "Arrow Down": (0, 1),
}
ARROWS = frozenset(_WAYS)
_ASTRAY = 3
"""How much farther a card seems for each dp that it lies off the arrow's way."""


def next_pointed(key: str, at: str, places: Mapping[str, Corner], offered: frozenset[str]) -> str:
    """The offered card that an arrow leads to from the card `at`; where it leads nowhere, `at`.

    Pointing begins with the first offered card, from the top.
    """
    if not offered:
        return ""
    if at not in places:
        return min(offered, key=lambda code: places[code][::-1])
    right, down = _WAYS[key]
    x, y = places[at]

    def far(code: str) -> float:
        across, along = places[code][0] - x, places[code][1] - y
        ahead, astray = across * right + along * down, abs(across * down) + abs(along * right)
        return ahead + _ASTRAY * astray if ahead > 0 else float("inf")

    nearest = min(offered, key=far)
    return nearest if far(nearest) < float("inf") else at
