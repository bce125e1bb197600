"""Texts from outside are measured before anything parses them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.outside import MOST_NESTED, OutsideError, measure, read_json
from tests.cases import cases

LONGEST = 100_000
DEEPER = MOST_NESTED + 1
REFUSED = {
    "too long": "x" * (LONGEST + 1),
    "too long in bytes": "ß" * (LONGEST // 2 + 1),
    "lists in lists": "[" * DEEPER + "]" * DEEPER,
    "objects in objects": '{"a":' * DEEPER + "1" + "}" * DEEPER,
    "objects in lists": '[{"a":' * 9 + "1" + "}]" * 9,
    "lists without an end": "[" * 30_000,
    "behind a string with brackets": '["]]]]",' * DEEPER + "1" + "]" * DEEPER,
    "behind an escaped quote": r'["\"]",' * DEEPER + "1" + "]" * DEEPER,
}
UNREADABLE = {
    "nothing": "",
    "a cut text": '{"says": "Ann 7',
    "two values": "[] []",
    "a long number": "1" * 10_000,
    "a number of 19 digits": "1" * 19,
    "no number": "[NaN]",
    "an endless number": "-Infinity",
    "a number that is too large": "1e999",
    "a lone surrogate": '["\ud800"]',
    "a lone surrogate in letters": r'["\ud800"]',
    "a surrogate as a key": r'{"\udfff": 1}',
}
JSON = st.recursive(
    st.none() | st.integers(-(10**9), 10**9) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('ab[]{}"\\'), inner),
)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@cases("text", REFUSED)
def test_text_is_refused_unparsed(text: str) -> None:
    with pytest.raises(OutsideError):
        measure(text, LONGEST)


@cases("text", UNREADABLE)
def test_text_is_no_json_of_the_app(text: str) -> None:
    measure(text, LONGEST)
    with pytest.raises(OutsideError):
        read_json(text, LONGEST)


def test_most_nested_text_is_read() -> None:
    text = "[" * MOST_NESTED + "]" * MOST_NESTED
    assert depth(read_json(text, LONGEST)) == MOST_NESTED


def test_brackets_of_a_string_do_not_count() -> None:
    sheet = json.dumps([{"sheet": '["' * 10_000}])
    assert read_json(sheet, LONGEST)[0]["sheet"].count("[") == 10_000


def test_many_brackets_side_by_side_are_read() -> None:
    assert len(read_json(f"[{'[],' * 20_000}[]]", LONGEST)) == 20_001


@given(value=JSON, ascii_only=st.booleans())
def test_value_is_read_as_written_unless_it_is_deep(value: Any, *, ascii_only: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    if depth(value) <= MOST_NESTED:
        assert read_json(text, LONGEST) == value
    else:
        with pytest.raises(OutsideError):
            read_json(text, LONGEST)
