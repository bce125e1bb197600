"""The list of sets of house rules, and the panels that unfold each rule."""

from dataclasses import dataclass, replace
from typing import Self

from companion.core.names import finds
from companion.core.presets import PRESETS, nearest, preset
from companion.core.rules import Rules
from companion.screens import blocks as b
from companion.screens.house_rules import Choose, presets, rule_panels
from companion.screens.kit import edit
from companion.words import Words


@dataclass(frozen=True)
class ListForm:
    """A form with a list of sets of rules.

    `unfolded` are the names of the open panels, and `sought` is the name that is looked for.
    """

    unfolded: frozenset[str] = frozenset()
    sought: str = ""

    def fold(self, panel: str) -> Self:
        """Return a copy with a panel opened or closed."""
        return replace(self, unfolded=self.unfolded ^ {panel})

    def seek(self, sought: str) -> Self:
        """Return a copy that looks for another name."""
        return replace(self, sought=sought)


def folding(identifier: str, says: str, panel: str, words: Words, *, unfolded: bool) -> b.Actions:
    """Return the button that opens a panel of the form, or closes it."""
    icon, shown = (b.Icon.FOLD, words.say("Done")) if unfolded else (b.Icon.UNFOLD, says)
    return b.Actions((b.Action(identifier, shown, edit(ListForm.fold, panel), icon=icon),))


def unfolding_options(
    form: ListForm, rules: Rules, words: Words, choose: Choose | None = None
) -> tuple[b.Blocks, tuple[b.Panel, ...]]:
    """Return the button that unfolds each rule with its source, and the rules once unfolded."""
    unfolded = "rules" in form.unfolded
    say = words.say
    name = "change-rules" if choose else "all-rules"
    says = say("Change the rules") if choose else say("Each rule with its source")
    fold = folding(name, says, "rules", words, unfolded=unfolded)
    if not unfolded:
        return (fold,), ()
    source = b.Text(presets(rules, words).source, style=b.Style.SMALL)
    return (source, fold), rule_panels(rules, words, choose)


_SHORT = 4
"""The length of the short list."""


def preset_blocks(form: ListForm, rules: Rules, words: Words, choose: Choose) -> b.Blocks:
    """Return the sets of rules: the chosen one and a few others, all, or those of a name."""
    say = words.say
    search = b.Field("rules-search", form.sought, say("Search by name"), ListForm.seek)
    found = _found(form.sought, words)
    told: b.Blocks = ()
    if not found:
        near = nearest(form.sought)
        found = [near] if near else []
        says = say("Did you mean:") if near else say("No game has this name.")
        told = (b.Text(says, "rules-found", b.Style.MUTED, live=True),)
    if not form.sought and "presets" not in form.unfolded:
        others = [name for name in found if name != rules.preset][: _SHORT - 1]
        found = [name for name in found if name in {rules.preset, *others}]
        unfold = say("All {n} sets of rules", n=len(PRESETS))
        rest: b.Blocks = (b.unfolds("all-presets", unfold, edit(ListForm.fold, "presets")),)
    else:
        rest = ()
    rows = tuple(_set_of_rules(name, rules, words, choose) for name in found)
    return (search, *told, *b.lists(rows), *rest)


def _found(sought: str, words: Words) -> list[str]:
    """Return the presets that have all words of a search in their names."""
    return [
        name
        for name, facts in PRESETS.items()
        if all(
            finds(term, " ".join((name, words.say(facts.title), *facts.also)))
            for term in sought.split()
        )
    ]


def _set_of_rules(name: str, rules: Rules, words: Words, choose: Choose) -> b.Row:
    facts = PRESETS[name]
    title = words.say(facts.title)
    says = words.say(facts.brief)
    return b.Row(
        title,
        f"preset-{name}",
        subtitle=says,
        intent=choose(preset(name)),
        chosen=name == rules.preset,
        label=words.join((title, says)),
    )
