"""The list of sets of house rules, presets and the table's own, and what is done with its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from companion.core.cards import Rank
from companion.core.names import LONGEST, is_short, tidy
from companion.core.objections import Objection, Why, phrase
from companion.core.presets import (
    PRESETS,
    SavedRules,
    is_free,
    name_of,
    preset,
    with_rules,
    without,
)
from companion.core.rules import Laid, Rules
from companion.screens import blocks as b
from companion.screens.explanation import summary
from companion.screens.house_rules import (
    Choose,
    changes_words,
    differences,
    likeness,
    presets,
    rule_panels,
)
from companion.screens.kit import App, act, edit, submit
from companion.screens.speech import refusal_words
from companion.words import Words


@dataclass(frozen=True, slots=True)
class ListState:
    """The state of the list of presets.

    An `unfolded` list shows all rules. `deleting` is the name of the rules that may be deleted, and
    `written` the name so far while rules are being saved. While `asking` which game is played,
    `answers` are those given so far.
    """

    unfolded: bool = False
    deleting: str = ""
    saving: bool = False
    written: str = ""
    asking: bool = False
    answers: tuple[str, ...] = ()

    def ask(self) -> ListState:
        """Return the list that asks which game is played, or that no longer does."""
        return replace(self, asking=not self.asking, answers=())


@dataclass(frozen=True, slots=True)
class ListForm:
    """A form with a list of presets; `unfolded` are the names of the open panels."""

    presets: ListState = ListState()
    unfolded: frozenset[str] = frozenset()

    @property
    def folded(self) -> ListState:
        """The state of the list with no rules being saved or deleted."""
        return ListState(self.presets.unfolded)

    def with_written(self, name: str) -> Self:
        """Return a copy with this name written so far."""
        return self.listing(replace(self.presets, written=name))

    def listing(self, presets: ListState) -> Self:
        """Return a copy with the list in another state."""
        return replace(self, presets=presets)

    def ask(self) -> Self:
        """Return a copy that begins or ends the questions which game is played."""
        return self.listing(self.presets.ask())

    def answer(self, place: int, answer: str) -> Self:
        """Return a copy with the answer to the question at a place, from 0, and none behind."""
        answers = (*self.presets.answers[:place], answer)
        return self.listing(replace(self.presets, answers=answers))

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
"""The length of the short list of rules, unless more are saved."""


def preset_blocks(
    form: ListForm, rules: Rules, saved: SavedRules, words: Words, choose: Choose
) -> tuple[b.Block, ...]:
    """Return the list of presets and saved rules, and what is being done with the saved ones."""
    state = form.presets
    name = name_of(rules, saved)
    own = [
        replace(
            _line(f"saved-{place}", title, of, likeness(of, words), choose),
            chosen=title == name,
            action=_delete(form, f"saved-{place}-delete", title, words),
        )
        for place, (title, of) in enumerate(saved, 1)
    ]
    listed = [*own, *_presets(rules, len(own), words, choose, form, chosen=not name)]
    place, below = _under_way(form, saved, words)
    lists = [b.List(tuple(rows)) for rows in (listed[:place], listed[place:])]
    says = words.say("All {n} sets of rules", n=len(own) + len(PRESETS))
    unfold = edit(ListForm.listing, replace(state, unfolded=True))
    rest = b.Actions((b.Action("all-presets", says, unfold, b.Emphasis.QUIET),))
    asked = _which_game(form, says, words, choose) if state.unfolded else ()
    listed_below = () if state.asking else (*lists[: bool(place)], *below, lists[1])
    return (*asked, *listed_below, *(() if state.unfolded else (rest,)))


def _which_game(form: ListForm, all_sets: str, words: Words, choose: Choose) -> Iterator[b.Block]:
    """Yield the way to three questions that lead to a set of rules, and the questions so far.

    `all_sets` is the label of the way back to the whole list.
    """
    state = form.presets
    say = words.say
    says = all_sets if state.asking else say("Which Fan Tan do you play?")
    yield b.Actions((b.Action("which-game", says, edit(ListForm.ask), b.Emphasis.QUIET),))
    left = list(PRESETS)
    for place, (name, asks) in enumerate(_QUESTIONS) if state.asking else ():
        kinds = dict.fromkeys(_kind(place, preset(each)) for each in left)
        given = state.answers[place] if place < len(state.answers) else ""
        answers = tuple(
            b.Action(
                f"{name}-{kind}",
                _kind_words(place, kind, words),
                edit(ListForm.answer, place, kind),
                chosen=kind == given,
            )
            for kind in kinds
        )
        yield b.Choice(answers, say(asks))
        if given not in kinds:
            return
        left = [each for each in left if _kind(place, preset(each)) == given]
    if state.asking:
        rules = [(each, say(PRESETS[each].title), preset(each)) for each in left]
        yield b.List(
            tuple(
                _line(f"preset-{each}", title, of, summary(of, words), choose)
                for each, title, of in rules
            )
        )


_QUESTIONS: Final = (
    ("pack", phrase("Which pack do you play with?")),
    ("pass", phrase("May a player pass who could play?")),
    ("first", phrase("What is laid first?")),
)


def _kind(place: int, rules: Rules) -> str:
    """Return the answer of a set of rules to one of the questions."""
    if place == 0:
        return rules.pack.value
    if place == 1:
        return "yes" if rules.free_pass else "no"
    if rules.laid is Laid.STARTERS:
        return "all"
    if rules.opening:
        return "card"
    return "opener" if isinstance(rules.starter, Rank) else "any"


def _kind_words(place: int, kind: str, words: Words) -> str:
    if place == 0:
        return words.count("{n} card", "{n} cards", int(kind))
    return {
        "yes": words.say("Yes"),
        "no": words.say("No"),
        "all": words.say("The first cards of all suits"),
        "card": words.say("A certain card, such as 7♦"),
        "opener": words.say("Any card that opens a suit, such as a seven"),
        "any": words.say("Any card, and its rank opens the suits"),
    }[kind]


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
    changes = changes_words(named, words)
    if not changes or name_of(named, saved):
        return ()
    again = differences(preset(rules.preset), rules, words) in noticed
    says = () if again else (b.Text(changes, "preset-says", live=True),)
    return (*says, *_saving(form, rules, saved, words))


def _line(identifier: str, title: str, rules: Rules, says: str, choose: Choose) -> b.Row:
    label = f"{title}, {says}"
    intent = choose(rules)
    return b.Row(title, identifier, subtitle=says, intent=intent, label=label)


def _presets(
    rules: Rules,
    own: int,
    words: Words,
    choose: Choose,
    form: ListForm,
    *,
    chosen: bool,
) -> Iterator[b.Row]:
    """Yield the presets, in a folded list the chosen one and a few others."""
    most = max(_SHORT - own - chosen, 1)
    for name, facts in PRESETS.items():
        of = preset(name)
        is_chosen = chosen and rules.preset == name
        most -= not is_chosen
        if form.presets.unfolded or is_chosen or most >= 0:
            title = words.say(facts.title)
            says = summary(of, words)
            yield replace(_line(f"preset-{name}", title, of, says, choose), chosen=is_chosen)


def _delete(form: ListForm, identifier: str, name: str, words: Words) -> b.Action:
    """Return the icon that asks whether to delete saved rules."""
    ask = edit(ListForm.listing, replace(form.folded, deleting=name))
    label = words.say("Remove {name}", name=name)
    return b.Action(identifier, "", ask, icon=b.Icon.DELETE, label=label)


def _under_way(form: ListForm, saved: SavedRules, words: Words) -> tuple[int, tuple[b.Block, ...]]:
    """Return the answers whether to delete saved rules, and their place in the list."""
    names = [name for name, _ in saved]
    name = form.presets.deleting
    if name not in names:
        return 0, ()
    leave = b.Action("delete-rules-no", words.say("Not yet"), edit(ListForm.listing, form.folded))
    delete = b.Action("delete-rules", words.say("Delete"), act(delete_rules, name))
    return names.index(name) + 1, (b.Actions((leave, delete)),)


def _saving(form: ListForm, rules: Rules, saved: SavedRules, words: Words) -> tuple[b.Block, ...]:
    """Return the button that saves the rules, or the field for their name."""
    say = words.say
    state = form.presets
    if not state.saving:
        begin = edit(ListForm.listing, replace(form.folded, saving=True))
        says = say("Save these rules under a name")
        save = b.Action("save-rules", says, begin, b.Emphasis.QUIET, b.Icon.SAVE)
        return (b.Actions((save,)),)
    written = state.written
    obstacle = name_obstacle(written, saved, words)
    why = b.Text(obstacle, "rules-obstacle", b.Style.MUTED, live=True)
    enter = submit(save_rules, rules)
    leave = b.Action("save-rules-no", say("Not yet"), edit(ListForm.listing, form.folded))
    look = b.Emphasis.SECONDARY if obstacle else b.Emphasis.PRIMARY
    save = b.Action("save-rules-yes", say("Save"), None if obstacle else enter, look)
    return (
        b.Field("rules-name", written, say("Name"), ListForm.with_written, submit=enter),
        *((why,) if obstacle and written else ()),
        b.Actions((leave, save)),
    )


def name_obstacle(name: str, saved: SavedRules, words: Words) -> str:
    """Return the reason why rules cannot have a name, if any."""
    named = tidy(name)
    if not named:
        return refusal_words(Objection(Why.NO_NAME), words, str)
    if not is_short(named):
        return refusal_words(Objection(Why.NAME_TOO_LONG, expected=LONGEST), words, str)
    return "" if is_free(named, saved) else words.say("Other rules already have this name.")


Listed = Callable[[ListForm], ListForm]


def _close(form: ListForm) -> ListForm:
    """Return the list with no rules being saved or deleted."""
    return form.listing(form.folded)


async def save_rules(app: App, form: ListForm, rules: Rules) -> Listed | None:
    """Save the rules under the written name, if it is free."""
    name = form.presets.written
    here = app.here
    if name_obstacle(name, here.catalogue.saved, here.words):
        return None
    await app.archive.change_saved(lambda saved: with_rules(saved, name, rules))
    return _close


async def delete_rules(app: App, name: str) -> Listed:
    """Delete saved rules."""
    await app.archive.change_saved(lambda saved: without(saved, name))
    return _close
