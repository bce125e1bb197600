"""Limits of a series and of a round (RULES, Readings)."""

import pytest

from companion.core.objections import Objection, SheetError, Why
from companion.core.presets import parse
from companion.core.rounds.events.decisions import ChipsCorrection, PointsCorrection
from companion.core.rounds.round import Round
from companion.core.rounds.setup import Setup
from companion.core.sheet import loads
from companion.core.steps import Dealt, Redealt, Repaired

RULES = parse("bicycle")
SETUP = Setup.dealt(RULES, ("A", "B"), 0)
FOUR = Setup.dealt(RULES, ("A", "B", "C", "D"), 0)
FIVE = Setup.dealt(RULES, ("A", "B", "C", "D", "E"), 0)


def sheet(*rows: str) -> str:
    """Return a sheet of rounds that were called off, with these rows of handles."""
    rounds = (f"round {number}\n{row}\nvoid\n" for number, row in enumerate(rows, 1))
    return "fantan 1\n" + "".join(rounds)


def test_a_series_has_at_most_2000_rounds() -> None:
    full = loads(sheet(*["A B"] * 2_000))
    assert full.objection(Dealt(SETUP)) == Objection(Why.TOO_MANY_ROUNDS, expected=2_000)
    with pytest.raises(SheetError) as refused:
        loads(sheet(*["A B"] * 2_001))
    full_of_rounds = Objection(Why.TOO_MANY_ROUNDS, expected=2_000)
    assert (refused.value.line, refused.value.problem) == (6003, full_of_rounds.english)


def test_a_series_has_at_most_100_players() -> None:
    crowd = loads(sheet(*[f"A{number} B{number}" for number in range(48)]))
    too_many = Objection(Why.TOO_MANY_IN_SERIES, expected=100)
    assert crowd.objection(Dealt(FIVE)) == too_many
    dealt = crowd.after(Dealt(FOUR))
    assert dealt.objection(Redealt(FIVE)) == too_many
    assert dealt.objection(Redealt(Setup.dealt(RULES, ("A", "E"), 0))) is None
    assert dealt.objection(Repaired(49, FIVE, ())) == too_many
    assert dealt.objection(Repaired(49, SETUP, ())) is None


def test_players_without_a_seat_count_if_they_are_named() -> None:
    called = "".join(f"called A{number} Ann {number}\n" for number in range(99))
    assert loads(sheet("A1 B") + called).round_number == 1
    with pytest.raises(SheetError) as refused:
        loads(sheet("A1 B C") + called)
    full_of_players = Objection(Why.TOO_MANY_IN_SERIES, expected=100)
    assert (refused.value.line, refused.value.problem) == (3, full_of_players.english)


def test_a_round_has_at_most_999_corrections() -> None:
    round_ = Round.of(SETUP, [ChipsCorrection(0, 1, 1)] * 500 + [PointsCorrection(0, 1)] * 498)
    full = Objection(Why.TOO_MANY_PAYMENTS, expected=999)
    for correction in (ChipsCorrection(1, 0, 2), PointsCorrection(1, 2)):
        assert round_.after(correction).objection(correction) == full
