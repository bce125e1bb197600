"""Layout of dialogs: Flutter's `AlertDialog`."""

from math import inf

from tests.layout.boxes import SLACK, Box, Edges, Limits, Size, names, shown
from tests.layout.flex import flex_of
from tests.layout.layouts import Scene, UnknownError, border, content_of, lay, lettering
from tests.layout.paragraph import paragraph
from tests.ui.client_tree import Node

_LEAST, _INSETS = 280, Edges(40, 24, 40, 24)
_TITLE, _TITLE_ALONE = Edges(24, 24, 24, 0), Edges(24, 24, 24, 20)
_CONTENT, _ACTIONS = Edges(24, 20, 24, 24), Edges(24, 0, 24, 24)
_KNOWN = names(
    "_c _i _internals key modal open bgcolor title content content_padding actions_padding actions"
    " on_dismiss scrollable inset_padding"
)


def dialog(node: Node, window: Size, scene: Scene) -> Box:
    """Lay out title, content and actions below each other, as wide as they need.

    :raises UnknownError: when there is no rule for a property of the dialog
    """
    if unknown := set(node) - _KNOWN:
        raise UnknownError(f"no rule for dialogs with {', '.join(sorted(unknown))}")
    insets = Edges.of(node["inset_padding"]) if "inset_padding" in node else _INSETS
    limits = Limits.exactly(window.wide, window.high).within(insets).loose()
    parts = _parts(node, scene)
    needed = max((natural(part, inner) + edges.wide for part, edges, inner in parts), default=0)
    wide = limits.fit(max(_LEAST, needed), 0).wide
    box, top = Box(node, Size()), 0.0
    for part, edges, inner in parts:
        room = wide - edges.wide
        laid = lay(part, Limits(room, room, 0, inf), inner)
        box.put(edges.left, top + edges.top, laid)
        top += laid.size.high + edges.high
    box.size = limits.fit(wide, top)
    if node.get("scrollable"):
        box.scrolls, box.clips = "y", True
    elif top > box.size.high + SLACK:
        box.fault("overflow", f"the dialog lacks {top - box.size.high:.1f} dp of height")
    return box


def _parts(node: Node, scene: Scene) -> list[tuple[Node, Edges, Scene]]:
    """Return the parts of the dialog with their padding, which shrinks as text grows."""
    by = 1 - 2 / 3 * (min(max(scene.scale, 1), 2) - 1)
    content = content_of(node)
    above = _TITLE if content is not None else _TITLE_ALONE
    within = Edges.of(node["content_padding"]) if "content_padding" in node else _CONTENT
    below = Edges.of(node["actions_padding"]) if "actions_padding" in node else _ACTIONS
    above = Edges(above.left * by, above.top * by, above.right * by, above.bottom)
    within = Edges(within.left * by, within.top, within.right * by, within.bottom)
    return [
        *((part, above, scene.titled()) for part in shown(node.get("title"))),
        *((part, within, scene) for part in shown(content)),
        *((part, below, scene) for part in shown(node.get("actions") or [])),
    ]


def natural(node: Node, scene: Scene) -> float:
    """Return the width of the control without line breaks: Flutter's greatest intrinsic width.

    :raises UnknownError: when there is no rule for the control
    """
    if (width := node.get("width")) is not None:
        return float(width)
    match node["_c"]:
        case "Text":
            return paragraph(node.get("value") or "", lettering(node, scene), inf, None).natural
        case "Icon":
            return float(node.get("size", 24))
        case "Container" | "Semantics":
            content = content_of(node)
            edges = Edges.of(node.get("padding")) + border(node)
            return edges.wide + (natural(content, scene) if content is not None else 0)
        case "Column" | "Stack":
            children = shown(node.get("controls") or [])
            return max((natural(child, scene) for child in children), default=0)
        case "Row":
            return _of_row(node, scene)
        case control:
            raise UnknownError(f"no rule for the natural width of a {control}")


def _of_row(node: Node, scene: Scene) -> float:
    children = list(shown(node.get("controls") or []))
    gaps: float = node.get("spacing", 10) * max(0, len(children) - 1)
    widths = [(natural(child, scene), flex_of(child)) for child in children]
    shares = sum(part for _, part in widths)
    widest = max((wide / part for wide, part in widths if part), default=0)
    fixed = sum(wide for wide, part in widths if not part)
    return fixed + widest * shares + gaps
