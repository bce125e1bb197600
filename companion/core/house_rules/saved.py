"""House rules that people saved under a name, and how they change."""

from __future__ import annotations

from companion.core.house_rules.rules import Rules
from companion.core.names import is_short, look_alike, tidy

SavedRules = tuple[tuple[str, Rules], ...]
"""House rules with the names that a person gave them, in the order in which they were saved."""


def is_free(name: str, saved: SavedRules, *, but: str = "") -> bool:
    """Whether no rules are called so, or nearly so, besides those that are called `but`."""
    return not any(look_alike(name, other) for other, _ in saved if other != but)


def name_of(rules: Rules, saved: SavedRules) -> str:
    """The name under which these rules were saved, empty where they were not."""
    return next((name for name, own in saved if own == rules), "")


def with_rules(saved: SavedRules, name: str, rules: Rules, place: int | None = None) -> SavedRules:
    """With these rules under that name, at that place or behind the others; as before where the
    name cannot be given.
    """
    named = tidy(name)
    if not named or not is_short(named) or not is_free(named, saved):
        return saved
    at = len(saved) if place is None else place
    return (*saved[:at], (named, rules), *saved[at:])


def renamed(saved: SavedRules, name: str, new: str) -> SavedRules:
    """With another name for the rules that are called so; as before where it cannot be given."""
    named = tidy(new)
    if not named or not is_short(named) or not is_free(named, saved, but=name):
        return saved
    return tuple((named if one == name else one, rules) for one, rules in saved)


def without(saved: SavedRules, name: str) -> SavedRules:
    """Without the rules that are called so."""
    return tuple(one for one in saved if one[0] != name)
