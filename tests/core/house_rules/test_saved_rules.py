"""Saved house rules: saving and deleting."""

import pytest

from companion.core.presets import SavedRules, parse, with_rules, without

PUB, INN, CABIN = parse("pagat"), parse("bicycle ante=2"), parse("fwend")
SAVED: SavedRules = (("Pub", PUB), ("Inn", INN))

CHANGED: dict[str, tuple[SavedRules, SavedRules]] = {
    "saved": (with_rules(SAVED, " Cabin ", CABIN), (*SAVED, ("Cabin", CABIN))),
    "without a name": (with_rules(SAVED, "  ", CABIN), SAVED),
    "with a name that is taken": (with_rules(SAVED, "pub", CABIN), SAVED),
    "with a name that is too long": (with_rules(SAVED, "x" * 41, CABIN), SAVED),
    "deleted": (without(SAVED, "Pub"), (SAVED[1],)),
    "deleted by somebody else before": (without(SAVED, "Cabin"), SAVED),
}


@pytest.mark.parametrize(("now", "expected"), CHANGED.values(), ids=CHANGED)
def test_saved_rules_after_each_change(now: SavedRules, expected: SavedRules) -> None:
    assert now == expected
