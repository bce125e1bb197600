"""The list of sets of house rules, and the panels that unfold each rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.core.presets import PRESETS, preset
from companion.core.rules import Rules
from companion.screens import blocks as b
from companion.screens.explanation import summary
from companion.screens.house_rules import Choose, presets, rule_panels
from companion.screens.kit import edit
from companion.words import Words


@dataclass(frozen=True, slots=True)
class ListForm:
    """A form with a list of sets of rules; `unfolded` are the names of the open panels."""

    unfolded: frozenset[str] = frozenset()

    def fold(self, panel: str) -> Self:
        """Return a copy with a panel opened or closed."""
        return replace(self, unfolded=self.unfolded ^ {panel})


def folding(identifier: str, says: str, panel: str, words: Words, *, unfolded: bool) -> b.Actions:
    """Return the button that opens a panel of the form, or closes it."""
    icon, shown = (b.Icon.FOLD, words.say("Done")) if unfolded else (b.Icon.UNFOLD, says)
    return b.Actions((b.Action(identifier, shown, edit(ListForm.fold, panel), icon=icon),))


def unfolding_options(
    form: ListForm, rules: Rules, words: Words, choose: Choose | None = None
) -> tuple[tuple[b.Block, ...], tuple[b.Panel, ...]]:
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


_SHORT: Final = 4
"""The length of the short list."""


def preset_blocks(
    form: ListForm, rules: Rules, words: Words, choose: Choose
) -> tuple[b.Block, ...]:
    """Return the list of sets of rules: the chosen one and a few others, or all."""
    unfolded = "presets" in form.unfolded
    rows = b.List(tuple(_presets(rules, words, choose, len(PRESETS) if unfolded else _SHORT)))
    if unfolded:
        return (rows,)
    says = words.say("All {n} sets of rules", n=len(PRESETS))
    return (rows, b.unfolds("all-presets", says, edit(ListForm.fold, "presets")))


def _presets(rules: Rules, words: Words, choose: Choose, most: int) -> Iterator[b.Row]:
    """Yield the chosen set of rules and the first others, `most` in all."""
    others = [name for name in PRESETS if name != rules.preset][: most - 1]
    for name, facts in PRESETS.items():
        if name == rules.preset or name in others:
            title = words.say(facts.title)
            of = preset(name)
            says = summary(of, words)
            yield b.Row(
                title,
                f"preset-{name}",
                subtitle=says,
                intent=choose(of),
                chosen=name == rules.preset,
                label=f"{title}, {says}",
            )
