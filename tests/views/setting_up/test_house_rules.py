"""The house rules in words and as answers, made from the options alone."""

import pytest
from hypothesis import given

from companion.core.presets import PRESETS, parse, preset
from companion.core.rules import OPTIONS, Rules, Topic
from companion.views.setting_up.house_rules import OptionView, house_rules, option_groups, presets
from companion.words import ENGLISH
from tests.strategies import rules as any_rules


def option(rules: str, name: str) -> OptionView:
    """Return the view of one option under the rules of a line."""
    groups = option_groups(parse(rules), ENGLISH)
    return next(option for group in groups for option in group.options if option.name == name)


def test_every_option_but_the_pack_stands_in_one_group() -> None:
    shown = [option.name for group in option_groups(Rules(), ENGLISH) for option in group.options]
    assert sorted(shown) == sorted(
        option.name for option in OPTIONS if option.topic is not Topic.PACK
    )


def test_the_groups_are_play_chips_and_points() -> None:
    groups = {
        group.title: {option.name for option in group.options}
        for group in option_groups(Rules(), ENGLISH)
    }
    assert list(groups) == ["Play", "Chips", "Points"]
    assert {"aces", "opening", "starter", "play_on", "picture"} <= groups["Play"]
    assert {"ante", "pass_fee", "false_pass_fine", "false_pass_to"} <= groups["Chips"]
    assert groups["Points"] == {"points", "target", "rounds", "join_points"}


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
    assert option(rules, name).value == value


def test_only_ranks_of_the_pack_are_offered_as_starters() -> None:
    (answers,) = option("bicycle pack=40", "starter").rails
    assert " ".join(answer.name for answer in answers) == "A 2 3 4 5 6 7 J Q K any"


def test_sources_are_named() -> None:
    assert option("bicycle", "short_ante").source == "Source: Bicycle’s rules"
    assert option("bicycle", "high_first").source == "Source: Pagat"
    assert option("bicycle", "rounds").source == "Source: Badam Satti as played in India"
    assert option("bicycle", "join_points").source == "Source: this companion"


def test_every_option_and_preset_names_a_source() -> None:
    for group in option_groups(Rules(), ENGLISH):
        for shown in group.options:
            assert shown.source != "Source: ", shown.name
    for name in PRESETS:
        assert presets(preset(name), ENGLISH).source != "Source: ", name


@given(any_rules())
def test_every_option_says_what_it_is_and_can_be_changed(rules: Rules) -> None:
    for group in option_groups(rules, ENGLISH):
        for option in group.options:
            assert option.title
            assert option.says.endswith(".")
            assert option.source.startswith("Source: ")
            assert "S0" not in option.source
            assert bool(option.steps) != bool(option.rails)


@given(any_rules())
def test_an_answer_changes_its_option_and_at_most_the_lead(rules: Rules) -> None:
    for group in option_groups(rules, ENGLISH):
        for option in group.options:
            for answer in (answer for rail in option.rails for answer in rail):
                differs = {
                    name.name for name in OPTIONS if rules[name.name] != answer.rules[name.name]
                }
                assert differs <= {option.name, "opening"}


@given(any_rules())
def test_one_answer_of_a_first_rail_is_chosen(rules: Rules) -> None:
    for group in option_groups(rules, ENGLISH):
        for option in group.options:
            if option.rails:
                assert [answer.chosen for answer in option.rails[0]].count(True) == 1


def test_steps_stop_at_nothing() -> None:
    steps = option("pagat", "ante").steps
    assert steps
    assert steps.less is None
    assert steps.more == parse("pagat ante=1")


@pytest.mark.parametrize(
    ("rules", "name", "less"), [("badam-satti", "rounds", 6), ("bicycle", "target", 95)]
)
def test_rounds_are_counted_one_by_one_and_points_in_fives(
    rules: str, name: str, less: int
) -> None:
    steps = option(rules, name).steps
    assert steps
    assert steps.less == parse(f"{rules} {name}={less}")


def test_one_opening_rank_gives_four_cards() -> None:
    (rail,) = option("ten-titans", "opening").rails
    assert [answer.words for answer in rail] == ["left of the dealer", "10♣", "10♦", "10♥", "10♠"]


def test_any_opening_rank_asks_for_rank_and_suit() -> None:
    first, ranks, suits = option("domino opening=9H", "opening").rails
    assert [answer.chosen for answer in first] == [False, True]
    assert [rank.words for rank in ranks if rank.chosen] == ["9"]
    assert [suit.words for suit in suits if suit.chosen] == ["♥"]
    assert next(rank for rank in ranks if rank.words == "5").rules == parse("domino opening=5H")
    assert next(suit for suit in suits if suit.words == "♠").rules == parse("domino opening=9S")


def test_a_starter_that_the_lead_cannot_have_gives_up_the_lead() -> None:
    (rail,) = option("seven-of-diamonds", "starter").rails
    ten = next(answer for answer in rail if answer.name == "10")
    assert ten.rules == parse("seven-of-diamonds starter=10 opening=left")


def test_presets_are_all_there_and_one_is_chosen() -> None:
    view = presets(preset("parlour"), ENGLISH)
    assert [answer.name for answer in view.answers] == list(PRESETS)
    assert [answer.words for answer in view.answers if answer.chosen] == ["Parlour"]
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
    view = house_rules(parse("bicycle"), parse(pending), ENGLISH)
    assert (view.pending_says or "") == says


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
