"""House rules saved under names of their own."""

from __future__ import annotations

from companion.core.house_rules.rules import Rules
from companion.core.names import is_short, look_alike, tidy

SavedRules = tuple[tuple[str, Rules], ...]
"""Pairs of a name and the house rules saved under it, in the order in which they were saved."""


def is_free(name: str, saved: SavedRules, *, but: str = "") -> bool:
    """Return whether no saved rules, except those named `but`, have this or a similar name."""
    return not any(look_alike(name, other) for other, _ in saved if other != but)


def name_of(rules: Rules, saved: SavedRules) -> str:
    """Return the name under which these rules were saved, or an empty string."""
    return next((name for name, own in saved if own == rules), "")


def with_rules(saved: SavedRules, name: str, rules: Rules, place: int | None = None) -> SavedRules:
    """Return the list with these rules inserted at `place`, by default at the end.

    The list is returned unchanged if the name is invalid or taken.
    """
    named = tidy(name)
    if not named or not is_short(named) or not is_free(named, saved):
        return saved
    at = len(saved) if place is None else place
    return (*saved[:at], (named, rules), *saved[at:])


def renamed(saved: SavedRules, name: str, new: str) -> SavedRules:
    """Return the list with rules renamed, or unchanged if the new name is invalid or taken."""
    named = tidy(new)
    if not named or not is_short(named) or not is_free(named, saved, but=name):
        return saved
    return tuple((named if other == name else other, rules) for other, rules in saved)


def without(saved: SavedRules, name: str) -> SavedRules:
    """Return the list without the rules of this name."""
    return tuple(entry for entry in saved if entry[0] != name)
