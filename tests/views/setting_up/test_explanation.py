"""The explanation of the game, which follows from the options."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.presets import PRESETS, parse, preset
from companion.core.rules import OPTIONS, Option, Rules
from companion.views.blocks import Panel, Text
from companion.views.setting_up.explanation import explanation
from companion.words import ENGLISH, words_in

UNEXPLAINED = ("picture", "join_points")
"""Options of the layout and of growing tables, which only the list of rules explains."""

SAYS = {
    "bicycle opening=7D": "Whoever holds the 7 of diamonds leads the round with it",
    "five-or-nine": "a five or a nine, and that rank opens the other suits",
    "domino": "The first card may be any",
    "fwend opening=7H": "the 7 of hearts",
    "fwend": "the card above the first one goes before the one below it",
    "parlour": "It costs 3 chips more, to the pot; once the round is over, to its winner.",
    "kartendomino": "It costs 3 chips more, to the winner of the round.",
    "kartendomino seven_fine_per=seven": "That is paid for each one that was held back.",
    "kartendomino-ranking": "the others play on for second place",
    "badam-satti": "The series ends after 7 rounds.",
    "pagat-pool": "By these rules it costs nothing more.",
    "bicycle pack=40": "The whole pack of 40 cards",
    "pagat pack=36": "from the 6 up to the ace",
    "bicycle points=none": "These rules count no points.",
}


def texts(chapter: Panel) -> list[str]:
    return [block.says for block in chapter.blocks if isinstance(block, Text)]


def explained(rules: Rules) -> str:
    return " ".join(line for chapter in explanation(rules, ENGLISH) for line in texts(chapter))


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
def test_every_option_but_those_of_the_list_changes_the_explanation(name: str) -> None:
    rules = preset("bicycle")
    same = explained(replace(rules, **{name: OTHER[name]})) == explained(rules)
    assert same is (name in UNEXPLAINED)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", PRESETS)
def test_all_presets_have_an_explanation(name: str, language: str) -> None:
    chapters = explanation(preset(name), words_in(language))
    assert [chapter.id.removeprefix("told-") for chapter in chapters] == [
        *("game", "turn", "chips", "false-pass", "end", "scores", "judged")
    ]
    assert all(chapter.title and texts(chapter) for chapter in chapters)
    assert not any("{" in line or "None" in line for one in chapters for line in texts(one))


def test_chips_that_nobody_pays_are_not_explained() -> None:
    rules = parse("bicycle ante=0 short_ante=0 pass_fee=0 card_fee=0")
    assert "pays" not in explained(rules).partition("Who could play")[0]
