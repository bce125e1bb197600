"""House rules in words with their sources, and the answers that change the rules.

The intent of an answer carries the rules after a tap.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.core import presets as named
from companion.core.cards import Card, Rank, Suit, at, spread
from companion.core.objections import RulesError, phrase
from companion.core.rounds.layout import growth
from companion.core.rules import (
    MOST,
    OPTIONS,
    POINTS,
    Option,
    Rules,
    Topic,
    changed,
    spoken,
)
from companion.screens import blocks as b
from companion.screens import speech
from companion.screens.explanation import (
    answer_words,
    effect_sentence,
    option_value,
    rule_sentence,
)
from companion.words import Words

_NAMES = {
    "S0": phrase("Bicycle’s rules"),
    "S1": "Pagat",
    "S2": phrase("German Wikipedia"),
    "S3": phrase("an A–Z of card games"),
    "S4": phrase("a British family book"),
    "S5": named.PRESETS["shichinarabe"].title,
    "S6": named.PRESETS["stalemate"].title,
    "S8": named.PRESETS["devyatka"].title,
    "S9": named.PRESETS["cinquillo"].title,
    "Badam Satti": named.PRESETS["badam-satti"].title,
    "ours": phrase("this companion"),
}
_MARK = re.compile("|".join(_NAMES))


def source_names(marks: str, words: Words) -> str:
    """Return the names of sources for marks such as `S0 S4; S2`: `Bicycle’s rules, …`."""
    return words.join(words.say(_NAMES[mark]) for mark in dict.fromkeys(_MARK.findall(marks)))


Choose = Callable[[Rules], b.Intent]
"""A function that returns the intent to choose rules."""


def _rails(
    option: Option, rules: Rules, words: Words, choose: Choose
) -> tuple[tuple[b.Action, ...], ...]:
    """Return rows of answers to an option."""
    words = words.with_cards(spanish=rules.pack.is_spanish)
    if not option.codec.choices:
        return _openings(option, rules, words, choose)
    now = spoken(rules, option.name)
    return (
        tuple(
            b.Action(
                f"rule-{option.name}-{answer.replace('/', '-')}",
                answer_words(option, answer, words),
                choose(made),
                chosen=answer == now,
            )
            for answer, made in _possible(option, rules)
        ),
    )


def _possible(option: Option, rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield the answers that fit the pack, each with the rules after the answer."""
    for answer in option.codec.choices:
        with suppress(RulesError):
            yield answer, after(rules, option.name, answer)


def _openings(
    option: Option, rules: Rules, words: Words, choose: Choose
) -> tuple[tuple[b.Action, ...], ...]:
    """Return the answers for the leader: left of the dealer, or the holder of a card.

    The card is chosen from four if one rank opens, else by its rank and then its suit.
    """
    grows = growth(rules)
    ranks = sorted({card.rank for card in spread(grows.openers(grows.starter))})

    def led_by(card: Card, name: str, says: str, label: str = "") -> b.Action:
        """Return the answer by which a card leads the round."""
        intent = choose(after(rules, "opening", card.text))
        return b.Action(
            f"rule-opening-{name}", says, intent, label=label, chosen=card == rules.opening
        )

    left = b.Action(
        "rule-opening-left",
        answer_words(option, "left", words),
        choose(after(rules, "opening", "left")),
        chosen=rules.opening is None,
    )
    if len(ranks) == 1:
        cards = (at(suit, ranks[0]) for suit in Suit)
        return ((left, *(led_by(card, card.text, speech.short(card, words)) for card in cards)),)
    now = rules.opening or at(Suit.DIAMONDS, Rank.SEVEN if Rank.SEVEN in ranks else ranks[0])
    by_rank = (
        led_by(
            at(now.suit, rank),
            rank.text,
            speech.rank_index(rank, words),
            speech.rank_name(rank, words),
        )
        for rank in ranks
    )
    by_suit = (
        led_by(at(suit, now.rank), suit.letter, suit.symbol, speech.suit_name(suit, words))
        for suit in Suit
    )
    return ((left, *by_rank), *(() if left.chosen else (tuple(by_suit),)))


def after(rules: Rules, option: str, answer: str) -> Rules:
    """Return rules with an option changed, without a leading card that could no longer open."""
    try:
        return changed(rules, {option: answer})
    except RulesError:
        return changed(rules, {option: answer, "opening": "left"})


@dataclass(frozen=True)
class PresetsView:
    """Rules in words.

    `says` describes them in a sentence, `changes` are their differences from the preset, and
    `source` is its source.
    """

    title: str
    says: str
    changes: str
    source: str

    @property
    def texts(self) -> tuple[b.Text, ...]:
        """The rules in a sentence, with the changes."""
        says = "\n".join(filter(None, (self.says, self.changes)))
        return (b.Text(says, "preset-says", live=True),)


_GROUPS = (
    (phrase("Play"), {Topic.PACK, Topic.TURN, Topic.FINISH, Topic.DISPLAY}),
    (phrase("Chips"), {Topic.CHIPS, Topic.FALSE_PASS}),
    (phrase("Points"), {Topic.POINTS, Topic.JOINING}),
)
_FIVE = 5
"""The points by which a number of points goes up and down."""


def pending_words(rules: Rules, pending: Rules, words: Words) -> str:
    """Return the changes from the next round on; another preset by name with its own changes."""
    if pending.preset == rules.preset:
        changes = differences(rules, pending, words)
    else:
        title = words.say(named.PRESETS[pending.preset].title)
        own = differences(named.preset(pending.preset), pending, words)
        changes = " ".join(filter(None, (speech.sentence(title, words), own)))
    return words.say("From the next round on: {changes}", changes=changes) if changes else ""


def presets(rules: Rules, words: Words) -> PresetsView:
    """Return the rules in words."""
    chosen = named.PRESETS[rules.preset]
    return PresetsView(
        title=words.say(chosen.title),
        says=words.say(chosen.brief),
        changes=changes_words(rules, words),
        source=words.say("Source: {source}", source=source_names(chosen.source, words)),
    )


def changes_words(rules: Rules, words: Words) -> str:
    """Return the differences of rules from their preset, or nothing if there are none."""
    changes = differences(named.preset(rules.preset), rules, words)
    return words.say("Changed: {changes}", changes=changes) if changes else ""


def rule_panels(rules: Rules, words: Words, choose: Choose | None = None) -> tuple[b.Panel, ...]:
    """Return a panel for each group of options; with `choose` the rules can be changed."""
    return tuple(
        b.Panel(
            (
                b.List(
                    tuple(
                        rule_row(option, rules, words, choose)
                        for option in OPTIONS
                        if option.topic in topics
                    )
                ),
            ),
            words.say(title),
            key=title,
        )
        for title, topics in _GROUPS
    )


def differences(before: Rules, after: Rules, words: Words) -> str:
    """Return the sentence of each changed rule."""
    changed = (option for option in OPTIONS if before[option.name] != after[option.name])
    sentences = (rule_sentence(option, after, words) for option in changed)
    return " ".join(filter(None, dict.fromkeys(sentences)))


def rule_row(option: Option, rules: Rules, words: Words, choose: Choose | None = None) -> b.Row:
    """Return a rule with its value, meaning and source; with `choose` it can be changed."""
    row = b.Row(
        words.say(option.title),
        f"rule-{option.name}",
        subtitle=effect_sentence(option, rules, words) or "",
        note=words.say("Source: {source}", source=source_names(option.source, words)),
        value=option_value(option, rules, words),
    )
    if choose is None:
        return row
    if option.unit:
        return replace(row, counter=_counter(option, rules, words, choose))
    rails = _rails(option, rules, words, choose)
    return replace(row, value="", choices=tuple(map(b.Choice, rails)))


def _counter(option: Option, rules: Rules, words: Words, choose: Choose) -> b.Counter:
    value, title, name = rules[option.name], words.say(option.title), f"rule-{option.name}"
    step = _FIVE if option.unit == POINTS else 1

    def change(to: int) -> b.Intent | None:
        with suppress(RulesError):  # passes are counted only where one rank opens the suits
            return choose(after(rules, option.name, str(to))) if to != value else None
        return None

    less = change(max(0, value - step))
    more = change(min(MOST, value + step))
    less_says = words.say("{what}: Less", what=title)
    more_says = words.say("{what}: More", what=title)
    shown = b.Text(option_value(option, rules, words), f"{name}-value")
    return b.stepper(name, shown, (less, less_says), (more, more_says))
