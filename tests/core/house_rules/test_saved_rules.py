"""Saved house rules: saving, renaming, deleting and restoring."""

import pytest

from companion.core.presets import SavedRules, parse, renamed, with_rules, without

PUB, INN, CABIN = parse("pagat"), parse("bicycle ante=2"), parse("fwend")
SAVED: SavedRules = (("Pub", PUB), ("Inn", INN))

CHANGED: dict[str, tuple[SavedRules, SavedRules]] = {
    "saved": (with_rules(SAVED, " Cabin ", CABIN), (*SAVED, ("Cabin", CABIN))),
    "saved between": (with_rules(SAVED, "Cabin", CABIN, 1), (SAVED[0], ("Cabin", CABIN), SAVED[1])),
    "without a name": (with_rules(SAVED, "  ", CABIN), SAVED),
    "with a name that is taken": (with_rules(SAVED, "pub", CABIN), SAVED),
    "with a name that is too long": (with_rules(SAVED, "x" * 41, CABIN), SAVED),
    "renamed": (renamed(SAVED, "Pub", "The  pub"), (("The pub", PUB), SAVED[1])),
    "renamed in case alone": (renamed(SAVED, "Pub", "PUB"), (("PUB", PUB), SAVED[1])),
    "renamed as others are": (renamed(SAVED, "Pub", "Inn"), SAVED),
    "renamed to nothing": (renamed(SAVED, "Pub", ""), SAVED),
    "deleted": (without(SAVED, "Pub"), (SAVED[1],)),
    "deleted by somebody else before": (without(SAVED, "Cabin"), SAVED),
    "put back where they were": (with_rules(without(SAVED, "Pub"), "Pub", PUB, 0), SAVED),
}


@pytest.mark.parametrize(("now", "expected"), CHANGED.values(), ids=CHANGED)
def test_saved_rules_after_each_change(now: SavedRules, expected: SavedRules) -> None:
    assert now == expected
