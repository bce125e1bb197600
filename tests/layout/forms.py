"""How fields to write into and lists to put in order are laid out."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from tests.layout.boxes import SLACK, Box, Edges, Limits, Size, shown
from tests.layout.paragraph import Lettering, paragraph
from tests.layout.rules import RULES, Scene, lay, lettering
from tests.ui.client_tree import Node

_FIELD_WIDTH, _FIELD_LEAST = 300, 48
_DENSER = 8
"""What a field is lower by where there is a mouse: Flutter's compact density."""

_FIELD = Scene(size=16, height=1.5)


def _written(node: Node, style: str, scale: float) -> Lettering:
    told = {"style": node.get(style) or {}}
    return lettering(told, replace(_FIELD, scale=scale))


def _text_field(node: Node, limits: Limits, scene: Scene) -> Box:
    """A field is as high as its lines; its hint has to do with as many."""
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
    """A list that is as high as its lines where there is no end, and else takes all the room."""
    box, top = Box(node, Size(), scrolls="y", clips=True), 0.0
    room = Limits(limits.most_wide, limits.most_wide, 0, inf)
    for child in shown(node.get("controls") or []):
        line = lay(child, room, scene)
        box.put(0, top, line)
        top += line.size.high
    box.size = limits.fit(limits.most_wide, top if limits.most_high == inf else limits.most_high)
    return box


RULES["TextField"] = (
    _text_field,
    (
        "value hint_text text_style hint_style max_length counter autocorrect enable_suggestions"
        " border content_padding filled fill_color hover_color multiline min_lines max_lines"
    ),
)
RULES["ReorderableListView"] = (
    _reorderable,
    "controls show_default_drag_handles",
)
