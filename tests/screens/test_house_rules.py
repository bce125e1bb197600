"""The house rules in words and as answers, made from the options alone."""

from hypothesis import given

from companion.core.presets import parse
from companion.core.rules import OPTIONS, Rules
from companion.screens.blocks import Action, Edit, Row, plain
from companion.screens.house_rules import rule_row
from companion.screens.seating import under
from companion.words import ENGLISH, words_in
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


def test_only_ranks_of_the_pack_are_offered_as_starters() -> None:
    starter = next(option for option in OPTIONS if option.name == "starter")
    row = rule_row(starter, parse("bicycle pack=40"), ENGLISH, under)
    answers = [answer.id.rpartition("-")[2] for answer in row.choices[0].answers]
    assert " ".join(answers) == "A 2 3 4 5 6 7 J Q K any"
    assert [one.says for one in row.choices[0].answers[-4:-1]] == ["10", "11", "12"]
    german = rule_row(starter, parse("bicycle"), words_in("de"), under)
    assert [one.says for one in german.choices[0].answers[10:13]] == ["B", "D", "K"]


@given(any_rules())
def test_every_option_says_what_it_is_and_changes_itself_and_at_most_the_lead(rules: Rules) -> None:
    for row in rows(rules):
        assert row.title
        assert plain(row.subtitle).endswith(".") or not row.subtitle
        assert row.note.startswith("Source: ")
        assert row.note != "Source: "
        assert "S0" not in row.note
        assert bool(row.counter) != bool(row.choices)
        steps = (*row.counter.less, *row.counter.more) if row.counter else ()
        taps = (*steps, *(answer for choice in row.choices for answer in choice.answers))
        for made in (after(tap) for tap in taps if tap.intent):
            differs = {name.name for name in OPTIONS if rules[name.name] != made[name.name]}
            assert differs <= {row.id.removeprefix("rule-"), "opening"}
        if row.choices:
            assert [answer.chosen for answer in row.choices[0].answers].count(True) == 1


def test_an_opening_card_is_chosen_by_suit_and_by_rank_where_any_opens() -> None:
    (rail,) = answers("ten-titans", "opening")
    assert [answer.id.rpartition("-")[2] for answer in rail] == ["left", "10C", "10D", "10H", "10S"]
    ranks, suits = answers("domino opening=9H", "opening")
    chosen = [[one.says for one in rail if one.chosen] for rail in (ranks, suits)]
    assert chosen == [["9"], ["♥"]]
    five = next(rank for rank in ranks if rank.says == "5")
    spades = next(suit for suit in suits if suit.says == "♠")
    assert after(five) == parse("domino opening=5H")
    assert after(spades) == parse("domino opening=9S")
    (left,) = answers("domino opening=left", "opening")
    assert [one.id for one in left if one.chosen] == ["rule-opening-left"]
    assert after(next(one for one in left if one.says == "5")) == parse("domino opening=5D")
