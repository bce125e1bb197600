"""Layout of each control of the app as Flet's client and Flutter would do it.

A control or a property without a rule ends the check, so that nothing is overlooked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any, Self

from companion.ui.looks import TEXT
from companion.words import LETTERS
from tests.layout.boxes import NO_EDGES, SLACK, Box, Edges, Limits, Size, names, shown
from tests.layout.flex import COLUMN, ROW, Flex, wrap
from tests.layout.paragraph import Lettering, paragraph
from tests.ui.client_tree import Node


class UnknownError(AssertionError):
    """A control or a property without a rule."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Values that text inherits: the text scale of the device, and size and line height.

    Fields are `dense` on devices with a mouse.
    """

    scale: float = 1
    dense: bool = True
    size: float = 14
    height: float = 1.43

    families = (TEXT.regular, TEXT.suits, *LETTERS)

    def titled(self) -> Self:
        """Return the scene inside the title of a dialog."""
        return replace(self, size=24, height=1.33)


Rule = Callable[[Node, Limits, Scene], Box]
_SEEN_ONLY = names(
    "_c _i _internals key data tooltip opacity color bgcolor ink_color theme shadow gradient"
    " disabled visible border_radius mouse_cursor size_change_interval ignore_interactions"
    " animate_offset"
)
"""Properties that do not change the layout."""

_KNOWN = """
AnimatedSwitcher: content duration reverse_duration switch_in_curve transition
Canvas: content shapes
Card: content elevation shape semantic_container
Column: controls spacing tight alignment horizontal_alignment scroll
Container: content padding alignment border clip_behavior ink theme dark_theme theme_mode
GestureDetector: content
Icon: icon size
Image: src fit color filter_quality
KeyboardListener: content autofocus include_semantics
MergeSemantics: content
ReorderableDragHandle: content
ReorderableListView: controls show_default_drag_handles
Row: controls spacing run_spacing tight alignment vertical_alignment wrap scroll intrinsic_height
SafeArea: content avoid_intrusions_left avoid_intrusions_top avoid_intrusions_right
    avoid_intrusions_bottom
Screenshot: content
Semantics: content identifier label button container exclude_semantics header heading_level
    live_region selected checked
Stack: controls alignment clip_behavior fit
Text: value size font_family font_family_fallback weight max_lines overflow text_align style
    semantics_label
TextField: value hint_text text_style hint_style max_length counter autocorrect enable_suggestions
    border capitalization content_padding filled fill_color hover_color multiline min_lines
    max_lines
"""
"""The controls of the app, with the properties that the rules take into account."""

_PLACED = names("expand expand_loose margin width height left top right bottom offset")


def lay(node: Node, limits: Limits, scene: Scene) -> Box:
    """Lay out the control within the limits.

    :raises UnknownError: when there is no rule for the control or for one of its properties
    """
    if unknown := _unknown(node["_c"], tuple(node)):
        raise UnknownError(f"no rule for {unknown}")
    if node.get("margin"):
        edges = Edges.of(node["margin"])
        inner = lay({**node, "margin": None}, limits.within(edges), scene)
        wide, high = inner.size.wide + edges.wide, inner.size.high + edges.high
        box = Box({"_c": "Margin"}, limits.fit(wide, high))
        box.put(edges.left, edges.top, inner)
        return box
    if "skip_properties" not in node.get("_internals", {}):
        limits = limits.sized(node.get("width"), node.get("height"))
    return RULES.get(node["_c"], _through)(node, limits, scene)


@cache
def _known() -> dict[str, frozenset[str]]:
    parts = re.split(r"(\w+):", _KNOWN)
    return dict(zip(parts[1::2], map(names, parts[2::2]), strict=True))


@cache
def _unknown(control: str, properties: tuple[str, ...]) -> str:
    """Return the control, or the properties of it, without a rule."""
    if control not in _known():
        return control
    known = _SEEN_ONLY | _PLACED | _known()[control]
    unknown = (name for name in properties if name not in known and not name.startswith("on_"))
    return ", ".join(f"{control}.{name}" for name in sorted(unknown))


def content_of(node: Node) -> Node | None:
    return next(shown(node.get("content")), None)


def _through(node: Node, limits: Limits, scene: Scene) -> Box:
    """Lay out a control that is as large as its content."""
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
    """Return a finite limit, or 0 for an infinite one."""
    return 0 if most == inf else most


def _around(limits: Limits, child: Size) -> Size:
    """Return the size of an `Align`: all of a finite limit, or else the size of its child."""
    wide = child.wide if limits.most_wide == inf else limits.most_wide
    high = child.high if limits.most_high == inf else limits.most_high
    return limits.fit(wide, high)


def aligned(alignment: Any, size: Size, child: Size) -> tuple[float, float]:
    """Return the position of a child in a parent of that size."""
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
    """Return whether the container clips; round corners do, unless ripples spread under them."""
    ripples = node.get("ink") and node.get("on_click") and not node.get("disabled")
    behaviour = node.get("clip_behavior")
    return behaviour != "none" if behaviour else bool(node.get("border_radius")) and not ripples


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
    """Return the height of the row if nothing is stretched."""
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
    content.node = {"_c": "Scrolled"}  # only the outer box stands for the control
    box.put(0, 0, content)
    return box


def lettering(node: Node, scene: Scene) -> Lettering:
    """Return the lettering of a text, with the inherited values."""
    style = node.get("style") or {}
    unknown = set(style) - _STYLE
    if unknown:
        raise UnknownError(f"no rule for text styles with {', '.join(sorted(unknown))}")
    family = node.get("font_family") or style.get("font_family") or scene.families[0]
    fallback = node.get("font_family_fallback") or style.get("font_family_fallback")
    return Lettering(
        (family, *(fallback or scene.families)),
        (node.get("size") or style.get("size") or scene.size) * scene.scale,
        style.get("height") or scene.height,
        style.get("letter_spacing") or 0,
    )


_STYLE = names("size height letter_spacing font_family font_family_fallback color")


_ENOUGH = 8
"""Letters of a line by which people know how it goes on, if it ends in an ellipsis."""


def _text(node: Node, limits: Limits, scene: Scene) -> Box:
    words: str = node.get("value") or ""
    most = node.get("max_lines")
    text = paragraph(words, lettering(node, scene), limits.most_wide, most)
    wide = limits.most_wide if text.cut else text.natural
    box = Box(node, limits.fit(wide, text.high), words=text)
    seen = len(text.lines[0].rstrip())
    if text.cut and not (most == 1 and seen >= _ENOUGH):
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


def _image(node: Node, limits: Limits, scene: Scene) -> Box:
    """Lay out a picture, which has to be given its size by what is around it."""
    del scene
    box = Box(node, limits.fit(ended(limits.most_wide), ended(limits.most_high)))
    if limits.loose() == limits or inf in limits:
        box.fault("size", f"{node['src']!r} may be as large as its file")
    return box


def _stack(node: Node, limits: Limits, scene: Scene) -> Box:
    children = list(shown(node.get("controls") or []))
    own = _STACK_FITS.get(node.get("fit"), Limits.loose)(limits)
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


_STACK_FITS: dict[str | None, Callable[[Limits], Limits]] = {
    "passThrough": lambda limits: limits,
    "expand": lambda limits: Limits.exactly(ended(limits.most_wide), ended(limits.most_high)),
}


def _is_placed(child: Node) -> bool:
    return any(child.get(side) is not None for side in ("left", "top", "right", "bottom"))


def _pinned(child: Node, size: Size) -> Limits:
    """Return the limits of a placed child; two given sides set its size."""
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


_FIELD_WIDTH, _FIELD_LEAST = 300, 48
_DENSER = 8
"""The height that a field loses on devices with a mouse: Flutter's compact density."""

_FIELD = Scene(size=16, height=1.5)


def _written(node: Node, style: str, scale: float) -> Lettering:
    return lettering({"style": node.get(style) or {}}, replace(_FIELD, scale=scale))


def _text_field(node: Node, limits: Limits, scene: Scene) -> Box:
    """Lay out a field as high as its lines; the hint has the same number of lines."""
    limits = limits if node.get("expand") else limits.sized(_FIELD_WIDTH, None)
    edges = Edges.of(node.get("content_padding"))
    many = node.get("multiline")
    high = _written(node, "text_style", scene.scale).line("x")
    high *= node.get("min_lines", 1) if many else 1
    needed = high + edges.high - (_DENSER if scene.dense else 0)
    box = Box(node, limits.fit(limits.most_wide, max(_FIELD_LEAST, needed)))
    hint = node.get("hint_text") or ""
    room = limits.most_wide - edges.wide
    lines = node.get("max_lines") if many else 1
    cut = paragraph(hint, _written(node, "hint_style", scene.scale), room, lines).cut
    if cut and not node.get("value"):
        box.fault("ellipsis", f"the hint {hint!r} is cut before {cut!r}")
    if needed > box.size.high + SLACK:
        box.fault("clipped", f"a field of {needed:.1f} dp in {box.size}")
    return box


def _reorderable(node: Node, limits: Limits, scene: Scene) -> Box:
    """Lay out a list that fills its room, or without a limit is as high as its lines."""
    box, top = Box(node, Size(), scrolls="y", clips=True), 0.0
    room = Limits(limits.most_wide, limits.most_wide, 0, inf)
    for child in shown(node.get("controls") or []):
        line = lay(child, room, scene)
        box.put(0, top, line)
        top += line.size.high
    box.size = limits.fit(limits.most_wide, top if limits.most_high == inf else limits.most_high)
    return box


RULES: dict[str, Rule] = {
    "Column": _column,
    "Container": _container,
    "Icon": _icon,
    "Image": _image,
    "ReorderableListView": _reorderable,
    "Row": _row,
    "Stack": _stack,
    "Text": _text,
    "TextField": _text_field,
}
"""The rules of controls that are not simply as large as their content."""
