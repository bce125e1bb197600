"""Small screens written by hand, in the form that a client gets."""

from tests.layout.boxes import Size
from tests.layout.faults import findings
from tests.layout.screen import screen
from tests.ui.client_tree import Node

WINDOW = Size(360, 640)


def row(*controls: Node, **properties: object) -> Node:
    """Return a row, by default without gaps."""
    return {"_c": "Row", "controls": list(controls), "spacing": 0, **properties}


def column(*controls: Node, **properties: object) -> Node:
    """Return a column, by default without gaps."""
    return {"_c": "Column", "controls": list(controls), "spacing": 0, **properties}


def stack(*controls: Node, **properties: object) -> Node:
    """Return a stack."""
    return {"_c": "Stack", "controls": list(controls), **properties}


def box(content: Node | None = None, /, **properties: object) -> Node:
    """Return a container."""
    return {"_c": "Container", **({"content": content} if content else {}), **properties}


def block(wide: float, high: float, **properties: object) -> Node:
    """Return an empty container of that size."""
    return box(width=wide, height=high, **properties)


def text(words: str, **properties: object) -> Node:
    """Return a text in the app's own typeface."""
    return {"_c": "Text", "value": words, "size": 16, **properties}


def target(wide: float, high: float, **properties: object) -> Node:
    """Return a touch target."""
    return block(wide, high, on_click=True, **properties)


def page(*controls: Node) -> Node:
    """Return a page with one screen."""
    view = {"_c": "View", "route": "/", "padding": 0, "spacing": 0, "controls": list(controls)}
    return {"_c": "Page", "platform": "android", "views": [view]}


def kinds(*controls: Node) -> set[str]:
    """Return the kinds of faults of a screen."""
    return {finding.kind for finding in findings(screen(page(*controls), WINDOW))}
