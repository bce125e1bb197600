"""Chips in coins, and what no coins can pay."""

import pytest

from companion.core.objections import Objection, Why
from companion.screens.worth import to_coins, worth_of
from companion.words import ENGLISH

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


@pytest.mark.parametrize(("worth", "chips", "shown"), SHOWN.values(), ids=SHOWN)
def test_coins_are_rounded_once_and_halves_up(worth: str, chips: int, shown: str) -> None:
    assert worth_of(worth, chips, ENGLISH).replace("\N{NO-BREAK SPACE}", " ") == shown


COINS = {
    "half a cent": ("0.025 €", None),
    "whole yen": ("5 ¥", None),
    "yen with a zero": ("5.0 円", None),
    "half a yen": ("0.5 ¥", Why.NO_COIN),
    "half a yen by its name": ("0.5 yen", Why.NO_COIN),
    "and a half": ("1.5 JPY", Why.NO_COIN),
    "half a yen in Japanese": ("0.5 円", Why.NO_COIN),
    "a third": ("1 / 3 €", Why.NO_WORTH),
}


@pytest.mark.parametrize(("worth", "why"), COINS.values(), ids=COINS)
def test_a_worth_that_no_coins_can_pay_is_refused(worth: str, why: Why | None) -> None:
    assert to_coins(worth) == (why and Objection(why))
