"""Limits of a series and of a round (RULES, Readings)."""

import pytest

from companion.core.log import Log
from companion.core.names import Player
from companion.core.objections import Objection, SheetError, Why
from companion.core.presets import parse
from companion.core.rounds.round import Round
from companion.core.rounds.setup import CalledOff, Paid, PointsCorrected, Setup
from companion.core.series import Series
from companion.core.sheet import loads
from companion.core.steps import Dealt, Recorded, Redealt, Repaired, Settled

RULES = parse("bicycle")
SETUP = Setup.dealt(RULES, ("A", "B"), 0)
CROWD = tuple(Player(f"P{number}", f"P{number}") for number in range(96))
"""Players of a series who were all seated with A and B, and two others, one by one."""
EARLIER = tuple(
    Round.begin(Setup.dealt(RULES, (one.handle, other.handle), 0)).after(CalledOff())
    for one, other in zip(CROWD[::2], CROWD[1::2], strict=True)
)
FOUR = Setup.dealt(RULES, ("A", "B", "C", "D"), 0)
FIVE = Setup.dealt(RULES, ("A", "B", "C", "D", "E"), 0)
TOO_MANY = Objection(Why.TOO_MANY_IN_SERIES, expected=100)


def test_a_sheet_of_2001_rounds_is_refused() -> None:
    rounds = [f"round {number}\nA B\nvoid\n" for number in range(1, 2_002)]
    assert loads("fantan 1\n" + "".join(rounds[:-1])).round_number == 2_000
    with pytest.raises(SheetError, match="6003: a series has at most 2000 rounds"):
        loads("fantan 1\n" + "".join(rounds))


def test_a_series_has_at_most_100_players() -> None:
    crowd = Log.begin(Series(players=CROWD, earlier=EARLIER[:-1], last=EARLIER[-1]))
    assert crowd.objection(Dealt(FOUR)) is None
    assert crowd.objection(Dealt(FIVE)) == TOO_MANY
    dealt = crowd.after(Dealt(FOUR))
    assert dealt.objection(Redealt(FIVE)) == TOO_MANY
    assert dealt.objection(Redealt(Setup.dealt(RULES, ("A", "E"), 0))) is None
    assert dealt.objection(Repaired(49, FIVE, ())) == TOO_MANY
    assert dealt.objection(Repaired(49, SETUP, ())) is None


def test_players_without_a_seat_count_if_they_are_named() -> None:
    called = "".join(f"called A{number} Ann {number}\n" for number in range(1, 100))
    assert loads(f"fantan 1\n{called}round 1\nA1 B\n").round_number == 1
    with pytest.raises(SheetError, match="a series has at most 100 players"):
        loads(f"fantan 1\n{called}round 1\nA1 B C\n")


def test_a_round_has_at_most_999_corrections() -> None:
    round_ = Round.of(SETUP, [Paid(0, 1, 1)] * 500 + [PointsCorrected(0, 1)] * 498)
    full = Objection(Why.TOO_MANY_CORRECTIONS, expected=999)
    for correction in (Paid(1, 0, 2), PointsCorrected(1, 2)):
        assert round_.objection(correction) is None
        assert round_.after(correction).objection(correction) == full


def test_a_series_is_settled_by_at_most_999_payments() -> None:
    log = Log.of(Series(), [Dealt(SETUP), Recorded(1, CalledOff()), *[Settled("A", "B", 1)] * 999])
    refusal = log.objection(Settled("B", "A", 1))
    assert refusal == Objection(Why.TOO_MANY_SETTLED, expected=999)
    assert log.without_last().objection(Settled("B", "A", 1)) is None
