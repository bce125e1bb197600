"""The explanation of the game, which follows from the options."""

import re
from dataclasses import replace
from typing import Any

import pytest

from companion.core.presets import PRESETS, parse, preset
from companion.core.rules import OPTIONS, Option, Rules
from companion.desk.archive import Catalogue
from companion.screens.blocks import Style, Text
from companion.screens.explanation import explanation
from companion.screens.house_rules import differences
from companion.screens.kit import ScreenFacts
from companion.screens.rules import how
from companion.words import ENGLISH, words_in
from tests.cases import cases


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


NUMBERS = sorted({number for option in OPTIONS for number in option.numbers} | {3, 4})
RULES = {option.name: option.numbers for option in OPTIONS}
UNTOLD = ("laid", "free_pass", "passes")
"""Options whose rules have a paragraph only where the rules differ from the default."""


@pytest.mark.parametrize("number", NUMBERS)
def test_a_rule_has_one_paragraph_which_is_marked_on_request(number: int) -> None:
    changes = {name: OTHER[name] for name in UNTOLD if number in RULES[name]}
    rules = replace(preset("bicycle"), **changes)
    plain, marked = (paragraphs(rules, which) for which in (None, number))
    (changed,) = (place for place, text in enumerate(plain) if text != marked[place])
    assert marked[changed] == replace(plain[changed], style=Style.MARKED)
    names = [text.id for text in plain if text.id]
    assert len(names) == len({*names})


PLACES = [name for name in PRESETS if "Places count" in explained(preset(name))]


@pytest.mark.parametrize("name", PLACES)
def test_a_sentence_is_marked_for_its_rule_in_the_paragraph_of_another(name: str) -> None:
    marked = [text.says for text in paragraphs(preset(name), 10) if text.style is Style.MARKED]
    assert "Places count" in " ".join(marked)


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


SAID = {
    "a rey is 12": ("cinquillo points=rank", "to 12 for a rey", "13"),
    "a king is 13": ("badam-satti", "to 13 for a king", "12 for"),
    "cards to take out of 52": ("devyatka", "Take the 2, 3, 4 and 5 out", "All 52"),
    "nothing to take out": ("bicycle", "All 52 cards", "out of a pack"),
    "no hints where one may pass": ("stalemate", "nobody has to play", "Hints"),
    "laying out a hand is no win": (
        "shichinarabe pass_fee=1",
        "the last card of a hand",
        "no cards left wins",
    ),
    "laying out a hand is no pass to pay": (
        "shichinarabe pass_fee=1",
        "lays the hand out costs none",
        "Hints",
    ),
    "points of those who play on": (
        "kartendomino-ranking points=card",
        "when the first player is out",
        "100",
    ),
    "points of those who join": ("bicycle", "Points on joining", "Points: none"),
    "no points of those who join": ("pagat", "Points: none", "joining"),
    "nothing at once without a pot": ("kartendomino", "before the next deal", "at once"),
    "a ten that opens is no seven": ("ten-titans seven_fine=5", "First card held back", "seven"),
}


@cases("rules, says, never", SAID)
def test_how_to_play_says_what_holds_at_the_table(rules: str, says: str, never: str) -> None:
    told = explained(parse(rules))
    assert says in told
    assert never not in told


SHOWN = {"bicycle": "7", "cinquillo": "5", "devyatka": "9", "ten-titans": "10"}


@pytest.mark.parametrize(("name", "rank"), SHOWN.items())
def test_the_pictures_show_the_pack_that_is_played(name: str, rank: str) -> None:
    pictures, *_ = how(ScreenFacts(catalogue=Catalogue((), usual=preset(name)))).columns[0]
    codes = re.findall(r"code='(\w+)'", str(pictures))
    assert codes[0] == f"{rank}H"
    assert {code[:-1] for code in codes} <= {one.text for one in preset(name).pack.ranks}


# B keeps the 7S back at turn 2, and is the only one with cards left but C when A is out.
# The second pass of B lays the hand out.
