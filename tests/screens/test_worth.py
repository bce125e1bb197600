"""Chips in coins."""

from companion.screens.worth import worth_of
from companion.words import ENGLISH
from tests.cases import cases

SHOWN = {
    "coins": ("0.05 €", 14, "0.70 €"),
    "whole coins": ("1 €", 14, "14 €"),
    "half a cent": ("0.025 €", 1, "0.03 €"),
    "three halves": ("0.025 €", 3, "0.08 €"),
    "five halves": ("0.025 €", 5, "0.13 €"),
    "less than half a cent": ("0.001 €", 4, "0.004 €"),
    "many": ("999999999.99 €", 999_999_999, "999999998990000000.01 €"),
    "yen": ("1 ¥", 14, "14 ¥"),
    "half a sweet": ("0.5 sweet", 3, "1.5 sweet"),
    "an eighth of a sweet": ("0.125 sweet", 1, "0.13 sweet"),
    "sweets": ("1 sweet", 14, "14 × sweet"),
}


@cases("worth, chips, shown", SHOWN)
def test_coins_are_rounded_once_and_halves_up(worth: str, chips: int, shown: str) -> None:
    assert worth_of(worth, chips, ENGLISH).replace("\N{NO-BREAK SPACE}", " ") == shown
