"""Invented language that puts marks round every text of the catalogues and every field.

Text outside the marks did not come from a catalogue.
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
"""Texts on cards."""
_READ = {
    *("badge", "content", "counter", "error", "error_text", "helper", "helper_text", "hint"),
    *("hint_text", "label", "message", "prefix", "prefix_text", "semantics_label", "subtitle"),
    *("suffix", "suffix_text", "text", "title", "tooltip"),
}
"""Properties of controls that are shown or said aloud; `value` is so of a text alone."""
_UNSEEN = {"_internals", "theme", "dark_theme"}


class Marked(Words):
    """Words of the invented language."""

    def say(self, text: str, /, **fields: object) -> str:
        """Return the text with marks round it and its fields."""
        return _marked(text, fields)

    def count(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the form for n with marks."""
        return _marked(one if n == 1 else many, {"n": n, **fields})

    def with_cards(self, *, spanish: bool) -> Words:  # noqa: ARG002 - of either pack
        """Return the invented language, which names the cards of every pack alike."""
        return self


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the language of every device to the invented one."""
    monkeypatch.setattr("companion.ui.session.words_in", cache(Marked))


def _marked(text: str, fields: dict[str, object]) -> str:
    filled = text.format(
        **{name: f"{_FIELD[0]}{value}{_FIELD[1]}" for name, value in fields.items()}
    )
    return f"{_TEXT[0]}{filled}{_TEXT[1]}"


def bare(shown: str) -> str:
    """Return the text outside all marks, with the fields that are bare themselves."""
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
    """Return the words that are no catalogue text, name, initial or card symbol."""
    named = {word for name in names for word in _WORD.findall(name)}
    marks = {word[:length].capitalize() for word in named for length in (1, 2)}
    known = named | marks | _SIGNS
    return [word for word in _WORD.findall(bare(shown)) if word not in known]


def read(tree: ClientTree) -> Iterator[str]:
    """Yield all text that the client shows or speaks, including hints and tooltips."""
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
