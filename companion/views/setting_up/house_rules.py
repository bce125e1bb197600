"""The house rules in words, and as answers to tap: both made from the core's options alone.

An answer carries the rules that hold once it is given, so a screen only shows answers and hands
back the rules of the one that was tapped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.house_rules import presets as named
from companion.core.house_rules.rules import CHIPS, OPTIONS, POINTS, ROUNDS, Rules, spoken
from companion.core.house_rules.saved import SavedRules, name_of
from companion.core.house_rules.values import MOST, Option, Topic
from companion.core.phrases import phrase
from companion.views.refusals import sentence
from companion.views.setting_up.answers import AnswerView, after, answer_words, rails
from companion.views.setting_up.sources import source_names
from companion.views.speech import chips_words, points_words, short
from companion.words import Words


@dataclass(frozen=True, slots=True)
class StepsView:
    """A number to be counted up and down; None where it goes no further."""

    less: Rules | None
    more: Rules | None
    less_says: str
    more_says: str


@dataclass(frozen=True, slots=True)
class OptionView:
    """A rule: its title, its value and meaning in words, its source. To change it there are
    either `steps` or `rails` of answers. `differs` tells that the table changed its preset.
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
    """Rules that belong together."""

    title: str
    options: tuple[OptionView, ...]


@dataclass(frozen=True, slots=True)
class PresetsView:
    """The named rules to choose from; `says` and `source` speak of the chosen one, and `changes`
    of what the table changed in it.
    """

    answers: tuple[AnswerView, ...]
    title: str
    says: str
    source: str
    changes: str


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a series in play. `pending` are the rules from the next round on, as they can
    be changed; `pending_says` tells what differs then, empty while nothing does.
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
"""Points are counted up and down in fives."""


def house_rules(rules: Rules, pending: Rules, words: Words) -> RulesView:
    """The rules in force and those from the next round on."""
    return RulesView(
        presets=presets(rules, words),
        groups=option_groups(rules, words),
        pending=presets(pending, words),
        pending_groups=option_groups(pending, words),
        pending_says=_pending(rules, pending, words),
    )


def _pending(rules: Rules, pending: Rules, words: Words) -> str:
    """What differs from the next round on; other named rules by their name alone."""
    if pending.preset == rules.preset:
        changes = differences(rules, pending, words)
    else:
        title = words.say(named.PRESETS[pending.preset].title)
        own = differences(named.preset(pending.preset), pending, words)
        changes = f"{title} · {own}" if own else title
    return words.say("From the next round on: {changes}", changes=changes) if changes else ""


def presets(rules: Rules, words: Words, saved: SavedRules = ()) -> PresetsView:
    """All named rules, and a word on the one that these began with; rules that people `saved` are
    called as they called them.
    """
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
    """What the table changed; of rules that have a name of their own, how they differ from those
    that they are made of.
    """
    if not changes:
        return ""
    if base:
        return words.say("Like {base}: {changes}", base=base, changes=changes)
    return words.say("Changed: {changes}", changes=changes)


def option_groups(rules: Rules, words: Words) -> tuple[OptionGroup, ...]:
    """All rules by what they are about, each with its words and ways to change it."""
    return tuple(
        OptionGroup(
            words.say(title),
            tuple(_option(option, rules, words) for option in OPTIONS if option.topic in topics),
        )
        for title, topics in _GROUPS
    )


def differences(before: Rules, after: Rules, words: Words) -> str:
    """Each rule that changes, with its new value."""
    changed = (option for option in OPTIONS if before[option.name] != after[option.name])
    return " · ".join(difference(option, after, words) for option in changed)


def difference(option: Option, rules: Rules, words: Words) -> str:
    """A rule with its value: `Ante 2 chips`."""
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
