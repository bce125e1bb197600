"""How what lies upon one another is laid out: Flutter's `Stack` with its placed children."""

from __future__ import annotations

from tests.layout.boxes import Box, Limits, Size, shown
from tests.layout.rules import RULES, Scene, aligned, ended, lay
from tests.ui.client_tree import Node


def _stack(node: Node, limits: Limits, scene: Scene) -> Box:
    children = list(shown(node.get("controls") or []))
    own = limits if node.get("fit") == "passThrough" else limits.loose()
    laid = {
        place: lay(child, own, scene)
        for place, child in enumerate(children)
        if not _is_placed(child)
    }
    wide = max((inner.size.wide for inner in laid.values()), default=ended(limits.most_wide))
    high = max((inner.size.high for inner in laid.values()), default=ended(limits.most_high))
    box = Box(node, limits.fit(wide, high), clips=node.get("clip_behavior") != "none")
    alignment = node.get("alignment") or {"x": -1, "y": -1}
    for place, child in enumerate(children):
        inner = laid.get(place) or lay(child, _pinned(child, box.size), scene)
        x, y = aligned(alignment, box.size, inner.size)
        box.put(*_at(child, x, y, box.size, inner.size), inner)
    return box


def _is_placed(child: Node) -> bool:
    return any(child.get(side) is not None for side in ("left", "top", "right", "bottom"))


def _pinned(child: Node, size: Size) -> Limits:
    """A placed child is as large as it likes, unless both of two sides are said."""
    left, top, right, bottom = (child.get(side) for side in ("left", "top", "right", "bottom"))
    wide = None if left is None or right is None else max(0, size.wide - left - right)
    high = None if top is None or bottom is None else max(0, size.high - top - bottom)
    return Limits().sized(wide, high)


def _at(child: Node, x: float, y: float, size: Size, own: Size) -> tuple[float, float]:
    left, top, right, bottom = (child.get(side) for side in ("left", "top", "right", "bottom"))
    if left is not None or right is not None:
        x = left if left is not None else size.wide - float(right or 0) - own.wide
    if top is not None or bottom is not None:
        y = top if top is not None else size.high - float(bottom or 0) - own.high
    return x, y


RULES["Stack"] = (_stack, "controls alignment clip_behavior fit")
