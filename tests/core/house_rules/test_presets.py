"""Presets cell by cell, the descriptions of the options, and the codec of rules."""

from time import process_time

import pytest
from hypothesis import given

from companion.core.objections import RulesError
from companion.core.presets import PRESETS, changes, describe, parse, preset
from companion.core.rules import OPTIONS, Option, Rules, changed, spoken
from tests.cases import cases
from tests.strategies import rules

TABLE = """
    option           bicycle  pagat  pagat-pool  kartendomino  encyclopedia  parlour
    source           S0       S1     S1          S2            S3            S4
    pack             52       52     52          52            52            52
    aces             low      high   high        low           low           low
    opening          left     left   left        left          left          left
    starter          7        7      7           7             7             7
    high_first       no       no     no          no            no            no
    laid             none     none   none        none          none          none
    free_pass        no       no     no          no            no            no
    passes           0        0      0           0             0             0
    ante             1        0      1           0             0             1
    short_ante       1        0      0           0             0             0
    pass_fee         1        0      1           0             1             1
    false_pass_fine  3        0      0           3             0             3
    false_pass_to    pot      pot    pot         winner        pot           pot
    seven_fine       5        0      0           5             0             5
    seven_fine_per   pass     pass   pass        pass          pass          pass
    card_fee         1        0      1           1             1             1
    play_on          no       no     no          no            no            no
    points           card     none   none        none          none          none
    target           100      0      0           0             0             0
    rounds           0        0      0           0             0             0
    join_points      highest  highest  highest   highest       highest       highest
    chips            table    table  table       table         table         table
    picture          right    left   left        left          left          left
    hints            yes      yes    yes         yes           yes           yes
    """
HEAD, NAMED, *ROWS = (line.split() for line in TABLE.split("\n") if line.strip())
CELLS = {
    f"{name}: {option}": (name, option, value)
    for option, *values in ROWS
    for name, value in zip(HEAD[1:], values, strict=True)
}
VARIANTS = {
    "kartendomino-ranking": ("S2", "kartendomino play_on=yes"),
    "seven-of-diamonds": ("S1", "pagat-pool opening=7D"),
    "fwend": ("S1", "pagat aces=low opening=7H high_first=yes points=pips target=100"),
    "domino": ("S1", "pagat starter=any"),
    "ten-titans": ("S1", "pagat starter=10 points=card target=100"),
    "five-or-nine": ("S3", "encyclopedia starter=5/9"),
    "badam-satti": ("Badam Satti", "pagat aces=low opening=7H points=rank rounds=7"),
    "shichinarabe": (
        "S5",
        "pagat aces=low opening=7D laid=starters free_pass=yes passes=3 play_on=yes points=place",
    ),
    "shichinarabe-strict": (
        "S5",
        "pagat aces=low opening=7D laid=starters passes=3 play_on=yes points=place",
    ),
    "stalemate": ("S6", "pagat aces=low free_pass=yes"),
    "devyatka": ("S8", "pagat pack=36 starter=9 opening=9D ante=1 pass_fee=1"),
    "cinquillo": ("S9", "pagat pack=40 aces=low starter=5 opening=5D card_fee=1 points=card"),
    "cinquillo-48": ("S9", "pagat pack=48 aces=low starter=5 opening=5D card_fee=1 points=card"),
    "seises": ("S9", "pagat pack=40 aces=low starter=6 opening=6D card_fee=1 points=card"),
}


def _values(chosen: Rules) -> dict[str, str]:
    return {option.name: spoken(chosen, option.name) for option in OPTIONS}


@cases("name, option, value", CELLS)
def test_each_cell_of_the_table_of_presets(name: str, option: str, value: str) -> None:
    assert spoken(preset(name), option) == value


def test_the_table_has_every_option() -> None:
    assert [row[0] for row in ROWS] == [option.name for option in OPTIONS]


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_is_what_the_table_says(name: str) -> None:
    _, words = VARIANTS[name]
    assert _values(preset(name)) == _values(parse(words))


def test_there_are_these_with_their_sources() -> None:
    sources = dict(zip(HEAD[1:], NAMED[1:], strict=True))
    sources |= {name: source for name, (source, _) in VARIANTS.items()}
    assert {name: named.source for name, named in PRESETS.items()} == sources


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_words_for_people(name: str) -> None:
    assert PRESETS[name].title


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_an_option_has_words_a_source_a_rule_and_the_unit_of_its_numbers(option: Option) -> None:
    assert all((option.title, option.codec.wanted))
    sources = set(option.source.replace(";", "").replace("Badam Satti", "").split())
    assert sources <= {*(f"S{number}" for number in range(10)), "ours"}
    assert set(option.rule.split()) <= {f"R{number}" for number in range(1, 26)}
    assert bool(option.unit) == (type(option.default) is int)


def test_every_rule_about_a_choice_has_an_option() -> None:
    covered = {rule for option in OPTIONS for rule in option.rule.split()}
    assert covered == {f"R{number}" for number in (1, 2, *range(5, 19), *range(20, 24))}


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_each_choice_of_an_option_is_read_as_it_is_written(option: Option) -> None:
    for words in option.codec.choices:
        assert spoken(changed(preset("bicycle"), {option.name: words}), option.name) == words


SAME = ("bicycle pass_fee=2", "pagat ante=1 card_fee=2 target=50", "pagat-pool opening=7S", "fwend")
WRITTEN = {
    **{f"as it is: {words}": (words, words) for words in (*SAME, "ten-titans starter=J")},
    "what the preset has anyway": ("bicycle ante=1", "bicycle"),
    "in another order": ("bicycle target=50 ante=2", "bicycle ante=2 target=50"),
    "capitals": ("bicycle play_on=YES points=Pips", "bicycle play_on=yes points=pips"),
    "another pack": ("pagat starter=J opening=JH pack=40", "pagat pack=40 opening=JH starter=J"),
    "another spelling of a card": ("pagat opening=7♦", "pagat opening=7D"),
    "another spelling of a rank": ("pagat starter=T", "pagat starter=10"),
}


@cases("words, expected", WRITTEN)
def test_words_are_written_in_one_way(words: str, expected: str) -> None:
    assert describe(parse(words)) == expected


CHANGED: dict[str, tuple[str, dict[str, int | str]]] = {
    "numbers are numbers": ("bicycle pass_fee=2", {"pass_fee": 2}),
    "the rest is words": (
        "bicycle starter=any play_on=yes false_pass_to=winner",
        {"starter": "any", "false_pass_to": "winner", "play_on": "yes"},
    ),
    "nothing": ("parlour", {}),
}


@cases("words, expected", CHANGED)
def test_changes_from_the_preset(words: str, expected: dict[str, int | str]) -> None:
    assert changes(parse(words)) == expected


NONSENSE = {
    "no rules of that name": ("skat", "no house rules are called skat"),
    "no name at all": ("", "no house rules are called "),
    "no such option": ("bicycle jokers=2", "no option is called jokers"),
    "no value": ("bicycle ante", "ante: expected each option once, as option=value"),
    "twice": ("bicycle ante=1 ante=2", "ante=2: expected each option once, as option=value"),
    "not a number": ("bicycle ante=x", "ante=x: expected a number of chips"),
    "less than nothing": ("bicycle ante=-1", "ante=-1: expected a number of chips"),
    "more than anybody has": ("bicycle ante=1000001", "ante=1000001 is too large: at most 1000000"),
    "half a chip": ("bicycle ante=0.5", "ante=0.5: expected a number of chips"),
    "no points": ("bicycle target=many", "target=many: expected a number of points"),
    "no choice": ("bicycle aces=both", "aces=both: expected low or high"),
    "neither yes nor no": ("bicycle play_on=1", "play_on=1: expected yes or no"),
    "no rank": ("bicycle starter=14", "starter=14: expected a rank, 5/9 or any"),
    "no card": ("bicycle opening=7X", "opening=7X: expected left or a card"),
    "an opening card to no purpose": ("bicycle opening=8H", "opening=8H: only a 7 opens a suit"),
    "an opening card of no ten": ("ten-titans opening=7H", "opening=7H: only a 10 opens a suit"),
    "no such pack": ("bicycle pack=35", "pack=35: expected 52 or 48 or 40 or 36 or 32"),
    "a starter not dealt": ("bicycle starter=5 pack=36", "starter=5: a pack of 36 cards has no 5"),
    "one of two, not dealt": ("five-or-nine pack=40", "starter=5/9: a pack of 40 cards has no 9"),
    "an opening card that is not dealt": (
        "domino opening=10H pack=48",
        "opening=10H: a pack of 48 cards has no 10",
    ),
    "no five and no nine": ("five-or-nine opening=7H", "opening=7H: only a 5 or a 9 opens a suit"),
}


@cases("words, expected", NONSENSE)
def test_words_that_name_no_rules_are_refused(words: str, expected: str) -> None:
    with pytest.raises(RulesError) as refused:
        parse(words)
    assert str(refused.value) == expected


def test_long_line_without_rules_is_refused_at_once() -> None:
    began = process_time()
    with pytest.raises(RulesError):
        parse("pagat " * 30_000)
    assert process_time() - began < 2


@given(rules())
def test_any_rules_are_read_as_they_are_written(chosen: Rules) -> None:
    assert parse(describe(chosen)) == chosen


CALLED = {
    "Fan Tan": "bicycle",
    "fan-tan": "bicycle",
    "Parliament": "pagat",
    "Card Dominoes": "pagat",
    "sevens": "pagat",
    "Stops": "pagat",
    "laying out sevens": "pagat",
    "Kleinfrass": "kartendomino",
    "Domino": "domino",
    "Badam Satti": "badam-satti",
    "बदाम सात": "badam-satti",
    "Shichinarabe": "shichinarabe",
    "七並べ": "shichinarabe",
    "Devyatka": "devyatka",
    "Девятка": "devyatka",
    "Cinquillo": "cinquillo",
    **{name.replace("-", " "): name for name in PRESETS},
}


@pytest.mark.parametrize("name", CALLED)
def test_every_name_of_the_game_leads_to_its_rules(name: str) -> None:
    assert parse(f"{name} ante=2") == parse(f"{CALLED[name]} ante=2")
