"""Handles over a column, from what people are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.names import handle_for, is_handle, tidy
from tests.core.tables import series_of

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
}


@pytest.mark.parametrize(("name", "taken", "handle"), HANDLES.values(), ids=HANDLES)
def test_the_handle_for_a_name(name: str, taken: str, handle: str) -> None:
    assert handle_for(name, taken.split()) == handle


@given(st.text(max_size=30), st.lists(st.sampled_from(("Ana", "Player", "Player2"))))
def test_any_name_gets_a_handle_that_can_head_a_column(name: str, taken: list[str]) -> None:
    handle = handle_for(name, taken)
    assert is_handle(handle)
    assert handle not in taken
    assert series_of(f"round 1\n{handle} Zoe\n").players[0].handle == handle


TIDY = {
    "blanks": ("  Ana \t María ", "Ana María"),
    "lines": ("Ana\nMaría", "Ana María"),
    "a comment's sign": ("Ana #1", "Ana 1"),
    "what cannot be seen": ("Ana\x00\u202eMaría", "Ana María"),
    "nothing left": ("\n#\n", ""),
}


@pytest.mark.parametrize(("name", "kept"), TIDY.values(), ids=TIDY)
def test_a_name_is_kept_on_one_line(name: str, kept: str) -> None:
    assert tidy(name) == kept
