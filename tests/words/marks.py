"""A language that nobody speaks: every text of the catalogues stands between marks, and so does
every field in it. What is read outside the marks never came from a catalogue.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from companion.words import Words
from tests.ui.client_tree import ClientTree, Node

_TEXT, _FIELD = "⟦⟧", "⟪⟫"
_WORD = re.compile(r"[^\W\d_]+")
_SIGNS = {"A", "J", "Q", "K"}
"""What is written on cards."""
_READ = {
    *("badge", "content", "counter", "error", "error_text", "helper", "helper_text", "hint"),
    *("hint_text", "label", "message", "prefix", "prefix_text", "semantics_label", "subtitle"),
    *("suffix", "suffix_text", "text", "title", "tooltip"),
}
"""Properties of controls that are shown or said aloud; `value` is so of a text alone."""
_UNSEEN = {"_internals", "theme", "dark_theme"}


class Marked(Words):
    """That language's words."""

    def say(self, text: str, /, **fields: object) -> str:
        """The text and each field between marks."""
        return _marked(text, fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The form for n, likewise."""
        return _marked(one if n == 1 else many, {"n": n, **fields})


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every device speak it."""
    monkeypatch.setattr("companion.ui.session.words_in", cache(Marked))


def _marked(text: str, fields: dict[str, object]) -> str:
    told = text.format(**{name: f"{_FIELD[0]}{value}{_FIELD[1]}" for name, value in fields.items()})
    return f"{_TEXT[0]}{told}{_TEXT[1]}"


def bare(shown: str) -> str:
    """What does not come from a catalogue: all that is in no mark, and fields as far as that."""
    kept, inside = "", ""
    for letter in shown:
        if letter in _TEXT + _FIELD:
            opens = letter in {_TEXT[0], _FIELD[0]}
            inside = inside + letter if opens else inside[:-1]
            kept += " "
        elif inside[-1:] != _TEXT[0]:
            kept += letter
    return kept


def foreign(shown: str, names: Iterable[str]) -> list[str]:
    """The words that are neither from a catalogue nor a name, a name's initial or a card's sign."""
    told = {word for name in names for word in _WORD.findall(name)}
    known = told | {word[:1].upper() for word in told} | _SIGNS
    return [word for word in _WORD.findall(bare(shown)) if word not in known]


def read(tree: ClientTree) -> Iterator[str]:
    """All that the client shows or says aloud, hints and tooltips too."""
    return _read(tree.root)


def _read(node: object) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from _read(child)
    if not isinstance(node, dict) or node.get("visible") is False:
        return
    for name, value in node.items():
        if isinstance(value, str) and _is_read(name, node):
            yield value
        elif name not in _UNSEEN and isinstance(value, list | dict):
            yield from _read(value)


def _is_read(name: str, node: Node) -> bool:
    return name in _READ or (name == "value" and node.get("_c") in {"Text", "Markdown"})
