"""Excerpts of foreign text in messages."""

import pytest

from companion.core.objections import SheetError, excerpt
from companion.core.sheet import loads
from tests.cases import cases
from tests.core.tables import faults

SHOWN = {
    "a word": ("Ana", "Ana"),
    "forty letters": ("a" * 40, "a" * 40),
    "more": ("a" * 41, "a" * 39 + "…"),
    "far more": ("a" * 100_000, "a" * 39 + "…"),
    "letters of any script": ("Ümit 阿娜 عنا", "Ümit 阿娜 عنا"),
    "an escape": ("\x1b[31mred", r"\x1b[31mred"),
    "control characters": ("a\rb\x07\x85", r"a\rb\x07\x85"),
    "marks that turn the direction": ("\u202eABC\u2066", r"\u202eABC\u2066"),
    "marks that are not seen": ("A\u200bB\U000e0041", r"A\u200bB\U000e0041"),
    "other line ends": ("a\u2028b", r"a\u2028b"),
    "no half of an escape": ("\x1b" * 40, r"\x1b" * 9 + "\\x1…"),
}


@cases("text, expected", SHOWN)
def test_an_excerpt_is_short_and_harmless(text: str, expected: str) -> None:
    assert excerpt(text) == expected


LONG, HARM = "x" * 5_000, "\x1b[2J\u202e"
FAULTS = {
    "an unknown word": f"round 1\nA B\n{LONG} 7C",
    "a handle twice": f"round 1\n{LONG} {LONG}",
    "a handle out of turn": f"round 1\nA {LONG}\n1 . 7C",
    "a dealer": f"round 1\ndealer {LONG}\nA B",
    "a version": f"fantan {LONG}",
    "house rules": f"rules {LONG}",
    "an option": f"rules bicycle {LONG}=1",
    "a value": f"rules bicycle ante={LONG}",
    "a card": f"round 1\nA B\n1 {LONG} .",
    "harm in a word": f"round 1\nA B\n{HARM} 7C",
    "harm in a card": f"round 1\nA B\n1 {HARM} .",
    "harm in a handle": f"round 1\nA {HARM}",
    "harm in a round": f"round {HARM}",
}


@cases("sheet", FAULTS)
def test_a_fault_is_reported_in_one_short_line(sheet: str) -> None:
    with pytest.raises(SheetError) as refused:
        loads(f"fantan 1\n{sheet}\n")
    assert len(refused.value.problem) < 160
    assert refused.value.problem.isprintable()


CHECKS = {
    "the layout": f"= layout {LONG}",
    "who is out": f"= out {LONG} {LONG}",
    "the winner": f"= winner {HARM}{LONG}",
}


@cases("line", CHECKS)
def test_so_is_a_check_that_does_not_hold(line: str) -> None:
    (problem,) = faults(f"round 1\nA B\n{line}\n")
    assert len(problem) < 160
    assert problem.isprintable()


def test_the_right_value_is_reported_in_full() -> None:
    handles = [f"Somebody{letter}" for letter in "ABCDEFGH"]
    deal = " ".join(
        f"{handle} {size}" for handle, size in zip(handles, [1] * 7 + [45], strict=True)
    )
    rows = "1 7C 7D 7H 7S 8C 8D 8H ."
    checked = (
        f"round 1\nrules pagat play_on=yes\ndeal {deal}\n{' '.join(handles)}\n{rows}\n= out X\n"
    )
    assert faults(checked) == [f"out is {' '.join(handles[:7])}, not X"]
