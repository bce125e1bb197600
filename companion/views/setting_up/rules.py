"""The screens of house rules, and the list of presets and saved rules."""

from dataclasses import dataclass, replace
from typing import Final

from companion.core.names import LONGEST, is_short, tidy
from companion.core.presets import PRESETS, SavedRules, is_free, name_of, preset
from companion.core.rules import OPTIONS, Rules
from companion.forms.rules import ListForm, ListState, RulesForm
from companion.views import blocks as b
from companion.views.setting_up.explanation import explanation
from companion.views.setting_up.house_rules import (
    Choose,
    difference,
    pending_words,
    presets,
    rule_panels,
)
from companion.views.speech import sentence
from companion.words import Words


def rules_page(
    form: RulesForm, rules: Rules, pending: Rules, saved: SavedRules, words: Words
) -> b.Document:
    """Return the screen of the rules in force, and to change the rules of the next round."""
    return (
        _to_change(form, rules, pending, saved, words)
        if form.changing
        else _to_read(rules, pending, words)
    )


def _to_read(rules: Rules, pending: Rules, words: Words) -> b.Document:
    """Return the game explained in sentences, and each rule with its source."""
    view = presets(rules, words)
    head = b.Panel(view.texts, view.title)
    change = b.Action(
        "change-rules", words.say("Change from the next round on"), b.Edit("turned_over")
    )
    return b.Document(
        title=words.say("How to play"),
        columns=(
            (*_pending(rules, pending, words), *explanation(rules, words)),
            (head, *rule_panels(rules, words)),
        ),
        footer=(change,),
    )


def _to_change(
    form: RulesForm, rules: Rules, pending: Rules, saved: SavedRules, words: Words
) -> b.Document:
    head = b.Panel(
        (preset_block(form, pending, saved, words, _plan), *presets(pending, words).texts)
    )
    leave = b.Action("leave-rules", words.say("Leave the rules as they are"), _plan(rules))
    take_back: tuple[b.Block, ...] = (b.Actions((replace(leave, look=b.Emphasis.QUIET),)),)
    play, *costs = rule_panels(pending, words, _plan)
    changes = _pending(rules, pending, words)
    done = b.Action("change-rules", words.say("Done"), b.Edit("turned_over"), b.Emphasis.PRIMARY)
    return b.Document(
        title=words.say("Rules from the next round on"),
        columns=((*changes, *(take_back if changes else ()), head, play), tuple(costs)),
        footer=(done,),
    )


def _plan(rules: Rules) -> b.Intent:
    return b.Act("plan", (rules,))


def _pending(rules: Rules, pending: Rules, words: Words) -> tuple[b.Block, ...]:
    """Return the notice of rules that change with the next round."""
    return b.notices(pending_words(rules, pending, words), "pending-rules")


def usual_rules(form: ListForm, usual: Rules, saved: SavedRules, words: Words) -> b.Document:
    """Return the screen of the usual rules, which stores each answer at once."""

    def choose(rules: Rules) -> b.Intent:
        return b.Act("usual", (rules,))

    texts = presets(usual, words, saved).texts
    head = b.Panel((*texts, preset_block(form, usual, saved, words, choose)))
    play, *costs = rule_panels(usual, words, choose)
    return b.Document(
        title=words.say("House rules of a new series"), columns=((head, play), tuple(costs))
    )


def preset_block(
    form: ListForm, rules: Rules, saved: SavedRules, words: Words, choose: Choose
) -> b.Custom:
    """Return the block with the list of presets and saved rules."""
    return b.Custom("presets", preset_list(rules, saved, words, choose, form.presets))


_MOST_LISTED: Final = 4
"""The most differences listed; a list longer by one is not cut."""
_SHORT: Final = 4
"""The length of the short list of rules, unless more are saved."""
_DISPLAY_ONLY: Final = {"picture"}
"""The options that concern the layout alone."""


@dataclass(frozen=True, slots=True)
class PresetLine:
    """Rules to choose, with their title and their differences.

    `saved` is the name of saved rules, empty for a preset.
    """

    identifier: str
    title: str
    differs: str
    chosen: bool
    rules: Rules
    intent: b.Intent
    saved: str = ""


@dataclass(frozen=True, slots=True)
class PresetListView:
    """The rules to choose from, in the `state` of the list.

    `all_says` leads to further rules, empty if all are shown. `rules` are the current rules, which
    `can_save` if they are none of these, and `saved` are the saved ones.
    """

    lines: tuple[PresetLine, ...]
    all_says: str
    can_save: bool
    state: ListState
    rules: Rules
    saved: SavedRules


def preset_list(
    rules: Rules, saved: SavedRules, words: Words, choose: Choose, state: ListState
) -> PresetListView:
    """Return the list of rules, with the current rules chosen."""
    mine = name_of(rules, saved)
    own = tuple(
        PresetLine(
            f"saved-{place}", name, _like(of.preset, of, words), name == mine, of, choose(of), name
        )
        for place, (name, of) in enumerate(saved, 1)
    )
    presets = tuple(_preset(name, rules, words, choose, chosen=not mine) for name in PRESETS)
    first = [line for line in presets if line.chosen]
    others = [line for line in presets if not line.chosen]
    first += others[: max(_SHORT - len(own) - len(first), 1)]
    return PresetListView(
        lines=(*own, *(line for line in presets if state.unfolded or line in first)),
        all_says=""
        if state.unfolded
        else words.say("All {n} sets of rules", n=len(own) + len(presets)),
        can_save=not mine and rules != preset(rules.preset),
        state=state,
        rules=rules,
        saved=saved,
    )


def _preset(name: str, rules: Rules, words: Words, choose: Choose, *, chosen: bool) -> PresetLine:
    """Return the line of a preset, with its differences from the preset it derives from."""
    facts, of = PRESETS[name], preset(name)
    differs = _like(facts.base, of, words) if facts.base else sentence(words.say(facts.says))
    chosen = chosen and rules.preset == name
    return PresetLine(f"preset-{name}", words.say(facts.title), differs, chosen, of, choose(of))


def _like(base: str, rules: Rules, words: Words) -> str:
    """Return the differences of rules from a preset, such as `Like Pagat: Ante 1 chip · 2 more`."""
    before, title = preset(base), words.say(PRESETS[base].title)
    changed = [
        difference(option, rules, words)
        for option in OPTIONS
        if before[option.name] != rules[option.name] and option.name not in _DISPLAY_ONLY
    ]
    if not changed:
        return words.say("Like {base}", base=title)
    if len(changed) > _MOST_LISTED + 1:
        rest = len(changed) - _MOST_LISTED
        changed = [*changed[:_MOST_LISTED], words.count("{n} more", "{n} more", rest)]
    return words.say("Like {base}: {changes}", base=title, changes=" · ".join(changed))


def name_obstacle(name: str, saved: SavedRules, words: Words, *, but: str = "") -> str:
    """Return the reason why rules cannot have a name, if any; `but` is their old name."""
    named = tidy(name)
    if not named:
        return words.say("The rules need a name.")
    if not is_short(named):
        return words.say("A name has at most {n} characters.", n=LONGEST)
    if not is_free(named, saved, but=but):
        return words.say("Other rules already have this name.")
    return ""
