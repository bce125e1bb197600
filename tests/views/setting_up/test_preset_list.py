"""The list of rules: differences, the chosen rules, and rules to save."""

import pytest

from companion.core.presets import PRESETS, SavedRules, parse, preset
from companion.forms.rules import ListState
from companion.views.setting_up.rules import PresetListView, name_obstacle, preset_list
from companion.views.setting_up.seats import under
from companion.words import ENGLISH

TWO = "ante=2 opening=7D"
SAVED: SavedRules = (("Pub", parse(f"pagat {TWO}")), ("At home", preset("bicycle")))


def seen(rules: str, saved: SavedRules = SAVED, *, unfolded: bool = True) -> PresetListView:
    return preset_list(parse(rules), saved, ENGLISH, under, ListState(unfolded))


def test_saved_rules_come_first_with_their_differences() -> None:
    lines = seen("parlour").lines
    assert len(lines) == 2 + len(PRESETS)
    assert [(line.identifier, line.title, line.differs) for line in lines[:2]] == [
        ("saved-1", "Pub", "Like Pagat: Opening 7♦ · Ante 2 chips"),
        ("saved-2", "At home", "Like Bicycle"),
    ]


CHOSEN = {"bicycle": "saved-2", f"pagat {TWO}": "saved-1", "pagat ante=2": "preset-pagat"}


@pytest.mark.parametrize(("rules", "chosen"), CHOSEN.items(), ids=CHOSEN)
def test_the_chosen_rules_are_in_the_short_list(rules: str, chosen: str) -> None:
    for unfolded in (True, False):
        lines = seen(rules, unfolded=unfolded).lines
        assert [line.identifier for line in lines if line.chosen] == [chosen]


def test_the_short_list_has_all_saved_rules_and_the_chosen_ones() -> None:
    few, usual = seen("fwend", (), unfolded=False), ("bicycle", "pagat", "pagat-pool", "fwend")
    assert [line.identifier for line in few.lines] == [f"preset-{name}" for name in usual]
    saved = seen("fwend", unfolded=False)
    assert [line.identifier for line in saved.lines] == [
        *("saved-1", "saved-2", "preset-bicycle", "preset-fwend")
    ]
    assert saved.all_says == f"All {2 + len(PRESETS)} sets of rules"


CAN_SAVE = {"bicycle": False, "bicycle ante=2": True, f"pagat {TWO}": False}


@pytest.mark.parametrize(("rules", "can_save"), CAN_SAVE.items(), ids=CAN_SAVE)
def test_only_unlisted_rules_can_be_saved(rules: str, *, can_save: bool) -> None:
    assert seen(rules).can_save is can_save


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
