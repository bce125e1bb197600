"""The screens of house rules, and the list of presets and saved rules."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.names import LONGEST, is_short, tidy
from companion.core.presets import PRESETS, SavedRules, is_free, name_of, preset
from companion.core.rules import Rules
from companion.forms.seating import ListForm, RulesForm
from companion.screens import house_rules
from companion.screens.explanation import explanation, summary
from companion.views import blocks as b
from companion.views.setting_up.seats import folding
from companion.words import Words


def how_to_play(
    rules: Rules, saved: SavedRules, words: Words, number: int | None = None, *, usual: bool = True
) -> b.Document:
    """Build the screen that explains the game, by the usual rules or by those of a round.

    It opens at rule `number`.
    """
    say, view = words.say, house_rules.presets(rules, words, saved)
    other = b.Action("change-usual", say("Other house rules"), b.Go("usual"), icon=b.Icon.UNFOLD)
    change = (b.Actions((other,)),) if usual else ()
    named = b.Panel((*_changes(view), *change), say("By the rules: {name}", name=view.title))
    return b.Document(say("How to play"), _columns(explanation(rules, words, number), named))


def _columns(
    chapters: tuple[b.Panel, ...], named: b.Panel
) -> tuple[tuple[b.Panel, ...], tuple[b.Panel, ...]]:
    half = (len(chapters) + 1) // 2
    return chapters[:half], (*chapters[half:], named)


def rules_page(
    rules: Rules, pending: Rules, saved: SavedRules, words: Words, form: RulesForm
) -> b.Document:
    """Return the screen of the rules in force, and to change the rules of the next round."""
    return (
        _to_change(form, rules, pending, saved, words)
        if form.changing
        else _to_read(form, rules, pending, words)
    )


def _to_read(form: RulesForm, rules: Rules, pending: Rules, words: Words) -> b.Document:
    """Return the game explained in sentences, and unfolded each rule with its source."""
    view = house_rules.presets(rules, words)
    fold, panels = unfolding_options(form, rules, words)
    change = b.Action(
        "change-rules", words.say("Change from the next round on"), b.Edit("turned_over")
    )
    named = b.Panel((*_changes(view), *fold), view.title)
    left, right = _columns(explanation(rules, words), named)
    return b.Document(
        title=words.say("How to play"),
        columns=((*_pending(rules, pending, words), *left), right, panels[:1], panels[1:]),
        footer=(change,),
        key="rules-to-read",
    )


def _changes(view: house_rules.PresetsView) -> tuple[b.Text, ...]:
    """Return the differences from the preset, if there are any."""
    return (b.Text(view.changes, "preset-says", live=True),) if view.changes else ()


def unfolding_options(
    form: ListForm, rules: Rules, words: Words, choose: house_rules.Choose | None = None
) -> tuple[tuple[b.Block, ...], tuple[b.Panel, ...]]:
    """Return the button that unfolds each rule with its source, and the rules once unfolded."""
    unfolded, say = "rules" in form.unfolded, words.say
    name = "change-rules" if choose else "all-rules"
    says = say("Change the rules") if choose else say("Each rule with its source")
    fold = folding(name, says, "rules", words, unfolded=unfolded)
    if not unfolded:
        return (fold,), ()
    source = b.Text(house_rules.presets(rules, words).source, style=b.Style.SMALL)
    return (source, fold), house_rules.rule_panels(rules, words, choose)


def _to_change(
    form: RulesForm, rules: Rules, pending: Rules, saved: SavedRules, words: Words
) -> b.Document:
    listed = preset_blocks(form, pending, saved, words, _plan)
    changes = _pending(rules, pending, words)
    noticed = house_rules.pending_words(rules, pending, words)
    head = b.Panel((*listed, *change_blocks(form, pending, saved, words, noticed=noticed)))
    leave = b.Action("leave-rules", words.say("Leave the rules as they are"), _plan(rules))
    take_back: tuple[b.Block, ...] = (b.Actions((replace(leave, look=b.Emphasis.QUIET),)),)
    play, *costs = house_rules.rule_panels(pending, words, _plan)
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


def usual_rules(usual: Rules, saved: SavedRules, words: Words, form: ListForm) -> b.Document:
    """Return the screen of the usual rules, which stores each answer at once."""

    def choose(rules: Rules) -> b.Intent:
        return b.Act("usual", (rules,))

    head = b.Panel(preset_blocks(form, usual, saved, words, choose))
    fold, panels = unfolding_options(form, usual, words, choose)
    title = house_rules.presets(usual, words, saved).title
    chosen = b.Panel((*change_blocks(form, usual, saved, words), *fold), title)
    return b.Document(
        title=words.say("House rules of a new series"),
        columns=((head,), (chosen, *panels)),
    )


_SHORT: Final = 4
"""The length of the short list of rules, unless more are saved."""


def preset_blocks(
    form: ListForm, rules: Rules, saved: SavedRules, words: Words, choose: house_rules.Choose
) -> tuple[b.Block, ...]:
    """Return the list of presets and saved rules, and what is being done with the saved ones."""
    state, name = form.presets, name_of(rules, saved)
    own = [
        replace(
            _line(f"saved-{place}", title, of, house_rules.likeness(of, words), choose),
            chosen=title == name,
            action=_edit(form, f"saved-{place}-edit", title, words),
        )
        for place, (title, of) in enumerate(saved, 1)
    ]
    listed = [*own, *_presets(rules, len(own), words, choose, form, chosen=not name)]
    place, below = _under_way(form, saved, words)
    lists = [b.List(tuple(rows)) for rows in (listed[:place], listed[place:])]
    says = words.say("All {n} sets of rules", n=len(own) + len(PRESETS))
    unfold = b.Edit("listing", (replace(state, unfolded=True),))
    rest = b.Actions((b.Action("all-presets", says, unfold, b.Emphasis.QUIET),))
    return (*lists[: bool(place)], *below, lists[1], *(() if state.unfolded else (rest,)))


def change_blocks(
    form: ListForm,
    rules: Rules,
    saved: SavedRules,
    words: Words,
    *,
    named: Rules | None = None,
    noticed: str = "",
) -> tuple[b.Block, ...]:
    """Return the differences of unsaved rules from their preset, and the button to save them.

    `named` are the rules without an answer that the screen asks for elsewhere. Differences that a
    notice on the screen has already are not listed again.
    """
    named = named or rules
    changes = house_rules.changes_words(named, words)
    if not changes or name_of(named, saved):
        return ()
    again = house_rules.differences(preset(rules.preset), rules, words) in noticed
    says = () if again else (b.Text(changes, "preset-says", live=True),)
    return (*says, *_saving(form, rules, saved, words))


def _line(
    identifier: str, title: str, rules: Rules, says: str, choose: house_rules.Choose
) -> b.Row:
    label, intent = f"{title}, {says}", choose(rules)
    return b.Row(title, identifier, subtitle=says, intent=intent, label=label)


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
            title, says = words.say(facts.title), summary(of, words)
            yield replace(_line(f"preset-{name}", title, of, says, choose), chosen=is_chosen)


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
