"""House rules in words with their sources, and the answers that change the rules.

An answer carries the rules after a tap, so that a screen only shows answers and returns the rules
of the tapped answer.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from companion.core import presets as named
from companion.core.cards import Card, Rank, Suit, at, spread
from companion.core.objections import RulesError, phrase
from companion.core.presets import SavedRules, name_of
from companion.core.rounds.layout import growth
from companion.core.rules import (
    CHIPS,
    MOST,
    OPTIONS,
    POINTS,
    ROUNDS,
    Option,
    Rules,
    Topic,
    changed,
    spoken,
)
from companion.views.speech import (
    chips_words,
    points_words,
    rank_index,
    rank_name,
    sentence,
    short,
    suit_name,
)
from companion.words import Words

_NAMES: Final = {
    "S0": phrase("Bicycle’s rules"),
    "S1": phrase("Pagat"),
    "S2": phrase("German Wikipedia"),
    "S3": phrase("an A–Z of card games"),
    "S4": phrase("a British family book"),
    "Badam Satti": phrase("Badam Satti as played in India"),
    "ours": phrase("this companion"),
}
_MARK: Final = re.compile("|".join(_NAMES))


def source_names(marks: str, words: Words) -> str:
    """Return the names of sources for marks such as `S0 S4; S2`: `Bicycle’s rules, …`."""
    return ", ".join(words.say(_NAMES[mark]) for mark in dict.fromkeys(_MARK.findall(marks)))


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer to a question of the rules, with the resulting rules.

    `name` is for the identifier; `says` is for screen readers, empty if equal to `words`.
    """

    name: str
    words: str
    chosen: bool
    rules: Rules
    says: str = ""


def rails(option: Option, rules: Rules, words: Words) -> tuple[tuple[AnswerView, ...], ...]:
    """Return rows of answers to an option."""
    if not option.codec.choices:
        return _openings(option, rules, words)
    now = spoken(rules, option.name)
    return (
        tuple(
            AnswerView(
                answer.replace("/", "-"),
                answer_words(option, answer, words),
                answer == now,
                made,
            )
            for answer, made in _possible(option, rules)
        ),
    )


def _possible(option: Option, rules: Rules) -> Iterator[tuple[str, Rules]]:
    """Yield the answers that fit the pack, each with the rules after the answer."""
    for answer in option.codec.choices:
        with suppress(RulesError):
            yield answer, after(rules, option.name, answer)


def _openings(option: Option, rules: Rules, words: Words) -> tuple[tuple[AnswerView, ...], ...]:
    """Return the answers for the leader: left of the dealer, or the holder of a card.

    The card is chosen from four if one rank opens, else by rank and suit.
    """
    grows = growth(rules)
    ranks = sorted({card.rank for card in spread(grows.openers(grows.starter))})
    left = AnswerView(
        "left",
        answer_words(option, "left", words),
        rules.opening is None,
        after(rules, option.name, "left"),
    )
    if len(ranks) == 1:
        cards = (at(suit, ranks[0]) for suit in Suit)
        return ((left, *(_led_by(rules, card, card.text, short(card, words)) for card in cards)),)
    now = rules.opening or at(Suit.DIAMONDS, Rank.SEVEN if Rank.SEVEN in ranks else ranks[0])
    named = replace(
        _led_by(rules, now, "card", answer_words(option, "card", words)), chosen=not left.chosen
    )
    if left.chosen:
        return ((left, named),)
    by_rank = (
        _led_by(
            rules, at(now.suit, rank), rank.text, rank_index(rank, words), rank_name(rank, words)
        )
        for rank in ranks
    )
    by_suit = (
        _led_by(rules, at(suit, now.rank), suit.letter, suit.symbol, suit_name(suit, words))
        for suit in Suit
    )
    return ((left, named), tuple(by_rank), tuple(by_suit))


def _led_by(rules: Rules, card: Card, name: str, shown: str, says: str = "") -> AnswerView:
    """Return the answer by which a card leads the round."""
    return AnswerView(name, shown, card == rules.opening, after(rules, "opening", card.text), says)


def after(rules: Rules, option: str, answer: str) -> Rules:
    """Return rules with an option changed, without a leading card that could no longer open."""
    try:
        return changed(rules, {option: answer})
    except RulesError:
        return changed(rules, {option: answer, "opening": "left"})


def answer_words(option: Option, answer: str, words: Words) -> str:
    """Return the words for an answer in the notation of the sheet."""
    phrase = option.codec.phrases.get(answer)
    return words.say(phrase) if phrase else answer


@dataclass(frozen=True, slots=True)
class StepsView:
    """The rules with a number counted down or up; None at the limit."""

    less: Rules | None
    more: Rules | None
    less_says: str
    more_says: str


@dataclass(frozen=True, slots=True)
class OptionView:
    """A rule with its title, value, meaning and source, and the ways to change the value.

    A rule has either `steps` or `rails` of answers. `differs` is True if the value differs from the
    preset.
    """

    name: str
    title: str
    value: str
    says: str
    source: str
    differs: bool
    steps: StepsView | None
    rails: tuple[tuple[AnswerView, ...], ...]


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Options under one heading."""

    title: str
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class PresetsView:
    """The presets to choose from.

    `says` and `source` describe the chosen preset, and `changes` the changes by the table.
    """

    answers: tuple[AnswerView, ...]
    title: str
    says: str
    source: str
    changes: str


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a series in play, and the `pending` rules from the next round on.

    `pending_says` lists the differences, empty without any.
    """

    presets: PresetsView
    groups: tuple[OptionGroup, ...]
    pending: PresetsView
    pending_groups: tuple[OptionGroup, ...]
    pending_says: str


_GROUPS: Final = (
    (phrase("Play"), {Topic.TURN, Topic.FINISH, Topic.DISPLAY}),
    (phrase("Chips"), {Topic.CHIPS, Topic.FALSE_PASS}),
    (phrase("Points"), {Topic.POINTS, Topic.JOINING}),
)
_FIVE: Final = 5
"""The points by which a number of points goes up and down."""


def house_rules(rules: Rules, pending: Rules, words: Words) -> RulesView:
    """Return the rules in force and the rules from the next round on."""
    return RulesView(
        presets=presets(rules, words),
        groups=option_groups(rules, words),
        pending=presets(pending, words),
        pending_groups=option_groups(pending, words),
        pending_says=_pending(rules, pending, words),
    )


def _pending(rules: Rules, pending: Rules, words: Words) -> str:
    """Return the changes from the next round on; another preset by name with its own changes."""
    if pending.preset == rules.preset:
        changes = differences(rules, pending, words)
    else:
        title = words.say(named.PRESETS[pending.preset].title)
        own = differences(named.preset(pending.preset), pending, words)
        changes = f"{title} · {own}" if own else title
    return words.say("From the next round on: {changes}", changes=changes) if changes else ""


def presets(rules: Rules, words: Words, saved: SavedRules = ()) -> PresetsView:
    """Return all presets, with the preset of the rules described; `saved` rules keep their name."""
    chosen, base = named.PRESETS[rules.preset], named.preset(rules.preset)
    changes, mine = differences(base, rules, words), name_of(rules, saved)
    answers = tuple(
        AnswerView(
            preset.name, words.say(preset.title), preset is chosen, named.preset(preset.name)
        )
        for preset in named.PRESETS.values()
    )
    return PresetsView(
        answers=answers,
        title=mine or words.say(chosen.title),
        says=sentence(words.say(chosen.says)),
        source=words.say("Source: {source}", source=source_names(chosen.source, words)),
        changes=_changes(changes, words.say(chosen.title) if mine else "", words),
    )


def _changes(changes: str, base: str, words: Words) -> str:
    """Return the changes by the table, or the differences of saved rules from their base."""
    if not changes:
        return ""
    if base:
        return words.say("Like {base}: {changes}", base=base, changes=changes)
    return words.say("Changed: {changes}", changes=changes)


def option_groups(rules: Rules, words: Words) -> tuple[OptionGroup, ...]:
    """Return all options in groups, each with its words and answers."""
    return tuple(
        OptionGroup(
            words.say(title),
            tuple(_option(option, rules, words) for option in OPTIONS if option.topic in topics),
        )
        for title, topics in _GROUPS
    )


def differences(before: Rules, after: Rules, words: Words) -> str:
    """Return each changed rule with its new value."""
    changed = (option for option in OPTIONS if before[option.name] != after[option.name])
    return " · ".join(difference(option, after, words) for option in changed)


def difference(option: Option, rules: Rules, words: Words) -> str:
    """Return a rule with its value, such as `Ante 2 chips`."""
    value = _value(option, rules, words)
    return words.say("{title} {value}", title=words.say(option.title), value=value)


def _option(option: Option, rules: Rules, words: Words) -> OptionView:
    title = words.say(option.title)
    return OptionView(
        name=option.name,
        title=title,
        value=_value(option, rules, words),
        says=sentence(words.say(option.says)),
        source=words.say("Source: {source}", source=source_names(option.source, words)),
        differs=rules[option.name] != named.preset(rules.preset)[option.name],
        steps=_steps(option, rules, title, words) if option.unit else None,
        rails=() if option.unit else rails(option, rules, words),
    )


def _value(option: Option, rules: Rules, words: Words) -> str:
    value = rules[option.name]
    if option.unit == CHIPS:
        return chips_words(value, words) if value else words.say("nothing")
    if option.unit == POINTS:
        return points_words(value, words) if value else words.say("open end")
    if option.unit == ROUNDS:
        return words.count("{n} round", "{n} rounds", value) if value else words.say("no limit")
    if option.name == "opening" and value:
        return short(value, words)
    return answer_words(option, spoken(rules, option.name), words)


def _steps(option: Option, rules: Rules, title: str, words: Words) -> StepsView:
    value = rules[option.name]
    step = _FIVE if option.unit == POINTS else 1
    less, more = max(0, value - step), min(MOST, value + step)
    return StepsView(
        less=after(rules, option.name, str(less)) if less < value else None,
        more=after(rules, option.name, str(more)) if more > value else None,
        less_says=words.say("{title}: less", title=title),
        more_says=words.say("{title}: more", title=title),
    )
