"""A Flet client's tree of controls, kept up to date by the server's patches.

A control is a dictionary with its type under `_c` and its number under `_i`. A trail is a control
with its ancestors, the page first.
"""

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]
Trail = tuple[Node, ...]

_SET, _ADD, _REMOVE, _MOVE = range(4)
_SHOWN_WORDS = ("text", "content", "label", "title", "subtitle")
_HINTS = ("tooltip", "semantics_label", "hint_text")
_WITH_MORE = frozenset({dict, list})
_HOLDS_ITS_TEXT_AS_VALUE = ("Text", "TextField", "Markdown")


class ClientTree:
    """The controls that a client would draw."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._shown: list[Trail] = []

    def trails(self, *, hidden: bool = False) -> Iterator[Trail]:
        """Return the trails of the shown controls in reading order, or of all controls."""
        if hidden:
            return iter(_trails(self.root, hidden=True))
        self._shown = self._shown or _trails(self.root, hidden=False)  # until the next patch
        return iter(self._shown)

    def below(self, node: Node) -> Iterator[Node]:
        """Return the control and everything that shows inside it."""
        return (trail[-1] for trail in _trails(node, hidden=False))

    def control(self, number: int) -> Node:
        """Return the control of the number, shown or not.

        :raises LookupError: when the client has no such control
        """
        found = _numbered(self.root, number)
        if found is None:
            raise LookupError(number)
        return found

    def find(self, what: str) -> list[Trail]:
        """Return the controls with the Semantics identifier, else with the key, else with the
        words.
        """
        trails = list(self.trails())
        named = [trail for trail in trails if _identifier(trail[-1]) == what]
        if told := [trail for trail in named if not _silenced(trail)]:
            return told
        for name in (_key, _label):
            if found := [trail for trail in trails if name(trail[-1]) == what]:
                return found
        return [trail for trail in trails if what in _hints(trail[-1])]

    def texts(self, node: Node) -> list[str]:
        """Return the texts that are readable inside the control."""
        return [words for control in self.below(node) for words in _shown(control)]

    def spoken(self, node: Node) -> list[str]:
        """Return the text that assistive technology and browser tests read inside the control."""
        return [
            words
            for trail in _trails(node, hidden=False)
            if not _silenced(trail)
            for words in _aloud(trail[-1])
        ]

    def patch(self, number: int, patch: list[Any]) -> Iterator[int]:
        """Apply the server's patch to the control of the number, and return the numbers of the
        dialogs closed.
        """
        self._shown = []
        paths, changes = patch[0], patch[1:]
        places = dict(_places(paths, []))
        root = self.control(number)

        def at(place: int) -> Any:
            target: Any = root
            for step in places[place]:
                target = target[step]
            return target

        for kind, place, name, *rest in changes:
            target = at(place)
            if kind == _SET:
                target[name] = rest[0]
                if name == "open" and rest[0] is False:
                    yield target["_i"]
            elif kind == _ADD:
                _put(target, name, rest[0])
            elif kind == _REMOVE:
                target.pop(name)
            elif kind == _MOVE:
                _put(at(rest[0]), rest[1], target.pop(name))


def _silenced(trail: Trail) -> bool:
    """Return whether an ancestor hides the control from assistive technology."""
    return any(around.get("exclude_semantics") for around in trail[:-1])


def _trails(node: object, *, hidden: bool) -> list[Trail]:
    found: list[Trail] = []
    _collect(node, (), found, hidden=hidden)
    return found


def _collect(node: object, trail: Trail, found: list[Trail], *, hidden: bool) -> None:
    if isinstance(node, dict):
        if not hidden and (node.get("visible") is False or node.get("open") is False):
            return
        if "_c" in node:
            trail = (*trail, node)
            found.append(trail)
        for name, value in node.items():
            if type(value) in _WITH_MORE and name != "_internals":
                _collect(value, trail, found, hidden=hidden)
    elif isinstance(node, list):
        for value in node if hidden else _on_top(node):
            _collect(value, trail, found, hidden=hidden)


def _numbered(node: Node | list[Any], number: int) -> Node | None:
    if isinstance(node, dict) and node.get("_i") == number:
        return node
    for inner in node.values() if isinstance(node, dict) else node:
        if type(inner) in _WITH_MORE and (found := _numbered(inner, number)):
            return found
    return None


def _on_top(nodes: list[Any]) -> list[Any]:
    """Return the top one of stacked screens, and all children of any other control."""
    screens = bool(nodes) and isinstance(nodes[0], dict) and nodes[0].get("_c") == "View"
    return nodes[-1:] if screens else nodes


def _places(node: list[Any], path: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    yield node[0], path
    if len(node) > 1:
        for step, below in node[1].items():
            yield from _places(below, [*path, step])


def _put(target: Any, name: Any, value: object) -> None:
    if isinstance(target, list):
        target.insert(name, value)
    else:
        target[name] = value


def _identifier(node: Node) -> object:
    return node.get("identifier") if node["_c"] == "Semantics" else None


def _key(node: Node) -> object:
    key = node.get("key")
    return key.get("value") if isinstance(key, dict) else key


def _shown(node: Node) -> list[str]:
    if node["_c"] == "Semantics":
        return []
    names = ("value", *_SHOWN_WORDS) if node["_c"] in _HOLDS_ITS_TEXT_AS_VALUE else _SHOWN_WORDS
    return [words for name in names if isinstance(words := node.get(name), str) and words]


def _aloud(node: Node) -> list[str]:
    if node["_c"] == "Semantics" and node.get("label"):
        return [node["label"]]
    if node["_c"] == "Text" and node.get("semantics_label") is not None:
        return [node["semantics_label"]] if node["semantics_label"] else []
    return _shown(node)


def _label(node: Node) -> str:
    return " ".join(_aloud(node))


def _hints(node: Node) -> list[object]:
    return [node.get(name) for name in _HINTS]
