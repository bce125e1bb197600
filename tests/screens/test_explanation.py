"""The explanation of the game, which follows from the options."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.presets import PRESETS, preset
from companion.core.rules import OPTIONS, YES_NO, Option, Rules, Topic
from companion.screens.blocks import Style, Text
from companion.screens.explanation import explanation, rule_sentence
from companion.screens.house_rules import differences
from companion.words import ENGLISH, words_in


def paragraphs(rules: Rules, number: int | None = None) -> list[Text]:
    """Return the paragraphs of all chapters."""
    blocks = (block for chapter in explanation(rules, ENGLISH, number) for block in chapter.blocks)
    return [block for block in blocks if isinstance(block, Text)]


def explained(rules: Rules) -> str:
    """Return the whole explanation."""
    return " ".join(paragraph.says for paragraph in paragraphs(rules))


def other(option: Option) -> Any:
    """Return a value of the option that is not its default."""
    texts = option.codec.choices or ("7D" if option.default is None else "4",)
    values = map(option.codec.read, texts)
    return next(value for value in values if value != option.default)


OTHER = {option.name: other(option) for option in OPTIONS}


@pytest.mark.parametrize("name", OTHER)
def test_every_option_changes_the_explanation_and_has_a_sentence(name: str) -> None:
    rules = preset("bicycle")
    changed = replace(rules, **{name: OTHER[name]})
    assert explained(changed) != explained(rules)
    assert differences(rules, changed, ENGLISH) in explained(changed)


def test_an_option_without_a_sentence_is_explained_by_its_declaration() -> None:
    class Widened(Rules):
        fresh = True

    option = Option("fresh", False, Topic.CHIPS, "New", "R99", "ours", "", YES_NO)
    assert rule_sentence(option, Widened(), ENGLISH).startswith("New: ")


NUMBERS = sorted({int(number[1:]) for option in OPTIONS for number in option.rule.split()} | {3, 4})
RULE = {option.name: option.rule for option in OPTIONS}
UNTOLD = ("laid", "free_pass", "passes")
"""Options whose rules have a paragraph only where the rules differ from the default."""


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_one_paragraph_which_is_marked_on_request(number: int) -> None:
    changes = {name: OTHER[name] for name in UNTOLD if RULE[name] == f"R{number}"}
    rules = replace(preset("bicycle"), **changes)
    plain, marked = (paragraphs(rules, which) for which in (None, number))
    (changed,) = (place for place, text in enumerate(plain) if text != marked[place])
    assert marked[changed] == replace(plain[changed], style=Style.MARKED)
    names = [text.id for text in plain if text.id]
    assert len(names) == len({*names})


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PRESETS)
def test_all_presets_have_an_explanation(name: str, language: str) -> None:
    rules = preset(name)
    chapters = explanation(rules, words_in(language))
    judged = ("judged",) if rules.must_play or rules.passes else ()
    assert [chapter.id.removeprefix("told-") for chapter in chapters] == [
        *("game", "turn", "chips", "false-pass", "end"),
        *judged,
    ]
    assert all(chapter.title and chapter.blocks for chapter in chapters)
    assert "{" not in str(chapters)
