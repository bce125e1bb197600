"""How each control of the app lays itself out: what Flet's client makes of it, and Flutter of that.

A control, or a property of one, that no rule speaks of ends the check: nothing is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

from companion.ui.looks import TEXT
from tests.layout.boxes import NO_EDGES, SLACK, Box, Edges, Limits, Size, names, shown
from tests.layout.flex import COLUMN, ROW, Flex, wrap
from tests.layout.paragraph import Lettering, paragraph
from tests.ui.client_tree import Node


class UnknownError(AssertionError):
    """No rule says how that would be laid out."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What text inherits: the device's text scale, and the lettering around it; whether fields
    are set closer together, as where there is a mouse.
    """

    scale: float = 1
    dense: bool = True
    size: float = 14
    height: float = 1.43

    families = (TEXT.regular, TEXT.suits)

    def titled(self) -> Scene:
        """Inside the title of a dialog."""
        return replace(self, size=24, height=1.33)


Rule = Callable[[Node, Limits, Scene], Box]
_SEEN_ONLY = names(
    "_c _i _internals key data tooltip opacity color bgcolor ink_color theme shadow gradient"
    " disabled visible border_radius mouse_cursor size_change_interval ignore_interactions"
)
"""Properties that change nothing about where things stand."""

_PLACED = names("expand expand_loose margin width height left top right bottom")
_ALL_EVENTS = "on_"


def lay(node: Node, limits: Limits, scene: Scene) -> Box:
    """The control in the room that it is offered.

    :raises UnknownError: when no rule speaks of the control or of what it was told
    """
    rule, knows = RULES.get(node["_c"], (None, ""))
    if rule is None:
        raise UnknownError(f"no rule lays out a {node['_c']}")
    if unknown := _unknown(tuple(node), knows):
        raise UnknownError(f"no rule knows of a {node['_c']}'s {unknown}")
    if node.get("margin"):
        return _within_margin(node, limits, scene)
    if "skip_properties" not in node.get("_internals", {}):
        limits = limits.sized(node.get("width"), node.get("height"))
    return rule(node, limits, scene)


def _within_margin(node: Node, limits: Limits, scene: Scene) -> Box:
    edges = Edges.of(node["margin"])
    inner = lay({**node, "margin": None}, limits.within(edges), scene)
    size = inner.size
    box = Box({"_c": "Margin"}, limits.fit(size.wide + edges.wide, size.high + edges.high))
    box.put(edges.left, edges.top, inner)
    return box


@cache
def _unknown(told: tuple[str, ...], knows: str) -> str:
    """Of what a control was told, what no rule speaks of."""
    properties = {name for name in told if not name.startswith(_ALL_EVENTS)}
    return ", ".join(sorted(properties - _SEEN_ONLY - _PLACED - names(knows)))


def content_of(node: Node) -> Node | None:
    return next(shown(node.get("content")), None)


def _through(node: Node, limits: Limits, scene: Scene) -> Box:
    """A control that is as large as what stands in it."""
    content = content_of(node)
    box = Box(node, limits.fit(0, 0))
    if content is not None:
        inner = lay(content, limits, scene)
        box.size = inner.size
        box.put(0, 0, inner)
    return box


def _container(node: Node, limits: Limits, scene: Scene) -> Box:
    limits = limits.sized(node.get("width"), node.get("height"))
    edges = Edges.of(node.get("padding")) + border(node)
    inner, content = limits.within(edges), content_of(node)
    box = Box(node, Size(), clips=_clips(node))
    if content is None:
        size = inner.fit(ended(inner.most_wide), ended(inner.most_high))
    elif (alignment := node.get("alignment")) is None:
        child = lay(content, inner, scene)
        size = child.size
        box.put(edges.left, edges.top, child)
    else:
        child = lay(content, inner.loose(), scene)
        size = _around(inner, child.size)
        x, y = aligned(alignment, size, child.size)
        box.put(edges.left + x, edges.top + y, child)
    box.size = limits.fit(size.wide + edges.wide, size.high + edges.high)
    return box


def ended(most: float) -> float:
    """As much as there is; nothing where there is no end."""
    return 0 if most == inf else most


def _around(limits: Limits, child: Size) -> Size:
    """An `Align` takes all the room there is, or where there is no end as much as its child."""
    wide = child.wide if limits.most_wide == inf else limits.most_wide
    high = child.high if limits.most_high == inf else limits.most_high
    return limits.fit(wide, high)


def aligned(alignment: Any, size: Size, child: Size) -> tuple[float, float]:
    """Where a child stands in what is so large."""
    x, y = alignment.get("x") or 0, alignment.get("y") or 0
    return (size.wide - child.wide) * (x + 1) / 2, (size.high - child.high) * (y + 1) / 2


def border(node: Node) -> Edges:
    border = node.get("border")
    if not border:
        return NO_EDGES
    return Edges(*(_line(border.get(side)) for side in ("left", "top", "right", "bottom")))


def _line(side: dict[str, Any] | None) -> float:
    return 0 if not side or side.get("style") == "none" else side.get("width", 1)


def _clips(node: Node) -> bool:
    """Round corners cut off what is outside, unless ripples have to spread under them."""
    ripples = node.get("ink") and node.get("on_click") and not node.get("disabled")
    told = node.get("clip_behavior")
    return told != "none" if told else bool(node.get("border_radius")) and not ripples


def _row(node: Node, limits: Limits, scene: Scene) -> Box:
    def inside(child: Node, room: Limits) -> Box:
        return lay(child, room, scene)

    if node.get("wrap"):
        if node.get("scroll"):
            raise UnknownError("no rule lays out a row that wraps and scrolls")
        return wrap(node, limits, inside)
    if node.get("scroll"):
        free = Limits(0, inf, limits.least_high, limits.most_high)
        return _scrolled(node, limits, Flex.of(node, ROW).lay(node, free, inside), "x")
    if node.get("intrinsic_height"):
        limits = limits.sized(None, _natural_height(node, limits, scene))
    return Flex.of(node, ROW).lay(node, limits, inside)


def _natural_height(node: Node, limits: Limits, scene: Scene) -> float:
    """How high the row is if nothing is stretched."""
    plain = {**node, "vertical_alignment": "start", "intrinsic_height": False}
    room = Limits(limits.least_wide, limits.most_wide)
    return _row(plain, room, scene).size.high


def _column(node: Node, limits: Limits, scene: Scene) -> Box:
    def inside(child: Node, room: Limits) -> Box:
        return lay(child, room, scene)

    flex = Flex.of(node, COLUMN)
    if not node.get("scroll"):
        return flex.lay(node, limits, inside)
    free = Limits(limits.least_wide, limits.most_wide, limits.least_high, inf)
    return _scrolled(node, limits, flex.lay(node, free, inside), "y")


def _scrolled(node: Node, limits: Limits, content: Box, axis: str) -> Box:
    box = Box(node, limits.fit(content.size.wide, content.size.high), scrolls=axis, clips=True)
    box.put(0, 0, _inner(content))
    return box


def _inner(content: Box) -> Box:
    """The same box as an inner one, which nobody takes for the control itself."""
    content.node = {"_c": "Scrolled"}
    return content


def lettering(node: Node, scene: Scene) -> Lettering:
    """How the text is set, with what it inherits."""
    style = node.get("style") or {}
    unknown = set(style) - _STYLE
    if unknown:
        raise UnknownError(f"no rule knows of a text style's {', '.join(sorted(unknown))}")
    family = node.get("font_family") or style.get("font_family") or scene.families[0]
    fallback = node.get("font_family_fallback") or style.get("font_family_fallback")
    return Lettering(
        (family, *(fallback or scene.families)),
        (node.get("size") or style.get("size") or scene.size) * scene.scale,
        style.get("height") or scene.height,
        style.get("letter_spacing") or 0,
    )


_STYLE = names("size height letter_spacing font_family font_family_fallback color")


def _text(node: Node, limits: Limits, scene: Scene) -> Box:
    words: str = node.get("value") or ""
    most = node.get("max_lines")
    text = paragraph(words, lettering(node, scene), limits.most_wide, most)
    wide = limits.most_wide if text.cut else text.natural
    box = Box(node, limits.fit(wide, text.high), words=text)
    if text.cut:
        box.fault("ellipsis", f"{words!r} is cut before {text.cut!r}")
    if text.torn:
        box.fault("torn word", f"{text.torn!r} does not fit in {limits.most_wide:.1f} dp")
    if text.high > box.size.high + SLACK:
        box.fault("clipped", f"{words!r} is {text.high:.1f} dp high in {box.size.high:.1f}")
    return box


def _icon(node: Node, limits: Limits, scene: Scene) -> Box:
    del scene
    side = node.get("size", 24)
    box = Box(node, limits.fit(side, side))
    if box.size.wide < side - SLACK or box.size.high < side - SLACK:
        box.fault("clipped", f"an icon of {side:.4g} dp in {box.size}")
    return box


RULES: dict[str, tuple[Rule, str]] = {
    "Canvas": (_through, "content shapes"),
    "Column": (_column, "controls spacing tight alignment horizontal_alignment scroll"),
    "Container": (
        _container,
        "content padding alignment border clip_behavior ink theme dark_theme theme_mode",
    ),
    "Icon": (_icon, "icon size"),
    "KeyboardListener": (_through, "content autofocus include_semantics"),
    "Card": (_through, "content elevation shape semantic_container"),
    "MergeSemantics": (_through, "content"),
    "ReorderableDragHandle": (_through, "content"),
    "Row": (
        _row,
        (
            "controls spacing run_spacing tight alignment vertical_alignment wrap scroll"
            " intrinsic_height"
        ),
    ),
    "SafeArea": (
        _through,
        (
            "content avoid_intrusions_left avoid_intrusions_top avoid_intrusions_right"
            " avoid_intrusions_bottom"
        ),
    ),
    "Screenshot": (_through, "content"),
    "Semantics": (
        _through,
        (
            "content identifier label button container exclude_semantics header heading_level"
            " live_region selected checked"
        ),
    ),
    "Text": (
        _text,
        (
            "value size font_family font_family_fallback max_lines overflow text_align style"
            " semantics_label"
        ),
    ),
}
"""What each kind of control does with its room, and the properties that it knows."""
