"""The explanation of the game, which follows from the options."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.presets import PRESETS, parse, preset
from companion.core.rules import OPTIONS, YES_NO, Option, Rules, Topic
from companion.screens.blocks import Style, Text
from companion.screens.explanation import explanation, rule_sentence
from companion.screens.house_rules import differences
from companion.words import ENGLISH, words_in

SAYS = {
    "bicycle opening=7D": "The holder of the 7♦ begins with it.",
    "fwend starter=10 opening=left": "the card above the first one comes before the one below it",
    "parlour": "A false pass costs 3 chips more, to the pot; once the round is over",
    "kartendomino ante=0": "Each of the others pays the winner 1 chip for a card left.",
    "bicycle card_fee=0": "The winner of the round takes the pot, and nothing for cards left.",
    "bicycle seven_fine=2": "2 chips to the holder of its 6 and 2 chips to the holder of its 8.",
    "bicycle starter=K": "pays 5 chips to each holder of a card next to it",
    "bicycle seven_fine_per=seven": "If several are held back, a pass is fined for each.",
    "pagat-pool": "A false pass costs nothing more.",
    "bicycle pack=40": "All 40 cards are dealt",
    "bicycle pack=36": "The ace lies below the 6.",
    "bicycle points=none": "Cards left count no points.",
    "bicycle ante=2": "you win 54 this way, 45 by the second advice alone, and 25 by luck.",
    "domino": "The first card names a rank: lay one that you hold often.",
}


def paragraphs(rules: Rules, number: int | None = None) -> list[Text]:
    """Return the paragraphs of all chapters."""
    blocks = (block for chapter in explanation(rules, ENGLISH, number) for block in chapter.blocks)
    return [block for block in blocks if isinstance(block, Text)]


def explained(rules: Rules) -> str:
    """Return the whole explanation."""
    return " ".join(paragraph.says for paragraph in paragraphs(rules))


@pytest.mark.parametrize(("rules", "says"), SAYS.items(), ids=SAYS)
def test_the_explanation_follows_the_rules(rules: str, says: str) -> None:
    assert says in explained(parse(rules))


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

    option = Option("fresh", False, Topic.CHIPS, "New", "a rule", "R99", "ours", "", YES_NO)
    assert rule_sentence(option, Widened(), ENGLISH) == "New: yes. A rule."


NUMBERS = sorted({int(number[1:]) for option in OPTIONS for number in option.rule.split()} | {3, 4})


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_one_paragraph_which_is_marked_on_request(number: int) -> None:
    plain, marked = (paragraphs(preset("bicycle"), which) for which in (None, number))
    (changed,) = (place for place, text in enumerate(plain) if text != marked[place])
    assert marked[changed] == replace(plain[changed], style=Style.MARKED)
    names = [text.id for text in plain if text.id]
    assert len(names) == len({*names})


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PRESETS)
def test_all_presets_have_an_explanation(name: str, language: str) -> None:
    chapters = explanation(preset(name), words_in(language))
    assert [chapter.id.removeprefix("told-") for chapter in chapters] == [
        *("game", "turn", "chips", "false-pass", "end", "strategy", "scores", "judged")
    ]
    assert all(chapter.title and chapter.blocks for chapter in chapters)
    assert "{" not in str(chapters)
