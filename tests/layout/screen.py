"""Layout of a whole screen: every control with its place in the window."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.layout.boxes import Box, Edges, Limits, Size, body, names
from tests.layout.dialogs import dialog
from tests.layout.flex import COLUMN, Flex
from tests.layout.layouts import Scene, UnknownError, lay
from tests.ui.client_tree import Node

_VIEW = names(
    "_c _i _internals key route controls padding spacing bgcolor vertical_alignment"
    " horizontal_alignment"
)
_USUAL_PADDING = 10
_TOUCHED = frozenset(("android", "ios"))


class Rect(NamedTuple):
    """A rectangle in the window, in dp."""

    left: float
    top: float
    right: float
    bottom: float

    @staticmethod
    def at(x: float, y: float, size: Size) -> Rect:
        """Return the rectangle of that size with its corner there."""
        return Rect(x, y, x + size.wide, y + size.high)

    @property
    def wide(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def high(self) -> float:
        """The height."""
        return self.bottom - self.top

    def shared(self, other: Rect) -> Rect:
        """Return the intersection, of no or negative size if there is none."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def meets(self, other: Rect, slack: float) -> bool:
        """Return whether the intersection is wider and higher than `slack`."""
        both = self.shared(other)
        return both.wide > slack and both.high > slack

    def moved(self, offset: dict[str, float] | None) -> Rect:
        """Return the rectangle moved by an offset in sizes of its own."""
        if not offset:
            return self
        by = (offset.get("x") or 0) * self.wide
        down = (offset.get("y") or 0) * self.high
        return Rect(self.left + by, self.top + down, self.right + by, self.bottom + down)

    def inset(self, by: float) -> Rect:
        """Return the rectangle without so much at each side."""
        return Rect(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def __str__(self) -> str:
        return f"{self.wide:.4g}×{self.high:.4g} at {self.left:.4g},{self.top:.4g}"


class Placed(NamedTuple):
    """A box with its place, and the boxes around it, the outermost first.

    It is visible inside of `seen`, and after scrolling inside of `view`.
    """

    box: Box
    place: Rect
    around: tuple[Box, ...]
    view: Rect
    seen: Rect

    @property
    def node(self) -> Node:
        """The control."""
        return self.box.node

    @property
    def path(self) -> str:
        """The names of the boxes around the control, and its own."""
        names = [name for box in (*self.around, self.box) if (name := name_of(box.node))]
        return " > ".join(dict.fromkeys(names)) or self.node["_c"]


def name_of(node: Node) -> str:
    """Return the identifier, route, label or key of a control."""
    key = node.get("key")
    name = node.get("identifier") or node.get("route") or node.get("label") or key
    return str(name.get("value") if isinstance(name, dict) else name or "")


def screen(page: Node, window: Size, scale: float = 1) -> list[Placed]:
    """Lay out the uppermost screen, or the dialog on top of it."""
    whole = Rect.at(0, 0, window)
    scene = Scene(scale, dense=page.get("platform") not in _TOUCHED)
    placed = _placed(_view(page, window, scene), 0, 0, whole)
    for asked in page.get("_dialogs", {}).get("controls") or []:
        node = body(asked)
        if node is None or not node.get("open"):
            continue
        if node["_c"] != "AlertDialog":
            raise UnknownError(f"no rule for {node['_c']}")
        laid = dialog(node, window, scene)
        x, y = (window.wide - laid.size.wide) / 2, (window.high - laid.size.high) / 2
        placed = _placed(laid, x, y, whole)
    return placed


def _view(page: Node, window: Size, scene: Scene) -> Box:
    node = _uppermost(page.get("views"))
    if unknown := {name for name in node if not name.startswith("on_")} - _VIEW:
        raise UnknownError(f"no rule for views with {', '.join(sorted(unknown))}")
    edges = Edges.of(node.get("padding", _USUAL_PADDING))
    room = Limits.exactly(window.wide, window.high).within(edges)
    inner = Flex.of(node, COLUMN).lay(node, room, lambda child, limits: lay(child, limits, scene))
    outer = Box({"_c": "Window"}, window)
    outer.put(edges.left, edges.top, inner)
    return outer


def _uppermost(views: Any) -> Node:
    """Return the last view."""
    while not (isinstance(views, dict) and views.get("_c") == "View"):
        views = views[-1] if isinstance(views, list) else views.get("_b")
    return views


def _placed(box: Box, x: float, y: float, window: Rect) -> list[Placed]:
    found: list[Placed] = []
    _collect(Placed(box, Rect.at(x, y, box.size), (), window, window), found)
    return found


def _collect(placed: Placed, found: list[Placed]) -> None:
    if placed.node.get("opacity") == 0:
        return
    found.append(placed)
    box, place, around, view, seen = placed
    if box.clips:
        seen, view = seen.shared(place), view.shared(place)
    far = 1e6  # beyond the window: scrolling can show everything on its axis
    if box.scrolls == "x":
        view = view._replace(left=-far, right=far)
    elif box.scrolls:
        view = view._replace(top=-far, bottom=far)
    around = (*around, box)
    for left, top, inner in box.inside:
        there = Rect.at(place.left + left, place.top + top, inner.size)
        there = there.moved(inner.node.get("offset"))
        _collect(Placed(inner, there, around, view, seen), found)
