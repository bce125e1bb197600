"""The screens of house rules, and the list of presets and saved rules."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.names import LONGEST, is_short, tidy
from companion.core.presets import PRESETS, SavedRules, is_free, name_of, preset
from companion.core.rules import OPTIONS, Rules
from companion.forms.seating import ListForm, RulesForm
from companion.views import blocks as b
from companion.views.setting_up import house_rules
from companion.views.setting_up.explanation import explanation
from companion.views.speech import sentence
from companion.words import Words


def how_to_play(
    rules: Rules, saved: SavedRules, words: Words, number: int | None = None
) -> b.Document:
    """Build the screen that explains the game by the usual rules, opened at rule `number`."""
    say, usual = words.say, house_rules.presets(rules, words, saved)
    chapters = explanation(rules, words, number)
    half = (len(chapters) + 1) // 2
    change = b.Action("change-usual", say("Other house rules"), b.Go("usual"), icon=b.Icon.UNFOLD)
    named = b.Panel(
        (*usual.texts, b.Actions((change,))), say("By the rules: {name}", name=usual.title)
    )
    return b.Document(say("How to play"), (chapters[:half], (*chapters[half:], named)))


def rules_page(
    form: RulesForm, rules: Rules, pending: Rules, saved: SavedRules, words: Words
) -> b.Document:
    """Return the screen of the rules in force, and to change the rules of the next round."""
    if form.changing:
        return _to_change(form, rules, pending, saved, words)
    return rules_to_read(rules, pending, words)


def rules_to_read(
    rules: Rules, pending: Rules, words: Words, number: int | None = None
) -> b.Document:
    """Return the game explained in sentences, and each rule with its source.

    A screen opened at rule `number` explains a past round, so it changes no rules.
    """
    view = house_rules.presets(rules, words)
    head = b.Panel(view.texts, view.title)
    change = b.Action(
        "change-rules", words.say("Change from the next round on"), b.Edit("turned_over")
    )
    return b.Document(
        title=words.say("How to play"),
        columns=(
            (*_pending(rules, pending, words), *explanation(rules, words, number)),
            (head, *house_rules.rule_panels(rules, words)),
        ),
        footer=() if number else (change,),
        key="rules-to-read",
    )


def _to_change(
    form: RulesForm, rules: Rules, pending: Rules, saved: SavedRules, words: Words
) -> b.Document:
    head = b.Panel(
        (
            *preset_blocks(form, pending, saved, words, _plan),
            *house_rules.presets(pending, words).texts,
        )
    )
    leave = b.Action("leave-rules", words.say("Leave the rules as they are"), _plan(rules))
    take_back: tuple[b.Block, ...] = (b.Actions((replace(leave, look=b.Emphasis.QUIET),)),)
    play, *costs = house_rules.rule_panels(pending, words, _plan)
    changes = _pending(rules, pending, words)
    done = b.Action("change-rules", words.say("Done"), b.Edit("turned_over"), b.Emphasis.PRIMARY)
    return b.Document(
        title=words.say("Rules from the next round on"),
        columns=((*changes, *(take_back if changes else ()), head, play), tuple(costs)),
        footer=(done,),
        key="rules-to-change",
    )


def _plan(rules: Rules) -> b.Intent:
    return b.Act("plan", (rules,))


def _pending(rules: Rules, pending: Rules, words: Words) -> tuple[b.Block, ...]:
    """Return the notice of rules that change with the next round."""
    return b.notices(house_rules.pending_words(rules, pending, words), "pending-rules")


def usual_rules(form: ListForm, usual: Rules, saved: SavedRules, words: Words) -> b.Document:
    """Return the screen of the usual rules, which stores each answer at once."""

    def choose(rules: Rules) -> b.Intent:
        return b.Act("usual", (rules,))

    texts = house_rules.presets(usual, words, saved).texts
    head = b.Panel((*texts, *preset_blocks(form, usual, saved, words, choose)))
    play, *costs = house_rules.rule_panels(usual, words, choose)
    return b.Document(
        title=words.say("House rules of a new series"), columns=((head, play), tuple(costs))
    )


_MOST_LISTED: Final = 4
"""The most differences listed; a list longer by one is not cut."""
_SHORT: Final = 4
"""The length of the short list of rules, unless more are saved."""
_DISPLAY_ONLY: Final = {"picture"}
"""The options that concern the layout alone."""


def preset_blocks(
    form: ListForm, rules: Rules, saved: SavedRules, words: Words, choose: house_rules.Choose
) -> tuple[b.Block, ...]:
    """Return the list of presets and saved rules, and what is being done with the saved ones."""
    state, name = form.presets, name_of(rules, saved)
    own = [
        replace(
            _line(f"saved-{place}", title, of, _like(of.preset, of, words), choose),
            chosen=title == name,
            action=_edit(form, f"saved-{place}-edit", title, words),
        )
        for place, (title, of) in enumerate(saved, 1)
    ]
    listed = [*own, *_presets(rules, len(own), words, choose, form, chosen=not name)]
    place, below = _under_way(form, saved, words)
    rest: list[b.Block] = []
    if not state.unfolded:
        says = words.say("All {n} sets of rules", n=len(own) + len(PRESETS))
        unfold = b.Edit("listing", (replace(state, unfolded=True),))
        rest.append(b.Actions((b.Action("all-presets", says, unfold, b.Emphasis.QUIET),)))
    if not name and rules != preset(rules.preset):
        rest += _saving(form, rules, saved, words)
    lists = [b.List(tuple(rows)) for rows in (listed[:place], listed[place:])]
    return (*lists[: bool(place)], *below, lists[1], *rest)


def _line(
    identifier: str, title: str, rules: Rules, differs: str, choose: house_rules.Choose
) -> b.Row:
    label, intent = f"{title}, {differs}", choose(rules)
    return b.Row(title, identifier, subtitle=differs, intent=intent, label=label)


def _presets(
    rules: Rules,
    own: int,
    words: Words,
    choose: house_rules.Choose,
    form: ListForm,
    *,
    chosen: bool,
) -> Iterator[b.Row]:
    """Yield the presets, in a folded list the chosen one and a few others."""
    most = max(_SHORT - own - chosen, 1)
    for name, facts in PRESETS.items():
        of, is_chosen = preset(name), chosen and rules.preset == name
        most -= not is_chosen
        if form.presets.unfolded or is_chosen or most >= 0:
            like = _like(facts.base, of, words) if facts.base else sentence(words.say(facts.says))
            title = words.say(facts.title)
            line = _line(f"preset-{name}", title, of, like, choose)
            yield replace(line, chosen=is_chosen)


def _edit(form: ListForm, identifier: str, name: str, words: Words) -> b.Action:
    """Return the icon that begins to rename saved rules."""
    renaming = b.Edit("listing", (replace(form.folded, renaming=name, written=name),))
    label = words.say("Rename or delete {name}", name=name)
    return b.Action(identifier, "", renaming, icon=b.Icon.EDIT, label=label)


def _under_way(form: ListForm, saved: SavedRules, words: Words) -> tuple[int, tuple[b.Block, ...]]:
    """Return the blocks to rename or put back saved rules, and their place in the list."""
    state, say = form.presets, words.say
    if state.deleted:
        place, name, _ = state.deleted
        says = b.Text(say("“{name}” was deleted.", name=name), "deleted-rules", live=True)
        back = b.Act("put_rules_back", state.deleted)
        undo = b.Action("undo-delete-rules", say("Undo"), back, icon=b.Icon.UNDO)
        return place, (says, b.Actions((undo,)))
    names = [name for name, _ in saved]
    if state.renaming not in names:
        return 0, ()
    place, name = names.index(state.renaming), state.renaming
    obstacle = name_obstacle(state.written, saved, words, but=name)
    submit = b.Submit(act="rename_rules")
    possible = submit if not obstacle and state.written != name else None
    rename = b.Action("rename-rules", say("Rename"), possible)
    deletes = b.Act("delete_rules", (place, *saved[place]))
    delete = b.Action("delete-rules", say("Delete"), deletes, icon=b.Icon.DELETE)
    return place + 1, _naming(form, obstacle, submit, (rename, delete), words)


def _saving(form: ListForm, rules: Rules, saved: SavedRules, words: Words) -> tuple[b.Block, ...]:
    """Return the button that saves the rules, or the field for their name."""
    say, state = words.say, form.presets
    if not state.saving:
        begin = b.Edit("listing", (replace(form.folded, saving=True),))
        says = say("Save these rules under a name")
        save = b.Action("save-rules", says, begin, b.Emphasis.QUIET, b.Icon.SAVE)
        return (b.Actions((save,)),)
    obstacle = name_obstacle(state.written, saved, words)
    submit = b.Submit((rules,), "save_rules")
    leave = b.Action("save-rules-no", say("Not yet"), b.Edit("listing", (form.folded,)))
    look = b.Emphasis.SECONDARY if obstacle else b.Emphasis.PRIMARY
    save = b.Action("save-rules-yes", say("Save"), None if obstacle else submit, look)
    return _naming(form, obstacle, submit, (leave, save), words)


def _naming(
    form: ListForm, obstacle: str, submit: b.Submit, acts: tuple[b.Action, ...], words: Words
) -> tuple[b.Block, ...]:
    """Return the field for a name, the obstacle to it, and the buttons."""
    written, hint = form.presets.written, words.say("Name")
    why = b.Text(obstacle, "rules-obstacle", b.Style.MUTED, live=True)
    return (
        b.Field("rules-name", written, hint, "with_written", submit=submit),
        *((why,) if obstacle and written else ()),
        b.Actions(acts),
    )


def _like(base: str, rules: Rules, words: Words) -> str:
    """Return the differences of rules from a preset, such as `Like Pagat: Ante 1 chip · 2 more`."""
    before, title = preset(base), words.say(PRESETS[base].title)
    changed = [
        house_rules.difference(option, rules, words)
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
