"""The house rules to choose from, a line each that says how they differ: those that people saved
under a name, and the named ones. The lines are made from the rules' options.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.house_rules.presets import PRESETS, preset
from companion.core.house_rules.rules import OPTIONS, Rules
from companion.core.house_rules.saved import SavedRules, is_free, name_of
from companion.core.names import LONGEST, is_short, tidy
from companion.views.refusals import sentence
from companion.views.setting_up.house_rules import difference
from companion.words import Words

_TOLD: Final = 4
"""So many differences are told, or all if one more would be left."""
_SHORT: Final = 4
"""So many sets of rules are shown until all are asked for; and all that people saved."""
_ONLY_SEEN: Final = {"picture"}
"""What changes nothing but how the layout lies."""


@dataclass(frozen=True, slots=True)
class PresetLine:
    """Rules to choose: what they are called and how they differ. `saved` is the name under which
    people saved them, empty for the named ones.
    """

    identifier: str
    title: str
    differs: str
    chosen: bool
    rules: Rules
    saved: str


@dataclass(frozen=True, slots=True)
class PresetListView:
    """All rules to choose from, and the few of them that are shown at first; `can_save` tells that
    the rules as they are now are none of these.
    """

    lines: tuple[PresetLine, ...]
    few: tuple[PresetLine, ...]
    all_says: str
    can_save: bool


def preset_list(rules: Rules, saved: SavedRules, words: Words) -> PresetListView:
    """What can be chosen while these rules are."""
    mine = name_of(rules, saved)
    own = tuple(
        PresetLine(f"saved-{place}", name, _own_line(of, words), name == mine, of, name)
        for place, (name, of) in enumerate(saved, 1)
    )
    named = tuple(_named(name, rules, words, chosen=not mine) for name in PRESETS)
    first = [line for line in named if line.chosen]
    first += [line for line in named if not line.chosen][: max(_SHORT - len(own) - len(first), 1)]
    return PresetListView(
        lines=(*own, *named),
        few=(*own, *(line for line in named if line in first)),
        all_says=words.say("All {n} sets of rules", n=len(own) + len(named)),
        can_save=not mine and rules != preset(rules.preset),
    )


def _named(name: str, rules: Rules, words: Words, *, chosen: bool) -> PresetLine:
    """Named rules, and how they differ from those that they are made of."""
    told, of = PRESETS[name], preset(name)
    differs = _like(told.base, of, words) if told.base else sentence(words.say(told.says))
    chosen = chosen and rules.preset == name
    return PresetLine(f"preset-{name}", words.say(told.title), differs, chosen, of, "")


def _own_line(rules: Rules, words: Words) -> str:
    return _like(rules.preset, rules, words)


def _like(base: str, rules: Rules, words: Words) -> str:
    """`Like Pagat: Opening 7♦ · Ante 1 chip`; many differences are counted."""
    before, title = preset(base), words.say(PRESETS[base].title)
    changed = [
        difference(option, rules, words)
        for option in OPTIONS
        if before[option.name] != rules[option.name] and option.name not in _ONLY_SEEN
    ]
    if not changed:
        return words.say("Like {base}", base=title)
    if len(changed) > _TOLD + 1:
        rest = len(changed) - _TOLD
        more = words.count("{n} more", "{n} more", rest)
        changed = [*changed[:_TOLD], more]
    return words.say("Like {base}: {changes}", base=title, changes=" · ".join(changed))


def name_obstacle(name: str, saved: SavedRules, words: Words, *, but: str = "") -> str:
    """Why rules cannot be called so, empty where they can; those called `but` have the name now."""
    named = tidy(name)
    if not named:
        return words.say("The rules need a name.")
    if not is_short(named):
        return words.say("A name has at most {n} characters.", n=LONGEST)
    if not is_free(named, saved, but=but):
        return words.say("Other rules are called so.")
    return ""
