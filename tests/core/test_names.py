"""Handles of players, derived from their names."""

# ruff: noqa: RUF001 - letters that look alike are the matter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import (
    finds,
    handle_for,
    in_order,
    is_handle,
    is_short,
    numbered,
    seen_length,
    tidy,
    uncased,
)
from companion.core.objections import Why
from tests.cases import cases
from tests.core.tables import english, refusal, series_of

HANDLES = {
    "the first name": ("Ana María Pérez", "", "Ana"),
    "letters of any script": ("Ünal", "", "Ünal"),
    "without what stands before the letters": ("(Dr.) O'Neill", "", "Dr"),
    "eight letters of a long one": ("Bartholomew", "", "Bartholo"),
    "a number where it is taken": ("Ana", "Ana", "Ana2"),
    "the next number": ("Ana", "Ana Ana2", "Ana3"),
    "no word of the sheet's own": ("pot", "", "pot2"),
    "no letters at all": ("007", "", "Player"),
    "nothing": ("", "Player", "Player2"),
    "vowel signs": ("\u0915\u093f\u0930\u0923", "", "\u0915\u093f\u0930\u0923"),
}


@cases("name, taken, handle", HANDLES)
def test_the_handle_for_a_name(name: str, taken: str, handle: str) -> None:
    assert handle_for(name, taken.split()) == handle


@given(st.text(max_size=30), st.lists(st.sampled_from(("Ana", "Player", "Player2"))))
def test_any_name_gets_a_handle_that_can_head_a_column(name: str, taken: list[str]) -> None:
    handle = handle_for(name, taken)
    assert is_handle(handle)
    assert handle not in taken
    assert series_of(f"round 1\n{handle} Zoe\n").players[0].handle == handle


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TIDY = {
    "blanks": ("  Ana \t María ", "Ana María"),
    "lines": ("Ana\nMaría", "Ana María"),
    "a comment's sign": ("Ana #1", "Ana 1"),
    "what cannot be seen": ("Ana\x00\u202eMaría", "Ana María"),
    "nothing left": ("\n#\n", ""),
    "accents apart": ("Jose\u0301", "Jos\u00e9"),
    "joiners inside of a word": ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
    "joiners that join nothing": ("\u200dAna\u200c \u200d", "Ana"),
    "a family": (FAMILY, FAMILY),
    "vowel signs": ("\u0915\u093f\u0930\u0923", "\u0915\u093f\u0930\u0923"),
    "marks of direction": ("\u202eAna\u2069", "Ana"),
    "letters that show nothing": ("A\u3164na\u2800", "Ana"),
}


@cases("name, kept", TIDY)
def test_a_name_is_kept_on_one_line(name: str, kept: str) -> None:
    assert tidy(name) == kept


def test_characters_are_counted_as_people_see_them() -> None:
    seen = ("", "abc", "e\u0301", "\U0001f44d\U0001f3fd")
    assert [seen_length(text) for text in seen] == [0, 3, 1, 1]


@pytest.mark.parametrize(
    ("name", "numbered_so"),
    [("Ann", "Ann 2"), ("x" * 40, f"{'x' * 38} 2"), ("e\u0301" * 40, f"{'é' * 38} 2")],
)
def test_a_number_behind_a_name_leaves_it_short_enough(name: str, numbered_so: str) -> None:
    assert numbered(tidy(name), 2) == tidy(numbered_so)


@given(st.text(max_size=30))
def test_a_tidy_name_stays_as_it_is(name: str) -> None:
    kept = tidy(name)
    assert tidy(kept) == kept


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("a" * 40, True),
        ("a" * 41, False),
        ("e\u0301" * 40, True),
        ("e\u0301" * 41, False),
        (FAMILY * 13, True),
        ("a" + "\u0301" * 5_000, False),
    ],
)
def test_a_name_has_at_most_forty_characters_as_people_see_them(name: str, *, short: bool) -> None:
    assert is_short(name) is short


TOO_LONG = {
    "of a series": (f"series {'a' * 41}\n", f"2: {english(Why.NAME_TOO_LONG, expected=40)}"),
    "of a player": (f"called Ana {'a' * 41}\n", f"2: {english(Why.NAME_TOO_LONG, expected=40)}"),
    "a heading": (
        f"round 1\n{'A' * 41} B\n",
        f"3: {english(Why.NAME_TOO_LONG, expected=40)}",
    ),
}


@cases("text, problem", TOO_LONG)
def test_a_sheet_with_a_longer_name_is_refused(text: str, problem: str) -> None:
    assert refusal(text) == problem


ONE_SPELLING = {
    "case": ("Ana", "ANA"),
    "case of another script": ("Вера", "вера"),
    "accents composed or not": ("José", "Jose\u0301"),
    "blanks": ("Ana María", "Ana \u00a0 María"),
    "dots": ("Ana M.", "Ana M"),
    "quotes": ("O'Neill", "O’Neill"),
    "hyphens": ("Jean-Luc", "Jean‐Luc"),
    "width": ("Ana", "Ａｎａ"),
    "not an accent": ("Jose", "José"),
    "not a number": ("Ana 2", "Ana 22"),
    "not two words": ("Ann Marie", "Annmarie"),
    "not nothing": (".", "..."),
    "not other letters of a script": ("Вера", "Вара"),
}


@pytest.mark.parametrize("case", ONE_SPELLING)
def test_names_of_one_spelling(case: str) -> None:
    name, other = ONE_SPELLING[case]
    assert (uncased(tidy(name)) == uncased(tidy(other))) is not case.startswith("not ")


SORTED = [
    *("Ana", "Äna", "Anna", "ben", "Ben 2", "Ben 10", "Çem", "Cem B", "Dov", "Øystein", "Otto"),
    *("Zoë", "zoe 1", "Вера"),
]


@given(st.permutations(SORTED))
def test_names_are_in_the_order_in_which_people_sort(names: list[str]) -> None:
    assert sorted(names, key=in_order) == [
        *("Ana", "Äna", "Anna", "ben", "Ben 2", "Ben 10", "Çem", "Cem B", "Dov", "Otto"),
        *("Øystein", "Zoë", "zoe 1", "Вера"),
    ]


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_two_names_are_in_order(name: str, other: str) -> None:
    assert (in_order(name) < in_order(other)) or (in_order(other) < in_order(name)) or name == other


FOUND = {
    "an umlaut as two letters": ("mueller", "Jürgen Müller"),
    "an umlaut as its letter": ("muller", "Jürgen Müller"),
    "an umlaut": ("MÜLL", "Jürgen Müller"),
    "two letters by an umlaut": ("Müller", "Jo Mueller"),
    "a letter by an umlaut": ("Müller", "Jo Muller"),
    "accents apart": ("jose\u0301", "José"),
    "a stroke": ("soren", "Søren"),
    "a stroke as two letters": ("soeren", "Søren"),
    "a sharp s": ("strasse", "Straße"),
    "part of a word": ("cem", "Çemal"),
    "not another name": ("miller", "Müller"),
    "not more than there is": ("muellers", "Müller"),
}


@pytest.mark.parametrize("case", FOUND)
def test_words_find_names(case: str) -> None:
    typed, name = FOUND[case]
    assert finds(typed, name) is not case.startswith("not ")
