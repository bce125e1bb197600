"""The house rules in words and as answers, made from the options alone."""

import pytest
from hypothesis import given

from companion.core.presets import PRESETS, parse, preset
from companion.core.rules import OPTIONS, Rules, Topic
from companion.views.blocks import Action, Edit, List, Row, plain
from companion.views.setting_up.house_rules import (
    pending_words,
    presets,
    rule_panels,
    rule_row,
)
from companion.views.setting_up.seats import under
from companion.words import ENGLISH
from tests.strategies import rules as any_rules


def option(rules: str, name: str) -> Row:
    """Return the row of one option under the rules of a line."""
    return next(row for row in rows(parse(rules)) if row.id == f"rule-{name}")


def rows(rules: Rules) -> list[Row]:
    """Return the rows of all options, to be changed."""
    return [rule_row(option, rules, ENGLISH, under) for option in OPTIONS]


def answers(rules: str, name: str) -> list[tuple[Action, ...]]:
    """Return the answers to one option."""
    return [choice.answers for choice in option(rules, name).choices]


def after(action: Action) -> Rules:
    """Return the rules after a tap."""
    assert isinstance(action.intent, Edit)
    (rules,) = action.intent.args
    assert isinstance(rules, Rules)
    return rules


def test_every_option_but_the_pack_stands_in_one_group() -> None:
    titles = [
        (panel.title, [row.id.removeprefix("rule-") for row in block.rows])
        for panel in rule_panels(Rules(), ENGLISH)
        for block in panel.blocks
        if isinstance(block, List)
    ]
    assert [title for title, _ in titles] == ["Play", "Chips", "Points"]
    shown = [name for _, names in titles for name in names]
    assert sorted(shown) == sorted(
        option.name for option in OPTIONS if option.topic is not Topic.PACK
    )
    assert sorted(titles[2][1]) == ["join_points", "points", "rounds", "target"]


def test_only_ranks_of_the_pack_are_offered_as_starters() -> None:
    starter = next(option for option in OPTIONS if option.name == "starter")
    row = rule_row(starter, parse("bicycle pack=40"), ENGLISH, under)
    answers = [answer.id.rpartition("-")[2] for answer in row.choices[0].answers]
    assert " ".join(answers) == "A 2 3 4 5 6 7 J Q K any"


VALUES = {
    "chips": ("bicycle ante=2", "ante", "2 chips"),
    "one chip": ("bicycle", "ante", "1 chip"),
    "no chips": ("pagat", "ante", "nothing"),
    "points": ("bicycle", "target", "100 points"),
    "no target": ("parlour", "target", "open end"),
    "rounds": ("badam-satti", "rounds", "7 rounds"),
    "no limit": ("bicycle", "rounds", "no limit"),
    "points to join with": ("bicycle", "join_points", "the highest total"),
    "yes": ("kartendomino-ranking", "play_on", "yes"),
    "left of the dealer": ("bicycle", "opening", "left of the dealer"),
    "a card": ("seven-of-diamonds", "opening", "7♦"),
    "a rank": ("ten-titans", "starter", "10"),
    "five or nine": ("five-or-nine", "starter", "5 or 9"),
    "a choice": ("kartendomino", "false_pass_to", "the winner"),
}


@pytest.mark.parametrize(("rules", "name", "value"), VALUES.values(), ids=VALUES)
def test_a_value_in_words(rules: str, name: str, value: str) -> None:
    listed = next(option for option in OPTIONS if option.name == name)
    assert rule_row(listed, parse(rules), ENGLISH).value == value


def test_sources_are_named() -> None:
    assert option("bicycle", "short_ante").note == "Source: Bicycle’s rules"
    assert option("bicycle", "high_first").note == "Source: Pagat"
    assert option("bicycle", "rounds").note == "Source: Badam Satti as played in India"
    assert option("bicycle", "join_points").note == "Source: this companion"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_names_a_source(name: str) -> None:
    assert presets(preset(name), ENGLISH).source != "Source: "


@given(any_rules())
def test_every_option_says_what_it_is_and_can_be_changed(rules: Rules) -> None:
    for row in rows(rules):
        assert row.title
        assert plain(row.subtitle).endswith(".")
        assert row.note.startswith("Source: ")
        assert row.note != "Source: "
        assert "S0" not in row.note
        assert bool(row.counter) != bool(row.choices)


@given(any_rules())
def test_an_answer_changes_its_option_and_at_most_the_lead(rules: Rules) -> None:
    for row in rows(rules):
        steps = (*row.counter.less, *row.counter.more) if row.counter else ()
        taps = (*steps, *(answer for choice in row.choices for answer in choice.answers))
        for made in (after(tap) for tap in taps if tap.intent):
            differs = {name.name for name in OPTIONS if rules[name.name] != made[name.name]}
            assert differs <= {row.id.removeprefix("rule-"), "opening"}


@given(any_rules())
def test_one_answer_of_a_first_rail_is_chosen(rules: Rules) -> None:
    for row in rows(rules):
        if row.choices:
            assert [answer.chosen for answer in row.choices[0].answers].count(True) == 1


@pytest.mark.parametrize(
    ("rules", "name", "less", "more"),
    [
        ("pagat", "ante", None, 1),
        ("badam-satti", "rounds", 6, 8),
        ("bicycle", "target", 95, 105),
    ],
    ids=["none below nothing", "rounds one by one", "points in fives"],
)
def test_numbers_are_counted_down_and_up(
    rules: str, name: str, less: int | None, more: int
) -> None:
    counter = option(rules, name).counter
    assert counter
    (down,), (up,) = counter.less, counter.more
    assert (after(down) if down.intent else None) == (
        parse(f"{rules} {name}={less}") if less is not None else None
    )
    assert after(up) == parse(f"{rules} {name}={more}")


def test_one_opening_rank_gives_four_cards() -> None:
    (rail,) = answers("ten-titans", "opening")
    assert [answer.says for answer in rail] == ["left of the dealer", "10♣", "10♦", "10♥", "10♠"]


def test_any_opening_rank_asks_for_rank_and_suit() -> None:
    first, ranks, suits = answers("domino opening=9H", "opening")
    assert [answer.chosen for answer in first] == [False, True]
    assert [rank.says for rank in ranks if rank.chosen] == ["9"]
    assert [suit.says for suit in suits if suit.chosen] == ["♥"]
    five = next(rank for rank in ranks if rank.says == "5")
    spades = next(suit for suit in suits if suit.says == "♠")
    assert after(five) == parse("domino opening=5H")
    assert after(spades) == parse("domino opening=9S")


def test_a_starter_that_the_lead_cannot_have_gives_up_the_lead() -> None:
    (rail,) = answers("seven-of-diamonds", "starter")
    ten = next(answer for answer in rail if answer.id == "rule-starter-10")
    assert after(ten) == parse("seven-of-diamonds starter=10 opening=left")


def test_presets_are_all_there_and_one_is_chosen() -> None:
    view = presets(preset("parlour"), ENGLISH)
    assert [answer.name for answer in view.answers] == list(PRESETS)
    assert [answer.title for answer in view.answers if answer.chosen] == ["Parlour"]
    assert view.says == "Sweets or coins: a stake, passes and fines, no points."
    assert view.source == "Source: a British family book"
    assert not view.changes


def test_what_the_table_changed_is_said() -> None:
    view = presets(parse("bicycle ante=2 opening=7D"), ENGLISH)
    assert view.changes == "Changed: Opening 7♦ · Ante 2 chips"


@pytest.mark.parametrize(
    ("pending", "says"),
    [
        ("bicycle", ""),
        ("bicycle ante=2", "From the next round on: Ante 2 chips"),
        ("parlour ante=2", "From the next round on: Parlour · Ante 2 chips"),
    ],
)
def test_pending_changes_are_said_with_the_name_of_other_rules(pending: str, says: str) -> None:
    assert pending_words(parse("bicycle"), parse(pending), ENGLISH) == says


SAVED = (("Ours", parse("bicycle ante=3")), ("Plain", preset("pagat")))
NAMED = {
    "saved rules, by their name": ("bicycle ante=3", "Ours", "Like Bicycle: Ante 3 chips"),
    "saved as they are named": ("pagat", "Plain", ""),
    "others are the preset, changed": ("bicycle ante=2", "Bicycle", "Changed: Ante 2 chips"),
}


@pytest.mark.parametrize(("rules", "title", "changes"), NAMED.values(), ids=NAMED)
def test_rules_that_were_saved_are_not_shown_as_changed(
    rules: str, title: str, changes: str
) -> None:
    view = presets(parse(rules), ENGLISH, SAVED)
    assert (view.title, view.changes) == (title, changes)
