"""The list of rules: differences, the chosen rules, and rules to save."""

import pytest

from companion.core.presets import PRESETS, SavedRules, parse, preset
from companion.screens import blocks as b
from companion.screens.rule_sets import change_blocks, name_obstacle, preset_blocks
from companion.screens.seating import ListForm, ListState, under
from companion.words import ENGLISH

SAVED: SavedRules = (("Pub", parse("pagat ante=2 opening=7D")), ("At home", preset("bicycle")))


PUB = (
    "Like Parliament (Britain): The holder of the 7♦ begins with it. Before the deal each player"
    " pays 2 chips to the pot."
)


def seen(
    rules: str, saved: SavedRules = SAVED, *, unfolded: bool = True
) -> tuple[list[b.Row], list[b.Action]]:
    """Return the lines of the list, and the buttons below them."""
    form = ListForm(ListState(unfolded))
    choice = preset_blocks(form, parse(rules), saved, ENGLISH, under)
    blocks = (*choice, *change_blocks(form, parse(rules), saved, ENGLISH))
    rows = [row for block in blocks if isinstance(block, b.List) for row in block.rows]
    acts = [act for block in blocks if isinstance(block, b.Actions) for act in block.actions]
    return rows, acts


def short(rules: str, saved: SavedRules = SAVED) -> list[str]:
    """Return the identifiers of the short list."""
    return [line.id for line in seen(rules, saved, unfolded=False)[0]]


def test_saved_rules_come_first_with_their_differences() -> None:
    lines = seen("parlour")[0]
    assert len(lines) == 2 + len(PRESETS)
    assert [(line.id, line.title, line.subtitle) for line in lines[:2]] == [
        ("saved-1", "Pub", PUB),
        ("saved-2", "At home", "Like Fan Tan (USA)"),
    ]


CHOSEN = {
    "bicycle": "saved-2",
    "pagat ante=2 opening=7D": "saved-1",
    "pagat ante=2": "preset-pagat",
    "parlour": "preset-parlour",
}


@pytest.mark.parametrize(("rules", "chosen"), CHOSEN.items(), ids=CHOSEN)
def test_the_chosen_rules_are_in_the_short_list(rules: str, chosen: str) -> None:
    for unfolded in (True, False):
        lines = seen(rules, unfolded=unfolded)[0]
        assert [line.id for line in lines if line.chosen] == [chosen]


def test_the_short_list_has_all_saved_rules() -> None:
    assert short("fwend", ()) == [
        *("preset-bicycle", "preset-pagat", "preset-pagat-pool", "preset-fwend")
    ]
    assert short("fwend") == ["saved-1", "saved-2", "preset-bicycle", "preset-fwend"]
    assert seen("fwend", unfolded=False)[1][0].says == f"All {2 + len(PRESETS)} sets of rules"


CAN_SAVE = {"bicycle": False, "bicycle ante=2": True, "pagat ante=2 opening=7D": False}


@pytest.mark.parametrize(("rules", "can_save"), CAN_SAVE.items(), ids=CAN_SAVE)
def test_only_unlisted_rules_can_be_saved(rules: str, *, can_save: bool) -> None:
    assert ("save-rules" in [act.id for act in seen(rules)[1]]) is can_save


OBSTACLES: dict[str, tuple[str, str, str]] = {
    "a name": ("Cabin", "", ""),
    "none": (" ", "", "The rules need a name."),
    "too long": ("x" * 41, "", "A name has at most 40 characters."),
    "taken": ("pub", "", "Other rules already have this name."),
    "their own": ("PUB", "Pub", ""),
    "that of others": ("At home", "Pub", "Other rules already have this name."),
}


@pytest.mark.parametrize(("name", "but", "said"), OBSTACLES.values(), ids=OBSTACLES)
def test_obstacles_to_a_name(name: str, but: str, said: str) -> None:
    assert name_obstacle(name, SAVED, ENGLISH, but=but) == said
