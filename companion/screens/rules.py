"""The screens of house rules: how to play, the rules of a series, and the usual rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.core.cards import Rank, Suit, at
from companion.core.objections import phrase
from companion.core.rounds.layout import growth
from companion.core.rules import Rules
from companion.core.steps import Planned
from companion.screens import blocks as b
from companion.screens import house_rules
from companion.screens.board import Face, face
from companion.screens.explanation import explanation
from companion.screens.kit import App, Form, ScreenFacts, act, edit
from companion.screens.rule_sets import ListForm, preset_blocks, unfolding_options
from companion.screens.speech import rank_name
from companion.words import Words


def how(facts: ScreenFacts) -> b.Document:
    """Return how to play by the usual rules, opened at the rule in the route."""
    other = b.Action("change-usual", facts.say("House rules"), b.Go("usual"), icon=b.Icon.UNFOLD)
    return _explain(facts, facts.catalogue.usual, (b.Actions((other,)),))


def _explain(facts: ScreenFacts, rules: Rules, after: b.Blocks = ()) -> b.Document:
    """Return the game explained by these rules, opened at the rule in the route."""
    view = house_rules.presets(rules, facts.words)
    title = facts.say("By the rules: {name}", name=view.title)
    named = b.Panel((*_changes(view), *after), title)
    chapters = explanation(rules, facts.words, facts.route.number)
    left, right = _columns(chapters, named)
    return b.Document(facts.say("How to play"), ((*_pictures(rules, facts.words), *left), right))


@dataclass(frozen=True)
class Growing:
    """A picture of the layout: the open suits with their cards, each at a place from 0 to 4."""

    says: str
    suits: tuple[tuple[tuple[int, Face], ...], ...]


@dataclass(frozen=True)
class GrowingPictures:
    """Pictures of how the layout grows, in their order."""

    pictures: tuple[Growing, ...]


_GROWS: tuple[tuple[str, Mapping[Suit, tuple[int, int]]], ...] = (
    (phrase("The {rank} opens its suit."), {Suit.HEARTS: (0, 0)}),
    (phrase("The cards next to it follow, and so on."), {Suit.HEARTS: (0, 1)}),
    (phrase("One card a turn, clockwise."), {Suit.HEARTS: (-1, 1)}),
    (
        phrase("Each suit has a row of its own."),
        {Suit.HEARTS: (-1, 1), Suit.SPADES: (0, 0), Suit.CLUBS: (0, 0)},
    ),
    (
        phrase("Nothing fits? You pass."),
        {Suit.HEARTS: (-2, 2), Suit.SPADES: (0, 1), Suit.CLUBS: (-1, 0)},
    ),
    (
        phrase("Whoever is out first wins."),
        {
            Suit.HEARTS: (-2, 2),
            Suit.SPADES: (-1, 2),
            Suit.CLUBS: (-2, 0),
            Suit.DIAMONDS: (0, 1),
        },
    ),
)
"""Six pictures of a layout that grows: a line, and each suit from its lowest card to its highest,
counted from the card that opens it."""
_REACH = 2
"""Cards that the pictures show on each side of the card that opens a suit."""


def _pictures(rules: Rules, words: Words) -> tuple[b.Panel, ...]:
    """Return the pictures with the cards of this pack, where one rank opens the suits and they grow
    on both sides.
    """
    starter = rules.starter
    if not isinstance(starter, Rank) or rules.high_first or rules.passes:
        return ()
    order = growth(rules).order
    place = order.index(starter)
    shown = order[max(place - _REACH, 0) : place + _REACH + 1]
    if len(shown) <= 2 * _REACH:
        return ()
    words = words.with_cards(spanish=rules.pack.is_spanish)
    rank = rank_name(starter, words)
    pictures = (
        Growing(
            words.say(line, rank=rank),
            tuple(
                tuple(
                    (_REACH + step, face(at(suit, shown[_REACH + step]), words))
                    for step in range(lowest, highest + 1)
                )
                for suit, (lowest, highest) in suits.items()
            ),
        )
        for line, suits in _GROWS
    )
    return (b.Panel((b.Custom(GrowingPictures(tuple(pictures))),), id="pictures"),)


def _columns(
    chapters: tuple[b.Panel, ...], named: b.Panel
) -> tuple[tuple[b.Panel, ...], tuple[b.Panel, ...]]:
    half = (len(chapters) + 1) // 2
    return chapters[:half], (*chapters[half:], named)


def _changes(view: house_rules.PresetsView) -> tuple[b.Text, ...]:
    """Return the differences from the preset, if there are any."""
    return (b.Text(view.changes, "preset-says", live=True),) if view.changes else ()


@dataclass(frozen=True)
class RulesForm(ListForm):
    """The rules of a series, which are read or changed."""

    changing: bool = False

    def change(self, changing: bool) -> Self:  # noqa: FBT001 - the fact itself
        """Return a copy that changes the rules, or reads them."""
        return replace(self, changing=changing)

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the rules in force, or the change of the rules of the next round."""
        return self._to_change(facts) if self.changing else self._to_read(facts)

    def _to_read(self, facts: ScreenFacts) -> b.Document:
        """Return the game explained in sentences, and unfolded each rule with its source."""
        rules = facts.night.series.latest_rules
        words = facts.words
        view = house_rules.presets(rules, words)
        fold, panels = unfolding_options(self, rules, words)
        change = b.Action(
            "change-rules",
            facts.say("Change the rules"),
            edit(RulesForm.change, True),
        )
        named = b.Panel((*_changes(view), *fold), view.title)
        left, right = _columns(explanation(rules, words), named)
        return b.Document(
            title=facts.say("How to play"),
            columns=((*_pending(facts), *left), right, panels[:1], panels[1:]),
            footer=(change,),
            key="rules-to-read",
        )

    def _to_change(self, facts: ScreenFacts) -> b.Document:
        rules = facts.night.series.latest_rules
        words = facts.words
        pending = facts.night.series.planned or rules
        changes = _pending(facts)
        head = b.Panel(preset_blocks(self, pending, words, _plan))
        leave = b.Action(
            "leave-rules",
            facts.say("Leave the rules as they are"),
            _plan(rules),
            b.Emphasis.QUIET,
        )
        take_back: b.Blocks = (b.Actions((leave,)),) if changes else ()
        play, *costs = house_rules.rule_panels(pending, words, _plan)
        done = b.Action(
            "change-rules", facts.say("Done"), edit(RulesForm.change, False), b.Emphasis.PRIMARY
        )
        return b.Document(
            title=facts.say("Rules from the next round on"),
            columns=((*changes, *take_back, head, play), tuple(costs)),
            footer=(done,),
            key="rules-to-change",
        )


def rules(facts: ScreenFacts) -> b.Document | Form:
    """Return the rules of the series; at a rule in the route those of the round below."""
    if facts.route.number is not None:
        return _explain(facts, facts.round.setup.rules)
    return Form(RulesForm(), f"rules-{facts.night.number}")


def _plan(rules: Rules) -> b.Intent:
    return act(plan, rules)


async def plan(app: App, rules: Rules) -> None:
    """Plan the rules from the next round on; quick taps on a counter are no bounces."""
    await app.ask(Planned(rules), place=f"plan-{hash(rules)}")


def _pending(facts: ScreenFacts) -> b.Blocks:
    """Return the notice of rules that change with the next round."""
    rules = facts.night.series.latest_rules
    pending = facts.night.series.planned or rules
    return b.notices(house_rules.pending_words(rules, pending, facts.words), "pending-rules")


@dataclass(frozen=True)
class UsualForm(ListForm):
    """The usual rules of the device; each answer is stored at once."""

    def view(self, facts: ScreenFacts) -> b.Document:
        """Return the choice of the usual rules."""
        usual = facts.catalogue.usual
        words = facts.words
        head = b.Panel(preset_blocks(self, usual, words, _choose_usual))
        fold, panels = unfolding_options(self, usual, words, _choose_usual)
        view = house_rules.presets(usual, words)
        chosen = b.Panel((*_changes(view), *fold), view.title)
        return b.Document(
            title=facts.say("House rules of a new series"),
            columns=((head,), (chosen, *panels)),
        )


def usual(_facts: ScreenFacts) -> Form:
    """Return the screen of the usual rules."""
    return Form(UsualForm(frozenset({"presets"})), "usual")


def _choose_usual(rules: Rules) -> b.Intent:
    return act(choose_usual, rules)


async def choose_usual(app: App, rules: Rules) -> None:
    """Use these rules for new series."""
    await app.archive.set_usual_rules(rules)
