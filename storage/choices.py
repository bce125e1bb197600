"""What people chose for no single series, as documents of the catalogue: one for each choice, so
that a damaged line costs no more than one of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, Final

from companion.core.house_rules.presets import describe
from companion.core.house_rules.rules import Rules
from companion.desk.ports import Choices
from storage import documents
from storage.documents import Doc

_DOCUMENTS: Final[Mapping[str, tuple[str, str, Any]]] = {
    "usual": ("1", "rules", str),
    "archived": ("2", "numbers", [int]),
    "saved": ("3", "saved", dict),
    "removed": ("4", "numbers", [int]),
    "renaming": ("5", "names", [str]),
}
"""For each choice the key of its document, the field of that, and the field's kind."""


def read_choices(table: Mapping[str, Any]) -> Choices:
    """What people chose, as far as this version understands it."""
    saved = ((name, _rules(words)) for name, words in _said(table, "saved", {}).items())
    return Choices(
        _rules(_said(table, "usual", None)),
        tuple((name, rules) for name, rules in saved if rules),
        frozenset(_said(table, "archived", ())),
        frozenset(_said(table, "removed", ())),
        _said(table, "renaming", ()),
    )


def changed_docs(choices: Choices, table: Mapping[str, Any]) -> dict[str, Doc]:
    """The documents that have to change for these choices; what another version saved stays, but
    for rules that are saved here under the same name.
    """
    kept = _said(table, "saved", {})
    others = {name: words for name, words in kept.items() if not _rules(words)}
    words = {
        "usual": choices.usual and describe(choices.usual),
        "archived": sorted(choices.archived),
        "saved": others | {name: describe(rules) for name, rules in choices.saved},
        "removed": sorted(choices.removed),
        "renaming": list(choices.renaming),
    }
    now = read_choices(table)
    return {
        key: {field: words[choice]}
        for choice, (key, field, _) in _DOCUMENTS.items()
        if getattr(choices, choice) != getattr(now, choice)
    }


def _said(table: Mapping[str, Any], choice: str, otherwise: Any) -> Any:
    """What is kept of a choice, if it is of its kind."""
    key, field, kind = _DOCUMENTS[choice]
    with contextlib.suppress(ValueError):
        return documents.values(table.get(key), {field: kind})[0]
    return otherwise


def _rules(words: object) -> Rules | None:
    """House rules in the words of the score sheet, where this version knows what they say."""
    with contextlib.suppress(ValueError):
        return documents.rules_in(words) if isinstance(words, str) else None
    return None
