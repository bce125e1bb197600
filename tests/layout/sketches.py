"""Small screens written by hand, as a client holds them, for tests of the layout itself."""

from __future__ import annotations

from tests.layout.boxes import Box, Limits, Size
from tests.layout.faults import findings
from tests.layout.layouts import Scene, lay
from tests.layout.screen import screen
from tests.ui.client_tree import Node

WINDOW = Size(360, 640)


def row(*controls: Node, **told: object) -> Node:
    """A row without gaps, unless told otherwise."""
    return {"_c": "Row", "controls": list(controls), "spacing": 0, **told}


def column(*controls: Node, **told: object) -> Node:
    """A column without gaps, unless told otherwise."""
    return {"_c": "Column", "controls": list(controls), "spacing": 0, **told}


def stack(*controls: Node, **told: object) -> Node:
    """What lies upon one another."""
    return {"_c": "Stack", "controls": list(controls), **told}


def box(content: Node | None = None, /, **told: object) -> Node:
    """A container."""
    return {"_c": "Container", **({"content": content} if content else {}), **told}


def text(words: str, **told: object) -> Node:
    """A text in the app's own face."""
    return {"_c": "Text", "value": words, "size": 16, **told}


def target(wide: float, high: float, **told: object) -> Node:
    """What can be tapped."""
    return box(width=wide, height=high, on_click=True, **told)


def laid(node: Node, limits: Limits | None = None, *, scale: float = 1) -> Box:
    """The control in a phone's window, or within those limits."""
    return lay(node, limits or Limits(0, WINDOW.wide, 0, WINDOW.high), Scene(scale))


def page(*controls: Node) -> Node:
    """A page with one screen."""
    view = {"_c": "View", "route": "/", "padding": 0, "spacing": 0, "controls": list(controls)}
    return {"_c": "Page", "platform": "android", "views": [view]}


def kinds(*controls: Node) -> set[str]:
    """What kinds of faults the screen has."""
    return {finding.kind for finding in findings(screen(page(*controls), WINDOW))}
